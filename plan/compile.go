package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/model"
)

// compile turns a model into integers, or the part of it that concerns the
// entities named in the hooks.
func compile(m *model.Model, pr prices, h hooks) (*problem, error) {
	p := &problem{m: m, price: pr, hooks: h}
	m = h.within(m)
	list := slices.DeleteFunc(slices.Clone(m.Entities), func(e *model.Entity) bool { return h.only != nil && !h.only[e.Name] })
	slices.SortFunc(list, func(a, b *model.Entity) int { return strings.Compare(a.Name, b.Name) })
	for i, e := range list {
		x, err := p.newEntity(e, i)
		if err != nil {
			return nil, err
		}
		p.entities = append(p.entities, x)
	}
	questions := slices.Clone(m.Questions)
	slices.SortFunc(questions, func(a, b *model.Question) int { return strings.Compare(a.Name, b.Name) })
	for _, q := range questions {
		if err := p.addCopies(q); err != nil {
			return nil, err
		}
	}
	writes := slices.Clone(m.Writes)
	slices.SortFunc(writes, func(a, b *model.Write) int { return strings.Compare(a.Name, b.Name) })
	for _, w := range writes {
		p.addWrite(w)
	}
	for _, q := range questions {
		p.addQuestion(q)
	}
	p.followParents(writes)
	p.groupTables()
	for _, e := range p.entities {
		if len(e.writes) > maxWrites {
			return nil, fmt.Errorf("table %s has %d writes; the planner takes %d", e.e.Name, len(e.writes), maxWrites)
		}
		e.findCodecs()
		p.findFree(e)
		if err := e.pin(); err != nil {
			return nil, err
		}
		p.setFlows(e)
		p.findCarriers(e)
	}
	return p, nil
}

// within leaves out the questions and writes of entities that are not compiled.
func (h *hooks) within(m *model.Model) *model.Model {
	if h.only == nil {
		return m
	}
	out := without(m, func(q *model.Question) bool {
		return slices.ContainsFunc(q.Selects, func(s *model.Select) bool { return !h.only[s.Entity.Name] })
	})
	out.Writes = slices.DeleteFunc(slices.Clone(m.Writes), func(w *model.Write) bool { return !h.only[w.Entity.Name] })
	return out
}

func (p *problem) entity(name string) *entity {
	for _, e := range p.entities {
		if e.e.Name == name {
			return e
		}
	}
	return nil
}

func (e *entity) delimiter() string { return e.p.m.Settings.Delimiter }

// newEntity numbers the columns of an entity.
func (p *problem) newEntity(m *model.Entity, index int) (*entity, error) {
	e := &entity{p: p, e: m, index: index, byName: map[string]col{}, rows: max(1, m.Rows)}
	if len(m.Columns) > maxColumns {
		return nil, fmt.Errorf("table %s has %d columns; the planner takes %d", m.Name, len(m.Columns), maxColumns)
	}
	for _, c := range m.Columns {
		e.byName[c.Name] = col(len(e.cols))
		e.cols = append(e.cols, column{name: c.Name, src: c})
	}
	for _, name := range m.Key {
		e.identity.add(e.byName[name])
		e.idList = append(e.idList, e.byName[name])
	}
	e.keys = []colset{e.identity}
	for _, u := range m.Unique {
		var x unique
		for _, name := range u {
			x.set.add(e.byName[name])
			x.list = append(x.list, e.byName[name])
		}
		e.keys = append(e.keys, x.set)
		e.uniques = append(e.uniques, x)
	}
	for i := range e.cols {
		e.describe(&e.cols[i])
	}
	e.natural = true
	for _, c := range e.idList {
		src := e.cols[c].src
		if src.References == nil && (src.Type.Kind == model.KindULID || src.Type.Kind == model.KindUUID) {
			e.natural = false
		}
	}
	return e, nil
}

// describe fills in what is known of a column's values.
func (e *entity) describe(c *column) {
	src := c.src
	c.size = int64(src.Size())
	c.most = int64(src.MaxLen())
	c.nullable = !src.NotNull
	c.typ = src.Type.AttributeType()
	c.camel = camel(c.name)
	c.native = c.nativeAttribute()
	e.setShare(c)
}

// nativeAttribute says that the column's own attribute may be part of an index
// key: a string or number that is always there and never empty, because a
// write with an empty key attribute fails.
func (c *column) nativeAttribute() bool {
	src := c.src
	if c.copy != nil || src.Computed != nil || c.nullable {
		return false
	}
	switch src.Type.Kind {
	case model.KindInt, model.KindNumeric, model.KindTimestamp, model.KindDate, model.KindULID, model.KindUUID:
		return true
	case model.KindChar, model.KindVarchar, model.KindText:
		if src.Values != nil {
			return !slices.Contains(src.Values, "")
		}
		return src.Type.Kind == model.KindChar && src.Type.Length > 0 || src.MinLen > 0 && c.most > 0
	}
	return false
}

// distinct is the number of distinct values of a column, at least 1: of a copy
// no more than its parent has.
func (e *entity) distinct(c *column) int64 {
	owner := e.e
	if c.copy != nil {
		owner = c.copy.Parent
	}
	return min(e.p.m.Distinct(owner, c.src), e.rows)
}

// isKey says that the column alone is a key.
func (e *entity) isKey(c *column) bool {
	s := setOf(e.byName[c.name])
	return slices.Contains(e.keys, s)
}

// setShare sets the share of a column's most frequent value.
func (e *entity) setShare(c *column) {
	src := c.src
	switch {
	case src.Top > 0:
		c.share = src.Top * (billion / million)
	case src.MaxPer > 0:
		c.share = mulDiv(src.MaxPer, billion, e.rows)
	default:
		c.share = billion / e.distinct(c)
		c.guessed = src.Distinct == 0 && src.Values == nil && !e.isKey(c) && src.Type.Kind != model.KindULID && src.Type.Kind != model.KindUUID
	}
	c.share = max(1, min(billion, c.share))
}
