package storetest

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/store"
)

// readings are the ways to look at keys a, b and c; each lists "key=value".
var readings = map[string]func(store.Reader) ([]string, error){
	"Get of each": func(r store.Reader) ([]string, error) {
		var out []string
		for _, k := range []string{"a", "b", "c"} {
			v, err := read(r, k)
			if err != nil {
				return nil, err
			}
			if v[0] != "" {
				out = append(out, k+"="+v[0])
			}
		}
		return out, nil
	},
	"Get of all": func(r store.Reader) ([]string, error) {
		v, err := read(r, "a", "b", "c")
		var out []string
		for i, k := range []string{"a", "b", "c"} {
			if err == nil && v[i] != "" {
				out = append(out, k+"="+v[i])
			}
		}
		return out, err
	},
	"Scan up": func(r store.Reader) ([]string, error) { return list(r, store.Range{}) },
	"Scan down": func(r store.Reader) ([]string, error) {
		down, err := list(r, store.Range{Reverse: true})
		var up []string
		for i := range down {
			up = append(up, down[len(down)-1-i])
		}
		return up, err
	},
}

// checkSnapshotOfView: after its first read a View sees no later commit: a
// change, a deletion, a new key, a deleted range.
func checkSnapshotOfView(t testing.TB, s store.Store) {
	ctx := context.Background()
	for first, readFirst := range readings {
		for then, readThen := range readings {
			reset(t, s)
			err := s.View(ctx, func(r store.Reader) error {
				return readTwice(t, first+" then "+then, r, readFirst, readThen, func() { change(t, s) })
			})
			if err != nil {
				t.Errorf("%s then %s: %v", first, then, err)
			}
			if diff := cmp.Diff([]string{"a=new", "c=new"}, scan(t, s, store.Range{})); diff != "" {
				t.Errorf("a new View (-want +got):\n%s", diff)
			}
		}
	}
}

// checkSnapshotOfUpdate is the same for the plain reads of a transaction. The
// other commits come from outside of it.
func checkSnapshotOfUpdate(t testing.TB, s store.Store) {
	ctx := context.Background()
	for first, readFirst := range readings {
		for then, readThen := range readings {
			reset(t, s)
			err := s.Update(ctx, func(tx store.Txn) error {
				return readTwice(t, first+" then "+then, tx, readFirst, readThen, func() { aside(func() { change(t, s) }) })
			})
			if err != nil {
				t.Errorf("%s then %s: %v", first, then, err)
			}
		}
	}
}

// aside runs fn in a goroutine of its own and waits for it.
func aside(fn func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	<-done
}

func reset(t testing.TB, s store.Store) {
	t.Helper()
	if err := s.DeleteRange(context.Background(), nil, nil); err != nil {
		t.Fatal(err)
	}
	put(t, s, "a", "old", "b", "old")
}

// change turns a=old b=old into a=new c=new.
func change(t testing.TB, s store.Store) {
	t.Helper()
	err := s.Update(context.Background(), func(tx store.Txn) error {
		tx.Set([]byte("a"), []byte("new"))
		tx.Set([]byte("c"), []byte("new"))
		return nil
	})
	if err == nil {
		err = s.DeleteRange(context.Background(), []byte("b"), []byte("c"))
	}
	if err != nil {
		t.Errorf("a commit during a snapshot: %v", err)
	}
}

func readTwice(t testing.TB, name string, r store.Reader, first, then func(store.Reader) ([]string, error), between func()) error {
	t.Helper()
	before, err := first(r)
	if err != nil {
		return err
	}
	between()
	after, err := then(r)
	if err != nil {
		return err
	}
	want := []string{"a=old", "b=old"}
	if diff := cmp.Diff(want, before); diff != "" {
		t.Errorf("%s, first read (-want +got):\n%s", name, diff)
	}
	if diff := cmp.Diff(want, after); diff != "" {
		t.Errorf("%s, second read (-want +got):\n%s", name, diff)
	}
	return nil
}

// checkReadersDuringWrites: a writer keeps two keys equal; no reader ever sees
// them differ, nor a value go back. The writer writes whenever a reader is
// between two reads of one View.
func checkReadersDuringWrites(t testing.TB, s store.Store) {
	const readers, views = 3, 60
	ctx := context.Background()
	put(t, s, "x", "00000000", "y", "00000000")
	var left, writes atomic.Int32
	left.Store(readers)
	asked, end := make(chan struct{}, readers), make(chan struct{})
	between := func() {
		n := writes.Load()
		asked <- struct{}{}
		for since := time.Now(); writes.Load() == n && time.Since(since) < meetingWait; {
			runtime.Gosched()
		}
	}
	together(t, 1+readers, func(i int) error {
		if i == readers {
			return writeWhenAsked(ctx, s, asked, end, &writes)
		}
		defer func() {
			if left.Add(-1) == 0 {
				close(end)
			}
		}()
		last := ""
		for range views {
			now, err := readBoth(ctx, s, i == 0, between)
			if err != nil {
				return err
			}
			if now < last {
				return fmt.Errorf("%s was read after %s", now, last)
			}
			last = now
		}
		return nil
	})
}

// writeWhenAsked sets x and y to 1, 2, 3 ... as eight digits. After an error it
// goes on answering.
func writeWhenAsked(ctx context.Context, s store.Store, asked, end <-chan struct{}, writes *atomic.Int32) (err error) {
	for {
		select {
		case <-asked:
			if err == nil {
				err = writeBoth(ctx, s, fmt.Appendf(nil, "%08d", writes.Load()+1))
			}
			writes.Add(1)
		case <-end:
			return err
		}
	}
}

func writeBoth(ctx context.Context, s store.Store, value []byte) error {
	return s.Update(ctx, func(tx store.Txn) error {
		if _, err := tx.GetForUpdate(ctx, bytesOf("x", "y")...); err != nil {
			return err
		}
		tx.Set([]byte("y"), value)
		tx.Set([]byte("x"), value)
		return nil
	})
}

// readBoth reads x and y in two ways and returns the value that all four have.
func readBoth(ctx context.Context, s store.Store, reverse bool, between func()) (value string, err error) {
	err = s.View(ctx, func(r store.Reader) error {
		v, err := read(r, "x", "y")
		if err != nil {
			return err
		}
		between()
		pairs, err := list(r, store.Range{Reverse: reverse})
		if err != nil {
			return err
		}
		value = v[0]
		if len(pairs) != 2 || pairs[0][2:] != value || pairs[1][2:] != value || v[1] != value {
			return fmt.Errorf("one View read %v and %v", v, pairs)
		}
		return nil
	})
	return value, err
}
