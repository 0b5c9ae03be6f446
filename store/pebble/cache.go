package pebble

import (
	"sync"
	"sync/atomic"
)

// cache holds the newest values of keys that are read one by one time and
// again, so that such a read costs a look into a short list and no walk through
// Pebble's levels. It is used by GetOne and GetForUpdate, which ask for the
// newest value; whatever reads a snapshot passes it by.
//
// It hangs on the slots. The rules, all under the slot's mu:
//
//	a. Who commits holds the slot. Before its batch is applied it makes the
//	   slot's version odd and takes the entries of its keys out; after, it may
//	   put the new values in, and makes the version even (shutRows, openRows).
//	b. A value read from Pebble is kept only if the version is even and what it
//	   was before the read.
//	c. ranges is odd while a DeleteRange is applied, which holds no slot.
//	   Entries count only while it is even and what it was before they were
//	   read or applied; one range at a time, by rangeMu.
//
// Why a hit is what Pebble would have answered at the moment of the hit: when
// the entry was put in, its value was the key's newest. A value that was read
// was newest at the read, and no commit to the slot (b) and no range (c) was
// under way then or has begun since. A value that was applied was put in by the
// holder of the slot, before anybody else could commit to the key, and no range
// began since before it was applied (c). A later commit to the key takes the
// entry out before its batch is visible (a), a later range voids it before its
// own is (c). So the read takes effect at the hit, as a Pebble Get would: it
// sees every commit that ended before, and later reads see it or newer ones.
// Entries of the slot's other keys may be hit while a commit is under way.
type cache struct {
	share   int // bytes that one slot's entries may count for; 0 keeps none
	ranges  atomic.Uint64
	rangeMu sync.Mutex
}

// rows are one slot's entries, in no order. What a miss looks at is together
// at the front.
type rows struct {
	ranges uint64 // cache.ranges when the entries were put in
	n      uint8  // entries
	hand   uint8  // where the search for an entry to give up goes on

	// missed are the tags of the last keys that were not found. A key is kept
	// when it is missed again: values that are read once are not copied, and do
	// not drive out what is read often.
	missedAt uint8
	missed   [8]uint32

	tags    [rowsPerSlot]uint32 // of the entries: tell most keys of a slot apart
	entries [rowsPerSlot]row
	bytes   int
}

// rowsPerSlot bounds the entries of a slot where values are small.
const rowsPerSlot = 16

// row is a key and its newest value in memory that is never changed.
type row struct {
	key  uint32 // bytes of pair that are the key
	used bool   // since the hand last came by
	pair []byte // key and value; no value where the key is absent
}

// rowOverhead is what a row takes beside its key and value, about.
const rowOverhead = 64

func (r *row) size() int { return len(r.pair) + rowOverhead }

func (r *row) value() []byte {
	if len(r.pair) == int(r.key) {
		return nil
	}
	return r.pair[r.key:len(r.pair):len(r.pair)]
}

// tagOf is a part of the hash that the slot's number does not use.
func tagOf(hash uint64) uint32 { return uint32(hash >> 32) }

// ticket lets a value read after it was issued be kept. The zero ticket does not.
type ticket struct {
	valid           bool
	version, ranges uint64
}

// lookup returns the newest value of a key, nil where it is known to be absent,
// if it is in the cache. If not, the caller reads it from Pebble and hands it
// to keep with the ticket. The value is not to be changed.
func (s *Store) lookup(hash uint64, key []byte) (value []byte, tk ticket, hit bool) {
	if s.cache.share == 0 {
		return nil, ticket{}, false
	}
	l := &s.slots.slots[slotOf(hash)]
	tag := tagOf(hash)
	l.mu.Lock()
	defer l.mu.Unlock()
	ranges := s.cache.ranges.Load()
	if ranges%2 != 0 {
		return nil, ticket{}, false
	}
	if l.rows == nil {
		l.rows = new(rows)
	}
	l.rows.since(ranges)
	if i := l.rows.find(tag, key); i >= 0 {
		r := &l.rows.entries[i]
		r.used = true
		return r.value(), ticket{}, true
	}
	return nil, ticket{l.rows.missedAgain(tag) && l.version%2 == 0, l.version, ranges}, false
}

// keep puts in a value that was read from Pebble after lookup gave the ticket.
// It copies what it keeps.
func (s *Store) keep(hash uint64, key, value []byte, tk ticket) {
	if !tk.valid || len(key)+len(value)+rowOverhead > s.cache.share {
		return
	}
	tag, r := tagOf(hash), newRow(key, value)
	l := &s.slots.slots[slotOf(hash)]
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.version == tk.version && l.rows.ranges == tk.ranges && s.cache.ranges.Load() == tk.ranges && l.rows.find(tag, key) < 0 {
		l.rows.put(tag, r, s.cache.share)
	}
}

func newRow(key, value []byte) row {
	pair := make([]byte, len(key)+len(value))
	copy(pair[copy(pair, key):], value)
	return row{key: uint32(len(key)), pair: pair}
}

// since voids entries from before a DeleteRange.
func (c *rows) since(ranges uint64) {
	if c.ranges != ranges {
		clear(c.entries[:c.n])
		c.n, c.bytes, c.ranges = 0, 0, ranges
	}
}

func (c *rows) find(tag uint32, key []byte) int {
	for i, t := range c.tags[:c.n] {
		if r := &c.entries[i]; t == tag && string(r.pair[:r.key]) == string(key) {
			return i
		}
	}
	return -1
}

// missedAgain reports whether the key was missed lately, and notes it.
func (c *rows) missedAgain(tag uint32) bool {
	for _, t := range c.missed {
		if t == tag {
			return true
		}
	}
	c.missed[c.missedAt%uint8(len(c.missed))] = tag
	c.missedAt++
	return false
}

// put adds an entry that fits the share, and gives up entries that were not
// used for longest, by a clock's hand.
func (c *rows) put(tag uint32, r row, share int) {
	for c.n == rowsPerSlot || c.bytes+r.size() > share {
		if c.hand >= c.n {
			c.hand = 0
		}
		if e := &c.entries[c.hand]; e.used {
			e.used = false
			c.hand++
		} else {
			c.drop(int(c.hand))
		}
	}
	c.bytes += r.size()
	c.tags[c.n], c.entries[c.n] = tag, r
	c.n++
}

func (c *rows) drop(i int) {
	c.bytes -= c.entries[i].size()
	c.n--
	c.tags[i], c.entries[i] = c.tags[c.n], c.entries[c.n]
	c.entries[c.n] = row{}
}
