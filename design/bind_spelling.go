package design

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/schema"
)

// checkSpelling finds a made-up attribute that is almost one of the key
// attributes that the item type lacks: it would silently leave the index empty.
// Those that it has do not count, however near they are: gsi13sk beside gsi1sk
// is a slip for gsi3sk. A name that differs in its number alone may be for an
// index that is yet to come, unless the item has the rest of the key.
func (b *binder) checkSpelling(t *boundType, path, name string) {
	var lacking []string
	for _, a := range t.table.Attributes {
		if !t.declares(a.Name) {
			lacking = append(lacking, a.Name)
		}
	}
	near := nearest(name, lacking)
	if near != "" && (letters(name) != letters(near) || t.halfKeyed(near)) {
		b.fail(path, "%q is no key attribute of table %s; did you mean %q?", name, t.table.Name, near)
	}
}

// declares says whether an item type has an attribute, by the document.
func (t *boundType) declares(name string) bool {
	if _, made := t.Keys[name]; made {
		return true
	}
	if t.Attributes == nil {
		return t.entity.Column(name) != nil
	}
	return slices.ContainsFunc(t.Attributes, func(a Attribute) bool { return a.Name == name })
}

// halfKeyed says whether an item type has the rest of a key that an attribute
// is part of.
func (t *boundType) halfKeyed(attribute string) bool {
	for _, key := range t.allKeys() {
		if key.Has(attribute) && slices.ContainsFunc(key.Names(), t.declares) {
			return true
		}
	}
	return false
}

// allKeys are the keys of the table and of its indexes.
func (t *boundType) allKeys() []schema.Key {
	out := []schema.Key{t.table.Key}
	for _, x := range t.table.Indexes {
		out = append(out, x.Key)
	}
	return out
}

// letters is a name without its digits.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, name)
}
