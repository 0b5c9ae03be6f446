package attr_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/keywright/keywright/attr"
)

// What Stored reads in place is what DecodeItem's item has: the oracle is the
// item that was stored.
func TestStored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		it := items(3).Draw(t, "item")
		stored := attr.Stored(attr.AppendItem(nil, it))
		got, err := stored.AppendJSON([]byte("before"))
		if want := string(it.AppendJSON([]byte("before"))); err != nil || string(got) != want {
			t.Fatalf("AppendJSON: %s, %v, want %s", got, err, want)
		}
		name := rapid.SampledFrom(append(it, attr.Field{Name: "missing"})).Draw(t, "field").Name
		v, err := stored.Get(name)
		if want := it.Get(name); err != nil || v.IsZero() != want.IsZero() || !want.IsZero() && !attr.Equal(v, want) {
			t.Fatalf("Get(%q): %v, %v, want %v", name, v, err, want)
		}
	})
}

// Stored calls corrupt what DecodeItem calls so, and never panics.
func FuzzStored(f *testing.F) {
	f.Add(attr.AppendItem(nil, attr.NewItem(attr.Field{Name: "a", Value: attr.Int(1)}, attr.Field{Name: "b", Value: attr.List(attr.Null(), attr.Binary([]byte("x")))})), "b")
	f.Add([]byte{1, 1, 1, 'a', 1, 1}, "a")
	f.Fuzz(func(t *testing.T, b []byte, name string) {
		it, failed := attr.DecodeItem(b)
		got, err := attr.Stored(b).AppendJSON(nil)
		if (err == nil) != (failed == nil) {
			t.Fatalf("AppendJSON: error %v, DecodeItem: %v", err, failed)
		}
		if err == nil && string(got) != string(it.AppendJSON(nil)) {
			t.Fatalf("AppendJSON: %s, the item's: %s", got, it.AppendJSON(nil))
		}
		if v, err := attr.Stored(b).Get(name); failed == nil && (err != nil || v.IsZero() == it.Has(name)) {
			t.Fatalf("Get: %v, %v, the item's: %v", v, err, it.Get(name))
		}
	})
}
