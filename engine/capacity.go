package engine

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/cost"
)

// usage is what an operation used of one table: units of the table and of
// each index, doubled for a table in a transaction.
type usage struct {
	t       *table
	table   cost.HalfUnits
	indexes map[*tableIndex]cost.HalfUnits
}

// arm adds to an index's units.
func (u *usage) arm(ix *tableIndex, units cost.HalfUnits) {
	if u.indexes == nil {
		u.indexes = map[*tableIndex]cost.HalfUnits{}
	}
	u.indexes[ix] += units
}

// addWrite charges a write: the larger of the item's images, and each index
// entry that changes. times is 2 in a transaction, which doubles the table's
// part only (measured by dynoxide's author).
func (u *usage) addWrite(e *effect, times int) {
	u.table += cost.HalfUnits(2 * times * int(cost.WriteUnits(max(e.oldSize, e.newSize))))
	for i := range e.entries {
		ch := &e.entries[i]
		units := cost.IndexWriteUnits(cost.EntryChange{OldBytes: ch.oldSize, NewBytes: ch.newSize, Moved: ch.moved})
		u.arm(ch.ix, 2*cost.HalfUnits(units))
	}
}

// writeCapacity is the ConsumedCapacity of a single write, nil if not asked
// for.
func (t *table) writeCapacity(asked string, e *effect) *api.ConsumedCapacity {
	if asked == "" || asked == "NONE" {
		return nil
	}
	u := usage{t: t}
	u.addWrite(e, 1)
	return u.consumed(asked, noSplit)
}

// readCapacity is the ConsumedCapacity of reading one item.
func (t *table) readCapacity(asked string, size int, consistent bool) *api.ConsumedCapacity {
	if asked == "" || asked == "NONE" {
		return nil
	}
	u := usage{t: t, table: cost.ReadUnits(size, consistent)}
	return u.consumed(asked, noSplit)
}

// split says whether units are also told as read or write units, as
// transactions do.
type split uint8

const (
	noSplit split = iota
	readSplit
	writeSplit
)

// consumed writes the usage as the API does: arms only for INDEXES.
func (u *usage) consumed(asked string, s split) *api.ConsumedCapacity {
	total := u.table
	for _, units := range u.indexes {
		total += units
	}
	c := &api.ConsumedCapacity{TableName: u.t.def.Name, CapacityUnits: total.Units()}
	switch s {
	case readSplit:
		c.ReadCapacityUnits = c.CapacityUnits
	case writeSplit:
		c.WriteCapacityUnits = c.CapacityUnits
	}
	if asked != "INDEXES" {
		return c
	}
	c.Table = capacity(u.table, s)
	for ix, units := range u.indexes {
		def := ix.def
		arms := &c.GlobalSecondaryIndexes
		if def.Local {
			arms = &c.LocalSecondaryIndexes
		}
		if *arms == nil {
			*arms = map[string]*api.Capacity{}
		}
		(*arms)[def.Name] = capacity(units, s)
	}
	return c
}

func capacity(units cost.HalfUnits, s split) *api.Capacity {
	c := &api.Capacity{CapacityUnits: units.Units()}
	switch s {
	case readSplit:
		c.ReadCapacityUnits = c.CapacityUnits
	case writeSplit:
		c.WriteCapacityUnits = c.CapacityUnits
	}
	return c
}

// usages collects the usage of several tables.
type usages []*usage

// of returns the usage of a table.
func (us *usages) of(t *table) *usage {
	for _, u := range *us {
		if u.t == t {
			return u
		}
	}
	u := &usage{t: t}
	*us = append(*us, u)
	return u
}

// consumed writes the usages as the API does, in the order of the tables'
// names.
func (us usages) consumed(asked string, s split) []*api.ConsumedCapacity {
	slices.SortFunc(us, func(a, b *usage) int { return strings.Compare(a.t.def.Name, b.t.def.Name) })
	out := make([]*api.ConsumedCapacity, len(us))
	for i, u := range us {
		out[i] = u.consumed(asked, s)
	}
	return out
}
