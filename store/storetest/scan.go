package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/store"
)

// scanKeys hold prefixes of each other and the extreme bytes, in byte order.
var scanKeys = []string{"\x00", "\x00\x00", "\x00\xff", "a", "a\x00", "aa", "ab", "b", "b\xff", "b\xff\xff", "c", "\xff", "\xff\xff"}

func putScanKeys(t testing.TB, s store.Store) {
	var pairs []string
	for i, k := range scanKeys {
		pairs = append(pairs, k, fmt.Sprint(i))
	}
	put(t, s, pairs...)
}

// checkScanBothWays tries every pair of bounds from the keys, points between
// them, and none. The expected answer is a filter over scanKeys.
func checkScanBothWays(t testing.TB, s store.Store) {
	putScanKeys(t, s)
	bounds := append([]string{"", "A", "a\x00\x00", "b\xfe", "bb", "\xff\xff\xff"}, scanKeys...)
	for _, start := range bounds {
		for _, end := range bounds {
			var want []string
			for i, k := range scanKeys {
				if k >= start && (end == "" || k < end) {
					want = append(want, fmt.Sprintf("%s=%d", k, i))
				}
			}
			rg := store.Range{Start: []byte(start), End: []byte(end)}
			if diff := cmp.Diff(want, scan(t, s, rg)); diff != "" {
				t.Errorf("up from %q to %q (-want +got):\n%s", start, end, diff)
			}
			slices.Reverse(want)
			rg.Reverse = true
			if diff := cmp.Diff(want, scan(t, s, rg)); diff != "" {
				t.Errorf("down from %q to %q (-want +got):\n%s", end, start, diff)
			}
		}
	}
}

func checkScanEmpty(t testing.TB, s store.Store) {
	for _, reverse := range []bool{false, true} {
		for _, rg := range []store.Range{
			{}, {Start: []byte("a")}, {End: []byte("a")}, {Start: []byte("a"), End: []byte("b")},
		} {
			rg.Reverse = reverse
			if got := scan(t, s, rg); len(got) > 0 {
				t.Errorf("an empty store has %v", got)
			}
		}
	}
	put(t, s, "m", "1")
	for _, reverse := range []bool{false, true} {
		for _, b := range [][2]string{{"a", "m"}, {"m\x00", "z"}, {"m", "m"}, {"z", "a"}, {"n", ""}, {"", "m"}} {
			if got := scan(t, s, store.Range{Start: []byte(b[0]), End: []byte(b[1]), Reverse: reverse}); len(got) > 0 {
				t.Errorf("from %q to %q, reverse %v: %v", b[0], b[1], reverse, got)
			}
		}
	}
}

func checkScanStops(t testing.TB, s store.Store) {
	putScanKeys(t, s)
	ctx := context.Background()
	for _, reverse := range []bool{false, true} {
		want := slices.Clone(scanKeys)
		if reverse {
			slices.Reverse(want)
		}
		for n := 1; n <= len(want)+1; n++ {
			var got []string
			err := s.View(ctx, func(r store.Reader) error {
				return r.Scan(ctx, store.Range{Reverse: reverse, Limit: n}, func(k, _ []byte) bool {
					got = append(got, string(k))
					return len(got) < n
				})
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want[:min(n, len(want))], got); diff != "" {
				t.Errorf("stop after %d, reverse %v (-want +got):\n%s", n, reverse, diff)
			}
		}
	}
}

// checkScanHints: Limit and Bytes do not end a scan. More pairs than any
// driver's first request hold back nothing either.
func checkScanHints(t testing.TB, s store.Store) {
	const n = 1000
	var pairs []string
	for i := range n {
		pairs = append(pairs, fmt.Sprintf("k%04d", i), "value")
	}
	put(t, s, pairs...)
	for _, rg := range []store.Range{{}, {Limit: 1}, {Bytes: 1}, {Limit: 10 * n, Bytes: 1 << 30}} {
		for _, rg.Reverse = range []bool{false, true} {
			if got := scan(t, s, rg); len(got) != n {
				t.Errorf("%+v: %d pairs, want %d", rg, len(got), n)
			}
		}
	}
}

// checkScanNested reads from the Reader that is scanning.
func checkScanNested(t testing.TB, s store.Store) {
	putScanKeys(t, s)
	ctx := context.Background()
	n := 0
	err := s.View(ctx, func(r store.Reader) error {
		var inner error
		err := r.Scan(ctx, store.Range{}, func(k, v []byte) bool {
			values, err := r.Get(ctx, k)
			if err == nil && string(values[0]) != string(v) {
				t.Errorf("Get(%q) inside the scan: %q, want %q", k, values[0], v)
			}
			below, err2 := list(r, store.Range{End: k, Reverse: true})
			if err2 == nil && len(below) != n {
				t.Errorf("Scan below %q inside the scan: %d pairs, want %d", k, len(below), n)
			}
			if string(k) != scanKeys[n] {
				t.Errorf("pair %d of the outer scan is %q, want %q", n, k, scanKeys[n])
			}
			n++
			if err == nil {
				err = err2
			}
			inner = err
			return err == nil
		})
		if err == nil {
			err = inner
		}
		return err
	})
	if err != nil || n != len(scanKeys) {
		t.Errorf("%d pairs, error %v", n, err)
	}
}
