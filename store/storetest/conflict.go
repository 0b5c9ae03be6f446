package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/store"
)

// retrying runs Update again after ErrConflict, as the engine does.
func retrying(ctx context.Context, s store.Store, fn func(store.Txn) error) error {
	for {
		if err := s.Update(ctx, fn); !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
}

// number reads a decimal counter for update; absent is zero.
func number(ctx context.Context, tx store.Txn, key string) (int, error) {
	v, err := tx.GetForUpdate(ctx, []byte(key))
	if err != nil || v[0] == nil {
		return 0, err
	}
	return strconv.Atoi(string(v[0]))
}

func checkPlainReadsNotChecked(t testing.TB, s store.Store) {
	ctx := context.Background()
	put(t, s, "a", "1")
	runs := 0
	err := s.Update(ctx, func(tx store.Txn) error {
		runs++
		if _, err := tx.Get(ctx, []byte("a")); err != nil {
			return err
		}
		aside(func() { put(t, s, "a", "2") })
		tx.Set([]byte("b"), []byte("1"))
		return nil
	})
	if err != nil || runs != 1 {
		t.Errorf("error %v after %d runs, want none after 1", err, runs)
	}
	if diff := cmp.Diff([]string{"a=2", "b=1"}, scan(t, s, store.Range{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// checkLostUpdate: increments by many at once all count.
func checkLostUpdate(t testing.TB, s store.Store) {
	ctx := context.Background()
	const writers, each = 8, 25
	together(t, writers, func(int) error {
		for range each {
			err := retrying(ctx, s, func(tx store.Txn) error {
				n, err := number(ctx, tx, "n")
				tx.Set([]byte("n"), []byte(strconv.Itoa(n+1)))
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if got, want := get(t, s, "n")[0], strconv.Itoa(writers*each); got != want {
		t.Errorf("%s of %s increments are left", got, want)
	}
}

// checkLostUpdateMeeting: two transactions both read before either commits.
func checkLostUpdateMeeting(t testing.TB, s store.Store) {
	ctx := context.Background()
	const rounds = 5
	for range rounds {
		m := newMeeting(2)
		together(t, 2, func(int) error {
			return retrying(ctx, s, func(tx store.Txn) error {
				n, err := number(ctx, tx, "n")
				if err != nil {
					return err
				}
				m.wait()
				tx.Set([]byte("n"), []byte(strconv.Itoa(n+1)))
				return nil
			})
		})
	}
	if got, want := get(t, s, "n")[0], strconv.Itoa(2*rounds); got != want {
		t.Errorf("%s of %s increments are left", got, want)
	}
}

// checkBlindWriteSeen: a write that read nothing counts as a write for those
// that read the key for update.
func checkBlindWriteSeen(t testing.TB, s store.Store) {
	ctx := context.Background()
	for range 5 {
		put(t, s, "n", "0")
		read, written := newMeeting(2), newMeeting(2)
		together(t, 2, func(i int) error {
			if i == 0 {
				read.wait()
				defer written.wait()
				return s.Update(ctx, func(tx store.Txn) error { tx.Set([]byte("n"), []byte("100")); return nil })
			}
			return retrying(ctx, s, func(tx store.Txn) error {
				n, err := number(ctx, tx, "n")
				if err != nil {
					return err
				}
				read.wait()
				written.wait()
				tx.Set([]byte("n"), []byte(strconv.Itoa(n+1)))
				return nil
			})
		})
		if got := get(t, s, "n")[0]; got != "100" && got != "101" {
			t.Errorf("n is %s after a write of 100 and an increment: the write was lost", got)
		}
	}
}

func checkCreateOnce(t testing.TB, s store.Store) {
	ctx := context.Background()
	exists := errors.New("exists")
	for round := range 3 {
		key := fmt.Appendf(nil, "k%d", round)
		m := newMeeting(6)
		var created atomic.Int32
		together(t, 6, func(i int) error {
			err := retrying(ctx, s, func(tx store.Txn) error {
				old, err := tx.GetForUpdate(ctx, key)
				if err != nil {
					return err
				}
				m.wait()
				if old[0] != nil {
					return exists
				}
				tx.Set(key, []byte(strconv.Itoa(i)))
				return nil
			})
			if err == nil {
				created.Add(1)
			} else if err != exists {
				return err
			}
			return nil
		})
		if n := created.Load(); n != 1 {
			t.Errorf("%d of 6 created the key", n)
		}
	}
}

func checkWriteSkewAbsent(t testing.TB, s store.Store) {
	for round := range 5 {
		writeSkew(t, s, fmt.Sprintf("x%d", round), fmt.Sprintf("y%d", round), "")
	}
}

func checkWriteSkewPresent(t testing.TB, s store.Store) {
	for round := range 5 {
		x, y := fmt.Sprintf("x%d", round), fmt.Sprintf("y%d", round)
		put(t, s, x, "free", y, "free")
		writeSkew(t, s, x, y, "free")
	}
}

// writeSkew: each of two transactions takes one of two keys, if both are free.
func writeSkew(t testing.TB, s store.Store, x, y, free string) {
	t.Helper()
	ctx := context.Background()
	m := newMeeting(2)
	together(t, 2, func(i int) error {
		return retrying(ctx, s, func(tx store.Txn) error {
			keys := bytesOf(x, y)
			v, err := tx.GetForUpdate(ctx, keys...)
			if err != nil {
				return err
			}
			m.wait()
			if string(v[0]) == free && string(v[1]) == free {
				tx.Set(keys[i], []byte("taken"))
			}
			return nil
		})
	})
	got := get(t, s, x, y)
	if (got[0] == "taken") == (got[1] == "taken") {
		t.Errorf("two keys that one of two may take became %q", got)
	}
}

// checkManyKeysAnyOrder: transactions that read the same keys for update one
// by one, each in its own order, all get through.
func checkManyKeysAnyOrder(t testing.TB, s store.Store) {
	ctx := context.Background()
	const writers, each, keys = 6, 10, 12
	together(t, writers, func(i int) error {
		rnd := rand.New(rand.NewPCG(uint64(i), 1))
		for range each {
			err := retrying(ctx, s, func(tx store.Txn) error {
				for _, k := range rnd.Perm(keys) {
					key := fmt.Sprintf("k%d", k)
					n, err := number(ctx, tx, key)
					if err != nil {
						return err
					}
					tx.Set([]byte(key), []byte(strconv.Itoa(n+1)))
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	for k := range keys {
		if got := get(t, s, fmt.Sprintf("k%d", k))[0]; got != strconv.Itoa(writers*each) {
			t.Errorf("key %d counts %s of %d", k, got, writers*each)
		}
	}
}

// checkConflictIsBounded: a function that meets a conflict in every run, on a
// key of its own each time, is given up.
func checkConflictIsBounded(t testing.TB, s store.Store) {
	ctx := context.Background()
	runs, keys := 0, 0
	err := s.Update(ctx, func(tx store.Txn) error {
		if runs++; runs > 10000 {
			return errors.New("no end")
		}
		var key []byte
		for written := false; !written; {
			keys++
			key = fmt.Appendf(nil, "k%d", keys)
			if _, err := tx.Get(ctx, key); err != nil {
				return err
			}
			aside(func() { written = writeWithin(ctx, s, key, "other") })
		}
		if _, err := tx.GetForUpdate(ctx, key); err != nil {
			return err
		}
		tx.Set(key, []byte("mine"))
		return nil
	})
	if !errors.Is(err, store.ErrConflict) || runs < 2 {
		t.Errorf("error %v after %d runs, want ErrConflict after some", err, runs)
	}
	for _, pair := range scan(t, s, store.Range{}) {
		if !strings.HasSuffix(pair, "=other") {
			t.Errorf("the function that was given up wrote %s", pair)
		}
	}
}

// writeWithin writes key if that does not take long. It may: a driver whose
// transactions wait for each other may make unrelated keys share a lock.
func writeWithin(ctx context.Context, s store.Store, key []byte, value string) bool {
	ctx, cancel := context.WithTimeout(ctx, meetingWait)
	defer cancel()
	return s.Update(ctx, func(tx store.Txn) error {
		tx.Set(key, []byte(value))
		return nil
	}) == nil
}
