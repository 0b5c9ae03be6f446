package pebble_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/keywright/keywright/store"
)

// The ledger is the workload of the crash tests. Each transaction has an id,
// adds one to a counter that all share, notes its id and stamp under the
// number it got, and writes a few parts of its own. A ledger read back is
// whole if the counter, the notes and the parts agree; a transaction cut in
// two, lost in the middle or done twice shows in one of them.

const (
	ledgerParts = 4
	ledgerKey   = "count"
)

// record adds transaction id to the ledger.
func record(ctx context.Context, s store.Store, id string) error {
	rnd := rand.New(rand.NewPCG(uint64(len(id)), uint64(id[0])))
	return s.Update(ctx, func(tx store.Txn) error {
		v, err := tx.GetForUpdate(ctx, []byte(ledgerKey))
		if err != nil {
			return err
		}
		n := 0
		if v[0] != nil {
			if n, err = strconv.Atoi(string(v[0])); err != nil {
				return err
			}
		}
		tx.Set([]byte(ledgerKey), []byte(strconv.Itoa(n+1)))
		tx.Set(fmt.Appendf(nil, "note/%08d", n), fmt.Appendf(nil, "%020d %s", tx.Stamp(), id))
		for i := range ledgerParts {
			tx.Set(fmt.Appendf(nil, "part/%s/%d", id, i), bytes.Repeat([]byte(id), 1+rnd.IntN(200)))
		}
		return nil
	})
}

// checkLedger checks that the ledger is whole and holds what was acknowledged,
// and returns the ids in the order of their commits.
func checkLedger(t testing.TB, s store.Store, acknowledged []string) []string {
	t.Helper()
	ctx := context.Background()
	count, ids, stamps := "", []string(nil), []string(nil)
	parts := map[string]int{}
	err := s.View(ctx, func(r store.Reader) error {
		return r.Scan(ctx, store.Range{}, func(k, v []byte) bool {
			switch kind, rest, _ := strings.Cut(string(k), "/"); kind {
			case ledgerKey:
				count = string(v)
			case "note":
				if want := fmt.Sprintf("%08d", len(ids)); rest != want {
					t.Errorf("note %s follows where %s is due", rest, want)
				}
				stamp, id, _ := strings.Cut(string(v), " ")
				ids, stamps = append(ids, id), append(stamps, stamp)
			case "part":
				id, _, _ := strings.Cut(rest, "/")
				if len(bytes.ReplaceAll(v, []byte(id), nil)) > 0 {
					t.Errorf("%s holds something else", k)
				}
				parts[id]++
			}
			return true
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if count != strconv.Itoa(len(ids)) && (count != "" || len(ids) > 0) {
		t.Errorf("the counter is %q with %d notes", count, len(ids))
	}
	if len(parts) != len(ids) {
		t.Errorf("parts of %d transactions with %d notes", len(parts), len(ids))
	}
	for i, id := range ids {
		if parts[id] != ledgerParts {
			t.Errorf("transaction %s has %d of %d parts", id, parts[id], ledgerParts)
		}
		if i > 0 && stamps[i-1] >= stamps[i] {
			t.Errorf("stamp %s follows stamp %s", stamps[i], stamps[i-1])
		}
	}
	for _, id := range acknowledged {
		if parts[id] == 0 {
			t.Errorf("transaction %s was acknowledged and is gone", id)
		}
	}
	if len(stamps) > 0 {
		if next := nextStamp(t, s); next <= stamps[len(stamps)-1] {
			t.Errorf("the next stamp is %s, the last one was %s", next, stamps[len(stamps)-1])
		}
	}
	return ids
}

func nextStamp(t testing.TB, s store.Store) (stamp string) {
	t.Helper()
	err := s.Update(context.Background(), func(tx store.Txn) error {
		stamp = fmt.Sprintf("%020d", tx.Stamp())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return stamp
}

// recorder runs writers that record until they are stopped or the store fails.
type recorder struct {
	mu    sync.Mutex
	acked []string
	stop  chan struct{}
	done  sync.WaitGroup
	errs  []error
}

func startRecorder(s store.Store, writers int, prefix string) *recorder {
	r := &recorder{stop: make(chan struct{})}
	for w := range writers {
		r.done.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-r.stop:
					return
				default:
				}
				id := fmt.Sprintf("%s.%d.%d", prefix, w, n)
				err := record(context.Background(), s, id)
				r.mu.Lock()
				if err == nil {
					r.acked = append(r.acked, id)
				} else {
					r.errs = append(r.errs, err)
				}
				r.mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	return r
}

// acknowledged returns what was acknowledged so far.
func (r *recorder) acknowledged() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.acked...)
}

func (r *recorder) finish() error {
	close(r.stop)
	r.done.Wait()
	return errors.Join(r.errs...)
}
