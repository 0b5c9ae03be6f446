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

// reader implements store.Reader. Its snapshot is an iterator, made with the
// first read: a Pebble iterator sees one state for its whole life, and costs a
// fraction of a Pebble snapshot, which is a list under the database's lock and
// may start a compaction when it is closed.
type reader struct {
	db   *cpebble.DB
	base *cpebble.Iterator // nil before the first read
	busy bool              // a scan is walking base
}

// iterator returns one with the given bounds on the reader's snapshot, to be
// given back with done.
func (r *reader) iterator(start, end []byte) (it *cpebble.Iterator, err error) {
	switch {
	case r.base == nil:
		it, err = r.db.NewIter(&cpebble.IterOptions{LowerBound: start, UpperBound: end})
		r.base, r.busy = it, err == nil
	case !r.busy:
		it, r.busy = r.base, true
		it.SetBounds(start, end)
	default: // a read from inside a scan
		opts := cpebble.IterOptions{LowerBound: start, UpperBound: end}
		it, err = r.base.Clone(cpebble.CloneOptions{IterOptions: &opts})
	}
	if err != nil {
		return nil, fmt.Errorf("store: read: %w", err)
	}
	return it, nil
}

// done gives an iterator back and returns the error that it met.
func (r *reader) done(it *cpebble.Iterator) error {
	var err error
	if it == r.base {
		r.busy = false
		err = it.Error()
	} else {
		err = it.Close()
	}
	if err != nil {
		return fmt.Errorf("store: read: %w", err)
	}
	return nil
}

// end gives the snapshot back.
func (r *reader) end() {
	if r.base != nil {
		r.base.Close() // done reported its error
		r.base, r.busy = nil, false
	}
}

func (r *reader) free() {
	r.end()
	r.db = nil
	readers.Put(r)
}

// Get implements store.Reader.
func (r *reader) Get(ctx context.Context, keys ...[]byte) (values [][]byte, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	it, err := r.iterator(nil, nil)
	if err != nil {
		return nil, err
	}
	values = make([][]byte, len(keys))
	for i, key := range keys {
		if !it.SeekPrefixGE(key) {
			continue
		}
		v, err := it.ValueAndErr()
		if err != nil {
			break // done returns it
		}
		values[i] = append([]byte(nil), v...)
	}
	if err := r.done(it); err != nil {
		return nil, err
	}
	return values, nil
}

// Scan implements store.Reader.
func (r *reader) Scan(ctx context.Context, rg store.Range, fn func(k, v []byte) bool) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	start, end := rg.Start, rg.End
	if len(start) == 0 {
		start = nil
	}
	if len(end) == 0 {
		end = nil
	} else if bytes.Compare(start, end) >= 0 {
		start = end // empty, but a read of the snapshot all the same
	}
	it, err := r.iterator(start, end)
	if err != nil {
		return err
	}
	defer func() { // fn may panic
		if doneErr := r.done(it); doneErr != nil {
			err = doneErr
		}
	}()
	return walk(ctx, it, rg.Reverse, fn)
}

// walk stops at the first error of the iterator, which keeps it for done.
func walk(ctx context.Context, it *cpebble.Iterator, reverse bool, fn func(k, v []byte) bool) error {
	ok := false
	if reverse {
		ok = it.Last()
	} else {
		ok = it.First()
	}
	for n := 1; ok; n++ {
		if n%scanCheck == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		v, err := it.ValueAndErr()
		if err != nil || !fn(it.Key(), v) {
			return err
		}
		if reverse {
			ok = it.Prev()
		} else {
			ok = it.Next()
		}
	}
	return nil
}
