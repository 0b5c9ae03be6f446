package design

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/schema"
)

// KeyLength is how long one key can get with the longest values that the
// model allows, escaping counted.
type KeyLength struct {
	Item    string // item type
	Table   string
	Index   string // "" for the table itself
	Sort    bool   // the sort part, else the partition part
	Longest int    // bytes, all attributes of the part together; 0: no bound
	Limit   int    // what DynamoDB allows, in bytes
}

// KeyLengths returns the longest keys of every item type in the table and in
// each index that the type has the attributes for.
func (b *Bound) KeyLengths() []KeyLength {
	limits := schema.Documented()
	var out []KeyLength
	for _, t := range b.types {
		add := func(index string, key schema.Key) {
			for _, part := range []struct {
				names []string
				sort  bool
				limit int
			}{{key.Partition, false, limits.PartitionKeyMaxBytes}, {key.Sort, true, limits.SortKeyMaxBytes}} {
				if n, ok := t.longest(part.names); ok && len(part.names) > 0 {
					out = append(out, KeyLength{t.Name, t.Table, index, part.sort, n, part.limit})
				}
			}
		}
		add("", t.table.Key)
		for _, x := range t.table.Indexes {
			if t.has(x.Key.Names()) {
				add(x.Name, x.Key)
			}
		}
	}
	return out
}

func (t *boundType) has(attributes []string) bool {
	known := t.attributeNames()
	return !slices.ContainsFunc(attributes, func(a string) bool { return !slices.Contains(known, a) })
}

// longest is the length of attributes together, 0 where one has no bound.
func (t *boundType) longest(attributes []string) (int, bool) {
	sum, bounded := 0, true
	for _, name := range attributes {
		n, ok := t.attributeLength(name)
		if !ok {
			return 0, false
		}
		sum += n
		bounded = bounded && n > 0
	}
	if !bounded {
		return 0, true
	}
	return sum, true
}

// attributeLength is the longest value of an attribute in bytes, 0 without a
// bound.
func (t *boundType) attributeLength(name string) (int, bool) {
	for _, k := range t.keys {
		if k.name == name {
			if k.text.typ == attr.TypeNumber {
				return numberBytes, true
			}
			return k.text.longest(), true
		}
	}
	for _, a := range t.attrs {
		if a.Name == name {
			return a.longest(), true
		}
	}
	return 0, false
}

// numberBytes is the size of the longest number: 38 digits in pairs, a sign
// and the exponent (source: "DynamoDB item sizes and formats").
const numberBytes = 21

func (a *boundAttribute) longest() int {
	if a.codec != nil && a.typ != attr.TypeNumber {
		return a.codec.Longest()
	}
	switch a.column.Type.Kind {
	case model.KindInt, model.KindNumeric:
		return numberBytes
	case model.KindBool:
		return 1
	case model.KindBlob:
		return a.column.Type.Length
	case model.KindTimestamp:
		return timeText{a.column, a.column.Type.Precision}.traits().width
	case model.KindDate:
		return len("2026-05-28")
	case model.KindJSON:
		return 0
	}
	_, bytes := textBound(a.column)
	return bytes
}

// MaxItemBytes is the size of the largest item of a type: names and the
// longest values. It is 0 where a column has no bound.
func (b *Bound) MaxItemBytes(item string) int {
	t := b.typeOf(item)
	if t == nil {
		return 0
	}
	size := 0
	for _, name := range t.attributeNames() {
		n, _ := t.attributeLength(name)
		if n == 0 {
			return 0
		}
		size += len(name) + n
	}
	return size
}
