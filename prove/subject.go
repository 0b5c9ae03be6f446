package prove

import (
	"strings"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// A subject is what is proven: a model and its design, with what the worlds
// need to know of them, worked out once. It does not change.
type subject struct {
	b         *design.Bound
	m         *model.Model
	d         *design.Design
	entities  []*model.Entity // parents first
	links     map[*model.Entity][]link
	parents   map[*model.Entity]bool // that others refer to
	families  map[string][]family    // by pool key
	constants map[string][]family    // of the constants that the column is compared with or set to, by pool key
	limits    map[string][]family    // of the ends of ranges, by pool key
	poolKeys  map[*model.Column]string
	inserts   map[*model.Entity][]*model.Write
	mutations []*model.Write
	inquiries []*inquiry
	keyed     map[*model.Column]bool // columns that some key is made of
}

// An inquiry is a question of the model and the request that answers it.
type inquiry struct {
	q        *model.Question
	d        *design.Question
	uses     map[*model.SelectStmt][]use
	limit    int   // the literal LIMIT of the question (of one SELECT of a collection), 0 without
	extra    int   // how much more the request's Limit is: the one row of a collection's parent
	maxLimit int64 // the most that a LIMIT parameter may be, 0 without
	tables   map[string]*model.Entity
	guards   [][]model.Expr // for each SELECT what the client tests on its one row
}

func newSubject(b *design.Bound) *subject {
	m, d := b.Model, b.Design
	s := &subject{
		b: b, m: m, d: d,
		entities: parentsFirst(m),
		links:    make(map[*model.Entity][]link),
		parents:  make(map[*model.Entity]bool),
		families: make(map[string][]family),
		poolKeys: make(map[*model.Column]string),
		inserts:  make(map[*model.Entity][]*model.Write),
		keyed:    keyedColumns(m, d),
	}
	texts := literals(d)
	for _, e := range m.Entities {
		s.links[e] = linksOf(m, e)
		for _, l := range s.links[e] {
			if l.parent != e {
				s.parents[l.parent] = true
			}
		}
		for _, c := range declared(e) {
			k := poolKey(c)
			s.poolKeys[c] = k
			if s.families[k] == nil {
				s.families[k] = families(c, texts)
			}
		}
	}
	s.sortWrites()
	for i := range d.Questions {
		if q := s.asked(&d.Questions[i]); q != nil {
			s.inquiries = append(s.inquiries, s.inquire(q, &d.Questions[i]))
		}
	}
	s.constants, s.limits = s.constantFamilies(), s.limitFamilies()
	return s
}

// asked returns the question that a request of the design answers.
func (s *subject) asked(d *design.Question) *model.Question {
	if d.Support == nil {
		return s.m.Question(d.Name)
	}
	q, err := s.m.SupportQuestion(s.m.Entity(d.Support.Entity), d.Support.Via, 0)
	if err != nil {
		return nil // Bind has looked up entity and columns
	}
	q.Name = d.Name
	return q
}

// sortWrites tells the writes that make rows from those that change them. An
// entity without INSERT gets its rows by one that the model does not have.
func (s *subject) sortWrites() {
	for _, w := range s.m.Writes {
		switch w.Kind {
		case model.Update, model.Delete:
			s.mutations = append(s.mutations, w)
		default:
			s.inserts[w.Entity] = append(s.inserts[w.Entity], w)
		}
	}
	for _, e := range s.m.Entities {
		if len(s.inserts[e]) == 0 {
			s.inserts[e] = []*model.Write{{Name: "load " + e.Name, Kind: model.Insert, Entity: e}}
		}
	}
}

// keyedColumns are the columns that some key attribute is made of: by a slot
// of a template, or stored under the name of a key attribute.
func keyedColumns(m *model.Model, d *design.Design) map[*model.Column]bool {
	out := make(map[*model.Column]bool)
	names := make(map[string]map[string]bool) // table to key attributes
	for i := range d.Tables {
		names[d.Tables[i].Name] = keyNames(&d.Tables[i])
	}
	for _, it := range d.Items {
		e := m.Entity(it.Entity)
		if e == nil {
			continue
		}
		for _, k := range it.Keys {
			for _, p := range slots(k.Template) {
				out[e.Column(p.column)] = true
			}
		}
		for _, a := range attributesOf(e, &it) {
			if names[it.Table][a.Name] && a.Parent == "" {
				out[e.Column(a.Column)] = true
			}
		}
	}
	for c := range out { // a key of a computed column is one of its source
		if c != nil && c.Computed != nil {
			for _, e := range m.Entities {
				if e.Column(c.Name) == c {
					out[e.Column(c.Computed.Column)] = true
				}
			}
		}
	}
	return out
}

// keyNames are the key attributes of a table and of its indexes.
func keyNames(t *design.Table) map[string]bool {
	out := make(map[string]bool)
	for _, n := range names(t.Key) {
		out[n] = true
	}
	for _, x := range t.Indexes {
		for _, n := range names(x.Key) {
			out[n] = true
		}
	}
	return out
}

// attributesOf are the stored attributes of an item type, with the columns
// that a short form leaves out.
func attributesOf(e *model.Entity, it *design.ItemType) []design.Attribute {
	if it.Attributes == nil {
		var out []design.Attribute
		for _, c := range declared(e) {
			if _, made := it.Keys[c.Name]; !made {
				out = append(out, design.Attribute{Name: c.Name, Column: c.Name})
			}
		}
		return out
	}
	out := make([]design.Attribute, len(it.Attributes))
	for i, a := range it.Attributes {
		if a.Column == "" {
			a.Column = a.Name
		}
		out[i] = a
	}
	return out
}

// inquire prepares a question that the design answers.
func (s *subject) inquire(q *model.Question, d *design.Question) *inquiry {
	in := &inquiry{q: q, d: d, uses: make(map[*model.SelectStmt][]use), tables: make(map[string]*model.Entity)}
	for _, stmt := range q.Statements {
		in.uses[stmt] = selectUses(stmt)
		in.tables[strings.ToLower(aliasOf(stmt.From))] = s.m.Entity(stmt.From.Name)
		for _, j := range stmt.Joins {
			in.tables[strings.ToLower(aliasOf(j.Table))] = s.m.Entity(j.Table.Name)
		}
		walkSelect(stmt, func(e model.Expr) {
			if x, ok := e.(*model.ExistsExpr); ok {
				in.tables[strings.ToLower(aliasOf(x.Select.From))] = s.m.Entity(x.Select.From.Name)
			}
		})
	}
	for _, sel := range q.Selects {
		in.guards = append(in.guards, s.guardsOf(in, sel))
		if sel.LimitParam != "" {
			in.maxLimit = sel.Limit
		} else if n := int64(d.Request.Limit.N); sel.Limit > 0 && n >= sel.Limit && in.limit == 0 {
			in.limit, in.extra = int(sel.Limit), int(n-sel.Limit)
		}
	}
	return in
}

// selectUses are the comparisons of a SELECT, in ON, WHERE and EXISTS.
func selectUses(q *model.SelectStmt) []use {
	var out []use
	for _, j := range q.Joins {
		out = append(out, usesOf(j.On)...)
	}
	out = append(out, usesOf(q.Where)...)
	for _, it := range q.Items {
		if x, ok := it.Expr.(*model.ExistsExpr); ok {
			out = append(out, selectUses(x.Select)...)
		}
	}
	return out
}

// columnOf finds the column of a use among the question's tables.
func (in *inquiry) columnOf(u use) *model.Column {
	if u.column.Table != "" {
		if e := in.tables[strings.ToLower(u.column.Table)]; e != nil {
			return columnOf(e, u.column.Column)
		}
		return nil
	}
	for _, name := range sortedNames(in.tables) {
		if e := in.tables[name]; e != nil {
			if c := columnOf(e, u.column.Column); c != nil {
				return c
			}
		}
	}
	return nil
}
