package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// questionResults reports every question, the planner's own last.
func (l *layout) questionResults(g *ledger, d *design.Design) []QuestionResult {
	var list []QuestionResult
	for i := range d.Questions {
		at := slices.IndexFunc(l.p.questions, func(q *question) bool { return q.name == d.Questions[i].Name })
		list = append(list, l.questionResult(g, l.p.questions[at], &d.Questions[i]))
	}
	for _, q := range l.p.questions {
		if q.q == nil && q.asks[0].kind == parentRead {
			list = append(list, l.questionResult(g, q, nil))
		}
	}
	return list
}

func (l *layout) questionResult(g *ledger, q *question, d *design.Question) QuestionResult {
	a := q.asks[0]
	x := l.entities[a.entity]
	r := QuestionResult{
		Name: q.name, Own: q.q == nil, Table: x.table.name, Rate: model.Rate(a.rate), Strong: a.strong,
		Items: []string{x.e.e.Name}, Operation: "GetItem", Key: x.e.keyText(&x.plan.base.key),
		Monthly: g.sum(func(n *line) bool { return n.question == q }),
	}
	if d != nil {
		r.Operation, r.Index, r.Items = d.Operation, d.Request.IndexName, d.Items
	}
	if y := x.armOf(a); y != nil {
		r.Key = x.e.keyText(&y.a.key)
		if y.index == nil {
			r.Items = []string{y.item}
		} else if d == nil {
			r.Index, r.Operation = y.index.name, "Query"
		}
	}
	for _, p := range q.asks {
		size := l.entities[p.entity].plan.sizeFor(p)
		r.Rows += p.rows * max(1, p.batch)
		r.Most += p.most * max(1, p.batch)
		r.Bytes += p.rows * max(1, p.batch) * size
	}
	r.Units = cost.HalfUnits(halves(r.Bytes, a.strong))
	if q.coll < 0 {
		r.Units = cost.HalfUnits(a.halves(x.plan.sizeFor(a)))
	}
	l.describe(&r, q, d)
	return r
}

// describe adds the order and the notes.
func (l *layout) describe(r *QuestionResult, q *question, d *design.Question) {
	switch a := q.asks[0]; a.kind {
	case support:
		r.Purpose = fmt.Sprintf("finds the rows of %s whose copies follow an update of their parent", l.p.entities[a.entity].e.Name)
		return
	case parentRead:
		r.Purpose = "reads what a new row copies from its parent"
		return
	}
	var order []string
	for _, a := range q.asks {
		for _, o := range a.sel.Order {
			order = append(order, o.String())
		}
		r.Notes = append(r.Notes, l.orderNotes(q, a)...)
		r.Notes = append(r.Notes, l.guardNotes(a)...)
	}
	r.Order = strings.Join(order, ", ")
	if d != nil && d.Operation == "BatchGetItem" {
		r.Notes = append(r.Notes, fmt.Sprintf("one BatchGetItem for up to 100 keys (%d taken as the mean); the answer has no order", q.asks[0].batch))
	}
	if d != nil && d.Request.ScanIndexForward != nil && !*d.Request.ScanIndexForward {
		r.Notes = append(r.Notes, "reads backward")
	}
}

// orderNotes says what the order leaves open.
func (l *layout) orderNotes(q *question, a *ask) []string {
	s := a.sel
	switch {
	case a.unique || s.In != nil || s.Exists:
		return nil
	case len(s.Order) == 0 && s.Limit > 0:
		return []string{fmt.Sprintf("without ORDER BY, any %d rows are right", s.Limit)}
	case len(s.Order) > 0 && !s.Total:
		return []string{fmt.Sprintf("rows equal in %s come in any order; add the primary key to ORDER BY to fix it", strings.Join(columnsOf(s.Order), ", "))}
	}
	return nil
}

func columnsOf(order []model.Order) []string {
	var list []string
	for _, o := range order {
		list = append(list, o.Column)
	}
	return list
}

// guardNotes lists what the client tests on the one row.
func (l *layout) guardNotes(a *ask) []string {
	if !a.unique {
		return nil
	}
	x := l.entities[a.entity]
	k := &x.plan.base.key
	if y := x.armOf(a); y != nil {
		k = &y.a.key
	}
	bound := k.columns()
	for m := k.m; m != 0; m &= m - 1 {
		bound = bound.or(x.e.conds[low(m)].cols)
	}
	var tests []string
	for _, g := range a.sel.Guard {
		if !x.e.columnsIn(g).within(bound) {
			tests = append(tests, g.String())
		}
	}
	if tests == nil {
		return nil
	}
	return []string{"the client tests the row: " + strings.Join(tests, " AND ")}
}
