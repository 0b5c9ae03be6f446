package attr

import "slices"

// Field is one attribute of an item: a name and its value.
type Field struct {
	Name  string
	Value Value
}

// Item is a set of attributes, sorted by name in byte order, each name once.
// Items are shared freely and must not be changed in place: With and Without
// return changed copies.
type Item []Field

// NewItem sorts fields into an Item. Of two fields with one name the later
// one is kept. The slice is reused.
func NewItem(fields ...Field) Item {
	slices.SortStableFunc(fields, func(a, b Field) int { return compareNames(a.Name, b.Name) })
	out := fields[:0]
	for _, f := range fields {
		if n := len(out); n > 0 && out[n-1].Name == f.Name {
			out[n-1] = f
			continue
		}
		out = append(out, f)
	}
	return Item(out)
}

// Get returns the value of an attribute, the zero Value where it is missing.
func (it Item) Get(name string) Value {
	if i, ok := it.find(name); ok {
		return it[i].Value
	}
	return Value{}
}

// Has says whether the item has an attribute of that name.
func (it Item) Has(name string) bool {
	_, ok := it.find(name)
	return ok
}

// With returns a copy of the item in which the attribute has the value.
func (it Item) With(name string, v Value) Item {
	i, ok := it.find(name)
	if ok {
		out := slices.Clone(it)
		out[i].Value = v
		return out
	}
	out := make(Item, 0, len(it)+1)
	out = append(out, it[:i]...)
	out = append(out, Field{name, v})
	return append(out, it[i:]...)
}

// Without returns a copy of the item that lacks the attribute, or the item
// itself where it is missing.
func (it Item) Without(name string) Item {
	i, ok := it.find(name)
	if !ok {
		return it
	}
	out := make(Item, 0, len(it)-1)
	out = append(out, it[:i]...)
	return append(out, it[i+1:]...)
}

// Pick returns the attributes of the item that are named, where present.
func (it Item) Pick(names ...string) Item {
	out := make(Item, 0, len(names))
	for _, f := range it {
		if slices.Contains(names, f.Name) {
			out = append(out, f)
		}
	}
	return out
}

func (it Item) find(name string) (int, bool) {
	return slices.BinarySearchFunc(it, name, func(f Field, n string) int { return compareNames(f.Name, n) })
}

func compareNames(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
