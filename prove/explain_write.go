package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/design"
)

// explainUnique says why the database took a row that a constraint forbids.
func (s *subject) explainUnique(f *finding) (trap, sentence string) {
	if !strings.HasPrefix(f.of, "PRIMARY KEY") {
		return "unique-not-enforced", "an index does not enforce uniqueness: that takes an item under the unique value, put in the same transaction with attribute_not_exists"
	}
	w := f.world.steps[len(f.world.steps)-1].write
	for i := range s.d.Items {
		it := &s.d.Items[i]
		if it.Entity != w.Entity.Name || it.Role != design.RoleRow {
			continue
		}
		key := s.columnsOf(it, names(s.table(it.Table).Key))
		for c := range key {
			if !slices.Contains(w.Entity.Key, c) {
				return "duplicate-identity", "the base key has more columns than the identity, so a second row of one identity gets a key of its own"
			}
		}
		if s.keepsOffsets(it, names(s.table(it.Table).Key)) {
			return localOffsets()
		}
	}
	return "", ""
}

func localOffsets() (trap, sentence string) {
	return "local-offsets", "the key keeps the offset that a time was handed in with, so the same instant read back makes another key"
}

// explainWrite says what a write has done wrong to an item.
func (s *subject) explainWrite(f *finding) (trap, sentence string) {
	it := s.item(f.subject)
	if it == nil {
		return "", ""
	}
	base := names(s.table(it.Table).Key)
	switch {
	case f.way == keysCollide:
		return "key-collision", "the base key does not tell the two rows apart, and the later write replaced the earlier item"
	case f.way == valueChanged && s.keepsOffsets(it, []string{f.of}), f.way != valueChanged && s.keepsOffsets(it, base):
		return localOffsets()
	case f.way == itemOrphan && it.Role == design.RoleUnique:
		return "sentinel-left-behind", "the item that holds the unique value stays, so nobody can take the value again"
	case f.way == itemOrphan:
		return "item-left-behind", "the write does not delete every item of the row"
	case f.way == itemAbsent:
		return "item-missing", "the writes do not put every item of the row"
	case f.way == valueChanged && f.rule == Current:
		return explainStale(f, it)
	}
	return "", ""
}

// explainStale looks at the attribute that a write has left as it was.
func explainStale(f *finding, it *design.ItemType) (trap, sentence string) {
	name := f.of
	for _, a := range it.Attributes {
		if a.Name == name && a.Parent != "" {
			return "stale-copy", fmt.Sprintf("%s.%s is copied into items of %s, and the write does not carry it there", a.Parent, a.Column, it.Name)
		}
	}
	k, ok := it.Keys[name]
	switch {
	case ok && k.When != "" && strings.Contains(f.message, "should not be there"):
		return "sparse-key-not-removed", fmt.Sprintf("%s is there only for rows with %s, and the write does not remove it when that ends", name, k.When)
	case ok && k.When != "" && strings.Contains(f.message, "is NULL where"):
		return "sparse-key-not-set", fmt.Sprintf("%s is there for rows with %s, and the write does not set it when that begins", name, k.When)
	case ok:
		return "forgotten-key-attribute", fmt.Sprintf("%s is made of columns that the write sets, and the write does not set it anew", name)
	}
	return "forgotten-attribute", fmt.Sprintf("the write changes what %s is made of and does not set it", name)
}

// keepsOffsets says whether one of some attributes of an item type holds a time
// as it was handed in.
func (s *subject) keepsOffsets(it *design.ItemType, attributes []string) bool {
	for _, n := range attributes {
		for _, p := range slots(it.Keys[n].Template) {
			if p.codec == "local" {
				return true
			}
		}
	}
	return false
}
