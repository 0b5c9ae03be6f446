package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/store"
)

// checkStreams verifies the streams of all namespaces: every record lies in
// its item's slice, within the stream's shards and after the trim mark; the
// records of each item follow from one another; and those of an enabled stream
// lead to the item as its table has it.
func checkStreams(ctx context.Context, r store.Reader, s *shared) error {
	known := map[uint32]bool{}
	for _, db := range s.namespaces() {
		for _, name := range db.streamNames() {
			st := db.openStream(name)
			known[st.id] = true
			c := streamCheck{st: st, def: st.rec.Load(), items: map[[hashSize]byte]itemState{}}
			db.mu.RLock()
			if t := db.tables[c.def.Table]; t != nil && t.stream == st {
				c.t = t
			}
			db.mu.RUnlock()
			if err := c.run(ctx, r); err != nil {
				return fmt.Errorf("engine: check of stream %s: %w", name, err)
			}
		}
	}
	return checkStrayRecords(ctx, r, known)
}

// streamCheck is the check of one stream.
type streamCheck struct {
	st    *stream
	def   *streamRecord
	t     *table // of an enabled stream
	items map[[hashSize]byte]itemState
}

// itemState is what the records of an item say of it.
type itemState struct {
	there bool
	image [sha256.Size]byte // of the last new image, where the view has it
	key   attr.Item
}

func (c *streamCheck) run(ctx context.Context, r store.Reader) error {
	if (c.t != nil) != c.st.enabled() {
		return fmt.Errorf("enabled is %t, and its table says %t", c.st.enabled(), c.t != nil)
	}
	for slice := range c.def.Slices {
		mark, err := trimMark(ctx, r, c.st.id, slice)
		if err != nil {
			return err
		}
		whole := shard{slice: slice}
		var bad error
		err = r.Scan(ctx, whole.records(c.st.id, position{}, 0), func(k, v []byte) bool {
			bad = c.record(slice, mark, k, v)
			return bad == nil
		})
		if err == nil {
			err = bad
		}
		if err != nil {
			return err
		}
	}
	if c.t == nil {
		return nil
	}
	return c.compare(ctx, r)
}

// record checks one record and takes in what it says.
func (c *streamCheck) record(slice int, mark position, key, value []byte) error {
	rec, err := decodeChange(value)
	if err != nil {
		return err
	}
	at := readPosition(key[slicePrefixSize:])
	if at.before(mark) || at.stamp < c.def.Generations[0].Start && c.def.Before == nil || c.def.End > 0 && at.stamp >= c.def.End {
		return fmt.Errorf("record %x lies outside the shards", key)
	}
	st, seen := c.items[at.hash]
	switch {
	case rec.key != nil && (rec.old != nil || rec.new != nil):
		return fmt.Errorf("record %x holds a key beside an image", key)
	case seen && st.there == (rec.kind == recordInsert):
		return fmt.Errorf("record %x does not follow from the one before: the item was there: %t", key, st.there)
	case seen && rec.old != nil && showsNew(c.def.View) && imageSum(rec.old) != st.image:
		return fmt.Errorf("record %x: the old image is not the new one of the record before", key)
	}
	st = itemState{there: rec.kind != recordRemove, key: rec.image()}
	if rec.new != nil {
		st.image = imageSum(rec.new)
	}
	if c.t != nil {
		names := c.t.def.Key.Names()
		st.key = st.key.Pick(names...)
		itemKey := c.t.appendItemKey(nil, st.key)
		if sliceOf(itemKey, c.def.Slices) != slice || !bytes.Equal(c.t.appendKeyHash(nil, st.key), at.hash[:]) {
			return fmt.Errorf("record %x of item %v lies at another item's place", key, st.key)
		}
	}
	c.items[at.hash] = st
	return nil
}

func imageSum(it attr.Item) [sha256.Size]byte { return sha256.Sum256(attr.AppendItem(nil, it)) }

// compare compares where the records lead with the table.
func (c *streamCheck) compare(ctx context.Context, r store.Reader) error {
	for _, st := range c.items {
		recs, err := r.Get(ctx, c.t.appendItemKey(nil, st.key))
		if err != nil {
			return err
		}
		it, _, err := decodeRecord(recs[0])
		if err != nil {
			return err
		}
		if st.there != (it != nil) || it != nil && showsNew(c.def.View) && imageSum(it) != st.image {
			return fmt.Errorf("the last record of item %v is not of the item as it is", st.key)
		}
	}
	return nil
}

// checkStrayRecords looks for records of streams that are not in the catalog.
func checkStrayRecords(ctx context.Context, r store.Reader, known map[uint32]bool) error {
	prefix := []byte{spaceStreams}
	var stray error
	err := r.Scan(ctx, store.Range{Start: prefix, End: prefixEnd(prefix)}, func(k, _ []byte) bool {
		if len(k) != slicePrefixSize && len(k) != slicePrefixSize+positionSize || !known[binary.BigEndian.Uint32(k[1:])] {
			stray = fmt.Errorf("engine: check: key %x belongs to no stream", k)
		}
		return stray == nil
	})
	if err == nil {
		err = stray
	}
	return err
}
