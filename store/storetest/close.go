package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/keywright/keywright/store"
)

func checkClose(t testing.TB, s store.Store) {
	ctx := context.Background()
	put(t, s, "a", "1")
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatalf("Close: %v", err)
		}
	}
	ran := false
	for name, call := range map[string]func() error{
		"GetOne":      func() error { return s.GetOne(ctx, []byte("a"), func([]byte) error { ran = true; return nil }) },
		"View":        func() error { return s.View(ctx, func(store.Reader) error { ran = true; return nil }) },
		"Update":      func() error { return s.Update(ctx, func(store.Txn) error { ran = true; return nil }) },
		"DeleteRange": func() error { return s.DeleteRange(ctx, []byte("a"), []byte("b")) },
		"Split":       func() error { return s.Split(ctx, []byte("a")) },
		"Safe":        func() error { _, err := s.Safe(ctx); return err },
	} {
		if err := call(); !errors.Is(err, store.ErrClosed) {
			t.Errorf("%s after Close: error %v, want ErrClosed", name, err)
		}
	}
	if ran {
		t.Error("a function was run after Close")
	}
	s.Limits()
}

// checkCloseDuringWork closes while readers and writers are busy: each call
// ends well or with ErrClosed, and Close returns after the last one.
func checkCloseDuringWork(t testing.TB, s store.Store) {
	ctx := context.Background()
	put(t, s, "a", "1")
	var mu sync.Mutex
	busy, closed := 0, false
	enter := func(by int) {
		mu.Lock()
		defer mu.Unlock()
		if closed {
			t.Error("a function was under way when Close returned")
		}
		busy += by
	}
	started := make(chan struct{})
	var once sync.Once
	var calls sync.WaitGroup
	var errs [6]error
	for i := range errs {
		calls.Go(func() {
			for n := 0; errs[i] == nil; n++ {
				if n == 3 {
					once.Do(func() { close(started) })
				}
				errs[i] = work(ctx, s, i, n, enter)
			}
		})
	}
	<-started
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	mu.Lock()
	if busy > 0 {
		t.Errorf("%d functions are under way after Close", busy)
	}
	closed = true
	mu.Unlock()
	done := make(chan struct{})
	go func() { calls.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("calls hang after Close")
	}
	if i := slices.IndexFunc(errs[:], func(err error) bool { return !errors.Is(err, store.ErrClosed) }); i >= 0 {
		t.Errorf("a call during Close: error %v, want ErrClosed", errs[i])
	}
}

// work is one read, scan or write that takes a moment.
func work(ctx context.Context, s store.Store, i, n int, enter func(by int)) error {
	switch i % 3 {
	case 0:
		return s.View(ctx, func(r store.Reader) error {
			enter(1)
			defer enter(-1)
			_, err := list(r, store.Range{})
			return err
		})
	case 1:
		return s.GetOne(ctx, []byte("a"), func(v []byte) error {
			enter(1)
			defer enter(-1)
			if string(v) != "1" {
				return fmt.Errorf("a is %q", v)
			}
			return nil
		})
	default:
		return s.Update(ctx, func(tx store.Txn) error {
			enter(1)
			defer enter(-1)
			key := fmt.Appendf(nil, "k%d/%d", i, n)
			_, err := tx.GetForUpdate(ctx, key)
			tx.Set(key, []byte("v"))
			return err
		})
	}
}
