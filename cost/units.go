// Package cost turns bytes into capacity units and units into money. It is
// one arithmetic for the engine, the planner, the prover and SQL: integers
// only, no floating point but at the wire, overflow is an error. Prices are
// dated data files of a Region with their sources (prices/), what a month and a
// gigabyte are is stated once (prices/conventions.json).
package cost

const (
	writeUnitBytes = 1024 // "DynamoDB read and write operations"
	readUnitBytes  = 4096
)

// WriteUnits returns the write units of writing an item or an index entry of
// the given size in bytes: one for each started KB, at least one. A write of
// an item is charged for the larger of the item before and after; a write
// whose condition fails likewise.
func WriteUnits(bytes int) int64 { return blocks(bytes, writeUnitBytes) }

// TransactWriteUnits is WriteUnits in a transaction: double, for the table's
// item only; index entries are charged as ever.
func TransactWriteUnits(bytes int) int64 { return 2 * WriteUnits(bytes) }

// HalfUnits counts read units in halves, because an eventually consistent
// read costs half a unit.
type HalfUnits int64

// Units returns the units, for the wire: 0.5 for one half.
func (h HalfUnits) Units() float64 { return float64(h) / 2 }

// ReadUnits returns the read units of examining the given number of bytes: a
// half for each started 4 KB, at least one half, double if the read is
// strongly consistent. GetItem and BatchGetItem round each item, Query and
// Scan the sum of the items examined; a missing item costs the minimum.
func ReadUnits(bytes int, strong bool) HalfUnits {
	halves := HalfUnits(blocks(bytes, readUnitBytes))
	if strong {
		return 2 * halves
	}
	return halves
}

// TransactReadUnits is ReadUnits of one item in a transaction: two units for
// each started 4 KB, also where the item is missing.
func TransactReadUnits(bytes int) HalfUnits { return 2 * ReadUnits(bytes, true) }

// EntryChange is what a write does to an index's entry of the item.
type EntryChange struct {
	OldBytes int  // size of the entry before, 0 for none
	NewBytes int  // size of the entry after, 0 for none
	Moved    bool // the index key differs: one entry goes, another comes
}

// IndexWriteUnits returns the write units of a changed index entry: an entry
// that comes, goes or changes is one write, one that moves is two. An entry
// that stays as it is costs nothing and is no EntryChange. Measured by others
// on AWS (agent-toolkit, nubo-db/dynoxide #176).
func IndexWriteUnits(c EntryChange) int64 {
	switch {
	case c.OldBytes == 0 && c.NewBytes == 0:
		return 0
	case c.Moved && c.OldBytes > 0 && c.NewBytes > 0:
		return WriteUnits(c.OldBytes) + WriteUnits(c.NewBytes)
	}
	return WriteUnits(max(c.OldBytes, c.NewBytes))
}

// blocks returns how many blocks of the given size bytes take, at least one.
func blocks(bytes, size int) int64 {
	return max(1, (int64(bytes)+int64(size)-1)/int64(size))
}
