package pebble_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

// register is one operation on one key; the value "" is an absent key.
type register struct {
	kind     string // read, write, drop, swap
	key      string
	from, to string // swap: to, if the value is from; write: to; drop: absent, by DeleteRange
}

type outcome struct {
	value   string // read, and what swap found
	swapped bool
}

// registers is the sequential meaning of the operations, for each key.
var registers = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byKey := map[string][]porcupine.Operation{}
		for _, op := range history {
			key := op.Input.(register).key
			byKey[key] = append(byKey[key], op)
		}
		var parts [][]porcupine.Operation
		for _, ops := range byKey {
			parts = append(parts, ops)
		}
		return parts
	},
	Init: func() any { return "" },
	Step: func(state, input, output any) (bool, any) {
		in, out := input.(register), output.(outcome)
		switch in.kind {
		case "read":
			return out.value == state, state
		case "write", "drop":
			return true, in.to
		}
		swaps := state == in.from
		if out.value != state || out.swapped != swaps {
			return false, state
		}
		if swaps {
			return true, in.to
		}
		return true, state
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v -> %+v", input, output) },
}

// TestLinearizable records what concurrent clients do and see on a few keys,
// and asks porcupine for an order that explains it.
func TestLinearizable(t *testing.T) {
	for name, o := range map[string]pebble.Options{
		"memory": {MemTableBytes: 64 << 10},
		"folder": crashOptions(vfs.NewCrashableMem()),
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, o)
			defer s.Close()
			history := runClients(t, s, clients{
				n: 6, each: rounds(t, 600),
				kinds: []string{"read", "read", "write", "swap", "swap"},
				keys:  []string{"k0", "k1", "k2"},
			})
			result, info := porcupine.CheckOperationsVerbose(registers, history, time.Minute)
			if result == porcupine.Ok {
				return
			}
			t.Errorf("%s for a history of %d operations", result, len(history))
			if f, err := os.CreateTemp("", "history-*.html"); err == nil {
				t.Logf("the history is in %s; error %v", f.Name(), porcupine.Visualize(registers, info, f))
				f.Close()
			}
		})
	}
}

// clients are n that do each so many operations of some kinds on some keys.
type clients struct {
	n, each     int
	kinds, keys []string
}

func runClients(t *testing.T, s store.Store, cs clients) []porcupine.Operation {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	var mu sync.Mutex
	var history []porcupine.Operation
	start := time.Now()
	var wg sync.WaitGroup
	for c := range cs.n {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(seed, uint64(c)))
			last := map[string]string{} // what this client saw last
			for n := range cs.each {
				in := register{
					kind: cs.kinds[rnd.IntN(len(cs.kinds))],
					key:  cs.keys[rnd.IntN(len(cs.keys))],
				}
				in.from = last[in.key]
				if in.to = fmt.Sprintf("%d.%d", c, n); in.kind == "drop" || rnd.IntN(4) == 0 {
					in.to = "" // a deletion
				}
				op := porcupine.Operation{ClientId: c, Input: in, Call: time.Since(start).Nanoseconds()}
				out, err := in.run(s, rnd.IntN(3))
				op.Return = time.Since(start).Nanoseconds()
				if err != nil {
					t.Errorf("%+v: %v", in, err)
					return
				}
				op.Output, last[in.key] = out, out.value
				mu.Lock()
				history = append(history, op)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return history
}

// run does the operation; a read in one of three ways.
func (in register) run(s store.Store, way int) (out outcome, err error) {
	ctx, key := context.Background(), []byte(in.key)
	set := func(tx store.Txn) {
		if in.to == "" {
			tx.Delete(key)
		} else {
			tx.Set(key, []byte(in.to))
		}
	}
	switch {
	case in.kind == "read" && way == 0:
		err = s.GetOne(ctx, key, func(v []byte) error { out.value = string(v); return nil })
	case in.kind == "read" && way == 1:
		err = s.View(ctx, func(r store.Reader) error {
			v, err := r.Get(ctx, key)
			out.value = string(v[0])
			return err
		})
	case in.kind == "read":
		err = s.View(ctx, func(r store.Reader) error {
			return r.Scan(ctx, store.Range{Start: key, Limit: 1}, func(k, v []byte) bool {
				if string(k) == in.key {
					out.value = string(v)
				}
				return false
			})
		})
	case in.kind == "drop":
		err = s.DeleteRange(ctx, key, append(key, 0))
	case in.kind == "write":
		err = s.Update(ctx, func(tx store.Txn) error { set(tx); return nil })
	default:
		err = s.Update(ctx, func(tx store.Txn) error {
			v, err := tx.GetForUpdate(ctx, key)
			if err != nil {
				return err
			}
			out = outcome{value: string(v[0]), swapped: string(v[0]) == in.from}
			if !out.swapped {
				return errors.New("differs")
			}
			set(tx)
			return nil
		})
		if err != nil && !out.swapped {
			err = nil
		}
	}
	return out, err
}

// TestRegistersModel: the model refuses what a broken store could do.
func TestRegistersModel(t *testing.T) {
	op := func(from, to int64, in register, out outcome) porcupine.Operation {
		return porcupine.Operation{Input: in, Call: from, Output: out, Return: to}
	}
	write := register{kind: "write", key: "k", to: "1"}
	swap := register{kind: "swap", key: "k", to: "2"}
	for name, c := range map[string]struct {
		history []porcupine.Operation
		want    bool
	}{
		"read after write":    {[]porcupine.Operation{op(0, 1, write, outcome{}), op(2, 3, register{kind: "read", key: "k"}, outcome{value: "1"})}, true},
		"read during write":   {[]porcupine.Operation{op(0, 9, write, outcome{}), op(2, 3, register{kind: "read", key: "k"}, outcome{})}, true},
		"stale read":          {[]porcupine.Operation{op(0, 1, write, outcome{}), op(2, 3, register{kind: "read", key: "k"}, outcome{})}, false},
		"one swap of two":     {[]porcupine.Operation{op(0, 9, swap, outcome{swapped: true}), op(0, 9, swap, outcome{value: "2"})}, true},
		"two swaps from one":  {[]porcupine.Operation{op(0, 9, swap, outcome{swapped: true}), op(0, 9, swap, outcome{swapped: true})}, false},
		"swap of wrong value": {[]porcupine.Operation{op(0, 1, write, outcome{}), op(2, 3, swap, outcome{value: "1", swapped: true})}, false},
	} {
		if got := porcupine.CheckOperations(registers, c.history); got != c.want {
			t.Errorf("%s: linearizable %v, want %v", name, got, c.want)
		}
	}
}
