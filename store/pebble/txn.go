package pebble

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	cpebble "github.com/cockroachdb/pebble/v2"

	"github.com/keywright/keywright/store"
)

// errAgain is what a function under Update sees when it will be run again.
var errAgain = errors.New("store: conflict, to be run again")

var txns = sync.Pool{New: func() any { return new(txn) }}

// txn implements store.Txn, for one Update after the other.
type txn struct {
	reader
	s     *Store
	batch *cpebble.Batch // nil until the first write
	err   error          // of a write; Update returns it

	held    []uint32 // slots held, ascending
	hashes  []uint64 // of the keys written, in the order of the batch
	written []uint32 // their slots, at commit
	wanted  []uint32 // slots that earlier tries needed; ascending, locked first
	lost    bool     // this try met a conflict

	// asOf is the oldest point that this try depends on, where it has a
	// snapshot or a stamp: a slot written later is a conflict.
	asOf    uint64
	pinned  bool
	stamped bool
	stamp   uint64 // while in the list of stamps
	prev    *txn
	next    *txn

	cached []int  // of hashes: keys that this commit took out of the cache
	ranges uint64 // cache.ranges before that

	read map[string]bool // keys read for update, under Options.RequireRead
}

// pin fixes asOf before the first plain read or the stamp.
func (t *txn) pin() {
	if !t.pinned {
		t.pinned, t.asOf = true, t.s.stamps.committed.Load()
	}
}

// Get implements store.Reader.
func (t *txn) Get(ctx context.Context, keys ...[]byte) ([][]byte, error) {
	t.pin()
	return t.reader.Get(ctx, keys...)
}

// Scan implements store.Reader.
func (t *txn) Scan(ctx context.Context, r store.Range, fn func(k, v []byte) bool) error {
	t.pin()
	return t.reader.Scan(ctx, r, fn)
}

// GetForUpdate implements store.Txn. Under their locks the newest values are
// those of the commit to be, so no snapshot is needed.
func (t *txn) GetForUpdate(ctx context.Context, keys ...[]byte) ([][]byte, error) {
	var few [4]uint32
	need := few[:0]
	for _, key := range keys {
		need = append(need, t.s.slots.of(key))
		if t.s.opts.RequireRead != nil {
			t.read[string(key)] = true
		}
	}
	if err := t.hold(ctx, need); err != nil {
		return nil, err
	}
	return t.s.newest(ctx, keys)
}

// hold locks the slots that are not held yet. To wait is only safe in
// ascending order (two that wait for each other would each have to hold a
// higher slot than it waits for); out of order a slot that is taken is a
// conflict, and the next try takes all slots known so far in order.
func (t *txn) hold(ctx context.Context, need []uint32) error {
	if t.lost {
		return errAgain
	}
	slices.Sort(need)
	for _, slot := range need {
		at, held := slices.BinarySearch(t.held, slot)
		if !held {
			if at == len(t.held) {
				if err := t.s.slots.lock(ctx, slot); err != nil {
					return err
				}
			} else if !t.s.slots.tryLock(slot) {
				return t.conflict(need)
			}
			t.held = slices.Insert(t.held, at, slot)
		}
		if !t.fresh(slot) {
			return t.conflict(need)
		}
	}
	return nil
}

// fresh reports whether nothing in a held slot is newer than asOf.
func (t *txn) fresh(slot uint32) bool {
	return !t.pinned || t.s.slots.slots[slot].stamp <= t.asOf
}

// conflict gives this try up and keeps what it has learned for the next.
func (t *txn) conflict(need []uint32) error {
	t.lost = true
	t.wanted = append(t.wanted, t.held...)
	t.wanted = append(t.wanted, need...)
	slices.Sort(t.wanted)
	t.wanted = slices.Compact(t.wanted)
	return errAgain
}

// Set implements store.Txn.
func (t *txn) Set(key, value []byte) {
	if len(value) == 0 && t.err == nil {
		t.err = errors.New("store: set of an empty value")
	}
	if len(value) > maxValueBytes && t.err == nil {
		t.err = fmt.Errorf("%w: a value of %d bytes, the limit is %d", store.ErrTooLarge, len(value), maxValueBytes)
	}
	if t.admit(key, len(value)) {
		t.fault(t.batch.Set(key, value, nil))
	}
}

// Delete implements store.Txn.
func (t *txn) Delete(key []byte) {
	if t.admit(key, 0) {
		t.fault(t.batch.Delete(key, nil))
	}
}

func (t *txn) fault(err error) {
	if err != nil && t.err == nil {
		t.err = fmt.Errorf("store: write: %w", err)
	}
}

// admit checks a write and notes its slot.
func (t *txn) admit(key []byte, value int) bool {
	if t.err != nil || t.lost {
		return false
	}
	if f := t.s.opts.RequireRead; f != nil && f(key) && !t.read[string(key)] {
		panic(fmt.Sprintf("store/pebble: write of key %x, which this transaction did not read for update", key))
	}
	if t.batch == nil {
		t.batch = t.s.db.NewBatch()
	}
	switch size := t.batch.Len() + len(key) + value; {
	case len(key) == 0:
		t.err = errors.New("store: write of an empty key")
	case len(key) > maxKeyBytes:
		t.err = fmt.Errorf("%w: a key of %d bytes, the limit is %d", store.ErrTooLarge, len(key), maxKeyBytes)
	case size > t.s.opts.MaxTxnBytes:
		t.err = fmt.Errorf("%w: a transaction of %d bytes, the limit is %d", store.ErrTooLarge, size, t.s.opts.MaxTxnBytes)
	}
	t.hashes = append(t.hashes, t.s.slots.hash(key))
	return t.err == nil
}

// Stamp implements store.Txn.
func (t *txn) Stamp() uint64 {
	if !t.stamped {
		t.pin()
		t.stamped = true
		t.s.stamps.begin(t)
	}
	return t.stamp
}
