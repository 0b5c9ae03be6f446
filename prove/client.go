package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// A client reads responses as an application would: it decodes items to rows,
// tests the guard on the one row of a unique question, and computes the
// columns asked for. It knows nothing of the truth.
type client struct {
	*subject
	in *inquiry
	r  *reader // for guards and outputs only
}

// A decoded item is an item with its type and row.
type decoded struct {
	typ *design.ItemType
	row model.Row
}

// decode reads the items of a response. An item of a type that the question
// does not ask for is a complaint: the application would take it for a row.
func (c *client) decode(items []attr.Item) ([]decoded, *complaint) {
	out := make([]decoded, len(items))
	for i, it := range items {
		typ, row, err := c.b.DecodeEntry(c.in.d.Request.TableName, c.in.d.Request.IndexName, it)
		if err != nil {
			return nil, complain(Rows, itemUnreadable, "an item came that cannot be read: %v", err)
		}
		if !slices.Contains(c.in.d.Items, typ.Name) {
			bad := complain(Rows, itemForeign, "an item of type %s came, which the question does not ask for: %s", typ.Name, itemText(it))
			bad.extra, bad.of, bad.item = typ, typ.Name, it
			return nil, bad
		}
		out[i] = decoded{typ, row}
	}
	return out, nil
}

// rows returns the rows of one SELECT among the decoded items, those that its
// guard lets through.
func (c *client) rows(stmt *model.SelectStmt, sel *model.Select, guard []model.Expr, items []decoded) ([]returned, error) {
	var out []returned
	for _, d := range items {
		if d.typ.Entity != sel.Entity.Name {
			continue
		}
		s := c.scope(stmt, sel, d)
		ok := true
		for _, g := range guard {
			holds, err := c.r.holds(g, s)
			if err != nil {
				return nil, err
			}
			ok = ok && holds
		}
		if !ok {
			continue
		}
		row, err := c.outputs(stmt, sel, s)
		if err != nil {
			return nil, err
		}
		id, _ := identity(sel.Entity, sel.Entity.Key, d.row)
		out = append(out, returned{id, row})
	}
	return out, nil
}

// outputs computes the columns asked for; of EXISTS there are none.
func (c *client) outputs(stmt *model.SelectStmt, sel *model.Select, s *scope) ([]output, error) {
	if sel.Exists {
		return nil, nil
	}
	var row answerRow
	for i := range stmt.Items {
		if err := c.r.selectItem(stmt, &stmt.Items[i], s, &row); err != nil {
			return nil, err
		}
	}
	return row.out, nil
}

// scope binds the tables of a statement to what an item tells of them: the
// row itself, and of its parents the copied columns.
func (c *client) scope(stmt *model.SelectStmt, sel *model.Select, d decoded) *scope {
	s := &scope{}
	for _, t := range tablesOf(stmt) {
		e := c.m.Entity(t.Name)
		switch {
		case e == nil:
		case aliasOf(t) == baseAlias(c.m, stmt, sel):
			s = s.with(binding{aliasOf(t), e, d.row})
		default:
			s = s.with(binding{aliasOf(t), e, parentRow(c.m, stmt, t, e, d.row)})
		}
	}
	return s
}

func tablesOf(stmt *model.SelectStmt) []model.TableRef {
	out := []model.TableRef{stmt.From}
	for _, j := range stmt.Joins {
		out = append(out, j.Table)
	}
	return out
}

// baseAlias is the table of a statement whose rows are returned; the others
// are its parents.
func baseAlias(m *model.Model, stmt *model.SelectStmt, sel *model.Select) string {
	candidates := []string{}
	for _, t := range tablesOf(stmt) {
		if m.Entity(t.Name) == sel.Entity {
			candidates = append(candidates, aliasOf(t))
		}
	}
	for _, a := range candidates { // of an entity that is joined with itself, the one that is no parent
		for _, t := range tablesOf(stmt) {
			if aliasOf(t) == a && len(viaOf(m, stmt, t, sel.Entity)) == 0 {
				return a
			}
		}
	}
	if len(candidates) > 0 {
		return candidates[0]
	}
	return ""
}

// viaOf returns the columns of other tables that a statement equates with the
// key of a table, in the order of that key; nil where it is not joined by it.
func viaOf(m *model.Model, stmt *model.SelectStmt, t model.TableRef, e *model.Entity) []string {
	via := make([]string, len(e.Key))
	note := func(l, r *model.ColumnRef) {
		for i, k := range e.Key {
			if strings.EqualFold(l.Column, k) && refersTo(m, stmt, l, t) && !refersTo(m, stmt, r, t) {
				via[i] = r.Column
			}
		}
	}
	visit := func(x model.Expr) {
		if b, ok := x.(*model.Binary); ok && b.Op == "=" {
			l, left := b.L.(*model.ColumnRef)
			r, right := b.R.(*model.ColumnRef)
			if left && right {
				note(l, r)
				note(r, l)
			}
		}
	}
	walk(stmt.Where, visit)
	for _, j := range stmt.Joins {
		walk(j.On, visit)
		if aliasOf(j.Table) != aliasOf(t) && aliasOf(stmt.From) != aliasOf(t) {
			continue
		}
		for i, k := range e.Key {
			for _, u := range j.Using {
				if strings.EqualFold(u, k) {
					via[i] = u
				}
			}
		}
	}
	for _, v := range via {
		if v == "" {
			return nil
		}
	}
	return via
}

// refersTo says whether a column reference means a table of the statement.
func refersTo(m *model.Model, stmt *model.SelectStmt, ref *model.ColumnRef, t model.TableRef) bool {
	if ref.Table != "" {
		return strings.EqualFold(ref.Table, aliasOf(t))
	}
	for _, u := range tablesOf(stmt) {
		if e := m.Entity(u.Name); e != nil && columnOf(e, ref.Column) != nil {
			return aliasOf(u) == aliasOf(t)
		}
	}
	return false
}

// parentRow is what an item tells of a parent's row: the key, which the item's
// own row holds where the request reads it, and the copied columns. It is nil,
// no parent, where there is neither.
func parentRow(m *model.Model, stmt *model.SelectStmt, t model.TableRef, e *model.Entity, row model.Row) model.Row {
	via := viaOf(m, stmt, t, e)
	if via == nil {
		return nil
	}
	out := make(model.Row)
	for i, k := range e.Key {
		if v := row[via[i]]; !v.IsZero() && !v.IsNull() {
			out[k] = v
		}
	}
	for _, c := range declared(e) {
		if v := row[design.CopyName(via, c.Name)]; !v.IsZero() {
			out[c.Name] = v
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// An expectation is what one entity's rows in a response should be.
type expectation struct {
	stmt  *model.SelectStmt
	sel   *model.Select
	guard []model.Expr
	a     *answer
	ids   []string
}

// expect asks the oracle. The SELECTs of a collection are of one entity each,
// so that their rows can be told apart in a response.
func (s *subject) expect(t *truth, q ask) ([]*expectation, error) {
	r := &reader{t.oracle(), q.args}
	var out []*expectation
	for i, sel := range q.of.q.Selects {
		stmt := body(q.of.q.Statements[i])
		a, err := r.expected(stmt, sel)
		if err != nil {
			return nil, fmt.Errorf("question %s: %w", q.of.q.Name, err)
		}
		if q.limit > 0 && a.limit >= 0 {
			a.limit = q.limit
		}
		ids := make([]string, len(a.rows))
		for k, row := range a.rows {
			ids[k] = s.rowID(stmt, sel, row)
		}
		out = append(out, &expectation{stmt, sel, q.of.guards[i], a, ids})
	}
	return out, nil
}

// body is the SELECT that finds rows: of SELECT EXISTS (...) the inner one.
func body(stmt *model.SelectStmt) *model.SelectStmt {
	if stmt.From.Name == "" && len(stmt.Items) == 1 {
		if x, ok := stmt.Items[0].Expr.(*model.ExistsExpr); ok {
			return x.Select
		}
	}
	return stmt
}

// expected is the oracle's answer; of EXISTS and SELECT 1 it is the first row
// or none.
func (r *reader) expected(stmt *model.SelectStmt, sel *model.Select) (*answer, error) {
	a, err := r.answer(stmt)
	if err == nil && sel.Exists {
		a.limit = 1
		for i := range a.rows {
			a.rows[i].out = nil
		}
	}
	return a, err
}

func (s *subject) rowID(stmt *model.SelectStmt, sel *model.Select, row answerRow) string {
	base := s.baseRow(stmt, sel, row)
	if base == nil {
		return ""
	}
	id, _ := identity(sel.Entity, sel.Entity.Key, base)
	return id
}

// baseRow is the row of the entity asked for that an answer's row was made
// of, without those that were joined; nil where there is none.
func (s *subject) baseRow(stmt *model.SelectStmt, sel *model.Select, row answerRow) model.Row {
	alias := baseAlias(s.m, stmt, sel)
	for _, b := range row.scope.bound {
		if b.alias == alias || alias == "" && b.entity == sel.Entity {
			return b.row
		}
	}
	return nil
}
