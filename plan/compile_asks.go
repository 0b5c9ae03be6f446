package plan

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// addCopies gives the child entities a column for each parent's column that
// the question returns.
func (p *problem) addCopies(q *model.Question) error {
	for _, s := range q.Selects {
		e := p.entity(s.Entity.Name)
		for i := range s.Copies {
			if _, err := e.copied(&s.Copies[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// copied returns the column that holds a copy, and adds it where it is new.
func (e *entity) copied(cp *model.Copy) (col, error) {
	for i := range e.cols {
		if o := e.cols[i].copy; o != nil && o.Parent.Name == cp.Parent.Name && o.Column == cp.Column && slices.Equal(o.Via, cp.Via) {
			return col(i), nil
		}
	}
	if len(e.cols) == maxColumns {
		return 0, fmt.Errorf("table %s has more than %d columns with the copies that its questions need", e.e.Name, maxColumns)
	}
	c := column{name: e.copyName(cp), src: cp.Parent.Column(cp.Column), copy: cp}
	at := col(len(e.cols))
	e.byName[c.name] = at
	e.cols = append(e.cols, c)
	e.describe(&e.cols[at])
	e.cols[at].nullable = true
	return at, nil
}

// copyName is the attribute of a copy: the parent's column, with the parent's
// name before it where the child has a column of that name.
func (e *entity) copyName(cp *model.Copy) string {
	name := cp.Column
	for _, longer := range []string{cp.Parent.Name + "_" + cp.Column, cp.Via[0] + "_" + cp.Column} {
		if _, taken := e.byName[name]; !taken {
			return name
		}
		name = longer
	}
	for i := 2; ; i++ {
		if _, taken := e.byName[name]; !taken {
			return name
		}
		name = fmt.Sprintf("%s_%s_%d", cp.Parent.Name, cp.Column, i)
	}
}

// addQuestion turns a question of the model into asks.
func (p *problem) addQuestion(q *model.Question) {
	x := &question{name: q.Name, q: q, coll: -1}
	at := len(p.questions)
	for i, s := range q.Selects {
		a := p.newAsk(s, at)
		a.name, a.rate, a.strong = q.Name, int64(q.Rate), q.Strong
		a.shards, a.limited = int64(max(0, q.Shards)), s.Limit > 0
		if len(q.Selects) > 1 {
			a.name = fmt.Sprintf("%s#%d", q.Name, i+1)
		}
		p.setRows(a, q)
		x.asks = append(x.asks, a)
	}
	p.questions = append(p.questions, x)
	if len(x.asks) > 1 {
		p.addCollection(x, at)
	}
}

// newAsk turns a SELECT into integers and adds it to its entity.
func (p *problem) newAsk(s *model.Select, question int) *ask {
	e := p.entity(s.Entity.Name)
	a := &ask{question: question, entity: e.index, id: len(e.asks), sel: s, coll: -1, unique: s.Unique,
		bind: map[col]model.Operand{}}
	for _, q := range s.Eq {
		a.bindTo(e, q.Column, model.Operand{Param: q.Param})
	}
	for _, k := range s.Const {
		a.bindTo(e, k.Column, model.Operand{Literal: k.Value})
	}
	for _, g := range s.Guard {
		a.bindGuard(e, g)
	}
	if s.In != nil {
		a.in.add(e.byName[s.In.Column])
	}
	need := e.needOf(s)
	if a.unique || s.In != nil {
		a.uniqueVariants(e, need)
	} else {
		a.variants = append(a.variants, e.variantOf(a, s, need))
		for _, v := range s.Variants {
			a.variants = append(a.variants, e.variantOf(a, v, need))
		}
	}
	e.asks = append(e.asks, a)
	return a
}

// bindTo records that a column is bound by equality.
func (a *ask) bindTo(e *entity, column string, to model.Operand) {
	c := e.byName[column]
	if _, bound := a.bind[c]; bound {
		return
	}
	a.bind[c] = to
	if to.Param != "" {
		a.eq.add(c)
	} else {
		a.constant.add(c)
	}
}

// bindGuard takes an equality among the tests of a unique ask as one that a
// key may use.
func (a *ask) bindGuard(e *entity, g model.Expr) {
	b, ok := g.(*model.Binary)
	if !ok || b.Op != "=" {
		return
	}
	ref, ok := b.L.(*model.ColumnRef)
	if !ok || e.cols[e.byName[ref.Column]].nullable {
		return
	}
	switch r := b.R.(type) {
	case *model.ParamRef:
		a.bindTo(e, ref.Column, model.Operand{Param: r.Name})
	case *model.Literal:
		a.bindTo(e, ref.Column, model.Operand{Literal: r.Value})
	}
}

// variantOf is a canonical form as a variant.
func (e *entity) variantOf(a *ask, s *model.Select, need colset) variant {
	v := variant{need: need, sel: s}
	for _, q := range s.Eq {
		v.e.add(e.byName[q.Column])
	}
	for _, k := range s.Const {
		c := e.byName[k.Column]
		v.e.add(c)
		v.conds |= bit(e.constant(c, k.Value))
	}
	for _, m := range s.Member {
		v.member |= bit(e.condition(condition{expr: m, text: m.String(), cols: e.columnsIn(m)}))
	}
	v.conds |= v.member
	v.notNull = v.e.or(e.impliedNotNull(v.conds))
	if s.Range != nil {
		c := e.byName[s.Range.Column]
		v.notNull.add(c)
		v.ranged = true
		if len(s.Order) == 0 || s.Order[0].Column != s.Range.Column {
			v.tail = append(v.tail, tailCol{c: c})
		}
	}
	for _, o := range s.Order {
		v.tail = append(v.tail, tailCol{c: e.byName[o.Column], ordered: true, desc: o.Desc})
	}
	return v
}

// constant is the condition column = literal.
func (e *entity) constant(c col, v attr.Value) int {
	return e.condition(condition{column: c, value: v, cols: setOf(c), notNull: setOf(c)})
}

// needOf are the columns that a SELECT reads of a row.
func (e *entity) needOf(s *model.Select) colset {
	var need colset
	for _, n := range s.Need {
		need.add(e.byName[n])
	}
	for i := range s.Copies {
		if c, err := e.copied(&s.Copies[i]); err == nil {
			need.add(c)
		}
	}
	for _, g := range s.Guard {
		need = need.or(e.columnsIn(g))
	}
	return need
}

// maxExtra is how many equalities beside a key of a unique ask are tried one
// by one as part of an index key; with more of them, all or none.
const maxExtra = 4

// uniqueVariants lists the equalities that a key of a unique ask may use up:
// each key of the entity within them, alone or with some of the others, because
// the client can test the rest on the one row.
func (a *ask) uniqueVariants(e *entity, need colset) {
	full := a.eq.or(a.constant).or(a.in)
	var conds mask
	for c := range a.constant.each {
		conds |= bit(e.constant(c, a.bind[c].Literal))
	}
	add := func(s colset) {
		if a.in.within(s) && !slices.ContainsFunc(a.variants, func(v variant) bool { return v.e == s }) {
			a.variants = append(a.variants, variant{e: s, need: need.or(full.minus(s)), conds: conds,
				notNull: full.or(e.impliedNotNull(conds)), sel: a.sel})
		}
	}
	for _, k := range e.keys {
		if !k.within(full) {
			continue
		}
		extra := full.minus(k).cols()
		if len(extra) > maxExtra {
			add(k)
			continue
		}
		for sub := mask(0); sub < bit(len(extra)); sub++ {
			s := k
			for i, c := range extra {
				if sub&bit(i) != 0 {
					s.add(c)
				}
			}
			add(s)
		}
	}
	if a.in.empty() {
		add(full)
	}
}

// condition returns the number of a condition, and adds it where it is new.
func (e *entity) condition(c condition) int {
	if c.expr == nil {
		name := e.cols[c.column].name
		c.text = name + " = " + model.PrintLiteral(c.value)
		c.camel = camel(literalName(c.value))
		c.share = e.p.m.Selectivity(e.e, &model.Binary{Op: "=", L: &model.ColumnRef{Column: name}, R: &model.Literal{Value: c.value}})
	} else {
		c.share = e.p.m.Selectivity(e.e, c.expr)
		c.notNull = e.impliesNotNull(c.expr)
		for x := range c.cols.each {
			c.camel += e.cols[x].camel
		}
	}
	if share, ok := e.p.hooks.shares[c.text]; ok {
		c.share = share
	}
	for i := range e.conds {
		if e.conds[i].text == c.text {
			return i
		}
	}
	e.conds = append(e.conds, c)
	return len(e.conds) - 1
}

// literalName is a literal as a part of a name.
func literalName(v attr.Value) string {
	switch v.Type() {
	case attr.TypeBool:
		if v.Bool() {
			return "true"
		}
		return "false"
	case attr.TypeNumber, attr.TypeString:
		return v.Str()
	}
	return "null"
}
