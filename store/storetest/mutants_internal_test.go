package storetest

import (
	"bytes"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

// mutant is a store with a fault, and the checks that must find it.
type mutant struct {
	name   string
	found  []string
	mutate func(*broken)
}

// mutants break each promise of the contract at least once; together they make
// every check fail.
var mutants = []mutant{
	{"GetForUpdate is a plain Get", []string{"LostUpdate", "LostUpdateMeeting", "LostUpdateAgainstBlindWrite", "CreateOnce", "WriteSkewAbsent", "WriteSkewPresent", "ManyKeysAnyOrder", "ConflictIsBounded", "BankSum"}, func(b *broken) {
		b.lock = func(tx store.Txn, ctx context.Context, keys [][]byte) ([][]byte, error) {
			v, err := b.fresh(ctx, keys)
			runtime.Gosched()
			time.Sleep(10 * time.Microsecond)
			return v, err
		}
	}},
	{"absent keys are not protected", []string{"CreateOnce", "WriteSkewAbsent"}, func(b *broken) {
		b.lock = func(tx store.Txn, ctx context.Context, keys [][]byte) ([][]byte, error) {
			v, err := b.fresh(ctx, keys)
			for i := range v {
				if v[i] != nil {
					return tx.GetForUpdate(ctx, keys...)
				}
			}
			return v, err
		}
	}},
	{"several keys at once are not protected", []string{"WriteSkewAbsent", "WriteSkewPresent"}, func(b *broken) {
		b.lock = func(tx store.Txn, ctx context.Context, keys [][]byte) ([][]byte, error) {
			if len(keys) > 1 {
				return b.fresh(ctx, keys)
			}
			return tx.GetForUpdate(ctx, keys...)
		}
	}},
	{"the value is wrong for a key asked twice", []string{"GetSetDelete"}, func(b *broken) {
		b.get = func(r store.Reader, ctx context.Context, keys [][]byte) ([][]byte, error) {
			v, err := r.Get(ctx, keys...)
			if len(v) == 4 {
				v[3] = nil
			}
			return v, err
		}
	}},
	{"each read sees the newest", []string{"SnapshotOfView", "SnapshotOfUpdate", "ReadersDuringWrites"}, func(b *broken) {
		b.get = func(_ store.Reader, ctx context.Context, keys [][]byte) ([][]byte, error) { return b.fresh(ctx, keys) }
		b.scan = func(_ store.Reader, ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error {
			return b.Store.View(ctx, func(r store.Reader) error { return r.Scan(ctx, rg, fn) })
		}
	}},
	{"plain reads are checked", []string{"PlainReadsNotChecked"}, func(b *broken) {
		var keys, was [][]byte
		b.get = func(r store.Reader, ctx context.Context, k [][]byte) (v [][]byte, err error) {
			v, err = r.Get(ctx, k...)
			keys, was = k, v
			return v, err
		}
		b.atEnd = func(ctx context.Context) error {
			is, err := b.fresh(ctx, keys)
			for i := range is {
				if !bytes.Equal(is[i], was[i]) {
					return store.ErrConflict
				}
			}
			return err
		}
	}},
	{"own writes are seen", []string{"OwnWritesNotSeen"}, func(b *broken) {
		wrote := map[string][]byte{}
		b.set = func(tx store.Txn, k, v []byte) { wrote[string(k)] = v; tx.Set(k, v) }
		b.get = func(r store.Reader, ctx context.Context, keys [][]byte) ([][]byte, error) {
			v, err := r.Get(ctx, keys...)
			for i := range v {
				if w := wrote[string(keys[i])]; w != nil {
					v[i] = w
				}
			}
			return v, err
		}
	}},
	{"a scan ends at its limit", []string{"ScanHints"}, func(b *broken) {
		b.scan = func(r store.Reader, ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error {
			n := 0
			return r.Scan(ctx, rg, func(k, v []byte) bool { n++; return fn(k, v) && n != rg.Limit })
		}
	}},
	{"a scan goes on after false", []string{"ScanStops"}, func(b *broken) {
		b.scan = func(r store.Reader, ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error {
			return r.Scan(ctx, rg, func(k, v []byte) bool { fn(k, v); return true })
		}
	}},
	{"a scan down has no lower bound", []string{"ScanBothWays", "ScanEmpty"}, func(b *broken) {
		b.scan = func(r store.Reader, ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error {
			if rg.Reverse {
				rg.Start = nil
			}
			return r.Scan(ctx, rg, fn)
		}
	}},
	{"a scan includes its end", []string{"ScanBothWays", "ScanEmpty"}, func(b *broken) {
		b.scan = func(r store.Reader, ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error {
			if len(rg.End) > 0 {
				rg.End = append(slices.Clone(rg.End), 0)
			}
			return r.Scan(ctx, rg, fn)
		}
	}},
	{"a scan down goes up", []string{"ScanBothWays", "ScanStops"}, func(b *broken) {
		b.scan = func(r store.Reader, ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error {
			rg.Reverse = false
			return r.Scan(ctx, rg, fn)
		}
	}},
	{"a read inside a scan disturbs it", []string{"ScanNested"}, func(b *broken) {
		depth := 0
		b.scan = func(r store.Reader, ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error {
			depth++
			defer func() { depth-- }()
			if depth > 1 {
				rg.End = nil
			}
			return r.Scan(ctx, rg, fn)
		}
	}},
	{"high bytes do not sort last", []string{"KeyOrder", "RandomAgainstMap"}, func(b *broken) {
		b.scan = func(r store.Reader, ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error {
			return r.Scan(ctx, rg, func(k, v []byte) bool { return k[0] >= 0xfe || fn(k, v) })
		}
	}},
	{"long keys are cut", []string{"KeyLengths"}, func(b *broken) {
		b.set = func(tx store.Txn, k, v []byte) { tx.Set(k[:min(len(k), 1024)], v) }
	}},
	{"large transactions lose their end", []string{"LargeTransaction"}, func(b *broken) {
		n := 0
		b.set = func(tx store.Txn, k, v []byte) {
			if n += len(v); n < 3<<20 {
				tx.Set(k, v)
			}
		}
	}},
	{"what is too large is another error", []string{"TooLarge"}, func(b *broken) {
		b.update = func(ctx context.Context, fn func(store.Txn) error) error {
			err := b.Store.Update(ctx, fn)
			if errors.Is(err, store.ErrTooLarge) {
				return errors.New("no")
			}
			return err
		}
	}},
	{"an empty value is a space", []string{"EmptyKeyOrValueRefused"}, func(b *broken) {
		b.set = func(tx store.Txn, k, v []byte) {
			if len(v) == 0 {
				v = []byte(" ")
			}
			tx.Set(k, v)
		}
	}},
	{"the first write of a key counts", []string{"LastWriteCounts"}, func(b *broken) {
		seen := map[string]bool{}
		b.set = func(tx store.Txn, k, v []byte) {
			if !seen[string(k)] {
				tx.Set(k, v)
			}
			seen[string(k)] = true
		}
	}},
	{"slices are kept after Set", []string{"SlicesReused"}, func(b *broken) {
		var late []func()
		b.set = func(tx store.Txn, k, v []byte) { late = append(late, func() { tx.Set(k, v) }) }
		b.atEnd = func(context.Context) error {
			for _, f := range late {
				f()
			}
			late = nil
			return nil
		}
	}},
	{"slices of Get are reused", []string{"SlicesOwned"}, func(b *broken) {
		buffers := map[string][]byte{}
		b.get = func(r store.Reader, ctx context.Context, keys [][]byte) ([][]byte, error) {
			v, err := r.Get(ctx, keys...)
			for i := range v {
				buf := append(buffers[string(keys[i])][:0], v[i]...)
				buffers[string(keys[i])], v[i] = buf, buf
			}
			return v, err
		}
		b.lock = func(tx store.Txn, ctx context.Context, keys [][]byte) ([][]byte, error) {
			if _, err := tx.GetForUpdate(ctx, keys...); err != nil {
				return nil, err
			}
			return b.get(tx, ctx, keys)
		}
	}},
	{"an error is a success", []string{"ErrorWritesNothing"}, func(b *broken) {
		b.update = func(ctx context.Context, fn func(store.Txn) error) error {
			return b.Store.Update(ctx, func(tx store.Txn) error { fn(tx); return nil })
		}
	}},
	{"a panic is an error", []string{"PanicWritesNothing"}, func(b *broken) {
		b.update = func(ctx context.Context, fn func(store.Txn) error) (err error) {
			defer func() {
				if recover() != nil {
					err = errors.New("panic")
				}
			}()
			return b.Store.Update(ctx, fn)
		}
	}},
	{"contexts are ignored", []string{"Cancelled", "CancelledInside"}, func(b *broken) { b.noContext = true }},
	{"conflicts are tried for ever", []string{"ConflictIsBounded"}, func(b *broken) {
		b.update = func(ctx context.Context, fn func(store.Txn) error) error { return retrying(ctx, b.Store, fn) }
	}},
	{"GetOne finds the next key", []string{"GetOne"}, func(b *broken) {
		b.getOne = func(ctx context.Context, key []byte, fn func([]byte) error) error {
			var v []byte
			b.Store.View(ctx, func(r store.Reader) error {
				return r.Scan(ctx, store.Range{Start: key}, func(_, value []byte) bool { v = bytes.Clone(value); return false })
			})
			return fn(v)
		}
	}},
	{"DeleteRange includes its end", []string{"DeleteRange"}, func(b *broken) {
		b.deleteRange = func(ctx context.Context, start, end []byte) error {
			if len(end) > 0 {
				end = append(slices.Clone(end), 0)
			}
			return b.Store.DeleteRange(ctx, start, end)
		}
	}},
	{"DeleteRange needs an end", []string{"DeleteRangeUnbounded"}, func(b *broken) {
		b.deleteRange = func(ctx context.Context, start, end []byte) error {
			if len(end) == 0 {
				return nil
			}
			return b.Store.DeleteRange(ctx, start, end)
		}
	}},
	{"Split deletes", []string{"Split"}, func(b *broken) {
		b.split = func(ctx context.Context, keys [][]byte) error { return b.Store.DeleteRange(ctx, nil, nil) }
	}},
	{"stamps count transactions as they begin", []string{"StampGrows", "StampOfBlindWrites"}, func(b *broken) {
		var last atomic.Uint64
		b.stamp = func(store.Txn) uint64 { return last.Add(1) }
	}},
	{"Safe is ahead", []string{"SafeWaits"}, func(b *broken) {
		b.safe = func(context.Context) (uint64, error) { return math.MaxUint64, nil }
	}},
	{"Safe stands still", []string{"Safe"}, func(b *broken) {
		b.safe = func(context.Context) (uint64, error) { return 0, nil }
	}},
	{"Close forgets that it closed", []string{"Close"}, func(b *broken) {
		b.close = func() error { return nil }
	}},
	{"Close does not wait", []string{"CloseDuringWork"}, func(b *broken) {
		var once sync.Once
		b.close = func() error {
			once.Do(func() { go b.Store.Close() })
			return nil
		}
		b.view = func(ctx context.Context, fn func(store.Reader) error) error {
			return b.Store.View(ctx, func(r store.Reader) error {
				err := fn(r)
				time.Sleep(time.Millisecond)
				return errors.Join(err, fn(r))
			})
		}
	}},
}

// TestMutants: each fault is found by the checks that should find it, and each
// check finds some fault.
func TestMutants(t *testing.T) {
	finds := map[string]bool{}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			for _, name := range m.found {
				i := slices.IndexFunc(checks, func(c check) bool { return c.name == name })
				if i < 0 {
					t.Fatalf("no check %s", name)
				}
				finds[name] = true
				if !fails(t, checks[i], m) {
					t.Errorf("%s passes", name)
				}
			}
		})
	}
	for _, c := range checks {
		if !finds[c.name] {
			t.Errorf("no mutant makes %s fail", c.name)
		}
	}
}

// fails runs a check on a mutant.
func fails(t *testing.T, c check, m mutant) bool {
	t.Helper()
	s, err := pebble.Open(pebble.Options{MaxTxnBytes: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	b := &broken{Store: s}
	m.mutate(b)
	rec := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if recover() != nil {
				rec.failed.Store(true)
			}
		}()
		c.run(rec, b)
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Errorf("%s hangs", c.name)
	}
	s.Close()
	return rec.failed.Load()
}

// recorder is a TB whose failure is a result.
type recorder struct {
	testing.TB
	failed atomic.Bool
}

func (r *recorder) Helper()                   {}
func (r *recorder) Error(...any)              { r.failed.Store(true) }
func (r *recorder) Errorf(string, ...any)     { r.failed.Store(true) }
func (r *recorder) Fatal(args ...any)         { r.failed.Store(true); runtime.Goexit() }
func (r *recorder) Fatalf(_ string, _ ...any) { r.failed.Store(true); runtime.Goexit() }
