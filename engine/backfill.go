package engine

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/index"
	"github.com/keywright/keywright/store"
)

// A new index goes through these states, each a generation of its table:
//
//	absent      no write knows it
//	building    every write keeps it, as it keeps the others; no read sees it
//	active      as if it had always been there
//
// While it is building, the backfill walks the table and gives each item the
// entry that it should have. It reads items as a write does, with
// GetForUpdate, in transactions of a few items: so an item cannot change
// between the reading and the adding of its entry. An item that was written
// since the index was there, has its entry already, and the backfill adds it
// again, as it is; one that was deleted is not found. So no entry is missed and none
// is brought back.
//
// An item whose attribute is no key of the index's type gets no entry
// (Developer Guide, GSI.OnlineOps: such items are left out); index.View says
// so. Later writes of it are refused unless they mend it.
//
// The place that the backfill has come to is written in the transactions that
// it makes. After a crash or a Close it goes on from there.

const (
	// backfillItems and backfillBytes bound one transaction of a backfill,
	// which holds up writers of its items.
	backfillItems = 100
	backfillBytes = 1 << 20
	// backfillAtOnce is how many transactions UpdateTable waits for: an index
	// of a small table is there when it returns. Larger ones go on beside.
	backfillAtOnce = 10
	// backfillRetry is how long a backfill waits after an error before it
	// tries again: a disk may be full for a while.
	backfillRetry = time.Second
)

// backfill is the building of one index; or, as that of index 0, of what is
// kept of the items' expiry.
type backfill struct {
	db *DB
	t  *table // the generation that began it, or found it at Open
	id uint16 // of the index
	// items bounds a transaction instead of backfillItems, where one of so many
	// was more than the store takes; 0 before.
	items int
}

// errIndexGone ends a backfill whose index is being deleted.
var errIndexGone = errors.New("engine: the index is gone")

// run takes up to n steps, all if n is 0, and says whether the index is
// active, or gone, by now.
func (b *backfill) run(ctx context.Context, n int) (done bool, err error) {
	for i := 0; n == 0 || i < n; i++ {
		switch more, err := b.step(ctx); {
		case errors.Is(err, errIndexGone):
			return true, nil
		case err != nil:
			return false, err
		case !more:
			err := b.activate(ctx)
			if errors.Is(err, errIndexGone) {
				err = nil
			}
			return err == nil, err
		}
	}
	return false, nil
}

// finish runs to the end, trying again after errors. It is a job.
func (b *backfill) finish(ctx context.Context) {
	for {
		done, err := b.run(ctx, 0)
		if done || ctx.Err() != nil || errors.Is(err, store.ErrClosed) || errors.Is(err, store.ErrFailed) {
			return
		}
		b.db.opts.Logger.WarnContext(ctx, "a backfill met an error and will go on", "table", b.t.def.Name, "error", err)
		wait := time.NewTimer(backfillRetry)
		select {
		case <-ctx.Done():
			wait.Stop()
			return
		case <-wait.C:
		}
	}
}

// current returns the newest generation and the index in it, nil for expiry.
// The table's lock is held.
func (b *backfill) current() (*table, *tableIndex, error) {
	t := b.t.newest
	if b.id == baseIndex && !t.gone && t.rec.TTL != nil && t.rec.TTL.Phase == phaseBuilding {
		return t, nil, nil
	}
	for i := range t.indexes {
		if ix := &t.indexes[i]; ix.id == b.id && ix.building && !t.gone {
			return t, ix, nil
		}
	}
	return nil, nil, errIndexGone
}

// step adds the entries of the next few items and says whether there are more.
// The lock is held meanwhile as by a write: once the index is being dropped,
// no entry comes after.
func (b *backfill) step(ctx context.Context) (more bool, err error) {
	b.t.mu.RLock()
	defer b.t.mu.RUnlock()
	t, ix, err := b.current()
	if err != nil {
		return false, err
	}
	keys, err := b.next(ctx)
	if err != nil || len(keys) == 0 {
		return false, err
	}
	err = b.add(ctx, t, ix, keys)
	if errors.Is(err, store.ErrTooLarge) && len(keys) > 1 {
		b.items, err = len(keys)/2, nil
	}
	return true, err
}

// add adds the entries of the items under some keys, and notes the last of
// these as the place that was reached.
func (b *backfill) add(ctx context.Context, t *table, ix *tableIndex, keys [][]byte) error {
	progress := buildKey(t.id, b.id)
	return b.db.update(ctx, func(txn store.Txn) error {
		recs, err := txn.GetForUpdate(ctx, append(keys[:len(keys):len(keys)], progress)...)
		if err != nil {
			return err
		}
		for _, rec := range recs[:len(keys)] {
			it, _, err := decodeRecord(rec)
			if err != nil {
				return err
			}
			if it == nil {
				continue // deleted since
			}
			b.addEntry(txn, t, ix, it)
		}
		txn.Set(progress, keys[len(keys)-1])
		return nil
	})
}

// addEntry adds the entry of one item: in an index, or of its expiry.
func (b *backfill) addEntry(txn store.Txn, t *table, ix *tableIndex, it attr.Item) {
	if ix == nil {
		if at, ok := t.expiry(it); ok {
			txn.Set(expiryKey(nil, t.id, at, t.appendItemKey(nil, it)), entryMark)
		}
		return
	}
	if entry := index.View(t.def, ix.def, it); entry != nil {
		txn.Set(t.appendEntryKey(nil, ix, entry), appendRecord(nil, entry, entry.Size()))
	}
}

// next returns the keys of the next items after the place that was reached.
func (b *backfill) next(ctx context.Context) (keys [][]byte, err error) {
	most := backfillItems
	if b.items > 0 {
		most = b.items
	}
	prefix := appendPrefix(nil, b.t.id, baseIndex)
	rng := store.Range{Start: prefix, End: prefixEnd(prefix), Limit: most}
	err = b.db.store.View(ctx, func(r store.Reader) error {
		at, err := r.Get(ctx, buildKey(b.t.id, b.id))
		if err != nil {
			return err
		}
		if at[0] != nil {
			rng.Start = append(at[0], 0)
		}
		size := 0
		return r.Scan(ctx, rng, func(k, v []byte) bool {
			keys = append(keys, bytes.Clone(k))
			size += len(v)
			return len(keys) < most && size < backfillBytes
		})
	})
	return keys, err
}

// activate ends the building: from now on reads see the index.
func (b *backfill) activate(ctx context.Context) error {
	b.db.ddl.Lock()
	defer b.db.ddl.Unlock()
	if b.id != baseIndex {
		if err := b.countEntries(ctx); err != nil {
			return err
		}
	}
	b.t.mu.RLock()
	t, ix, err := b.current()
	b.t.mu.RUnlock()
	if err != nil {
		return err
	}
	rec, err := t.rec.clone()
	if err != nil {
		return err
	}
	if ix == nil {
		rec.TTL.Phase = ""
	} else {
		delete(rec.Phases, ix.def.Name)
	}
	_, err = b.db.alter(ctx, t, rec, forgetProgress(ctx, t.id, b.id))
	return err
}

func forgetProgress(ctx context.Context, table uint32, index uint16) *streamChange {
	return &streamChange{stage: func(txn store.Txn) error {
		key := buildKey(table, index)
		if _, err := txn.GetForUpdate(ctx, key); err != nil {
			return err
		}
		txn.Delete(key)
		return nil
	}}
}

// countEntries makes the index's count right. Writes could not keep it while
// entries were missing: one that replaced an item did not know whether the old
// entry was there. Now all are, so what is counted in a snapshot, together
// with what writes add from the moment of the snapshot on, is exact.
func (b *backfill) countEntries(ctx context.Context) error {
	b.t.mu.Lock()
	unlock := sync.OnceFunc(b.t.mu.Unlock)
	defer unlock()
	t, ix, err := b.current()
	if err != nil {
		return err
	}
	t.counts.mu.Lock()
	known := t.counts.known
	ix.size = count{}
	t.counts.mu.Unlock()
	if !known {
		return nil // after a crash, the table will be counted as a whole
	}
	prefix := appendPrefix(nil, t.id, ix.id)
	return b.db.store.View(ctx, func(r store.Reader) error {
		if _, err := r.Get(ctx, prefix); err != nil { // takes the snapshot
			return err
		}
		unlock()
		n, err := countRange(ctx, r, prefix)
		if err != nil {
			return err
		}
		t.counts.mu.Lock()
		defer t.counts.mu.Unlock()
		ix.size.Items += n.Items
		ix.size.Bytes += n.Bytes
		return nil
	})
}

// resumeIndexes takes up what Close or a crash left of the work on indexes.
func (s *shared) resumeIndexes(ctx context.Context) error {
	s.ddl.Lock()
	defer s.ddl.Unlock()
	for _, db := range s.namespaces() {
		for _, t := range db.openTables() {
			if err := db.resumeExpiry(ctx, t); err != nil {
				return err
			}
			t = t.newest
			for name, p := range t.rec.Phases {
				switch p {
				case phaseDropping:
					if err := db.removeIndex(ctx, t.newest, name); err != nil {
						return err
					}
				case phaseBuilding:
					b := &backfill{db: db, t: t, id: t.rec.IndexIDs[name]}
					s.jobs.start(b.finish)
				}
			}
		}
	}
	return nil
}

// resumeExpiry is resumeIndexes for what is kept of a table's expiry.
func (db *DB) resumeExpiry(ctx context.Context, t *table) error {
	if t.rec.TTL == nil {
		return nil
	}
	switch t.rec.TTL.Phase {
	case phaseDropping:
		return db.removeExpiry(ctx, t)
	case phaseBuilding:
		b := &backfill{db: db, t: t, id: baseIndex}
		db.jobs.start(b.finish)
	}
	return nil
}
