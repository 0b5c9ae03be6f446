package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/keywright/keywright/store"
)

// checkCancelled: with a context that is done, no call does anything.
func checkCancelled(t testing.TB, s store.Store) {
	put(t, s, "a", "1")
	done, cancel := context.WithCancel(context.Background())
	cancel()
	ran := false
	calls := map[string]func() error{
		"GetOne":      func() error { return s.GetOne(done, []byte("a"), func([]byte) error { ran = true; return nil }) },
		"View":        func() error { return s.View(done, func(store.Reader) error { ran = true; return nil }) },
		"Update":      func() error { return s.Update(done, func(store.Txn) error { ran = true; return nil }) },
		"DeleteRange": func() error { return s.DeleteRange(done, []byte("a"), []byte("b")) },
		"Split":       func() error { return s.Split(done, []byte("a")) },
		"Safe":        func() error { _, err := s.Safe(done); return err },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", name, err)
		}
	}
	if ran {
		t.Error("a function was run")
	}
	if got := get(t, s, "a"); got[0] != "1" {
		t.Errorf("a is %q", got[0])
	}
}

// checkCancelledInside cancels while the function runs.
func checkCancelledInside(t testing.TB, s store.Store) {
	var pairs []string
	const n = 5000
	for i := range n {
		pairs = append(pairs, fmt.Sprintf("k%05d", i), "v")
	}
	put(t, s, pairs...)

	ctx, cancel := context.WithCancel(context.Background())
	seen := 0
	err := s.View(ctx, func(r store.Reader) error {
		return r.Scan(ctx, store.Range{}, func(_, _ []byte) bool {
			if seen++; seen == 10 {
				cancel()
			}
			return true
		})
	})
	if !errors.Is(err, context.Canceled) || seen == n {
		t.Errorf("Scan: error %v after %d of %d pairs", err, seen, n)
	}

	ctx, cancel = context.WithCancel(context.Background())
	err = s.Update(ctx, func(tx store.Txn) error {
		if _, err := tx.GetForUpdate(ctx, []byte("k00000")); err != nil {
			return err
		}
		tx.Set([]byte("k00000"), []byte("new"))
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Update: error %v, want context.Canceled", err)
	}
	if got := get(t, s, "k00000"); got[0] != "v" {
		t.Errorf("a cancelled Update wrote %q", got[0])
	}
	for name, read := range map[string]func(store.Txn) error{
		"Get":          func(tx store.Txn) error { _, err := tx.Get(ctx, []byte("a")); return err },
		"GetForUpdate": func(tx store.Txn) error { _, err := tx.GetForUpdate(ctx, []byte("a")); return err },
		"Scan": func(tx store.Txn) error {
			return tx.Scan(ctx, store.Range{}, func(_, _ []byte) bool { return true })
		},
	} {
		if err := s.Update(context.Background(), read); !errors.Is(err, context.Canceled) {
			t.Errorf("%s with a context that is done: error %v", name, err)
		}
	}
	put(t, s, "k00000", "after")
}
