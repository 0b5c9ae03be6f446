package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/store"
)

func checkDeleteRange(t testing.TB, s store.Store) {
	ctx := context.Background()
	for _, c := range []struct{ start, end string }{
		{"a", "b"}, {"a", "a\x00"}, {"a", "b\xff"}, {"b", "b"}, {"c", "a"}, {"bb", "bc"}, {"\x00", "\xff"}, {"\xff", "\xff\xff\xff"},
	} {
		putScanKeys(t, s)
		if err := s.DeleteRange(ctx, []byte(c.start), []byte(c.end)); err != nil {
			t.Fatal(err)
		}
		var want []string
		for i, k := range scanKeys {
			if k < c.start || k >= c.end {
				want = append(want, fmt.Sprintf("%s=%d", k, i))
			}
		}
		if diff := cmp.Diff(want, scan(t, s, store.Range{})); diff != "" {
			t.Errorf("DeleteRange(%q, %q) (-want +got):\n%s", c.start, c.end, diff)
		}
		for i, k := range scanKeys {
			if got, gone := get(t, s, k)[0], k >= c.start && k < c.end; gone != (got == "") {
				t.Errorf("DeleteRange(%q, %q): key %d is %q", c.start, c.end, i, got)
			}
		}
	}
}

func checkDeleteRangeUnbounded(t testing.TB, s store.Store) {
	ctx := context.Background()
	if err := s.DeleteRange(ctx, nil, nil); err != nil {
		t.Fatalf("of an empty store: %v", err)
	}
	for _, c := range []struct {
		start, end string
		want       []string
	}{
		{"", "b", []string{"b=1", "\xff\xff=1"}},
		{"b", "", []string{"a=1"}},
		{"", "", nil},
	} {
		put(t, s, "a", "1", "b", "1", "\xff\xff", "1")
		if err := s.DeleteRange(ctx, []byte(c.start), []byte(c.end)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, scan(t, s, store.Range{})); diff != "" {
			t.Errorf("DeleteRange(%q, %q) (-want +got):\n%s", c.start, c.end, diff)
		}
	}
}
