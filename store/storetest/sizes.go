package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/store"
)

// checkKeyOrder: keys are ordered as bytes, every byte value included.
func checkKeyOrder(t testing.TB, s store.Store) {
	var keys, pairs, want []string
	for b := range 256 {
		keys = append(keys, string([]byte{byte(b)}), string([]byte{byte(b), 0}), string([]byte{'m', byte(b)}))
	}
	slices.Sort(keys)
	for _, k := range slices.Compact(keys) { // "m" followed by 0 is there twice
		pairs = append(pairs, k, "v")
		want = append(want, k+"=v")
	}
	put(t, s, pairs...)
	if diff := cmp.Diff(want, scan(t, s, store.Range{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// longestKey is that of the engine's layout: a prefix of 23 bytes, a sort key
// of 1,024 zero bytes escaped, and the hash of the base key.
const longestKey = 23 + 2051 + 16

func checkKeyLengths(t testing.TB, s store.Store) {
	longest := longestKey
	if most := s.Limits().MaxKey; most > 0 {
		if most < longestKey {
			t.Errorf("Limits.MaxKey is %d, the engine needs %d", most, longestKey)
		}
		longest = most
	}
	var pairs []string
	for _, fill := range []byte{0x00, 'x', 0xff} {
		for _, n := range []int{1, 2, 23, 255, 256, 1023, 1024, 2047, 2048, longestKey, longest} {
			key := string(bytes.Repeat([]byte{fill}, n))
			if !slices.Contains(pairs, key) {
				pairs = append(pairs, key, "v")
			}
		}
	}
	put(t, s, pairs...)
	for i := 0; i < len(pairs); i += 2 {
		if got := get(t, s, pairs[i]); got[0] != "v" {
			t.Errorf("key of %d bytes %q: %q", len(pairs[i]), pairs[i][:1], got[0])
		}
	}
	if got := len(scan(t, s, store.Range{})); got != len(pairs)/2 {
		t.Errorf("%d pairs written and %d read", len(pairs)/2, got)
	}
}

// checkTooLarge goes one over each limit that the driver has.
func checkTooLarge(t testing.TB, s store.Store) {
	const tryUpTo = 70 << 20 // bytes that this check is willing to write
	l := s.Limits()
	over := map[string]func(store.Txn){}
	if l.MaxKey > 0 && l.MaxKey < tryUpTo {
		over["key"] = func(tx store.Txn) { tx.Set(make([]byte, l.MaxKey+1), []byte("v")) }
		over["key deleted"] = func(tx store.Txn) { tx.Delete(make([]byte, l.MaxKey+1)) }
	}
	if l.MaxValue > 0 && l.MaxValue < tryUpTo {
		over["value"] = func(tx store.Txn) { tx.Set([]byte("k"), make([]byte, l.MaxValue+1)) }
	}
	if l.MaxTxnBytes > 0 && l.MaxTxnBytes < tryUpTo {
		over["transaction"] = func(tx store.Txn) {
			for i, part := 0, make([]byte, 1<<20); i*len(part) <= l.MaxTxnBytes; i++ {
				tx.Set(fmt.Appendf(nil, "k%d", i), part)
			}
		}
	}
	if l.MaxTxnKeys > 0 && l.MaxTxnKeys < 1<<20 {
		over["number of keys"] = func(tx store.Txn) {
			for i := range l.MaxTxnKeys + 1 {
				tx.Set(fmt.Appendf(nil, "k%d", i), []byte("v"))
			}
		}
	}
	for name, write := range over {
		err := s.Update(context.Background(), func(tx store.Txn) error {
			tx.Set([]byte("before"), []byte("1"))
			write(tx)
			tx.Set([]byte("after"), []byte("1"))
			return nil
		})
		if !errors.Is(err, store.ErrTooLarge) {
			t.Errorf("%s over its limit: error %v, want ErrTooLarge", name, err)
		}
		if got := scan(t, s, store.Range{}); len(got) > 0 {
			t.Fatalf("%s over its limit: %d pairs were written", name, len(got))
		}
	}
	put(t, s, "k", "v")
}

// checkLargeTransaction is DynamoDB's largest by count and by size: 100 items
// of 40 KB (4 MB), with an index entry each.
func checkLargeTransaction(t testing.TB, s store.Store) {
	ctx := context.Background()
	const n, size = 100, 40 << 10
	item := func(i int) []byte { return bytes.Repeat([]byte{byte(i + 1)}, size) }
	err := s.Update(ctx, func(tx store.Txn) error {
		var keys [][]byte
		for i := range n {
			keys = append(keys, fmt.Appendf(nil, "item%03d", i))
		}
		old, err := tx.GetForUpdate(ctx, keys...)
		if err != nil {
			return err
		}
		for i, key := range keys {
			if old[i] != nil {
				t.Errorf("%s exists", key)
			}
			tx.Set(key, item(i))
			tx.Set(fmt.Appendf(nil, "index%03d", i), []byte("entry"))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	err = s.View(ctx, func(r store.Reader) error {
		return r.Scan(ctx, store.Range{Start: []byte("item"), Limit: n}, func(k, v []byte) bool {
			if string(k) != fmt.Sprintf("item%03d", i) || !bytes.Equal(v, item(i)) {
				t.Errorf("pair %d is %s with %d bytes", i, k, len(v))
			}
			i++
			return true
		})
	})
	if err != nil || i != n {
		t.Errorf("%d items, error %v", i, err)
	}
	if got := len(scan(t, s, store.Range{End: []byte("item")})); got != n {
		t.Errorf("%d index entries, want %d", got, n)
	}
}
