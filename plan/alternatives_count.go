package plan

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// waysOfAggregate keep the answer in a counter item, or one item per group.
func (r *run) waysOfAggregate(q *model.Question, f *Refused) []way {
	if len(q.Statements) != 1 || len(q.Statements[0].Joins) > 0 {
		return nil
	}
	s := q.Statements[0]
	source := r.m.Entity(s.From.Name)
	if source == nil {
		return nil
	}
	key := groupColumns(source, s)
	x := r.p.entity(source.Name)
	double := int64(0)
	for i := range x.writes {
		if w := &x.writes[i]; counts(x, w, key) {
			double += r.price.writes(w.rate * (units(x.item) + 1))
		}
	}
	what := "a counter item"
	if len(s.GroupBy) > 0 || s.Distinct {
		what = "one item per group"
	}
	edit := func(m *model.Model, q *model.Question) bool { return r.addCounter(m, q, s, key) }
	return []way{
		{text: "keep " + what + ", changed by each write's stream record: one small read, right a moment later", requests: 1, edit: edit},
		{text: "keep " + what + ", changed in the same transaction as each write: exact", requests: 1, edit: edit, extra: double},
	}
}

// groupColumns are the columns that a counter is kept by: those of equalities
// with parameters, then those of GROUP BY or DISTINCT.
func groupColumns(e *model.Entity, s *model.SelectStmt) []string {
	var list []string
	add := func(x model.Expr) {
		for _, c := range references(x) {
			if e.Column(c.Column) != nil && !slices.Contains(list, c.Column) {
				list = append(list, c.Column)
			}
		}
	}
	for _, c := range conjuncts(s.Where) {
		if isEquality(c) {
			add(c)
		}
	}
	for _, g := range s.GroupBy {
		add(g)
	}
	if s.Distinct {
		for _, it := range s.Items {
			if it.Expr != nil {
				add(it.Expr)
			}
		}
	}
	return list
}

// counts says that a write changes a counter by the given columns.
func counts(e *entity, w *write, key []string) bool {
	return w.w != nil && (w.kind != update || w.set.meets(e.named(key)))
}

// addCounter adds an entity of counters, the question of one of them (or of
// the groups), and the writes that change them.
func (r *run) addCounter(m *model.Model, q *model.Question, s *model.SelectStmt, key []string) bool {
	source := m.Entity(s.From.Name)
	x := r.p.entity(source.Name)
	c := &model.Entity{Name: "counter_of_" + strings.ReplaceAll(q.Name, "-", "_"), Prefix: "COUNT", Rows: 1}
	var where []string
	for _, name := range key {
		k := *source.Column(name)
		k.References, k.Per, k.MaxPer, k.NotNull, k.Computed = nil, 0, 0, true, nil
		c.Columns = append(c.Columns, &k)
		c.Rows = min(source.Rows, c.Rows*x.distinct(&x.cols[x.byName[name]]))
		if !slices.ContainsFunc(s.GroupBy, func(g model.Expr) bool { return mentions(g, name) }) && !s.Distinct {
			where = append(where, name+" = :"+name)
		}
	}
	if len(key) == 0 {
		c.Columns = append(c.Columns, &model.Column{Name: "id", Type: model.Type{Kind: model.KindInt}, NotNull: true, Distinct: 1})
		where = append(where, "id = :id")
		key = []string{"id"}
	}
	c.Key = key
	zero, top := attr.NumberFromInt(0), attr.NumberFromInt(1_000_000_000)
	c.Columns = append(c.Columns, &model.Column{Name: "n", Type: model.Type{Kind: model.KindInt}, NotNull: true, Min: &zero, Max: &top})
	m.Entities = append(m.Entities, c)
	for _, w := range writesOn(m, source) {
		y := x.writeOf(originalWrite(r.m, w.Name))
		if y == nil || !counts(x, y, key) && !(len(where) == 1 && where[0] == "id = :id" && y.kind != update) {
			continue
		}
		n := &model.Write{Name: w.Name + "-count", Kind: model.Update, Entity: c, Rate: w.Rate,
			Set: []model.Assign{{Column: "n", To: model.Operand{Param: "d"}, Add: true}}}
		for _, k := range key {
			n.Eq = append(n.Eq, model.Eq{Column: k, Param: k})
		}
		m.Writes = append(m.Writes, n)
	}
	text := "SELECT * FROM " + c.Name
	if len(where) > 0 {
		text += " WHERE " + strings.Join(where, " AND ")
	}
	return reask(m, q, text, q.Rate)
}

// writesOn lists the writes of an entity.
func writesOn(m *model.Model, e *model.Entity) []*model.Write {
	var list []*model.Write
	for _, w := range m.Writes {
		if w.Entity == e {
			list = append(list, w)
		}
	}
	return list
}

// originalWrite is the write of that name; nil where there is none.
func originalWrite(m *model.Model, name string) *model.Write {
	for _, w := range m.Writes {
		if w.Name == name {
			return w
		}
	}
	return nil
}
