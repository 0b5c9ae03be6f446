package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/store"
)

func checkGetSetDelete(t testing.TB, s store.Store) {
	ctx := context.Background()
	put(t, s, "a", "1", "c", "3")
	if diff := cmp.Diff([]string{"1", "", "3", "1"}, get(t, s, "a", "b", "c", "a")); diff != "" {
		t.Errorf("Get (-want +got):\n%s", diff)
	}
	err := s.View(ctx, func(r store.Reader) error {
		values, err := r.Get(ctx, []byte("b"))
		if err == nil && values[0] != nil {
			t.Errorf("absent key: got %q, want nil", values[0])
		}
		if none, err := r.Get(ctx); err != nil || len(none) != 0 {
			t.Errorf("Get of no key: %v, %v", none, err)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(ctx, func(tx store.Txn) error {
		got, err := tx.GetForUpdate(ctx, bytesOf("a", "b", "c", "a")...)
		if err != nil {
			return err
		}
		if string(got[0]) != "1" || got[1] != nil || string(got[2]) != "3" || string(got[3]) != "1" {
			t.Errorf("GetForUpdate: got %q", got)
		}
		tx.Delete([]byte("a"))
		tx.Delete([]byte("b")) // absent: no error
		tx.Set([]byte("c"), []byte("33"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"c=33"}, scan(t, s, store.Range{})); diff != "" {
		t.Errorf("after the update (-want +got):\n%s", diff)
	}
}

func checkGetOne(t testing.TB, s store.Store) {
	ctx := context.Background()
	put(t, s, "k", "v")
	for _, c := range []struct{ key, want string }{{"k", "v"}, {"j", ""}, {"kk", ""}} {
		calls := 0
		err := s.GetOne(ctx, []byte(c.key), func(v []byte) error {
			calls++
			if string(v) != c.want || (c.want == "" && v != nil) {
				t.Errorf("GetOne(%s): got %q, want %q", c.key, v, c.want)
			}
			return nil
		})
		if err != nil || calls != 1 {
			t.Errorf("GetOne(%s): error %v, %d calls", c.key, err, calls)
		}
		own := errors.New("own")
		if err := s.GetOne(ctx, []byte(c.key), func([]byte) error { return own }); err != own {
			t.Errorf("GetOne(%s): error %v, want that of the function", c.key, err)
		}
	}
}

func checkLastWriteCounts(t testing.TB, s store.Store) {
	err := s.Update(context.Background(), func(tx store.Txn) error {
		tx.Set([]byte("a"), []byte("1"))
		tx.Set([]byte("a"), []byte("2"))
		tx.Set([]byte("b"), []byte("1"))
		tx.Delete([]byte("b"))
		tx.Delete([]byte("c"))
		tx.Set([]byte("c"), []byte("1"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a=2", "c=1"}, scan(t, s, store.Range{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func checkEmptyRefused(t testing.TB, s store.Store) {
	for _, c := range []struct {
		name  string
		write func(store.Txn)
	}{
		{"Set of an empty key", func(tx store.Txn) { tx.Set(nil, []byte("v")) }},
		{"Set of an empty value", func(tx store.Txn) { tx.Set([]byte("k"), nil) }},
		{"Set of a zero-length value", func(tx store.Txn) { tx.Set([]byte("k"), []byte{}) }},
		{"Delete of an empty key", func(tx store.Txn) { tx.Delete(nil) }},
	} {
		err := s.Update(context.Background(), func(tx store.Txn) error {
			tx.Set([]byte("before"), []byte("1"))
			c.write(tx)
			tx.Set([]byte("after"), []byte("1"))
			return nil
		})
		if err == nil {
			t.Errorf("%s: no error", c.name)
		}
		if got := scan(t, s, store.Range{}); len(got) > 0 {
			t.Fatalf("%s: %v was written", c.name, got)
		}
	}
}

// checkSlicesReused: the caller overwrites its slices right after each call.
func checkSlicesReused(t testing.TB, s store.Store) {
	ctx := context.Background()
	put(t, s, "gone", "x")
	key, value := make([]byte, 4), make([]byte, 4)
	err := s.Update(ctx, func(tx store.Txn) error {
		for i := range 100 {
			copy(key, fmt.Sprintf("k%03d", i))
			if _, err := tx.GetForUpdate(ctx, key); err != nil {
				return err
			}
			copy(value, fmt.Sprintf("v%03d", i))
			tx.Set(key, value)
			copy(key, "????")
			copy(value, "????")
		}
		copy(key, "gone")
		tx.Delete(key)
		copy(key, "k001")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i := range 100 {
		want = append(want, fmt.Sprintf("k%03d=v%03d", i, i))
	}
	if diff := cmp.Diff(want, scan(t, s, store.Range{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// checkSlicesOwned: what Get returned is the caller's to keep and to change.
func checkSlicesOwned(t testing.TB, s store.Store) {
	ctx := context.Background()
	put(t, s, "a", "aaaa", "b", "bbbb")
	var kept [][]byte
	err := s.Update(ctx, func(tx store.Txn) error {
		plain, err := tx.Get(ctx, bytesOf("a", "b")...)
		if err != nil {
			return err
		}
		locked, err := tx.GetForUpdate(ctx, bytesOf("a", "b")...)
		if err != nil {
			return err
		}
		copy(plain[1], "????")
		copy(locked[1], "!!!!")
		kept = [][]byte{plain[0], locked[0]}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		put(t, s, "a", fmt.Sprintf("x%03d", i))
	}
	for _, v := range kept {
		if string(v) != "aaaa" {
			t.Errorf("a value kept by the caller became %q", v)
		}
	}
	if got := get(t, s, "b"); !slices.Equal(got, []string{"bbbb"}) {
		t.Errorf("the caller's change of a value reached the store: %q", got)
	}
}

func checkOwnWritesNotSeen(t testing.TB, s store.Store) {
	ctx := context.Background()
	put(t, s, "a", "old", "b", "old")
	err := s.Update(ctx, func(tx store.Txn) error {
		tx.Set([]byte("a"), []byte("new"))
		tx.Delete([]byte("b"))
		tx.Set([]byte("c"), []byte("new"))
		got, err := list(tx, store.Range{})
		if diff := cmp.Diff([]string{"a=old", "b=old"}, got); err == nil && diff != "" {
			t.Errorf("Scan (-want +got):\n%s", diff)
		}
		values, err2 := read(tx, "a", "b", "c")
		if diff := cmp.Diff([]string{"old", "old", ""}, values); err2 == nil && diff != "" {
			t.Errorf("Get (-want +got):\n%s", diff)
		}
		locked, err3 := tx.GetForUpdate(ctx, []byte("a"))
		if err3 == nil && string(locked[0]) != "old" {
			t.Errorf("GetForUpdate: %q, want old", locked[0])
		}
		return errors.Join(err, err2, err3)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkErrorWritesNothing(t testing.TB, s store.Store) {
	ctx := context.Background()
	own := errors.New("own")
	runs := 0
	err := s.Update(ctx, func(tx store.Txn) error {
		runs++
		if _, err := tx.GetForUpdate(ctx, []byte("a")); err != nil {
			return err
		}
		tx.Set([]byte("a"), []byte("1"))
		tx.Set([]byte("b"), []byte("1"))
		return own
	})
	if err != own || runs != 1 {
		t.Errorf("error %v after %d runs, want the function's own after 1", err, runs)
	}
	if err := s.View(ctx, func(store.Reader) error { return own }); err != own {
		t.Errorf("View: error %v, want the function's own", err)
	}
	if got := scan(t, s, store.Range{}); len(got) > 0 {
		t.Errorf("%v was written", got)
	}
	put(t, s, "a", "2") // nothing is left locked
}

func checkPanicWritesNothing(t testing.TB, s store.Store) {
	ctx := context.Background()
	func() {
		defer func() {
			if r := recover(); r != "own" {
				t.Errorf("recovered %v, want the function's own panic", r)
			}
		}()
		s.Update(ctx, func(tx store.Txn) error {
			if _, err := tx.GetForUpdate(ctx, []byte("a")); err != nil {
				return err
			}
			tx.Set([]byte("a"), []byte("1"))
			tx.Set([]byte("b"), []byte("1"))
			panic("own")
		})
	}()
	if got := scan(t, s, store.Range{}); len(got) > 0 {
		t.Errorf("%v was written", got)
	}
	put(t, s, "a", "2", "b", "2") // nothing is left locked
}

func checkSplit(t testing.TB, s store.Store) {
	ctx := context.Background()
	put(t, s, "a", "1", "b", "2")
	if err := s.Split(ctx, bytesOf("a", "aa", "z")...); err != nil {
		t.Fatal(err)
	}
	if err := s.Split(ctx); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a=1", "b=2"}, scan(t, s, store.Range{})); diff != "" {
		t.Errorf("after Split (-want +got):\n%s", diff)
	}
}
