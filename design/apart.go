package design

import "slices"

// checkApart finds item types whose items could be taken for each other.
func (b *binder) checkApart() {
	for i, x := range b.types {
		for _, y := range b.types[:i] {
			if x.table == y.table && x.confusable(y) {
				b.fail(x.path, "an item of %q cannot be told from one of %q: a base key of one can be a base key of the other, and no attribute tells them apart; give one of them a literal prefix", x.Name, y.Name)
			}
		}
	}
}

// confusable says whether some item may be of either type.
func (t *boundType) confusable(u *boundType) bool {
	for _, name := range t.table.Key.Names() {
		a, b := t.made(name), u.made(name)
		if a != nil && b != nil && !meet(a, b) {
			return false
		}
	}
	mine, theirs := t.attributeNames(), u.attributeNames()
	for _, name := range t.always() {
		if !slices.Contains(theirs, name) {
			return false
		}
	}
	for _, name := range u.always() {
		if !slices.Contains(mine, name) {
			return false
		}
		a, b := t.made(name), u.made(name)
		if a != nil && b != nil && slices.Contains(t.always(), name) && !meet(a, b) {
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

// always are the attributes that every item of the type has.
func (t *boundType) always() []string {
	var out []string
	for _, k := range t.keys {
		if k.base || k.when == nil && !k.nullable() {
			out = append(out, k.name)
		}
	}
	for _, a := range t.attrs {
		if a.base || a.parent == nil && a.column.NotNull {
			out = append(out, a.Name)
		}
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
