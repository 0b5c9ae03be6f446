package prove

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// A minimiser cuts a world that fails down to one that a person can read: the
// fewest steps, then the simplest values, as long as it fails for the same
// cause.
type minimiser struct {
	s      *subject
	fails  func(*world) []*finding // runs a world and says what it breaks
	budget int                     // runs that are left
	best   *finding
	tried  map[string]bool // candidates that did not fail, by their text
}

// minimise returns the smallest failing world found. Every one of its
// candidates is run, so what it returns is verified. The order of candidates
// is fixed, so the result is too.
func (m *minimiser) minimise(f *finding) *finding {
	m.best, m.tried = f, make(map[string]bool)
	for again := true; again; {
		again = m.dropSteps()
		again = m.simplifyAsk() || again
		again = m.simplifyTogether() || again
		again = m.simplifyValues() || again
	}
	return m.best
}

// try runs a candidate and keeps it if it fails for the same cause.
func (m *minimiser) try(w *world) bool {
	if m.budget <= 0 || !m.s.valid(w) {
		return false
	}
	for i, a := range w.asks {
		if !a.asSound(m.best.world.asks[i]) {
			return false
		}
	}
	key := w.String()
	if m.tried[key] {
		return false
	}
	m.budget--
	for _, f := range m.fails(w) {
		if m.best.remains(f) {
			m.best = f
			return true
		}
	}
	m.tried[key] = true
	return false
}

// asSound says whether a question is as right to ask as the one that it is a
// simpler form of: bounds that were in order stay so, and an argument that its
// column could hold, or that had the form of its values, still does.
func (a ask) asSound(before ask) bool {
	if a.of.reversed(a.args) && !a.of.reversed(before.args) {
		return false
	}
	for _, stmt := range a.of.q.Statements {
		for _, u := range a.of.uses[stmt] {
			c := a.of.columnOf(u)
			if _, direct := u.side.(*model.ColumnRef); !direct || c == nil || u.op == "LIKE" {
				continue
			}
			old, v := elements(before.args[u.param]), elements(a.args[u.param])
			for i := range v {
				if allowed(c, old[i]) && !allowed(c, v[i]) || wellFormed(c, old[i]) && !wellFormed(c, v[i]) {
					return false
				}
			}
		}
	}
	return true
}

// elements are the values of a list, or the value itself.
func elements(v attr.Value) []attr.Value {
	if isList(v) {
		return v.Elems()
	}
	return []attr.Value{v}
}

// String tells worlds apart.
func (w *world) String() string {
	var b strings.Builder
	for _, st := range w.steps {
		b.WriteString(st.String() + "\n")
	}
	for _, a := range w.asks {
		fmt.Fprintf(&b, "%s %d %d", a.of.q.Name, a.limit, a.page)
		for _, p := range a.of.q.Params {
			b.WriteString(" " + plain(a.args[p]))
		}
	}
	return b.String()
}

// valid says whether a careful application would take every step.
func (s *subject) valid(w *world) bool {
	t := newTruth(s.m)
	for _, st := range w.steps {
		if t.apply(st) != nil {
			return false
		}
	}
	return true
}

// dropSteps removes steps: halves, quarters, down to single ones, from the
// end, so that children go before their parents.
func (m *minimiser) dropSteps() bool {
	dropped := false
	for size := max(1, len(m.best.world.steps)/2); ; size /= 2 {
		for end := len(m.best.world.steps); end > 0; end = min(end-size, len(m.best.world.steps)) {
			w := m.best.world.clone()
			w.steps = slices.Delete(w.steps, max(0, end-size), end)
			dropped = m.try(w) || dropped
		}
		if size <= 1 {
			return dropped
		}
	}
}

// simplifyAsk drops what a question does not need to fail: the second run in
// pages, the LIMIT that stands in for the written one.
func (m *minimiser) simplifyAsk() bool {
	better := false
	for i, a := range m.best.world.asks {
		if a.page > 0 {
			w := m.best.world.clone()
			w.asks[i].page = 0
			better = m.try(w) || better
		}
		if a.limit > 0 {
			w := m.best.world.clone()
			w.asks[i].limit = 0
			better = m.try(w) || better
		}
	}
	return better
}

// simplifyValues replaces values by simpler ones: first one value wherever it
// occurs, so that rows stay joined and arguments aimed, then one column of one
// row alone.
func (m *minimiser) simplifyValues() bool {
	better := false
	for _, o := range m.s.occurrences(m.best.world) {
		for _, v := range simpler(o.column, o.value) {
			w := m.best.world.clone()
			w.replace(o.value, v)
			if m.try(w) {
				better = true
				break
			}
		}
	}
	for i, st := range m.best.world.steps {
		if st.row == nil {
			continue
		}
		for _, c := range declared(st.write.Entity) {
			better = m.simplifyCell(i, c) || better
		}
	}
	return better
}

func (m *minimiser) simplifyCell(at int, c *model.Column) bool {
	old := m.best.world.steps[at].row[c.Name]
	if old.IsZero() || old.IsNull() {
		return false
	}
	candidates := simpler(c, old)
	if !c.NotNull {
		candidates = append(family{attr.Null()}, candidates...)
	}
	for _, v := range candidates {
		w := m.best.world.clone()
		w.steps[at].row[c.Name] = v
		if m.try(w) {
			return true
		}
	}
	return false
}

// clone copies a world as deep as the minimiser changes it.
func (w *world) clone() *world {
	c := &world{w.index, slices.Clone(w.steps), slices.Clone(w.asks)}
	for i := range c.steps {
		c.steps[i].row = maps.Clone(c.steps[i].row)
		c.steps[i].args = maps.Clone(c.steps[i].args)
	}
	for i := range c.asks {
		c.asks[i].args = maps.Clone(c.asks[i].args)
	}
	return c
}

// replace puts one value in the place of another wherever it occurs.
func (w *world) replace(old, new attr.Value) {
	w.each(func(_ *model.Column, v attr.Value) attr.Value {
		if attr.Equal(v, old) {
			return new
		}
		return v
	})
}

// each puts every value of a world through a function, with the column that
// holds it or that it is compared with: nil where there is none.
func (w *world) each(swap func(*model.Column, attr.Value) attr.Value) {
	for _, st := range w.steps {
		for k, v := range st.row {
			st.row[k] = swap(columnOf(st.write.Entity, k), v)
		}
		for k, v := range st.args {
			st.args[k] = swap(setColumn(st.write, k), v)
		}
	}
	for _, a := range w.asks {
		columns := a.of.columns()
		for k, v := range a.args {
			if !isList(v) {
				a.args[k] = swap(columns[k], v)
				continue
			}
			elems := slices.Clone(v.Elems())
			for i := range elems {
				elems[i] = swap(columns[k], elems[i])
			}
			a.args[k] = attr.List(elems...)
		}
	}
}

// columns are the columns that a question's parameters are compared with, the
// first one of each.
func (in *inquiry) columns() map[string]*model.Column {
	out := make(map[string]*model.Column)
	for _, stmt := range in.q.Statements {
		for _, u := range in.uses[stmt] {
			if out[u.param] == nil {
				out[u.param] = in.columnOf(u)
			}
		}
	}
	return out
}

// An occurrence is a value of a world and a column that holds it.
type occurrence struct {
	column *model.Column
	value  attr.Value
}

// occurrences lists the values of a world, each once, in the order of steps,
// columns and questions.
func (s *subject) occurrences(w *world) []occurrence {
	var out []occurrence
	seen := make(map[string]bool)
	add := func(c *model.Column, v attr.Value) {
		if c == nil || v.IsZero() || v.IsNull() || isList(v) {
			return
		}
		if k := rawCanonical(v); !seen[k] {
			seen[k] = true
			out = append(out, occurrence{c, v})
		}
	}
	for _, st := range w.steps {
		for _, c := range declared(st.write.Entity) {
			add(c, st.row[c.Name])
		}
		for _, p := range st.write.Params {
			add(setColumn(st.write, p), st.args[p])
		}
	}
	for _, a := range w.asks {
		for _, stmt := range a.of.q.Statements {
			for _, u := range a.of.uses[stmt] {
				add(a.of.columnOf(u), a.args[u.param])
			}
		}
	}
	return out
}

// setColumn returns the column that a write sets or finds by a parameter.
func setColumn(w *model.Write, param string) *model.Column {
	if w.Stmt == nil {
		return nil
	}
	for _, t := range w.Stmt.Set {
		if p, ok := t.Expr.(*model.ParamRef); ok && p.Name == param {
			return columnOf(w.Entity, t.Column)
		}
	}
	for _, u := range usesOf(w.Stmt.Where) {
		if u.param == param {
			return columnOf(w.Entity, u.column.Column)
		}
	}
	return nil
}
