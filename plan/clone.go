package plan

import (
	"slices"

	"github.com/keywright/keywright/model"
)

// cloneModel copies a model so that it can be changed without touching the
// original: entities, columns, questions with their canonical forms, and
// writes. Expressions are shared; nothing changes them.
func cloneModel(m *model.Model) *model.Model {
	out := *m
	out.Entities = make([]*model.Entity, len(m.Entities))
	entity := map[*model.Entity]*model.Entity{}
	for i, e := range m.Entities {
		c := *e
		c.Columns = make([]*model.Column, len(e.Columns))
		for j, x := range e.Columns {
			y := *x
			c.Columns[j] = &y
		}
		out.Entities[i], entity[e] = &c, &c
	}
	out.Questions = make([]*model.Question, len(m.Questions))
	for i, q := range m.Questions {
		c := *q
		c.Selects = make([]*model.Select, len(q.Selects))
		for j, s := range q.Selects {
			c.Selects[j] = cloneSelect(s, entity)
		}
		out.Questions[i] = &c
	}
	out.Writes = make([]*model.Write, len(m.Writes))
	for i, w := range m.Writes {
		c := *w
		c.Entity = entity[w.Entity]
		c.Set, c.Eq, c.Const = slices.Clone(w.Set), slices.Clone(w.Eq), slices.Clone(w.Const)
		out.Writes[i] = &c
	}
	return &out
}

func cloneSelect(s *model.Select, entity map[*model.Entity]*model.Entity) *model.Select {
	c := *s
	c.Entity = entity[s.Entity]
	c.Eq, c.Const, c.Member, c.Order = slices.Clone(s.Eq), slices.Clone(s.Const), slices.Clone(s.Member), slices.Clone(s.Order)
	c.Need, c.Copies = slices.Clone(s.Need), slices.Clone(s.Copies)
	for i := range c.Copies {
		c.Copies[i].Parent = entity[c.Copies[i].Parent]
	}
	if s.Range != nil {
		r := *s.Range
		c.Range = &r
	}
	c.Variants = nil
	for _, v := range s.Variants {
		c.Variants = append(c.Variants, cloneSelect(v, entity))
	}
	return &c
}

// without returns the model without some questions. The rest is shared.
func without(m *model.Model, drop func(q *model.Question) bool) *model.Model {
	out := *m
	out.Questions = slices.DeleteFunc(slices.Clone(m.Questions), drop)
	return &out
}
