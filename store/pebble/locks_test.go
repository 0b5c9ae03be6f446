package pebble_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

// holdKey runs an Update that reads key for update and then waits for release.
func holdKey(t *testing.T, s store.Store, key string, release <-chan struct{}) (held, done chan struct{}) {
	t.Helper()
	held, done = make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		err := s.Update(context.Background(), func(tx store.Txn) error {
			if _, err := tx.GetForUpdate(context.Background(), []byte(key)); err != nil {
				return err
			}
			close(held)
			<-release
			tx.Set([]byte(key), []byte("held"))
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}()
	return held, done
}

// TestWaitIsCancelled: who waits for a key gives up with its context, and the
// queue behind it goes on.
func TestWaitIsCancelled(t *testing.T) {
	s := open(t, pebble.Options{})
	defer s.Close()
	release := make(chan struct{})
	held, done := holdKey(t, s, "k", release)
	<-held

	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	err := s.Update(ctx, func(tx store.Txn) error {
		_, err := tx.GetForUpdate(ctx, []byte("k"))
		return err
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("read for update of a key that is held: error %v, want DeadlineExceeded", err)
	}
	err = s.Update(ctx, func(tx store.Txn) error { return nil })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("with a context that is done: error %v", err)
	}
	blind, cancelBlind := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancelBlind()
	err = s.Update(blind, func(tx store.Txn) error { tx.Set([]byte("k"), []byte("blind")); return nil })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("write of a key that is held: error %v, want DeadlineExceeded", err)
	}
	close(release)
	<-done
	err = s.GetOne(context.Background(), []byte("k"), func(v []byte) error {
		if string(v) != "held" {
			t.Errorf("k is %q", v)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestQueueIsFair: those that wait for a key get it in the order in which they
// came.
func TestQueueIsFair(t *testing.T) {
	s := open(t, pebble.Options{})
	defer s.Close()
	synctest.Test(t, func(t *testing.T) {
		ctx := context.Background()
		release := make(chan struct{})
		held, done := holdKey(t, s, "k", release)
		<-held
		var order []int // written under the lock of k
		for i := range 8 {
			go func() {
				err := s.Update(ctx, func(tx store.Txn) error {
					if _, err := tx.GetForUpdate(ctx, []byte("k")); err != nil {
						return err
					}
					order = append(order, i)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}()
			synctest.Wait() // until it waits in the queue
		}
		close(release)
		<-done
		synctest.Wait()
		if got := fmt.Sprint(order); got != "[0 1 2 3 4 5 6 7]" {
			t.Errorf("order %s", got)
		}
	})
}

// TestOpposedOrder: two transactions that take two keys in opposite orders
// meet with one key each. One of them is run again, and both commit.
func TestOpposedOrder(t *testing.T) {
	s := open(t, pebble.Options{})
	defer s.Close()
	ctx := context.Background()
	runs := make(chan int, 2)
	meet := make(chan struct{}, 2)
	for _, keys := range [][]string{{"a", "b"}, {"b", "a"}} {
		go func() {
			n := 0
			err := s.Update(ctx, func(tx store.Txn) error {
				n++
				if _, err := tx.GetForUpdate(ctx, []byte(keys[0])); err != nil {
					return err
				}
				if n == 1 {
					meet <- struct{}{}
					for len(meet) < 2 {
						time.Sleep(10 * time.Microsecond)
					}
				}
				if _, err := tx.GetForUpdate(ctx, []byte(keys[1])); err != nil {
					return fmt.Errorf("wrapped by the caller: %w", err)
				}
				tx.Set([]byte(keys[0]), []byte("v"))
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			runs <- n
		}()
	}
	if total := <-runs + <-runs; total != 3 {
		t.Errorf("%d runs of two functions, want 3", total)
	}
}

// TestLearns: a transaction that meets a key which is held, out of order, is
// run again once and then waits for it in order, whichever the order is.
func TestLearns(t *testing.T) {
	s := open(t, pebble.Options{})
	defer s.Close()
	again := 0
	for i := range 20 {
		synctest.Test(t, func(t *testing.T) {
			ctx := context.Background()
			release := make(chan struct{})
			held, done := holdKey(t, s, fmt.Sprint("held", i), release)
			<-held
			runs := 0
			finished := make(chan error, 1)
			go func() {
				finished <- s.Update(ctx, func(tx store.Txn) error {
					runs++
					if _, err := tx.GetForUpdate(ctx, fmt.Appendf(nil, "free%d", i)); err != nil {
						return err
					}
					_, err := tx.GetForUpdate(ctx, fmt.Appendf(nil, "held%d", i))
					return err
				})
			}()
			synctest.Wait()
			close(release)
			<-done
			if err := <-finished; err != nil || runs > 2 {
				t.Errorf("error %v after %d runs", err, runs)
			}
			again += runs - 1
		})
	}
	if again == 0 || again == 20 {
		t.Errorf("%d of 20 pairs of keys were out of order; the test means to see both", again)
	}
}

// TestConflictSwallowed: a function that goes on after an error of
// GetForUpdate does not commit.
func TestConflictSwallowed(t *testing.T) {
	s := open(t, pebble.Options{})
	defer s.Close()
	ctx := context.Background()
	write := func(key, value string) error {
		return s.Update(ctx, func(tx store.Txn) error { tx.Set([]byte(key), []byte(value)); return nil })
	}
	n := 0
	err := s.Update(ctx, func(tx store.Txn) error {
		n++
		if _, err := tx.Get(ctx, []byte("k")); err != nil {
			return err
		}
		if n == 1 {
			if err := write("k", "other"); err != nil { // nothing is held yet
				return err
			}
		}
		v, err := tx.GetForUpdate(ctx, []byte("k"))
		if n == 1 {
			if err == nil {
				t.Error("no error where the key was written since the snapshot")
			}
			tx.Set([]byte("k"), []byte("from nothing"))
			return nil
		}
		if err == nil && string(v[0]) != "other" {
			t.Errorf("second run: k is %q", v[0])
		}
		return err
	})
	if err != nil || n != 2 {
		t.Errorf("error %v after %d runs, want none after 2", err, n)
	}
	err = s.GetOne(ctx, []byte("k"), func(v []byte) error {
		if string(v) != "other" {
			t.Errorf("k is %q", v)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestRequireRead(t *testing.T) {
	s := open(t, pebble.Options{RequireRead: func(key []byte) bool { return key[0] == 'i' }})
	defer s.Close()
	ctx := context.Background()
	for name, c := range map[string]struct {
		write  func(store.Txn)
		panics bool
	}{
		"Set after the read":   {func(tx store.Txn) { tx.GetForUpdate(ctx, []byte("i1")); tx.Set([]byte("i1"), []byte("v")) }, false},
		"Set of another kind":  {func(tx store.Txn) { tx.Set([]byte("x1"), []byte("v")) }, false},
		"Set without":          {func(tx store.Txn) { tx.Set([]byte("i1"), []byte("v")) }, true},
		"Delete without":       {func(tx store.Txn) { tx.Delete([]byte("i1")) }, true},
		"Set after plain read": {func(tx store.Txn) { tx.Get(ctx, []byte("i1")); tx.Set([]byte("i1"), []byte("v")) }, true},
		"Set after another":    {func(tx store.Txn) { tx.GetForUpdate(ctx, []byte("i2")); tx.Set([]byte("i1"), []byte("v")) }, true},
	} {
		func() {
			defer func() {
				r := recover()
				if (r != nil) != c.panics || (c.panics && !strings.Contains(fmt.Sprint(r), "6931")) {
					t.Errorf("%s: recovered %v, want a panic that names the key: %v", name, r, c.panics)
				}
			}()
			if err := s.Update(ctx, func(tx store.Txn) error { c.write(tx); return nil }); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}()
	}
}

// TestNestedCallDuringClose: a call inside a call does not hang behind Close.
func TestNestedCallDuringClose(t *testing.T) {
	s := open(t, pebble.Options{})
	ctx := context.Background()
	closed := make(chan error)
	err := s.View(ctx, func(store.Reader) error {
		go func() { closed <- s.Close() }()
		for {
			err := s.GetOne(ctx, []byte("k"), func([]byte) error { return nil })
			if err != nil {
				return err
			}
		}
	})
	if !errors.Is(err, store.ErrClosed) {
		t.Errorf("error %v, want ErrClosed", err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}
