// Package index says which entry an item has in a secondary index, what a
// write changes in the indexes of its table, and which index key values a
// write may not have. It is pure: it holds no data and does no I/O.
//
// An item is in an index if it has every attribute of the index's key (the
// sparse rule). The entry is the item cut down to the projection: the index's
// key, the table's key and, by kind, nothing, the named attributes or all.
package index

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// View returns the entry of an item in an index, nil where the item is not in
// it: it lacks a key attribute, or has one that is no key value of the
// declared type, which only an item older than the index can have. With
// projection ALL the entry is the item itself.
func View(t *schema.Table, ix *schema.Index, it attr.Item) attr.Item {
	for part, names := range [2][]string{ix.Key.Partition, ix.Key.Sort} {
		for _, name := range names {
			if v := it.Get(name); v.IsZero() || faultOf(t, name, v, part == 1) != sound {
				return nil
			}
		}
	}
	if ix.Projection.Kind == schema.ProjectAll {
		return it
	}
	entry := make(attr.Item, 0, entryWidth(t, ix, it))
	for _, f := range it {
		if Carries(t, ix, f.Name) {
			entry = append(entry, f)
		}
	}
	return entry
}

func entryWidth(t *schema.Table, ix *schema.Index, it attr.Item) int {
	most := len(ix.Key.Partition) + len(ix.Key.Sort) + len(t.Key.Partition) + len(t.Key.Sort) + len(ix.Projection.Include)
	return min(len(it), most)
}

// Carries says whether entries of an index have the attribute, where the item
// has it.
func Carries(t *schema.Table, ix *schema.Index, name string) bool {
	return ix.Projection.Kind == schema.ProjectAll ||
		slices.Contains(ix.Key.Partition, name) || slices.Contains(ix.Key.Sort, name) ||
		slices.Contains(t.Key.Partition, name) || slices.Contains(t.Key.Sort, name) ||
		ix.Projection.Kind == schema.ProjectInclude && slices.Contains(ix.Projection.Include, name)
}

// Change is what a write does to one index.
type Change struct {
	Index *schema.Index
	Old   attr.Item // the entry before, nil for none
	New   attr.Item // the entry after, nil for none
}

// KeyChanged says whether the entry moves: it is in the index before and
// after, with another index key.
func (c Change) KeyChanged() bool {
	if c.Old == nil || c.New == nil {
		return false
	}
	for _, names := range [2][]string{c.Index.Key.Partition, c.Index.Key.Sort} {
		for _, name := range names {
			if !attr.Equal(c.Old.Get(name), c.New.Get(name)) {
				return true
			}
		}
	}
	return false
}

// Changes returns what replacing old by new changes in the table's indexes, in
// their order. Items are nil where there is none. An index whose entry stays
// as it is, is left out.
func Changes(t *schema.Table, old, new attr.Item) []Change {
	if len(t.Indexes) == 0 {
		return nil
	}
	differing := differingNames(old, new)
	var changes []Change
	for i := range t.Indexes {
		ix := &t.Indexes[i]
		// An entry is made of carried attributes only: where they are the
		// same, so is the entry, or its absence.
		carried := func(name string) bool { return Carries(t, ix, name) }
		if !slices.ContainsFunc(differing, carried) {
			continue
		}
		c := Change{Index: ix, Old: viewOf(t, ix, old), New: viewOf(t, ix, new)}
		if c.Old != nil || c.New != nil {
			changes = append(changes, c)
		}
	}
	return changes
}

// differingNames returns the attributes that only one of the items has, or
// that differ.
func differingNames(a, b attr.Item) []string {
	var names []string
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0, len(a) > 0 && a[0].Name < b[0].Name:
			names = append(names, a[0].Name)
			a = a[1:]
		case len(a) == 0, b[0].Name < a[0].Name:
			names = append(names, b[0].Name)
			b = b[1:]
		default:
			if !attr.Equal(a[0].Value, b[0].Value) {
				names = append(names, a[0].Name)
			}
			a, b = a[1:], b[1:]
		}
	}
	return names
}

func viewOf(t *schema.Table, ix *schema.Index, it attr.Item) attr.Item {
	if it == nil {
		return nil
	}
	return View(t, ix, it)
}
