package prove

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/model"
)

// A binding is a row that a table name of a statement stands for. A nil row is
// the missing partner of a LEFT JOIN: all its columns are NULL.
type binding struct {
	alias  string
	entity *model.Entity
	row    model.Row
}

// A scope is the rows in sight of an expression; outer is the scope of the
// statement around an EXISTS.
type scope struct {
	outer *scope
	bound []binding
}

func (s *scope) with(b binding) *scope {
	return &scope{s.outer, append(s.bound[:len(s.bound):len(s.bound)], b)}
}

// column returns the value of a column. A name without a table that several
// rows have is that of the first: they are equal where the language allows it
// (USING).
func (s *scope) column(ref *model.ColumnRef) (val, error) {
	b, c := s.find(ref.Table, ref.Column)
	if c == nil {
		return s.computed(ref)
	}
	return columnVal(c, b.row[c.Name])
}

// computed evaluates a column that the canonical form has added. Statements
// do not name it; what a client tests on its one row may.
func (s *scope) computed(ref *model.ColumnRef) (val, error) {
	for _, b := range s.bound {
		c := b.entity.Column(ref.Column)
		if c == nil || c.Computed == nil {
			continue
		}
		v, err := columnVal(b.entity.Column(c.Computed.Column), b.row[c.Computed.Column])
		f, ok := functions[c.Computed.Func]
		if err != nil || v.kind == kindNull || !ok {
			return null, err
		}
		return f.apply([]val{v})
	}
	return null, fmt.Errorf("no column %s", ref.String())
}

func (s *scope) find(table, column string) (*binding, *model.Column) {
	for ; s != nil; s = s.outer {
		for i := range s.bound {
			b := &s.bound[i]
			if table != "" && !strings.EqualFold(table, b.alias) {
				continue
			}
			if c := columnOf(b.entity, column); c != nil {
				return b, c
			}
		}
	}
	return nil, nil
}

// columnOf finds a declared column; the columns that the canonical form adds
// are no part of the language that the oracle reads.
func columnOf(e *model.Entity, name string) *model.Column {
	for _, c := range e.Columns {
		if c.Computed == nil && strings.EqualFold(c.Name, name) {
			return c
		}
	}
	return nil
}

// declared returns the columns of an entity as its CREATE TABLE has them.
func declared(e *model.Entity) []*model.Column {
	out := make([]*model.Column, 0, len(e.Columns))
	for _, c := range e.Columns {
		if c.Computed == nil {
			out = append(out, c)
		}
	}
	return out
}
