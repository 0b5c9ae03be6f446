package pebble_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

// tiny keeps one or two small values in each slot, so that every few reads
// drive one out.
const tiny = 4096 * 160

func write(t testing.TB, s store.Store, fn func(store.Txn)) {
	t.Helper()
	if err := s.Update(context.Background(), func(tx store.Txn) error { fn(tx); return nil }); err != nil {
		t.Fatal(err)
	}
}

func newest(t testing.TB, s store.Store, key string) (value string) {
	t.Helper()
	err := s.GetOne(context.Background(), []byte(key), func(v []byte) error {
		if value = string(v); value == "" && v != nil {
			t.Errorf("%s is absent, but not nil", key)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func wantNewest(t testing.TB, s store.Store, key, want string, cached bool) {
	t.Helper()
	if got := s.(*pebble.Store).Cached(key); got != cached {
		t.Errorf("%s is in the cache: %v, want %v", key, got, cached)
	}
	if got := newest(t, s, key); got != want {
		t.Errorf("%s is %q, want %q", key, got, want)
	}
}

// TestCacheFollows: what was read twice is kept, absent or there, and is what
// each kind of write leaves.
func TestCacheFollows(t *testing.T) {
	s := open(t, pebble.Options{})
	defer s.Close()
	set := func(v string) func(store.Txn) { return func(tx store.Txn) { tx.Set([]byte("k"), []byte(v)) } }
	wantNewest(t, s, "k", "", false)
	wantNewest(t, s, "k", "", false)
	wantNewest(t, s, "k", "", true)
	write(t, s, set("1"))
	wantNewest(t, s, "k", "1", true)
	write(t, s, func(tx store.Txn) { set("2")(tx); tx.Delete([]byte("k")); set("3")(tx) })
	wantNewest(t, s, "k", "3", true)
	write(t, s, func(tx store.Txn) { set("4")(tx); tx.Delete([]byte("k")) })
	wantNewest(t, s, "k", "", true)
	write(t, s, set(strings.Repeat("v", 8<<10))) // above a slot's share
	wantNewest(t, s, "k", strings.Repeat("v", 8<<10), false)
	write(t, s, set("5"))
	wantNewest(t, s, "k", "5", false)
	wantNewest(t, s, "k", "5", true)
	if err := s.DeleteRange(context.Background(), []byte("k"), []byte("l")); err != nil {
		t.Fatal(err)
	}
	wantNewest(t, s, "k", "", false)
}

// TestCacheBelongsToNobody: a value read for update is the caller's to change.
func TestCacheBelongsToNobody(t *testing.T) {
	s := open(t, pebble.Options{})
	defer s.Close()
	ctx := context.Background()
	write(t, s, func(tx store.Txn) { tx.Set([]byte("k"), []byte("value")) })
	for range 4 {
		err := s.Update(ctx, func(tx store.Txn) error {
			v, err := tx.GetForUpdate(ctx, []byte("k"))
			if err == nil && string(v[0]) != "value" {
				t.Errorf("k is %q", v[0])
			}
			copy(v[0], "XXXXX")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	wantNewest(t, s, "k", "value", true)
}

// TestCacheIsBounded: reads of many more values than fit leave no more than
// was asked for, and a negative bound leaves none.
func TestCacheIsBounded(t *testing.T) {
	for bound, most := range map[int64]int{tiny: tiny, -1: 0} {
		s := open(t, pebble.Options{RowCacheBytes: bound})
		keys := s.SlotNeighbours("k", 9)
		for i, k := range keys {
			write(t, s, func(tx store.Txn) { tx.Set([]byte(k), fmt.Append(nil, "value", i)) })
		}
		for range 3 {
			for i, k := range keys {
				for range 3 {
					if got, want := newest(t, s, k), fmt.Sprint("value", i); got != want {
						t.Errorf("%s is %q, want %q", k, got, want)
					}
				}
			}
		}
		if got := s.CachedBytes(); got > most/4096 || (got == 0) != (most == 0) {
			t.Errorf("bound %d: %d bytes in one slot, want at most %d", bound, got, most/4096)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSnapshotPassesTheCacheBy: reads of a snapshot do not see what is newer,
// though the cache has it.
func TestSnapshotPassesTheCacheBy(t *testing.T) {
	s := open(t, pebble.Options{})
	defer s.Close()
	ctx := context.Background()
	set := func(v string) { write(t, s, func(tx store.Txn) { tx.Set([]byte("k"), []byte(v)) }) }
	set("old")
	newest(t, s, "k")
	newest(t, s, "k")
	read := func(r store.Reader) error {
		for _, then := range []string{"old", "new", "newer"} {
			v, err := r.Get(ctx, []byte("k"))
			if err != nil || string(v[0]) != "old" {
				t.Errorf("the snapshot has %q, error %v", v, err)
			}
			set(then)
			wantNewest(t, s, "k", then, true)
		}
		return nil
	}
	if err := s.View(ctx, read); err != nil {
		t.Error(err)
	}
	set("old")
	if err := s.Update(ctx, func(tx store.Txn) error { return read(tx) }); err != nil {
		t.Error(err)
	}
}

// TestCacheLinearizable is TestLinearizable on keys that drive each other out
// of the cache, in the presence of range deletions. Those take no locks (see
// store.Store), so there a swap, which depends on what it read, is not asked.
func TestCacheLinearizable(t *testing.T) {
	for name, kinds := range map[string][]string{
		"swaps":  {"read", "read", "read", "read", "write", "swap"},
		"ranges": {"read", "read", "read", "read", "write", "drop"},
	} {
		for _, bound := range []int64{0, tiny} {
			t.Run(fmt.Sprint(name, bound), func(t *testing.T) {
				s := open(t, pebble.Options{RowCacheBytes: bound})
				defer s.Close()
				history := runClients(t, s, clients{n: 6, each: rounds(t, 800), kinds: kinds, keys: s.SlotNeighbours("k", 3)})
				if result := porcupine.CheckOperationsTimeout(registers, history, time.Minute); result != porcupine.Ok {
					t.Errorf("%s for a history of %d operations", result, len(history))
				}
			})
		}
	}
}

// TestManyForUpdate: many keys read for update at once are as they are one by
// one: newest, absent ones nil, in the order asked for.
func TestManyForUpdate(t *testing.T) {
	s := open(t, pebble.Options{})
	defer s.Close()
	ctx := context.Background()
	keys := [][]byte{[]byte("k9"), []byte("absent")}
	want := []string{"new9", ""}
	for i := range 9 {
		keys = append(keys, fmt.Append(nil, "k", i))
		want = append(want, fmt.Sprint("new", i))
	}
	for _, version := range []string{"old", "new"} {
		for i := range 10 {
			write(t, s, func(tx store.Txn) { tx.Set(fmt.Append(nil, "k", i), fmt.Append(nil, version, i)) })
		}
	}
	err := s.Update(ctx, func(tx store.Txn) error {
		got, err := tx.GetForUpdate(ctx, keys...)
		for i, v := range got {
			if string(v) != want[i] || (v == nil) != (want[i] == "") {
				t.Errorf("%s is %q, want %q", keys[i], v, want[i])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
