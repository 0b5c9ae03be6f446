package pebble

import (
	"context"
	"fmt"

	cpebble "github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/batchrepr"

	"github.com/keywright/keywright/store"
)

// maxTries bounds the runs of one Update. Each conflict teaches it slots that
// the next run locks first, so a function that touches the same keys every
// time conflicts at most once per GetForUpdate, and as a rule once.
const maxTries = 32

// Update implements store.Store.
func (s *Store) Update(ctx context.Context, fn func(store.Txn) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.gate.leave()
	t := txns.Get().(*txn)
	t.s, t.db = s, s.db
	if s.opts.RequireRead != nil {
		t.read = map[string]bool{}
	}
	defer t.free()
	for range maxTries {
		if err := t.run(ctx, fn); err != errAgain {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: given up after %d tries", store.ErrConflict, maxTries)
}

// run is one try; errAgain asks for another.
func (t *txn) run(ctx context.Context, fn func(store.Txn) error) error {
	defer t.finish()
	for _, slot := range t.wanted {
		if err := t.s.slots.lock(ctx, slot); err != nil {
			return err
		}
		t.held = append(t.held, slot)
	}
	err := fn(t)
	t.end()
	switch {
	case t.lost:
		return errAgain
	case err != nil:
		return err
	case t.err != nil:
		return t.err
	case t.batch == nil:
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return t.commit(ctx)
}

// commit applies the batch under the locks of all keys read for update and all
// keys written, and waits for the disk after it has given the locks back.
func (t *txn) commit(ctx context.Context) error {
	if t.stamped {
		t.asOf = t.stamp
	} else {
		t.pinned = false // a write alone is not checked
	}
	for _, hash := range t.hashes {
		t.written = append(t.written, slotOf(hash))
	}
	if err := t.hold(ctx, t.written); err != nil {
		return err
	}
	b := t.batch
	t.batch = nil
	repr := b.Repr() // valid until settle
	t.shutRows()
	seq, err := t.s.apply(b)
	if err != nil {
		repr = nil
	}
	t.openRows(repr)
	if err != nil {
		return err
	}
	for _, slot := range t.held {
		t.s.slots.slots[slot].stamp = seq
	}
	t.s.stamps.advance(seq)
	t.finish()
	return t.s.settle(b)
}

// finish gives up what one try holds: locks, stamp, snapshot, batch. It may be
// called again.
func (t *txn) finish() {
	if t.stamped {
		t.s.stamps.end(t)
	}
	for _, slot := range t.held {
		t.s.slots.unlock(slot)
	}
	t.end()
	if t.batch != nil {
		t.batch.Close() // not committed, so it has no error to report
		t.batch = nil
	}
	t.held, t.hashes, t.written = t.held[:0], t.hashes[:0], t.written[:0]
	t.err, t.lost, t.pinned, t.stamped = nil, false, false, false
	clear(t.read)
}

// free gives t back. Nothing of a large transaction is kept.
func (t *txn) free() {
	const keep = 1024
	if cap(t.held) > keep || cap(t.hashes) > keep || cap(t.wanted) > keep {
		return
	}
	t.wanted = t.wanted[:0]
	t.s, t.db, t.read = nil, nil, nil
	txns.Put(t)
}

// apply makes the batch visible and starts to make it durable; settle, called
// after a nil, ends that. It returns the batch's last sequence number.
func (s *Store) apply(b *cpebble.Batch) (seq uint64, err error) {
	repr := b.Repr() // Pebble lets go of a large batch, but not of its memory
	count := uint64(b.Count())
	if s.syncs {
		err = s.db.ApplyNoSyncWait(b, s.write)
	} else {
		err = s.db.Apply(b, s.write)
	}
	if err != nil {
		return 0, fmt.Errorf("store: commit: %w", err)
	}
	return uint64(batchrepr.ReadSeqNum(repr)) + count - 1, nil
}

// settle waits until an applied batch is as durable as the mode promises.
func (s *Store) settle(b *cpebble.Batch) error {
	if s.syncs {
		if err := b.SyncWait(); err != nil {
			cause := fmt.Errorf("sync of the log: %w", err)
			s.fail(cause)
			return fmt.Errorf("%w: %w", store.ErrAmbiguous, cause)
		}
	} else {
		s.syncer.wrote()
	}
	if err := b.Close(); err != nil {
		return fmt.Errorf("store: commit: %w", err)
	}
	return nil
}
