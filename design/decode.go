package design

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/schema"
)

// Decode says which item type an item of a table is of, and reads its row:
// columns from attributes, and those that stand only in keys from the keys.
// Columns that are NULL, or not there, are missing from the row. Copied columns
// stand in the row under their CopyName. An entry of an index will do as well,
// as long as the types in the index do not have to be told apart by attributes
// that the index leaves out: DecodeEntry knows which those are.
func (b *Bound) Decode(table string, it attr.Item) (*ItemType, model.Row, error) {
	return b.DecodeEntry(table, "", it)
}

// DecodeEntry decodes what was read from an index, "" for the table itself, as
// far as its projection goes.
func (b *Bound) DecodeEntry(table, index string, it attr.Item) (*ItemType, model.Row, error) {
	t, err := b.classify(table, index, it)
	if err != nil {
		return nil, nil, err
	}
	row := model.Row{}
	for i := range t.attrs {
		a := &t.attrs[i]
		v := it.Get(a.Name)
		if v.IsZero() {
			continue
		}
		if a.codec != nil {
			if v, err = a.read(v); err != nil {
				return nil, nil, fmt.Errorf("attribute %s: %w", a.Name, err)
			}
		}
		row[a.rowName()] = v
	}
	for _, exact := range []bool{true, false} { // what a lossy codec left comes last
		for i := range t.keys {
			t.keys[i].fillRow(row, it, exact)
		}
	}
	for name, v := range row {
		c := t.entity.Column(name)
		if v.IsZero() || c != nil && c.Computed != nil {
			delete(row, name)
		}
	}
	return t.ItemType, row, nil
}

func (a *boundAttribute) rowName() string {
	if a.parent != nil {
		return CopyName(a.Via, a.Column)
	}
	return a.Column
}

func (a *boundAttribute) read(v attr.Value) (attr.Value, error) {
	k := keyText{typ: a.typ, parts: []keyPart{{name: a.Column, codec: a.codec}}}
	row, ok := k.read(v)
	if !ok {
		return attr.Value{}, a.codec.unreadable(v.Str())
	}
	return row[a.Column], nil
}

// fillRow adds the columns that the row does not have yet from a key.
func (k *boundKey) fillRow(row model.Row, it attr.Item, exact bool) {
	v := it.Get(k.name)
	if v.IsZero() {
		return
	}
	from, ok := k.text.read(v)
	if !ok {
		return
	}
	for _, p := range k.text.parts {
		if p.codec == nil {
			continue
		}
		lossy := !p.codec.Injective() && !plain(p.codec)
		if _, have := row[p.name]; !have && lossy != exact {
			row[p.name] = from[p.name]
		}
	}
}

// plain says whether a codec writes text as it is: its texts may run into
// what follows, but nothing of the value is lost.
func plain(c *Codec) bool {
	_, is := c.scheme.(plainText)
	return is
}

// classify finds the item type by the base key, then by the attributes that
// types have or lack, and at last by the longest literal text.
func (b *Bound) classify(table, index string, it attr.Item) (*boundType, error) {
	var found []*boundType
	var ix *schema.Index
	for _, t := range b.types {
		if t.Table == table && t.fits(it) {
			found, ix = append(found, t), t.table.Index(index)
		}
	}
	if len(found) > 1 {
		found = narrow(found, func(t *boundType) bool { return t.knows(it) })
	}
	if len(found) > 1 {
		found = narrow(found, func(t *boundType) bool { return t.complete(it, ix) })
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("table %s: the item with key %s is of no item type of the design", table, b.showKey(table, it))
	}
	best := found[0]
	for _, t := range found[1:] {
		if t.literals() > best.literals() {
			best = t
		}
	}
	return best, nil
}

// narrow keeps the types that pass, or all where none does.
func narrow(types []*boundType, pass func(*boundType) bool) []*boundType {
	var out []*boundType
	for _, t := range types {
		if pass(t) {
			out = append(out, t)
		}
	}
	if out == nil {
		return types
	}
	return out
}

// fits says whether the keys of the item, those that it has, can come from the
// type's templates.
func (t *boundType) fits(it attr.Item) bool {
	for i := range t.keys {
		v := it.Get(t.keys[i].name)
		if v.IsZero() {
			if t.keys[i].base {
				return false
			}
			continue
		}
		if _, ok := t.keys[i].text.read(v); !ok {
			return false
		}
	}
	for i := range t.attrs {
		v := it.Get(t.attrs[i].Name)
		if v.IsZero() {
			if t.attrs[i].base {
				return false
			}
			continue
		}
		if t.attrs[i].codec == nil {
			if want := valueType(t.attrs[i].column); want != 0 && v.Type() != want {
				return false
			}
		}
	}
	return true
}

// knows says whether every attribute of the item is one of the type's.
func (t *boundType) knows(it attr.Item) bool {
	known := t.attributeNames()
	for _, f := range it {
		if !slices.Contains(known, f.Name) {
			return false
		}
	}
	return true
}

// complete says whether the item has every attribute that the type's items, or
// their entries in an index, always have.
func (t *boundType) complete(it attr.Item, ix *schema.Index) bool {
	for _, name := range t.always(ix) {
		if !it.Has(name) {
			return false
		}
	}
	return true
}

func (t *boundType) literals() int {
	n := 0
	for i := range t.keys {
		if t.keys[i].base {
			n += t.keys[i].text.literalLength()
		}
	}
	return n
}

func (b *Bound) showKey(table string, it attr.Item) string {
	t := b.Table(table)
	if t == nil {
		return "?"
	}
	s := ""
	for i, name := range t.Key.Names() {
		if i > 0 {
			s += ", "
		}
		s += name + " = " + show(it.Get(name))
	}
	return s
}
