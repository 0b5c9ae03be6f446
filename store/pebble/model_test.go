package pebble_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

// machine is a store beside the map that it should equal. Every call of it is
// acknowledged before the next, so a crash in between changes nothing.
type machine struct {
	fs    *vfs.MemFS
	store *pebble.Store
	model map[string]string
}

// TestModel runs random writes, range deletions, reopenings and crashes.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{fs: vfs.NewCrashableMem(), model: map[string]string{}}
		m.open(t)
		defer func() { m.store.Close() }()
		t.Repeat(map[string]func(*rapid.T){
			"write":       m.write,
			"write more":  m.write,
			"write again": m.write,
			"deleteRange": m.deleteRange,
			"reopen":      m.reopen,
			"crash":       m.crash,
			"":            m.check,
		})
	})
}

var (
	modelKey   = rapid.StringOfN(rapid.RuneFrom([]rune("abc\x00")), 1, 3, -1)
	modelValue = rapid.Custom(func(t *rapid.T) string {
		text := rapid.StringN(1, 5, -1).Draw(t, "text")
		return strings.Repeat(text, rapid.IntRange(1, 2000).Draw(t, "times"))
	})
)

func (m *machine) open(t *rapid.T) {
	var err error
	if m.store, err = pebble.Open(crashOptions(m.fs)); err != nil {
		t.Fatal(err)
	}
}

func (m *machine) write(t *rapid.T) {
	sets := rapid.MapOfN(modelKey, modelValue, 0, 6).Draw(t, "set")
	deletes := rapid.SliceOfN(modelKey, 0, 3).Draw(t, "delete")
	ctx := context.Background()
	err := m.store.Update(ctx, func(tx store.Txn) error {
		for _, k := range slices.Sorted(maps.Keys(sets)) {
			old, err := tx.GetForUpdate(ctx, []byte(k))
			if err != nil {
				return err
			}
			if string(old[0]) != m.model[k] {
				t.Errorf("%q was %q, want %q", k, old[0], m.model[k])
			}
			tx.Set([]byte(k), []byte(sets[k]))
		}
		for _, k := range deletes {
			tx.Delete([]byte(k))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(m.model, sets)
	for _, k := range deletes {
		delete(m.model, k)
	}
}

func (m *machine) deleteRange(t *rapid.T) {
	start, end := modelKey.Draw(t, "start"), modelKey.Draw(t, "end")
	if err := m.store.DeleteRange(context.Background(), []byte(start), []byte(end)); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(m.model, func(k, _ string) bool { return k >= start && k < end })
}

func (m *machine) reopen(t *rapid.T) {
	if err := m.store.Close(); err != nil {
		t.Fatal(err)
	}
	m.open(t)
}

func (m *machine) crash(t *rapid.T) {
	cfg := vfs.CrashCloneCfg{
		UnsyncedDataPercent: rapid.SampledFrom([]int{0, 30, 100}).Draw(t, "percent"),
		RNG:                 rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)),
	}
	after := m.fs.CrashClone(cfg)
	if err := m.store.Close(); err != nil {
		t.Fatal(err)
	}
	m.fs = after
	m.open(t)
}

func (m *machine) check(t *rapid.T) {
	got := map[string]string{}
	ctx := context.Background()
	err := m.store.View(ctx, func(r store.Reader) error {
		return r.Scan(ctx, store.Range{}, func(k, v []byte) bool {
			got[string(k)] = string(v)
			return true
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b", "c", "ab", "ba", "abc"} {
		if v := newestOrFatal(t, m.store, key); v != m.model[key] {
			t.Fatalf("%s is %q by itself, want %q", key, v, m.model[key])
		}
	}
	if diff := cmp.Diff(m.model, got); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
}

func newestOrFatal(t *rapid.T, s store.Store, key string) (value string) {
	err := s.GetOne(context.Background(), []byte(key), func(v []byte) error { value = string(v); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return value
}
