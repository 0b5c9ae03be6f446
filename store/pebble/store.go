package pebble

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	cpebble "github.com/cockroachdb/pebble/v2"

	"github.com/keywright/keywright/store"
)

// Store is an open store; see package store for the contract.
type Store struct {
	opts   Options
	db     *cpebble.DB
	folder *folder // nil in memory
	write  *cpebble.WriteOptions
	syncs  bool // write waits for the disk

	gate   gate
	slots  slots
	cache  cache
	stamps stamps
	failed atomic.Pointer[failure]
	syncer syncer

	closing  sync.Once
	closeErr error
}

var _ store.Store = (*Store)(nil)

// failure is why the store stopped.
type failure struct{ cause error }

// enter begins a call; the caller leaves the gate after a nil.
func (s *Store) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.gate.enter() {
		return store.ErrClosed
	}
	if f := s.failed.Load(); f != nil {
		s.gate.leave()
		return fmt.Errorf("%w: %w; close the store and open it again", store.ErrFailed, f.cause)
	}
	return nil
}

// fail stops the store. The first cause is kept.
func (s *Store) fail(cause error) {
	if s.failed.CompareAndSwap(nil, &failure{cause}) {
		s.opts.Logger.Error("store stopped", "cause", cause)
	}
}

// GetOne implements store.Store.
func (s *Store) GetOne(ctx context.Context, key []byte, fn func(value []byte) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.gate.leave()
	hash := s.slots.hash(key)
	v, tk, hit := s.lookup(hash, key)
	if hit {
		return fn(v)
	}
	v, c, err := s.db.Get(key)
	if err == cpebble.ErrNotFound {
		s.keep(hash, key, nil, tk)
		return fn(nil)
	}
	if err != nil {
		return fmt.Errorf("store: read: %w", err)
	}
	defer c.Close()
	s.keep(hash, key, v, tk)
	return fn(v)
}

// View implements store.Store.
func (s *Store) View(ctx context.Context, fn func(store.Reader) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.gate.leave()
	r := readers.Get().(*reader)
	r.db = s.db
	defer r.free()
	return fn(r)
}

// newest reads the newest committed values, into slices of the caller's own.
func (s *Store) newest(ctx context.Context, keys [][]byte) ([][]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(keys) >= manyKeys {
		return s.newestOfMany(ctx, keys)
	}
	values := make([][]byte, len(keys))
	var err error
	for i, key := range keys {
		if values[i], err = s.newestOf(key); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// manyKeys is from how many keys on one iterator costs less than a Get of each.
// Unlike Get it asks the filters of the last level too, so that a load of new
// items does not read a block of the disk for each.
const manyKeys = 8

// newestOfMany is newest by one iterator. The caller holds the locks of the
// keys, so what it sees is the newest until they are given back.
func (s *Store) newestOfMany(ctx context.Context, keys [][]byte) ([][]byte, error) {
	it, err := s.db.NewIter(&cpebble.IterOptions{UseL6Filters: true})
	if err != nil {
		return nil, fmt.Errorf("store: read: %w", err)
	}
	r := reader{db: s.db, base: it}
	defer r.end()
	return r.Get(ctx, keys...)
}

func (s *Store) newestOf(key []byte) ([]byte, error) {
	hash := s.slots.hash(key)
	v, tk, hit := s.lookup(hash, key)
	if hit {
		return append([]byte(nil), v...), nil
	}
	v, c, err := s.db.Get(key)
	if err == cpebble.ErrNotFound {
		s.keep(hash, key, nil, tk)
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: read: %w", err)
	}
	s.keep(hash, key, v, tk)
	v = append([]byte(nil), v...)
	if err := c.Close(); err != nil {
		return nil, fmt.Errorf("store: read: %w", err)
	}
	return v, nil
}

// DeleteRange implements store.Store.
func (s *Store) DeleteRange(ctx context.Context, start, end []byte) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.gate.leave()
	if len(end) == 0 {
		var err error
		if end, err = s.afterLast(); err != nil {
			return err
		}
	}
	if string(start) >= string(end) {
		return nil
	}
	b := s.db.NewBatch()
	if err := b.DeleteRange(start, end, nil); err != nil {
		return fmt.Errorf("store: delete range: %w", err)
	}
	seq, err := s.applyRange(b)
	if err != nil {
		return err
	}
	s.stamps.advance(seq)
	return s.settle(b)
}

// applyRange applies a DeleteRange and voids the cache, whose rule c this is.
func (s *Store) applyRange(b *cpebble.Batch) (seq uint64, err error) {
	s.cache.rangeMu.Lock()
	defer s.cache.rangeMu.Unlock()
	s.cache.ranges.Add(1)
	defer s.cache.ranges.Add(1)
	return s.apply(b)
}

// afterLast returns the key right above the last one.
func (s *Store) afterLast() ([]byte, error) {
	it, err := s.db.NewIter(nil)
	if err != nil {
		return nil, fmt.Errorf("store: delete range: %w", err)
	}
	var end []byte
	if it.Last() {
		end = append(append(end, it.Key()...), 0)
	}
	if err := it.Close(); err != nil {
		return nil, fmt.Errorf("store: delete range: %w", err)
	}
	return end, nil
}

// Split implements store.Store: one folder has nothing to divide.
func (s *Store) Split(ctx context.Context, keys ...[]byte) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	s.gate.leave()
	return nil
}

// Safe implements store.Store.
func (s *Store) Safe(ctx context.Context) (uint64, error) {
	if err := s.enter(ctx); err != nil {
		return 0, err
	}
	defer s.gate.leave()
	return s.stamps.safe(), nil
}

// Limits implements store.Store.
func (s *Store) Limits() store.Limits {
	return store.Limits{MaxKey: maxKeyBytes, MaxValue: maxValueBytes, MaxTxnBytes: s.opts.MaxTxnBytes}
}

// Close implements store.Store. Everything acknowledged is on disk after a
// nil, whatever the mode. Further calls return what the first one did.
func (s *Store) Close() error {
	s.closing.Do(func() { s.closeErr = s.close() })
	return s.closeErr
}

func (s *Store) close() error {
	s.gate.shut()
	s.syncer.stop()
	err := s.db.Close()
	if lockErr := s.folder.unlock(); err == nil {
		err = lockErr
	}
	if err != nil {
		return fmt.Errorf("store: close: %w", err)
	}
	return nil
}
