package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
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
		return nil
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

// waysOfJoin ask the tables one after the other.
func (r *run) waysOfJoin(q *model.Question) []way {
	if len(q.Statements) > 1 {
		return r.separately(q)
	}
	s := q.Statements[0]
	if len(s.Joins) != 1 {
		return []way{{text: "ask the tables one after the other", requests: int64(1 + len(s.Joins))}}
	}
	from, to := r.m.Entity(s.From.Name), r.m.Entity(s.Joins[0].Table.Name)
	if from == nil || to == nil {
		return nil
	}
	return []way{
		{
			text:     fmt.Sprintf("ask %s first, then %s by what was found: 2 requests, or 1 and a BatchGetItem", from.Name, to.Name),
			requests: 2,
			edit: func(m *model.Model, q *model.Question) bool {
				return r.splitJoin(m, q, s, from, to)
			},
		},
		{text: fmt.Sprintf("copy the columns of %s that are needed into %s when a row is written: by a stream (a little late) or in the transaction (at most 100 items)", to.Name, from.Name), requests: 1},
	}
}

// splitJoin asks the first table by its own conditions and the second by its
// key.
func (r *run) splitJoin(m *model.Model, q *model.Question, s *model.SelectStmt, from, to *model.Entity) bool {
	alias := func(t model.TableRef) string {
		if t.Alias != "" {
			return t.Alias
		}
		return t.Name
	}
	var own []model.Expr
	for _, e := range conjuncts(s.Where) {
		mine := true
		for _, c := range references(e) {
			mine = mine && (c.Table == alias(s.From) || c.Table == "" && from.Column(c.Column) != nil)
		}
		if mine {
			own = append(own, e)
		}
	}
	one := model.SelectStmt{Items: []model.SelectItem{{Star: true}}, From: s.From, Where: conjunction(own), Limit: s.Limit}
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
	for _, w := range source2writes(m, source) {
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

// source2writes lists the writes of an entity.
func source2writes(m *model.Model, e *model.Entity) []*model.Write {
	var list []*model.Write
	for _, w := range m.Writes {
		if w.Entity == e {
			list = append(list, w)
		}
	}
	return list
}

func originalWrite(m *model.Model, name string) *model.Write {
	for _, w := range m.Writes {
		if w.Name == name {
			return w
		}
	}
	return nil
}

// waysOfWrite let a write find its item first.
func (r *run) waysOfWrite(f *Refused) []way {
	w := originalWrite(r.m, f.Write)
	var where []string
	for _, q := range w.Eq {
		where = append(where, q.Column+" = :"+q.Param)
	}
	for _, c := range w.Const {
		where = append(where, c.Column+" = "+model.PrintLiteral(c.Value))
	}
	named := way{text: "bind " + strings.Join(w.Entity.Key, ", ") + " in WHERE: the writer then names its item, as the design is priced", requests: 1,
		edit: func(m *model.Model, q *model.Question) bool { return true }}
	if len(where) == 0 {
		return []way{named}
	}
	text := fmt.Sprintf("SELECT %s FROM %s WHERE %s", strings.Join(w.Entity.Key, ", "), w.Entity.Name, strings.Join(where, " AND "))
	return []way{named, {
		text: "find the rows by a question first, then write each: " + text, requests: 2,
		edit: func(m *model.Model, q *model.Question) bool {
			return addQuestion(m, "find-for-"+w.Name, text, w.Rate)
		},
	}}
}
