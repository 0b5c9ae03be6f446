package pebble

import (
	"slices"

	cpebble "github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/batchrepr"
)

// shutRows takes the keys that t writes out of the cache, before its batch is
// applied; t holds their slots. It notes which of them were there, for their
// new values to be put in after (rules a and c of cache).
func (t *txn) shutRows() {
	t.cached = t.cached[:0]
	if t.s.cache.share == 0 {
		return
	}
	t.ranges = t.s.cache.ranges.Load()
	for i, hash := range t.hashes {
		l := &t.s.slots.slots[slotOf(hash)]
		tag := tagOf(hash)
		l.mu.Lock()
		l.version |= 1
		for c := l.rows; c != nil; {
			at := c.tagged(tag)
			if at < 0 {
				break
			}
			c.drop(at)
			t.cached = append(t.cached, i)
		}
		l.mu.Unlock()
	}
}

// tagged returns an entry with the tag, which as a rule is its key's alone: to
// take out another key's costs that key a read.
func (c *rows) tagged(tag uint32) int {
	return slices.Index(c.tags[:c.n], tag)
}

// openRows lets reads of t's slots be kept again, after its batch, whose
// contents repr is, was applied (or was refused: then repr is nil). Before that
// it puts in the values of those keys that shutRows found.
func (t *txn) openRows(repr []byte) {
	if t.s.cache.share == 0 {
		return
	}
	if len(t.cached) > 0 && repr != nil {
		t.putRows(repr)
	}
	for _, hash := range t.hashes {
		l := &t.s.slots.slots[slotOf(hash)]
		l.mu.Lock()
		l.version += l.version & 1
		l.mu.Unlock()
	}
}

// putRows puts in the last value of each key in t.cached, and no other: one
// that the same transaction replaced was never there for a reader. The batch
// has its writes in the order of t.hashes.
func (t *txn) putRows(repr []byte) {
	type write struct{ key, value []byte }
	last := map[uint64]write{}
	for _, i := range t.cached {
		last[t.hashes[i]] = write{}
	}
	ops := batchrepr.Read(repr)
	for _, hash := range t.hashes {
		kind, key, value, ok, err := ops.Next()
		if !ok || err != nil {
			return
		}
		if _, wanted := last[hash]; !wanted {
			continue
		}
		if kind != cpebble.InternalKeyKindSet {
			value = nil
		}
		last[hash] = write{key, value}
	}
	for hash, w := range last {
		t.putRow(hash, w.key, w.value)
	}
}

func (t *txn) putRow(hash uint64, key, value []byte) {
	if len(key)+len(value)+rowOverhead > t.s.cache.share {
		return
	}
	r := newRow(key, value)
	l := &t.s.slots.slots[slotOf(hash)]
	l.mu.Lock()
	defer l.mu.Unlock()
	if t.ranges%2 == 0 && t.s.cache.ranges.Load() == t.ranges && l.rows.ranges == t.ranges {
		l.rows.put(tagOf(hash), r, t.s.cache.share)
	}
}
