package engine

import (
	"context"
	"errors"
	"sync"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/store"
)

// conflictRetries is how often a write is begun anew after the store gave up
// on a conflict, before the caller is told. The store itself has tried
// several times by then.
const conflictRetries = 8

// scratch is memory for the keys and records of one write.
type scratch struct{ key, oldKey, rec []byte }

var scratchPool = sync.Pool{New: func() any { return new(scratch) }}

// writeOne runs one action in a transaction of its own. With an error, the
// effect still tells the size of the item that it met.
func (db *DB) writeOne(ctx context.Context, a *action) (effect, error) {
	if err := db.beginWrite(ctx, a.t); err != nil {
		return effect{}, err
	}
	defer a.t.mu.RUnlock()
	if err := a.renew(); err != nil {
		return effect{}, apiError(err)
	}
	lim := db.limiter(a.t)
	var e effect
	err := db.update(ctx, func(txn store.Txn) error {
		if err := lim.admitItem(a); err != nil {
			return err
		}
		recs, err := txn.GetForUpdate(ctx, a.key)
		if err != nil {
			return err
		}
		if e, err = a.evaluate(recs[0]); err != nil {
			return err
		}
		if err := db.checkCollection(ctx, txn, a, &e); err != nil {
			return err
		}
		if err := lim.admitEntries(a, &e); err != nil {
			return err
		}
		a.stage(txn, &e)
		return nil
	})
	lim.chargeWrite(a, &e, 1, err)
	if err != nil {
		return e, apiError(err)
	}
	a.t.counts.add(&e)
	return e, nil
}

// beginWrite takes the table's shared lock, which the caller gives back. A
// table with local indexes needs its sizes for the bound on collections.
func (db *DB) beginWrite(ctx context.Context, t *table) error {
	if t.local {
		if _, _, err := db.tableCounts(ctx, t); err != nil {
			return err
		}
	}
	t.mu.RLock()
	if t.gone {
		t.mu.RUnlock()
		return notFound()
	}
	return nil
}

// update runs a transaction, beginning anew a few times on a conflict.
func (s *shared) update(ctx context.Context, fn func(store.Txn) error) error {
	if sim := s.sim.Load(); sim != nil && sim.history != nil {
		return sim.history.update(ctx, s, fn)
	}
	return s.commit(ctx, fn)
}

func (s *shared) commit(ctx context.Context, fn func(store.Txn) error) error {
	for try := 0; ; try++ {
		err := s.store.Update(ctx, fn)
		if !errors.Is(err, store.ErrConflict) || try == conflictRetries || ctx.Err() != nil {
			return err
		}
	}
}

// stage writes an effect into the transaction: the item, its index entries,
// its expiry and the stream's record of the change.
func (a *action) stage(txn store.Txn, e *effect) {
	if e.unchanged {
		return
	}
	s := scratchPool.Get().(*scratch)
	defer scratchPool.Put(s)
	if e.new == nil {
		txn.Delete(a.key)
	} else {
		s.rec = appendRecord(s.rec[:0], e.new, e.newSize)
		txn.Set(a.key, s.rec)
	}
	for i := range e.entries {
		a.stageEntry(txn, s, e, &e.entries[i])
	}
	if a.t.ttl != "" {
		a.stageExpiry(txn, s, e)
	}
	if a.t.stream != nil {
		a.t.stream.stage(txn, a, e)
	}
}

func (a *action) stageEntry(txn store.Txn, s *scratch, e *effect, ch *entryChange) {
	ix := ch.ix
	if ch.hasOld && (ch.moved || !ch.hasNew) {
		s.oldKey = a.t.appendEntryKey(s.oldKey[:0], ix, ch.old)
		txn.Delete(s.oldKey)
	}
	if !ch.hasNew {
		return
	}
	s.key = a.t.appendEntryKey(s.key[:0], ix, ch.new)
	if sameItem(ch.new, e.new) {
		txn.Set(s.key, s.rec) // an index of everything stores what the table stores
		return
	}
	txn.Set(s.key, appendRecord(nil, ch.new, ch.newSize))
}

// sameItem says whether two items are one and the same in memory.
func sameItem(a, b attr.Item) bool {
	return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0]
}
