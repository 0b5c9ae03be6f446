package plan

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// emitQuestions writes the request of every question. Package design builds
// it from the key templates; here is decided which key answers, in which form
// of the question, and what several SELECTs have in common.
func (l *layout) emitQuestions(d *design.Design) error {
	b, err := design.BindKeys(l.p.m, d)
	if err != nil {
		return fmt.Errorf("plan: the keys of the design do not bind: %w", err)
	}
	var list []*question
	for _, m := range l.p.m.Questions {
		i := slices.IndexFunc(l.p.questions, func(q *question) bool { return q.q == m })
		list = append(list, l.p.questions[i])
	}
	for _, q := range l.p.questions {
		if q.q == nil && q.asks[0].kind == support {
			list = append(list, q)
		}
	}
	for _, q := range list {
		out, err := l.emitQuestion(b, q)
		if err != nil {
			return fmt.Errorf("plan: %w", err)
		}
		d.Questions = append(d.Questions, out)
	}
	return nil
}

// emitQuestion writes the request of one question.
func (l *layout) emitQuestion(b *design.Bound, q *question) (design.Question, error) {
	asked, access, err := l.asked(q)
	if err != nil {
		return design.Question{}, err
	}
	for _, a := range q.asks {
		x := l.entities[a.entity]
		access.Table = x.table.name
		item := x.e.e.Name
		if y := x.armOf(a); y != nil && y.index != nil {
			access.Index = y.index.name
		} else if y != nil {
			item = y.item
		}
		access.Items = append(access.Items, item)
	}
	out, err := b.BuildRequest(asked, access)
	if err != nil {
		return out, err
	}
	out.Name = q.name
	if q.coll >= 0 {
		c := &l.p.colls[q.coll]
		if c.limited != nil {
			out.Request.Limit = design.Limit{N: int(c.limited.sel.Limit) + len(c.parts) - 1, Param: ""}
		}
		if c.backward {
			forward := false
			out.Request.ScanIndexForward = &forward
		}
	}
	return out, nil
}

// asked is the question in the forms that its keys serve.
func (l *layout) asked(q *question) (*model.Question, design.Access, error) {
	a := q.asks[0]
	if a.kind == support {
		e := l.p.entities[a.entity].e
		asked, err := l.p.m.SupportQuestion(e, a.via, model.Rate(a.rate))
		return asked, design.Access{Support: &design.Support{Entity: e.Name, Via: a.via}}, err
	}
	asked := *q.q
	asked.Selects = nil
	for _, a := range q.asks {
		asked.Selects = append(asked.Selects, l.entities[a.entity].form(a))
	}
	return &asked, design.Access{}, nil
}

// form is the canonical form of an ask that the key which serves it can
// answer: for a unique ask one with the equalities that the key holds.
func (x *entityLayout) form(a *ask) *model.Select {
	k := &x.plan.base.key
	if y := x.armOf(a); y != nil {
		k = &y.a.key
	}
	if !a.unique {
		return a.variants[x.serving(k, a)].sel
	}
	s := *a.sel
	s.Eq, s.Const = nil, nil
	for c := range k.columns().each {
		to, ok := a.bind[c]
		switch name := x.e.cols[c].name; {
		case !ok:
		case to.Param != "":
			s.Eq = append(s.Eq, model.Eq{Column: name, Param: to.Param})
		default:
			s.Const = append(s.Const, model.Const{Column: name, Value: to.Literal})
		}
	}
	return &s
}

// serving is the first variant of an ask that key k serves.
func (x *entityLayout) serving(k *key, a *ask) int {
	for i := range a.variants {
		v := &a.variants[i]
		if v.member&^k.m == 0 && k.goesOn(x.e.equalities(&pick{a: a, v: i}, k.m), v.tail) {
			return i
		}
	}
	return 0
}

// goesOn says that k uses up the equalities and goes on with the tail.
func (k *key) goesOn(e colset, tail []tailCol) bool {
	left := e.minus(k.p)
	i := 0
	for i < k.n && left.has(k.s[i]) {
		left.remove(k.s[i])
		i++
	}
	if !left.empty() || i+len(tail) > k.n {
		return false
	}
	for j, t := range tail {
		if k.s[i+j] != t.c {
			return false
		}
	}
	return true
}

// armOf is the arm that serves an ask, nil for the base.
func (x *entityLayout) armOf(a *ask) *armLayout {
	f := x.plan.from[a.id]
	if f == nil {
		return nil
	}
	return x.arms[slices.IndexFunc(x.arms, func(y *armLayout) bool { return y.a == f })]
}
