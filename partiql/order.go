package partiql

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// readOrder is an ORDER BY as reads can follow it: the partitions by their
// values, within each the range forwards or backwards.
type readOrder struct {
	by      []partitionOrder
	reverse bool
}

// partitionOrder orders partitions by one attribute.
type partitionOrder struct {
	attribute int // in the key
	desc      bool
}

// ordering checks ORDER BY (R59): only attributes of the key, and only where
// partitions are given.
func (b *Bound) ordering(key schema.Key, p *partitions) (readOrder, error) {
	var o readOrder
	if len(b.order) == 0 {
		return o, nil
	}
	if b.where == nil {
		return o, refuse(msgOrderWhere)
	}
	for _, term := range b.order {
		if len(term.path.path) > 1 || !key.Has(term.path.path[0].Name) {
			return o, refuseAt(term.path.at, msgOrderKey, term.path.path)
		}
	}
	if p == nil {
		return o, refuse(msgOrderHash)
	}
	sorts := 0
	for _, term := range b.order {
		name := term.path.path[0].Name
		if i := slices.Index(key.Partition, name); i >= 0 {
			if sorts > 0 && len(p.values) > 1 {
				return o, refuseAt(term.path.at, msgOrderForm)
			}
			o.by = append(o.by, partitionOrder{i, term.desc})
			continue
		}
		if sorts >= len(key.Sort) || key.Sort[sorts] != name || sorts > 0 && term.desc != o.reverse {
			return o, refuseAt(term.path.at, msgOrderForm)
		}
		o.reverse = term.desc
		sorts++
	}
	if len(p.values) > 1 && len(o.by) == 0 {
		return o, refuse(msgOrderManyHash)
	}
	return o, nil
}

// sort orders partitions. Without an ORDER BY they stay as the statement has
// them. Values of another type than the key's are refused later.
func (o readOrder) sort(partitions [][]attr.Value) {
	slices.SortStableFunc(partitions, func(a, b []attr.Value) int {
		for _, by := range o.by {
			c, _ := attr.Compare(a[by.attribute], b[by.attribute])
			if by.desc {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		return 0
	})
}
