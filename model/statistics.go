package model

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

// Shares are in millionths of rows unless it is said otherwise.
const million = 1_000_000

// unknownDistinct is how many values a column is taken to have of which
// nothing is known: few, so that a hot partition is seen rather than missed.
const unknownDistinct = 100

// Distinct is the number of distinct values of a column among the rows of its
// entity, at least 1: as declared, or told by its type and keys.
func (m *Model) Distinct(e *Entity, c *Column) int64 {
	rows := max(1, e.Rows)
	n := int64(unknownDistinct)
	lo, hi, bounded := wholeRange(c)
	switch {
	case c.Distinct > 0:
		n = c.Distinct
	case e.isKey(c):
		n = rows
	case c.Values != nil:
		n = int64(len(c.Values))
	case c.Type.Kind == KindBool:
		n = 2
	case c.References != nil && m.Entity(c.References.Entity) != nil:
		n = m.Entity(c.References.Entity).Rows
	case c.Type.Kind == KindULID, c.Type.Kind == KindUUID:
		n = rows
	case bounded && hi-lo < unknownDistinct:
		n = hi - lo + 1
	case c.Computed != nil && c.Computed.Func != "date" && c.Computed.Func != "hour":
		if of := e.Column(c.Computed.Column); of != nil && of.Computed == nil {
			return m.Distinct(e, of)
		}
	}
	return max(1, min(n, rows))
}

// isKey says that a column alone tells rows apart.
func (e *Entity) isKey(c *Column) bool {
	alone := func(key []string) bool { return len(key) == 1 && key[0] == c.Name }
	return alone(e.Key) || slices.ContainsFunc(e.Unique, alone)
}

// Selectivity estimates the part of an entity's rows for which a predicate is
// true, in millionths: by distinct values and CHECK ranges where they are
// declared, else a third of what an inequality could select, half of the rows
// for NULL. nil is a predicate that always holds.
func (m *Model) Selectivity(e *Entity, x Expr) int64 {
	switch x := x.(type) {
	case nil:
		return million
	case *Unary:
		if strings.EqualFold(x.Op, "NOT") {
			return million - m.Selectivity(e, x.X)
		}
	case *Binary:
		switch x.Op {
		case "AND":
			return m.Selectivity(e, x.L) * m.Selectivity(e, x.R) / million
		case "OR":
			return min(million, m.Selectivity(e, x.L)+m.Selectivity(e, x.R))
		}
		return m.comparisonShare(e, x)
	case *BetweenExpr:
		s := max(0, m.comparisonShare(e, &Binary{Op: ">=", L: x.X, R: x.Lo})+m.comparisonShare(e, &Binary{Op: "<=", L: x.X, R: x.Hi})-million)
		if s == 0 {
			s = million / 3
		}
		return unless(x.Not, s)
	case *InExpr:
		s := int64(0)
		for _, v := range x.List {
			s += m.comparisonShare(e, &Binary{Op: "=", L: x.X, R: v})
		}
		return unless(x.Not, min(million, s))
	case *IsNullExpr:
		if c := e.columnOf(x.X); c != nil && c.NotNull {
			return unless(x.Not, 0)
		}
		return million / 2
	}
	return million / 3
}

func unless(not bool, share int64) int64 {
	if not {
		return million - share
	}
	return share
}

func (e *Entity) columnOf(x Expr) *Column {
	if r, ok := x.(*ColumnRef); ok {
		return e.Column(r.Column)
	}
	return nil
}

func (m *Model) comparisonShare(e *Entity, x *Binary) int64 {
	c, lit, op := e.columnOf(x.L), x.R, x.Op
	if c == nil {
		c, lit, op = e.columnOf(x.R), x.L, turned(x.Op)
	}
	l, ok := lit.(*Literal)
	if c == nil || !ok {
		return million / 3
	}
	switch op {
	case "=":
		return max(1, million/m.Distinct(e, c))
	case "<>":
		return million - max(1, million/m.Distinct(e, c))
	}
	lo, hi, bounded := wholeRange(c)
	if l.Value.Type() != attr.TypeNumber || !bounded || lo == hi {
		return million / 3
	}
	v, whole := l.Value.Number().Int64()
	if !whole {
		return million / 3
	}
	below := million * max(0, min(v, hi)-lo) / (hi - lo)
	switch op {
	case "<", "<=":
		return below
	case ">", ">=":
		return million - below
	}
	return million / 3
}

// turned is the operator with its sides exchanged.
func turned(op string) string {
	switch op {
	case "<":
		return ">"
	case "<=":
		return ">="
	case ">":
		return "<"
	case ">=":
		return "<="
	}
	return op
}

// wholeRange is the CHECK range of a number column, in whole numbers that are
// small enough to reckon with.
func wholeRange(c *Column) (lo, hi int64, ok bool) {
	if c.Min == nil || c.Max == nil {
		return 0, 0, false
	}
	lo, okLo := c.Min.Int64()
	hi, okHi := c.Max.Int64()
	const far = int64(1) << 42
	return lo, hi, okLo && okHi && lo > -far && hi < far && lo <= hi
}

// MeanRows is the mean number of an entity's rows that have given values in
// some columns and for which the predicates hold, at least 1: rows of a parent
// where per= tells, else an even spread over distinct values.
func (m *Model) MeanRows(e *Entity, equal []string, where ...Expr) int64 {
	n, per := max(1, e.Rows), false
	for _, name := range equal {
		if c := e.Column(name); c.Per > 0 && !per {
			n, per = min(n, c.Per), true
		}
	}
	for _, name := range equal {
		if c := e.Column(name); !per || c.Per == 0 {
			n /= m.Distinct(e, c)
		}
	}
	for _, x := range where {
		hi, lo := bits.Mul64(uint64(n), uint64(m.Selectivity(e, x)))
		quo, _ := bits.Div64(hi, lo, million)
		n = int64(quo)
	}
	return max(1, n)
}

// PerParent is how many rows of an entity lead to one row of a parent by the
// given columns, in the mean.
func (m *Model) PerParent(e, parent *Entity, via []string) int64 {
	mean := int64(0)
	for _, v := range via {
		if c := e.Column(v); c != nil && c.References != nil && c.References.Entity == parent.Name {
			mean = max(mean, c.Per)
		}
	}
	if mean == 0 {
		mean = max(1, e.Rows/max(1, parent.Rows))
	}
	return mean
}
