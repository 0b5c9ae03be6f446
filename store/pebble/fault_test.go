package pebble_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

// onLog is an error on an operation on the log, once armed.
type onLog struct {
	kinds []errorfs.OpKind
	armed atomic.Bool
}

func (o *onLog) String() string { return "on the log" }

func (o *onLog) MaybeError(op errorfs.Op) error {
	if o.armed.Load() && strings.HasSuffix(op.Path, ".log") {
		for _, k := range o.kinds {
			if op.Kind == k {
				return errorfs.ErrInjected
			}
		}
	}
	return nil
}

// oneLog are options under which the first 256 KiB (Pebble's first memtable) go
// to one log. A fault just where the next one begins ends the process, inside
// Pebble; these tests write less.
func oneLog(fs vfs.FS) pebble.Options {
	return pebble.Options{Dir: "/db", FS: fs}
}

// TestLogFails makes the log fail under concurrent writers. What was acknowledged survives; what was under way then is
// ambiguous; nothing is accepted any more, until the folder is opened again.
func TestLogFails(t *testing.T) {
	for name, kinds := range map[string][]errorfs.OpKind{
		"sync":  {errorfs.OpFileSync, errorfs.OpFileSyncData, errorfs.OpFileSyncTo},
		"write": {errorfs.OpFileWrite},
	} {
		t.Run(name, func(t *testing.T) {
			fault := &onLog{kinds: kinds}
			disk := vfs.NewCrashableMem()
			s := open(t, oneLog(errorfs.Wrap(disk, fault)))
			var acked []string
			for i := range 20 {
				acked = append(acked, "first."+strconv.Itoa(i))
				if err := record(context.Background(), s, acked[i]); err != nil {
					t.Fatal(err)
				}
			}
			fault.armed.Store(true)
			r := startRecorder(s, 4, "x")
			r.done.Wait()
			for _, err := range r.errs {
				if !errors.Is(err, store.ErrAmbiguous) && !errors.Is(err, store.ErrFailed) {
					t.Errorf("a writer got %v, want ErrAmbiguous or ErrFailed", err)
				}
			}
			if !errors.Is(errors.Join(r.errs...), store.ErrAmbiguous) {
				t.Errorf("nothing was ambiguous: %v", r.errs)
			}
			fault.armed.Store(false) // a disk that works again does not help
			wantFailed(t, s)
			if err := s.Close(); err == nil {
				t.Error("Close of a store that failed: no error")
			}
			after := open(t, oneLog(disk.CrashClone(vfs.CrashCloneCfg{})))
			defer after.Close()
			checkLedger(t, after, append(acked, r.acked...))
		})
	}
}

func wantFailed(t *testing.T, s store.Store) {
	t.Helper()
	ctx := context.Background()
	for name, call := range map[string]func() error{
		"GetOne":      func() error { return s.GetOne(ctx, []byte("a"), func([]byte) error { return nil }) },
		"View":        func() error { return s.View(ctx, func(store.Reader) error { return nil }) },
		"Update":      func() error { return s.Update(ctx, func(store.Txn) error { return nil }) },
		"DeleteRange": func() error { return s.DeleteRange(ctx, []byte("a"), []byte("b")) },
	} {
		if err := call(); !errors.Is(err, store.ErrFailed) || errors.Is(err, store.ErrAmbiguous) {
			t.Errorf("%s after the failure: error %v, want ErrFailed alone", name, err)
		}
	}
}

// TestIntervalSyncFails: nobody waits for the sync that fails, but the store
// stops.
func TestIntervalSyncFails(t *testing.T) {
	fault := &onLog{kinds: []errorfs.OpKind{errorfs.OpFileSync, errorfs.OpFileSyncData, errorfs.OpFileSyncTo}}
	o := oneLog(errorfs.Wrap(vfs.NewCrashableMem(), fault))
	o.Sync, o.Interval = pebble.Interval, time.Millisecond
	s := open(t, o)
	fault.armed.Store(true)
	if err := record(context.Background(), s, "x"); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; {
		err := s.View(context.Background(), func(store.Reader) error { return nil })
		if errors.Is(err, store.ErrFailed) {
			break
		}
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("error %v, want ErrFailed", err)
		}
	}
	wantFailed(t, s)
	if err := s.Close(); err == nil {
		t.Error("Close: no error")
	}
}

// TestReadFails: an error of the disk under a read is the caller's error, and
// the store goes on.
func TestReadFails(t *testing.T) {
	var armed atomic.Bool
	fault := errorfs.InjectorFunc(func(op errorfs.Op) error {
		if armed.Load() && strings.HasSuffix(op.Path, ".sst") && (op.Kind == errorfs.OpFileReadAt || op.Kind == errorfs.OpOpen) {
			return errorfs.ErrInjected
		}
		return nil
	})
	o := crashOptions(errorfs.Wrap(vfs.NewMem(), fault))
	o.CacheBytes = 1 // reads go to the disk
	s := open(t, o)
	ctx := context.Background()
	for i := range 200 {
		if err := record(ctx, s, "x."+strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	reads := map[string]func() error{
		"GetOne": func() error { return s.GetOne(ctx, []byte("note/00000000"), func([]byte) error { return nil }) },
		"Get": func() error {
			return s.View(ctx, func(r store.Reader) error { _, err := r.Get(ctx, []byte("note/00000000")); return err })
		},
		"Scan": func() error {
			return s.View(ctx, func(r store.Reader) error {
				return r.Scan(ctx, store.Range{}, func(_, _ []byte) bool { return true })
			})
		},
		"Scan down": func() error {
			return s.View(ctx, func(r store.Reader) error {
				return r.Scan(ctx, store.Range{Reverse: true}, func(_, _ []byte) bool { return true })
			})
		},
		"GetForUpdate": func() error {
			return s.Update(ctx, func(tx store.Txn) error { _, err := tx.GetForUpdate(ctx, []byte("note/00000000")); return err })
		},
	}
	armed.Store(true)
	for name, read := range reads {
		if err := read(); !errors.Is(err, errorfs.ErrInjected) {
			t.Errorf("%s: error %v, want that of the disk", name, err)
		}
	}
	armed.Store(false)
	for name, read := range reads {
		if err := read(); err != nil {
			t.Errorf("%s with the disk well again: %v", name, err)
		}
	}
	checkLedger(t, s, nil)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestSharedSync: commits that wait at the same time share a sync of the log,
// also those of one key, which do not hold it while they wait.
func TestSharedSync(t *testing.T) {
	var syncs atomic.Int64
	slow := errorfs.InjectorFunc(func(op errorfs.Op) error {
		if strings.HasSuffix(op.Path, ".log") && (op.Kind == errorfs.OpFileSync || op.Kind == errorfs.OpFileSyncData) {
			syncs.Add(1)
			time.Sleep(2 * time.Millisecond)
		}
		return nil
	})
	s := open(t, pebble.Options{Dir: "/db", FS: errorfs.Wrap(vfs.NewMem(), slow)})
	defer s.Close()
	before := syncs.Load()
	r := startRecorder(s, 16, "x") // all write the counter of the ledger
	for len(r.acknowledged()) < 160 {
		time.Sleep(time.Millisecond)
	}
	if err := r.finish(); err != nil {
		t.Fatal(err)
	}
	commits := int64(len(r.acked))
	if got := syncs.Load() - before; got > commits/2 {
		t.Errorf("%d syncs for %d commits of 16 writers", got, commits)
	}
}
