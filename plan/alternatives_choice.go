package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/model"
)

// waysOfChoice ask for one alternative at a time, or keep a row for each.
func (r *run) waysOfChoice(q *model.Question, f *Refused) []way {
	if len(q.Statements) != 1 {
		return r.separately(q)
	}
	var ways []way
	for i, e := range conjuncts(q.Statements[0].Where) {
		list := disjuncts(e)
		if in, ok := e.(*model.InExpr); ok && len(in.List) == 1 {
			n := int64(defaultList)
			if q.Rows > 0 {
				n = q.Rows
			}
			ways = append(ways, reworded(fmt.Sprintf("ask for one value at a time: %d requests for %d values", n, n), n,
				func(s *model.SelectStmt) { s.Where = replaced(s.Where, i, list[0]) }))
			continue
		}
		if len(list) > 1 {
			ways = append(ways, r.eachAlternative(q, i, list))
			ways = append(ways, r.rowForEach(q, i, list)...)
		}
	}
	return ways
}

// replaced puts another condition into the place of the i-th.
func replaced(where model.Expr, i int, by model.Expr) model.Expr {
	list := slices.Clone(conjuncts(where))
	list[i] = by
	return conjunction(list)
}

// eachAlternative asks each side of an OR on its own.
func (r *run) eachAlternative(q *model.Question, i int, list []model.Expr) way {
	return way{
		text: fmt.Sprintf("ask each side on its own and join the answers: %d requests", len(list)), requests: int64(len(list)),
		edit: func(m *model.Model, q *model.Question) bool {
			for j, e := range list {
				s := *q.Statements[0]
				s.Where = replaced(s.Where, i, e)
				if !addQuestion(m, fmt.Sprintf("%s-%d", q.Name, j+1), s.String(), q.Rate) {
					return false
				}
			}
			q.Selects = nil
			return true
		},
	}
}

// rowForEach keeps one more row per column that may match, in an entity of its
// own, written in the same transaction.
func (r *run) rowForEach(q *model.Question, i int, list []model.Expr) []way {
	n := int64(len(list))
	source := r.m.Entity(q.Statements[0].From.Name)
	if source == nil || slices.ContainsFunc(list, func(e model.Expr) bool { return !isEquality(e) }) {
		return nil
	}
	var columns []string
	for _, e := range list {
		if c := e.(*model.Binary).L.(*model.ColumnRef).Column; !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	if int64(len(columns)) != n {
		return nil
	}
	x := r.p.entity(source.Name)
	double := int64(0)
	for j := range x.writes {
		double += r.price.writes(x.writes[j].rate * units(x.item) * (1 + n)) // once more for the transaction
	}
	return []way{{
		text:     fmt.Sprintf("keep a row for each of %s in an entity of its own, written in the same transaction: one request", strings.Join(columns, " and ")),
		requests: 1, extra: double,
		edit: func(m *model.Model, q *model.Question) bool {
			e := multiply(m, m.Entity(source.Name), columns[0], n)
			s := *q.Statements[0]
			s.From = model.TableRef{Name: e.Name}
			if len(s.Joins) > 0 {
				return false
			}
			by := *list[0].(*model.Binary)
			by.L = &model.ColumnRef{Column: "by_value"}
			s.Where = replaced(s.Where, i, &by)
			return reask(m, q, s.String(), q.Rate)
		},
	}}
}

// multiply adds an entity with n rows for each row of e, found by a value of
// the given column's type, and the writes that keep it.
func multiply(m *model.Model, e *model.Entity, column string, n int64) *model.Entity {
	c := *e
	c.Name = e.Name + "_by_value"
	value := *e.Column(column)
	value.Name, value.References, value.NotNull, value.MaxPer, value.Per = "by_value", nil, true, 0, 0
	c.Columns = append([]*model.Column{&value}, e.Columns...)
	c.Key = append([]string{"by_value"}, e.Key...)
	c.Unique, c.Foreign = nil, nil
	c.Rows *= n
	m.Entities = append(m.Entities, &c)
	for _, w := range m.Writes {
		if w.Entity != e {
			continue
		}
		x := *w
		x.Name, x.Entity, x.Rate = w.Name+"-by-value", &c, w.Rate*model.Rate(n)
		if x.Kind == model.Update || x.Kind == model.Delete {
			x.Eq = append(slices.Clone(w.Eq), model.Eq{Column: "by_value", Param: "by_value"})
		}
		m.Writes = append(m.Writes, &x)
	}
	return &c
}

// separately asks each SELECT of a collection on its own.
func (r *run) separately(q *model.Question) []way {
	n := int64(len(q.Statements))
	return []way{{
		text: fmt.Sprintf("ask its SELECTs one by one: %d requests", n), requests: n,
		edit: func(m *model.Model, q *model.Question) bool {
			for i, s := range q.Statements {
				if !addQuestion(m, fmt.Sprintf("%s-%d", q.Name, i+1), s.String(), q.Rate) {
					return false
				}
				m.Questions[len(m.Questions)-1].Rows = 0
			}
			q.Selects = nil
			return true
		},
	}}
}
