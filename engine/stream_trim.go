package engine

import (
	"bytes"
	"context"
	"math"
	"time"

	"github.com/keywright/keywright/store"
)

// trimBatch is how many records one transaction of a trim removes.
const trimBatch = 1000

// tendStreams does what time asks of the streams of a namespace: it closes
// shards that have been open for long, and removes records, shards and
// disabled streams that are past.
func (db *DB) tendStreams(ctx context.Context) error {
	for _, name := range db.streamNames() {
		st := db.openStream(name)
		if st == nil {
			continue
		}
		now := db.opts.Now()
		rec := st.rec.Load()
		newest := time.UnixMilli(rec.Generations[len(rec.Generations)-1].Millis)
		if st.enabled() && now.Sub(newest) >= shardLife {
			if err := db.rollOver(ctx, st); err != nil {
				return err
			}
		}
		if err := db.trimStream(ctx, st, now); err != nil {
			return err
		}
	}
	return nil
}

// rollOver closes the open shards of a stream and opens a child of each. It
// holds the table meanwhile, so that no write is under way whose stamp could
// be on the wrong side.
func (db *DB) rollOver(ctx context.Context, st *stream) error {
	db.ddl.Lock()
	defer db.ddl.Unlock()
	before := st.rec.Load()
	db.mu.RLock()
	t := db.tables[before.Table]
	db.mu.RUnlock()
	if t == nil || !st.enabled() {
		return nil // since
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	after := *before
	millis := db.opts.Now().UnixMilli()
	err := db.update(ctx, func(txn store.Txn) error {
		next := generation{Start: txn.Stamp() + 1, Millis: millis}
		after.Generations = append(before.Generations[:len(before.Generations):len(before.Generations)], next)
		return db.putStream(ctx, txn, &after)
	})
	if err == nil {
		st.rec.Store(&after)
	}
	return err
}

// trimStream removes what is older than a day.
func (db *DB) trimStream(ctx context.Context, st *stream, now time.Time) error {
	if now.UnixMilli() < st.trimAfter {
		return nil
	}
	cutoff := now.Add(-streamLife).UnixMilli()
	rec := st.rec.Load()
	if rec.End > 0 && rec.DisabledMillis <= cutoff {
		return db.removeStream(ctx, st)
	}
	oldest := int64(math.MaxInt64)
	for slice := range rec.Slices {
		first, err := db.trimSlice(ctx, st.id, slice, cutoff)
		if err != nil {
			return err
		}
		oldest = min(oldest, first)
	}
	if err := db.trimShards(ctx, st, cutoff); err != nil {
		return err
	}
	rec = st.rec.Load()
	if len(rec.Generations) > 1 {
		oldest = min(oldest, rec.Generations[1].Millis)
	}
	if rec.End > 0 {
		oldest = min(oldest, rec.DisabledMillis)
	}
	// What comes from now on is not older than now.
	st.trimAfter = min(oldest, now.UnixMilli()) + streamLife.Milliseconds()
	return nil
}

// trimSlice removes the old records of a slice, and returns the time of the
// first that stays. Only records below Safe are removed: none can come below
// the mark.
func (db *DB) trimSlice(ctx context.Context, stream uint32, slice int, cutoff int64) (first int64, err error) {
	for {
		safe, err := db.store.Safe(ctx)
		if err != nil {
			return 0, err
		}
		old, first, err := db.oldRecords(ctx, stream, slice, cutoff, safe)
		if err != nil || len(old) == 0 {
			return first, err
		}
		mark := readPosition(old[len(old)-1][slicePrefixSize:]).next(hashSize)
		err = db.commit(ctx, func(txn store.Txn) error {
			key := slicePrefix(nil, stream, slice)
			if _, err := txn.GetForUpdate(ctx, key); err != nil {
				return err
			}
			txn.Set(key, mark.append(nil))
			for _, k := range old {
				txn.Delete(k)
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
}

// oldRecords returns the keys of the oldest records of a slice that are to be
// removed, a batch of them, and the time of the first that is not.
func (db *DB) oldRecords(ctx context.Context, stream uint32, slice int, cutoff int64, safe uint64) (old [][]byte, first int64, err error) {
	first = math.MaxInt64
	err = db.store.View(ctx, func(r store.Reader) error {
		mark, err := trimMark(ctx, r, stream, slice)
		if err != nil {
			return err
		}
		whole := shard{slice: slice}
		var bad error
		err = r.Scan(ctx, whole.records(stream, mark, safe), func(k, v []byte) bool {
			var millis int64
			if millis, bad = recordMillis(v); bad != nil {
				return false
			}
			if millis > cutoff {
				first = millis
				return false
			}
			old = append(old, bytes.Clone(k))
			return len(old) < trimBatch
		})
		if err == nil {
			err = bad
		}
		return err
	})
	return old, first, err
}

// trimShards forgets the shards that ended before the cutoff.
func (db *DB) trimShards(ctx context.Context, st *stream, cutoff int64) error {
	db.ddl.Lock()
	defer db.ddl.Unlock()
	after := *st.rec.Load()
	for len(after.Generations) > 1 && after.Generations[1].Millis <= cutoff {
		gone := after.Generations[0]
		after.Before, after.Generations = &gone, after.Generations[1:]
	}
	if len(after.Generations) == len(st.rec.Load().Generations) {
		return nil
	}
	err := db.commit(ctx, func(txn store.Txn) error { return db.putStream(ctx, txn, &after) })
	if err == nil {
		st.rec.Store(&after)
	}
	return err
}

// removeStream removes a disabled stream and all its records.
func (db *DB) removeStream(ctx context.Context, st *stream) error {
	db.ddl.Lock()
	defer db.ddl.Unlock()
	rec := st.rec.Load()
	db.mu.Lock()
	delete(db.streams, rec.name())
	db.mu.Unlock()
	prefix := slicePrefix(nil, st.id, 0)[:slicePrefixSize-2]
	if err := db.clear(ctx, prefix, db.streamKey(st.id)); err != nil {
		db.mu.Lock()
		db.streams[rec.name()] = st // the next sweep tries again
		db.mu.Unlock()
		return err
	}
	return nil
}
