package plan

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/model"
)

// waysOfJoin ask the tables one after the other.
func (r *run) waysOfJoin(q *model.Question) []way {
	if len(q.Statements) > 1 {
		return r.separately(q)
	}
	s := q.Statements[0]
	if len(s.Joins) != 1 {
		return []way{{text: "ask the tables one after the other", requests: int64(1 + len(s.Joins))}}
	}
	child, parent := s.From, s.Joins[0].Table
	if r.refersTo(parent, child) {
		child, parent = parent, child
	}
	from, to := r.m.Entity(child.Name), r.m.Entity(parent.Name)
	if from == nil || to == nil {
		return nil
	}
	return []way{
		{
			text:     fmt.Sprintf("ask %s first, then %s by what was found: 2 requests, or 1 and a BatchGetItem", from.Name, to.Name),
			requests: 2,
			edit: func(m *model.Model, q *model.Question) bool {
				return r.splitJoin(m, q, child, to)
			},
		},
		{text: fmt.Sprintf("copy the columns of %s that are needed into %s when a row is written: by a stream (a little late) or in the transaction (at most 100 items)", to.Name, from.Name), requests: 1},
	}
}

// refersTo says that rows of one table lead to a row of the other.
func (r *run) refersTo(child, parent model.TableRef) bool {
	e := r.m.Entity(child.Name)
	return e != nil && slices.ContainsFunc(e.Foreign, func(f model.Foreign) bool { return f.Entity == parent.Name })
}

// splitJoin asks one table by its own conditions and the other by its key.
func (r *run) splitJoin(m *model.Model, q *model.Question, first model.TableRef, to *model.Entity) bool {
	s, from := q.Statements[0], r.m.Entity(first.Name)
	alias := first.Name
	if first.Alias != "" {
		alias = first.Alias
	}
	var own []model.Expr
	for _, e := range conjuncts(s.Where) {
		mine := true
		for _, c := range references(e) {
			mine = mine && (c.Table == alias || c.Table == "" && from.Column(c.Column) != nil)
		}
		if mine {
			own = append(own, e)
		}
	}
	one := model.SelectStmt{Items: []model.SelectItem{{Star: true}}, From: first, Where: conjunction(own), Limit: s.Limit}
	var key []model.Expr
	for _, k := range to.Key {
		key = append(key, &model.Binary{Op: "=", L: &model.ColumnRef{Column: k}, R: &model.ParamRef{Name: k}})
	}
	two := model.SelectStmt{Items: []model.SelectItem{{Star: true}}, From: model.TableRef{Name: to.Name}, Where: conjunction(key)}
	if len(own) == 0 || !addQuestion(m, q.Name+"-1", one.String(), q.Rate) || !addQuestion(m, q.Name+"-2", two.String(), q.Rate) {
		return false
	}
	q.Selects = nil
	return true
}
