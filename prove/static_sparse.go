package prove

import (
	"slices"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

const million = 1_000_000

// entering is the part of the rows that a write writes, in millionths, that
// have an entry in an index before or after it: what the predicates of its key
// select, by what the model says of its columns. Where a write decides it, by a
// parameter of which no share= tells, it counts whole.
func (s *subject) entering(w *model.Write, it *design.ItemType, x *design.Index) int64 {
	if x == nil {
		return million
	}
	part := int64(million)
	var seen []string
	for _, name := range names(x.Key) {
		when := it.Keys[name].When
		if when == "" || slices.Contains(seen, when) {
			continue
		}
		seen = append(seen, when)
		if p, err := model.ParsePredicate(w.Entity, when); err == nil {
			part = max(1, part*s.satisfying(w, p)/million)
		}
	}
	return part
}

// satisfying is the part of the rows that a write writes, in millionths, for
// which a predicate may be true.
func (s *subject) satisfying(w *model.Write, p model.Expr) int64 {
	b, ok := p.(*model.Binary)
	if ok && b.Op == "AND" {
		return s.satisfying(w, b.L) * s.satisfying(w, b.R) / million
	}
	for _, a := range w.Set {
		if w.Kind != model.Insert && w.Kind != model.Ignore && mentions(p, a.Column) {
			return million
		}
	}
	switch {
	case w.Kind == model.Replace:
		return million
	case w.Kind == model.Insert || w.Kind == model.Ignore:
		if ok && b.Op == "=" {
			return inserted(w, b)
		}
		return million
	}
	return s.m.Selectivity(w.Entity, p)
}

// inserted is the part of new rows that get the literal of an equality: what
// VALUES or share= says, or all.
func inserted(w *model.Write, b *model.Binary) int64 {
	ref, isColumn := b.L.(*model.ColumnRef)
	lit, isLiteral := b.R.(*model.Literal)
	if !isColumn || !isLiteral {
		return million
	}
	for _, a := range w.Set {
		switch {
		case a.Column != ref.Column || a.To.Param != "":
		case !a.Null && a.To.Literal.Equal(lit.Value):
			return million
		default:
			return 0
		}
	}
	for _, sh := range w.Shares {
		if sh.Column == ref.Column && sh.Value.Equal(lit.Value) {
			return sh.Part
		}
	}
	return million
}

func mentions(p model.Expr, column string) bool {
	found := false
	model.WalkExpr(p, func(x model.Expr) {
		ref, ok := x.(*model.ColumnRef)
		found = found || ok && ref.Column == column
	})
	return found
}
