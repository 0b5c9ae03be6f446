package pebble

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	cpebble "github.com/cockroachdb/pebble/v2"

	"github.com/keywright/keywright/store"
)

// scanCheck is how many pairs a scan walks between two looks at its context.
const scanCheck = 256

var readers = sync.Pool{New: func() any { return new(reader) }}

// reader implements store.Reader. The snapshot is taken with the first read.
type reader struct {
	db   *cpebble.DB
	snap *cpebble.Snapshot
}

func (r *reader) snapshot() *cpebble.Snapshot {
	if r.snap == nil {
		r.snap = r.db.NewSnapshot()
	}
	return r.snap
}

// end gives the snapshot back.
func (r *reader) end() {
	if r.snap != nil {
		r.snap.Close() // has no error to report
		r.snap = nil
	}
}

func (r *reader) free() {
	r.end()
	r.db = nil
	readers.Put(r)
}

// Get implements store.Reader.
func (r *reader) Get(ctx context.Context, keys ...[]byte) ([][]byte, error) {
	return getAll(ctx, r.snapshot(), keys)
}

func getAll(ctx context.Context, from cpebble.Reader, keys [][]byte) ([][]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	values := make([][]byte, len(keys))
	for i, key := range keys {
		v, c, err := from.Get(key)
		if err == cpebble.ErrNotFound {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("store: read: %w", err)
		}
		values[i] = append([]byte(nil), v...)
		if err := c.Close(); err != nil {
			return nil, fmt.Errorf("store: read: %w", err)
		}
	}
	return values, nil
}

// Scan implements store.Reader.
func (r *reader) Scan(ctx context.Context, rg store.Range, fn func(k, v []byte) bool) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	opts := cpebble.IterOptions{}
	if len(rg.Start) > 0 {
		opts.LowerBound = rg.Start
	}
	if len(rg.End) > 0 {
		opts.UpperBound = rg.End
		if bytes.Compare(rg.Start, rg.End) >= 0 {
			return nil
		}
	}
	it, err := r.snapshot().NewIter(&opts)
	if err != nil {
		return fmt.Errorf("store: scan: %w", err)
	}
	defer func() {
		if closeErr := it.Close(); err == nil && closeErr != nil {
			err = fmt.Errorf("store: scan: %w", closeErr)
		}
	}()
	return walk(ctx, it, rg.Reverse, fn)
}

func walk(ctx context.Context, it *cpebble.Iterator, reverse bool, fn func(k, v []byte) bool) error {
	begin, step := it.First, it.Next
	if reverse {
		begin, step = it.Last, it.Prev
	}
	n := 0
	for ok := begin(); ok; ok = step() {
		if n++; n%scanCheck == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		v, err := it.ValueAndErr()
		if err != nil {
			return fmt.Errorf("store: scan: %w", err)
		}
		if !fn(it.Key(), v) {
			return nil
		}
	}
	return nil // an error of the iterator comes from its Close
}
