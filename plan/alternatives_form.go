package plan

import (
	"slices"

	"github.com/keywright/keywright/model"
)

// conjuncts lists what AND joins.
func conjuncts(e model.Expr) []model.Expr {
	if b, ok := e.(*model.Binary); ok && b.Op == "AND" {
		return append(conjuncts(b.L), conjuncts(b.R)...)
	}
	if e == nil {
		return nil
	}
	return []model.Expr{e}
}

// disjuncts lists what OR joins; IN with a list is the same.
func disjuncts(e model.Expr) []model.Expr {
	switch e := e.(type) {
	case *model.Binary:
		if e.Op == "OR" {
			return append(disjuncts(e.L), disjuncts(e.R)...)
		}
	case *model.InExpr:
		if e.Not {
			break
		}
		var list []model.Expr
		for _, v := range e.List {
			list = append(list, &model.Binary{Op: "=", L: e.X, R: v})
		}
		return list
	}
	return []model.Expr{e}
}

// conjunction joins conditions by AND; nil for none.
func conjunction(list []model.Expr) model.Expr {
	var out model.Expr
	for _, e := range list {
		if out == nil {
			out = e
		} else {
			out = &model.Binary{Op: "AND", L: out, R: e}
		}
	}
	return out
}

// mentions says that an expression has a column of that name.
func mentions(e model.Expr, column string) bool {
	return slices.ContainsFunc(references(e), func(c *model.ColumnRef) bool { return c.Column == column })
}

// references lists the column references in an expression.
func references(e model.Expr) []*model.ColumnRef {
	var list []*model.ColumnRef
	add := func(more ...model.Expr) {
		for _, x := range more {
			if x != nil {
				list = append(list, references(x)...)
			}
		}
	}
	switch x := e.(type) {
	case *model.ColumnRef:
		return []*model.ColumnRef{x}
	case *model.Unary:
		add(x.X)
	case *model.Binary:
		add(x.L, x.R)
	case *model.BetweenExpr:
		add(x.X, x.Lo, x.Hi)
	case *model.InExpr:
		add(append(slices.Clone(x.List), x.X)...)
	case *model.IsNullExpr:
		add(x.X)
	case *model.CallExpr:
		add(x.Args...)
	}
	return list
}

// isEquality says that a condition is column = parameter or literal.
func isEquality(e model.Expr) bool {
	b, ok := e.(*model.Binary)
	if !ok || b.Op != "=" {
		return false
	}
	_, left := b.L.(*model.ColumnRef)
	_, right := b.R.(*model.ColumnRef)
	return left && !right
}

// waysOfRange keep one of the two ranges, or one of range and order.
func (r *run) waysOfRange(q *model.Question, f *Refused) []way {
	if len(q.Statements) != 1 {
		return r.separately(q)
	}
	var ways []way
	if len(q.Statements[0].OrderBy) > 0 {
		ways = append(ways, reworded("read without ORDER BY and LIMIT, and sort in the client: one Query, no row wasted, fit for equalities with few rows", 1,
			func(s *model.SelectStmt) { s.OrderBy, s.Limit = nil, nil }))
	}
	for _, column := range f.Columns {
		ways = append(ways, r.withoutRange(q, column)...)
	}
	return ways
}

// withoutRange tests the conditions on one column in the client, or asks for a
// day of it at a time.
func (r *run) withoutRange(q *model.Question, column string) []way {
	var kept, dropped []model.Expr
	for _, e := range conjuncts(q.Statements[0].Where) {
		if mentions(e, column) && !isEquality(e) {
			dropped = append(dropped, e)
		} else {
			kept = append(kept, e)
		}
	}
	if len(dropped) == 0 {
		return nil
	}
	ways := []way{reworded("leave "+conjunction(dropped).String()+" to the client: rows are read that it throws away", 1,
		func(s *model.SelectStmt) { s.Where = conjunction(kept) })}
	if m := r.m.Entity(q.Statements[0].From.Name); m != nil {
		if c := m.Column(column); c != nil && c.Type.Kind == model.KindTimestamp {
			day := &model.Binary{Op: "=", L: &model.CallExpr{Name: "date", Args: []model.Expr{&model.ColumnRef{Column: column}}}, R: &model.ParamRef{Name: column + "_day"}}
			ways = append(ways, reworded("ask day by day, "+day.String()+": a request for each day", 1,
				func(s *model.SelectStmt) { s.Where = conjunction(append(slices.Clone(kept), day)) }))
		}
	}
	return ways
}

// waysOfText test in the client what no key holds.
func (r *run) waysOfText(q *model.Question, f *Refused) []way {
	if len(q.Statements) != 1 || len(q.Refusals) == 0 {
		return nil
	}
	ways := []way{{text: f.Cure}}
	all := conjuncts(q.Statements[0].Where)
	for i, e := range all {
		kept := slices.Delete(slices.Clone(all), i, i+1)
		ways = append(ways, reworded("leave "+e.String()+" to the client, without LIMIT: rows are read that it throws away", 1,
			func(s *model.SelectStmt) { s.Where, s.Limit = conjunction(kept), nil }))
	}
	return ways
}
