package storetest

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/store"
)

// checkRandom runs random transactions and range deletions against the store
// and a map, and compares all of it, both ways, after each.
func checkRandom(t testing.TB, s store.Store) {
	seed := rand.Uint64()
	rnd := rand.New(rand.NewPCG(seed, 0))
	ctx := context.Background()
	model := map[string]string{}
	key := func() string {
		k := make([]byte, 1+rnd.IntN(3))
		for i := range k {
			k[i] = "\x00ab\xff"[rnd.IntN(4)]
		}
		return string(k)
	}
	for step := range 100 {
		if rnd.IntN(10) == 0 {
			start, end := key(), key()
			if err := s.DeleteRange(ctx, []byte(start), []byte(end)); err != nil {
				t.Fatalf("seed %d, step %d: %v", seed, step, err)
			}
			maps.DeleteFunc(model, func(k, _ string) bool { return k >= start && k < end })
		} else if err := s.Update(ctx, randomTxn(rnd, key, model)); err != nil {
			t.Fatalf("seed %d, step %d: %v", seed, step, err)
		}
		var want []string
		for _, k := range slices.Sorted(maps.Keys(model)) {
			want = append(want, k+"="+model[k])
		}
		if diff := cmp.Diff(want, scan(t, s, store.Range{})); diff != "" {
			t.Fatalf("seed %d, step %d (-want +got):\n%s", seed, step, diff)
		}
		slices.Reverse(want)
		if diff := cmp.Diff(want, scan(t, s, store.Range{Reverse: true})); diff != "" {
			t.Fatalf("seed %d, step %d, down (-want +got):\n%s", seed, step, diff)
		}
	}
}

// randomTxn reads and writes a few keys; nobody else writes, so it runs once.
func randomTxn(rnd *rand.Rand, key func() string, model map[string]string) func(store.Txn) error {
	return func(tx store.Txn) error {
		after := maps.Clone(model)
		for range 1 + rnd.IntN(5) {
			k := key()
			got, err := tx.GetForUpdate(context.Background(), []byte(k))
			if err != nil {
				return err
			}
			if string(got[0]) != model[k] {
				return fmt.Errorf("GetForUpdate(%q) is %q, want %q", k, got[0], model[k])
			}
			if rnd.IntN(3) == 0 {
				tx.Delete([]byte(k))
				delete(after, k)
			} else {
				v := fmt.Sprint(rnd.IntN(1000))
				tx.Set([]byte(k), []byte(v))
				after[k] = v
			}
		}
		clear(model)
		maps.Copy(model, after)
		return nil
	}
}
