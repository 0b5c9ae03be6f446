package model

import (
	"slices"
	"strings"
)

// computedPair is distinct.at_date=400 on the line of a table: an annotation of
// a column that is there only once a question asks by date(at).
type computedPair struct {
	column string
	call   string // "date(at)"
	pair   pair
}

// computedName says that a name which no column has is that of a computed one.
func (t *table) computedName(name string) (call string, ok bool) {
	at := strings.LastIndexByte(name, '_')
	if at < 0 || t.column(name) != nil {
		return "", false
	}
	f, known := functions[strings.ToLower(name[at+1:])]
	of := t.column(name[:at])
	if !known || of == nil || !f.takes(of.Type) {
		return "", false
	}
	return strings.ToLower(name[at+1:]) + "(" + of.Name + ")", true
}

// computedPairs gives annotations of computed columns to those that the
// questions brought.
func (b *builder) computedPairs() {
	for _, t := range b.tables {
		var noted []*Column
		for _, told := range t.told {
			i := slices.IndexFunc(t.Columns, func(c *Column) bool { return c.Computed != nil && strings.EqualFold(c.Name, told.column) })
			if i < 0 {
				b.warnf(told.pair.keyPos, "leave it out", "%s.%s= is not used: no question asks by %s", told.pair.key, clip(told.column), told.call)
				continue
			}
			b.columnPair(t, t.Columns[i], told.pair)
			noted = append(noted, t.Columns[i])
		}
		for i, c := range noted {
			if !slices.Contains(noted[:i], c) {
				b.checkCount(t, c)
				b.checkSkew(t, c)
			}
		}
	}
}
