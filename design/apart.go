package design

import (
	"slices"

	"github.com/keywright/keywright/schema"
)

// checkApart finds item types whose items could be taken for each other.
func (b *binder) checkApart() {
	for i, x := range b.types {
		for _, y := range b.types[:i] {
			if x.table != y.table {
				continue
			}
			if x.confusable(y, nil) {
				b.fail(x.path, "an item of %q cannot be told from one of %q: a base key of one can be a base key of the other, and no attribute tells them apart; give one of them a literal prefix", x.Name, y.Name)
				continue
			}
			for j := range x.table.Indexes {
				ix := &x.table.Indexes[j]
				if x.has(ix.Key.Names()) && y.has(ix.Key.Names()) && x.confusable(y, ix) {
					b.fail(x.path, "in index %s an entry of %q cannot be told from one of %q: what tells them apart is not projected; project it, or give one of them a literal prefix", ix.Name, x.Name, y.Name)
				}
			}
		}
	}
}

// confusable says whether some item, or entry of an index, may be of either
// type.
func (t *boundType) confusable(u *boundType, ix *schema.Index) bool {
	for _, name := range t.table.Key.Names() {
		a, b := t.made(name), u.made(name)
		if a != nil && b != nil && !meet(a, b) {
			return false
		}
	}
	mine, theirs := t.always(ix), u.always(ix)
	for _, name := range mine {
		if !slices.Contains(u.attributeNames(), name) {
			return false
		}
	}
	for _, name := range theirs {
		if !slices.Contains(t.attributeNames(), name) {
			return false
		}
		a, b := t.made(name), u.made(name)
		if a != nil && b != nil && slices.Contains(mine, name) && !meet(a, b) {
			return false // a constant such as type = "PLAYER"
		}
	}
	return true
}

// made returns the template of an attribute, nil where it has none.
func (t *boundType) made(attribute string) *keyText {
	for _, k := range t.keys {
		if k.name == attribute {
			return k.text
		}
	}
	return nil
}

// always are the attributes that every item of the type has, or every entry of
// an index (nil: the item itself).
func (t *boundType) always(ix *schema.Index) []string {
	var out []string
	add := func(name string, there bool) {
		inKey := ix != nil && ix.Key.Has(name)
		carried := ix == nil || ix.Projection.Kind == schema.ProjectAll || inKey || t.table.Key.Has(name) ||
			slices.Contains(ix.Projection.Include, name)
		if carried && (there || inKey) {
			out = append(out, name)
		}
	}
	for _, k := range t.keys {
		add(k.name, k.base || k.when == nil && !k.nullable())
	}
	for _, a := range t.attrs {
		add(a.Name, a.base || a.parent == nil && a.column.NotNull)
	}
	return out
}

// nullable says whether a NULL leaves the attribute out.
func (k *boundKey) nullable() bool {
	for _, p := range k.text.parts {
		if p.codec != nil && !p.codec.nulls && !p.codec.column.NotNull {
			return true
		}
	}
	return false
}
