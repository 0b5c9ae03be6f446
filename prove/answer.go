package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/model"
)

// An answer is what one SELECT should return.
type answer struct {
	rows  []answerRow // all of them in order, as if there were no LIMIT
	limit int         // of LIMIT, -1 without
	desc  []bool      // of each term of ORDER BY
}

// An answerRow is one row of an answer.
type answerRow struct {
	scope *scope
	out   []output
	order []val // values of the ORDER BY terms
}

// An output is one column of an answer.
type output struct {
	name string
	val  val
}

// answer evaluates a SELECT. Statements with GROUP BY, HAVING or OFFSET are
// refused by the model.
func (r *reader) answer(q *model.SelectStmt) (*answer, error) {
	if len(q.GroupBy) > 0 || q.Having != nil || q.Offset != nil {
		return nil, fmt.Errorf("GROUP BY, HAVING and OFFSET have no answer in one request")
	}
	limit, err := r.limit(q)
	if err != nil {
		return nil, err
	}
	a := &answer{limit: limit}
	for _, t := range q.OrderBy {
		a.desc = append(a.desc, t.Desc)
	}
	matches, err := r.match(q, nil)
	if err != nil {
		return nil, err
	}
	for _, s := range matches {
		row, err := r.output(q, s)
		if err != nil {
			return nil, err
		}
		if q.Distinct && a.has(row) {
			continue
		}
		a.rows = append(a.rows, row)
	}
	return a, a.sort()
}

// has says whether a row with the same columns is there.
func (a *answer) has(row answerRow) bool {
	return slices.ContainsFunc(a.rows, func(r answerRow) bool { return outputsText(r.out) == outputsText(row.out) })
}

// sort orders the rows; rows that ORDER BY does not tell apart keep the order
// in which they were found.
func (a *answer) sort() error {
	var failed error
	slices.SortStableFunc(a.rows, func(x, y answerRow) int {
		c, err := a.compare(x.order, y.order)
		if err != nil {
			failed = err
		}
		return c
	})
	return failed
}

// compare orders two rows by their ORDER BY values; 0 is a tie.
func (a *answer) compare(x, y []val) (int, error) {
	for i := range x {
		c, err := compareForOrder(x[i], y[i])
		if err != nil {
			return 0, err
		}
		if c != 0 {
			if a.desc[i] {
				c = -c
			}
			return c, nil
		}
	}
	return 0, nil
}

// count returns how many rows the answer has with its LIMIT.
func (a *answer) count() int {
	if a.limit >= 0 {
		return min(a.limit, len(a.rows))
	}
	return len(a.rows)
}

func (r *reader) limit(q *model.SelectStmt) (int, error) {
	if q.Limit == nil {
		return -1, nil
	}
	v, err := r.eval(q.Limit, nil)
	if err != nil {
		return 0, err
	}
	if v.kind != kindNumber || !v.num.IsInt() || v.num.Sign() < 0 || !v.num.Num().IsInt64() {
		return 0, fmt.Errorf("LIMIT %s is no count", q.Limit.String())
	}
	return int(v.num.Num().Int64()), nil
}

// match returns the combinations of rows that FROM, JOIN and WHERE let
// through, in the order of the rows. outer is the scope around an EXISTS.
func (r *reader) match(q *model.SelectStmt, outer *scope) ([]*scope, error) {
	scopes := []*scope{{outer: outer}}
	if q.From.Name != "" {
		e := r.m.Entity(q.From.Name)
		if e == nil {
			return nil, fmt.Errorf("no table %s", q.From.Name)
		}
		base := scopes[0]
		scopes = nil
		for _, row := range r.rows(e) {
			scopes = append(scopes, base.with(binding{aliasOf(q.From), e, row}))
		}
	}
	for i := range q.Joins {
		var err error
		if scopes, err = r.join(&q.Joins[i], scopes); err != nil {
			return nil, err
		}
	}
	var out []*scope
	for _, s := range scopes {
		ok, err := r.holds(q.Where, s)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, s)
		}
	}
	return out, nil
}

func aliasOf(t model.TableRef) string {
	if t.Alias != "" {
		return t.Alias
	}
	return t.Name
}

func (r *reader) join(j *model.Join, left []*scope) ([]*scope, error) {
	e := r.m.Entity(j.Table.Name)
	if e == nil {
		return nil, fmt.Errorf("no table %s", j.Table.Name)
	}
	alias := aliasOf(j.Table)
	var out []*scope
	for _, s := range left {
		found := false
		for _, row := range r.rows(e) {
			t := s.with(binding{alias, e, row})
			ok, err := r.joins(j, s, t)
			if err != nil {
				return nil, err
			}
			if ok {
				out, found = append(out, t), true
			}
		}
		if j.Left && !found {
			out = append(out, s.with(binding{alias, e, nil}))
		}
	}
	return out, nil
}

// joins says whether the last row of t fits those of s.
func (r *reader) joins(j *model.Join, s, t *scope) (bool, error) {
	for _, name := range j.Using {
		l, err := s.column(&model.ColumnRef{Column: name})
		if err != nil {
			return false, err
		}
		m, err := t.column(&model.ColumnRef{Table: aliasOf(j.Table), Column: name})
		if err != nil {
			return false, err
		}
		if l.kind == kindNull || m.kind == kindNull {
			return false, nil
		}
		if c, err := compareVals(l, m); err != nil || c != 0 {
			return false, err
		}
	}
	return r.holds(j.On, t)
}

// output computes the columns and the ORDER BY values of a row.
func (r *reader) output(q *model.SelectStmt, s *scope) (answerRow, error) {
	row := answerRow{scope: s}
	for i := range q.Items {
		if err := r.selectItem(q, &q.Items[i], s, &row); err != nil {
			return row, err
		}
	}
	for _, t := range q.OrderBy {
		v, err := r.orderValue(t, s, row.out)
		if err != nil {
			return row, err
		}
		row.order = append(row.order, v)
	}
	return row, nil
}

// selectItem appends the columns of one item of SELECT. A bare * has the
// columns of USING once.
func (r *reader) selectItem(q *model.SelectStmt, it *model.SelectItem, s *scope, row *answerRow) error {
	if !it.Star && it.Table == "" {
		v, err := r.eval(it.Expr, s)
		row.out = append(row.out, output{outputName(it), v})
		return err
	}
	for _, b := range s.bound {
		if it.Table != "" && !strings.EqualFold(it.Table, b.alias) {
			continue
		}
		for _, c := range declared(b.entity) {
			if it.Table == "" && merged(q, b.alias, c.Name) {
				continue
			}
			v, err := columnVal(c, b.row[c.Name])
			if err != nil {
				return err
			}
			row.out = append(row.out, output{c.Name, v})
		}
	}
	return nil
}

// merged says whether a joined table's column is the same as one before it by
// USING.
func merged(q *model.SelectStmt, alias, column string) bool {
	for _, j := range q.Joins {
		if aliasOf(j.Table) != alias {
			continue
		}
		for _, u := range j.Using {
			if strings.EqualFold(u, column) {
				return true
			}
		}
	}
	return false
}

func outputName(it *model.SelectItem) string {
	if it.Alias != "" {
		return it.Alias
	}
	if ref, ok := it.Expr.(*model.ColumnRef); ok {
		return ref.Column
	}
	return it.Expr.String()
}

// orderValue evaluates a term of ORDER BY. A bare name is first a column and
// then an alias of the output.
func (r *reader) orderValue(t model.OrderTerm, s *scope, out []output) (val, error) {
	v, err := r.orderOperand(t.Expr, s, out)
	if err != nil {
		return null, err
	}
	switch t.Collate {
	case "", "C", "BINARY":
		return v, nil
	case "NOCASE":
		if v.kind == kindText {
			return mapBytes(v, 'A', 'Z', 'a'-'A')
		}
		return v, nil
	}
	return null, fmt.Errorf("COLLATE %s", t.Collate)
}

func (r *reader) orderOperand(e model.Expr, s *scope, out []output) (val, error) {
	if ref, ok := e.(*model.ColumnRef); ok && ref.Table == "" {
		if _, c := s.find("", ref.Column); c == nil {
			for _, o := range out {
				if strings.EqualFold(o.name, ref.Column) {
					return o.val, nil
				}
			}
		}
	}
	return r.eval(e, s)
}
