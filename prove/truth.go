package prove

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// The truth is the plain copy of a world's rows that the oracle reads: what a
// relational database would hold after the same writes. Values are in normal
// form: timestamps in UTC with the declared digits, NULL as a missing column.
type truth struct {
	m    *model.Model
	rows map[*model.Entity][]model.Row // in order of insertion
}

func newTruth(m *model.Model) *truth {
	return &truth{m, make(map[*model.Entity][]model.Row, len(m.Entities))}
}

// clone copies the truth; rows are shared, for they are never changed.
func (t *truth) clone() *truth {
	c := newTruth(t.m)
	for e, rows := range t.rows {
		c.rows[e] = rows[:len(rows):len(rows)]
	}
	return c
}

// of returns the rows of an entity; it is the oracle's source.
func (t *truth) of(e *model.Entity) []model.Row { return t.rows[e] }

func (t *truth) oracle() *oracle { return &oracle{t.m, t.of} }

// normal returns a row in normal form, without columns that are NULL.
func normal(e *model.Entity, row model.Row) model.Row {
	out := make(model.Row, len(row))
	for _, c := range declared(e) {
		v := row[c.Name]
		if v.IsZero() || v.IsNull() {
			continue
		}
		if c.Type.Kind == model.KindTimestamp {
			v = inZone(c, v, zones[0], false)
		}
		out[c.Name] = v
	}
	return out
}

// identity is a text that two rows of an entity share exactly when the given
// columns are equal in both; false where one of them is NULL.
func identity(e *model.Entity, columns []string, row model.Row) (string, bool) {
	var b strings.Builder
	for _, name := range columns {
		c := e.Column(name)
		v, err := columnVal(c, row[name])
		if err != nil || v.kind == kindNull {
			return "", false
		}
		b.WriteString(v.canonical())
		b.WriteByte(0)
	}
	return b.String(), true
}

// find returns the index of the row with that identity in those columns, -1
// where there is none.
func (t *truth) find(e *model.Entity, columns []string, row model.Row) int {
	want, ok := identity(e, columns, row)
	if !ok {
		return -1
	}
	for i, r := range t.rows[e] {
		if got, ok := identity(e, columns, r); ok && got == want {
			return i
		}
	}
	return -1
}

// conflict names the constraint that a row would break beside the rows there
// are, except for the one at index self; "" where it breaks none.
func (t *truth) conflict(e *model.Entity, row model.Row, self int) string {
	for i, columns := range append([][]string{e.Key}, e.Unique...) {
		if at := t.find(e, columns, row); at >= 0 && at != self {
			if i == 0 {
				return fmt.Sprintf("PRIMARY KEY (%s)", strings.Join(columns, ", "))
			}
			return fmt.Sprintf("UNIQUE (%s)", strings.Join(columns, ", "))
		}
	}
	return ""
}

// violation names the column whose declaration a row does not meet, with the
// rule; "" where it meets all.
func violation(e *model.Entity, row model.Row) string {
	for _, c := range declared(e) {
		if !allowed(c, row[c.Name]) {
			return fmt.Sprintf("column %s", c.Name)
		}
	}
	return ""
}

func (t *truth) put(e *model.Entity, row model.Row, at int) {
	if at < 0 {
		t.rows[e] = append(t.rows[e], row)
		return
	}
	rows := slices.Clone(t.rows[e])
	rows[at] = row
	t.rows[e] = rows
}

func (t *truth) drop(e *model.Entity, at int) {
	rows := t.rows[e]
	t.rows[e] = append(rows[:at:at], rows[at+1:]...)
}

// parent returns the row of an entity with a given key: design.Parents.
func (t *truth) parent(e *model.Entity, key model.Row) model.Row {
	if at := t.find(e, e.Key, key); at >= 0 {
		return t.rows[e][at]
	}
	return nil
}

// attrOf turns a computed value back into what a row holds.
func attrOf(c *model.Column, v val) (attr.Value, error) {
	switch v.kind {
	case kindNull:
		return attr.Null(), nil
	case kindBool:
		return attr.Bool(v.flag), nil
	case kindNumber:
		return attrNumber(v.num)
	case kindTime:
		return attr.String(v.at.text(c.Type.Precision)), nil
	case kindText:
		return attr.String(v.text), nil
	case kindBlob:
		return attr.Binary([]byte(v.text)), nil
	}
	return v.raw, nil
}

func attrNumber(r *big.Rat) (attr.Value, error) {
	digits, exact := r.FloatPrec()
	if !exact {
		return attr.Value{}, fmt.Errorf("%s has no end in decimal digits", r.RatString())
	}
	return attr.ParseNum(r.FloatString(digits))
}
