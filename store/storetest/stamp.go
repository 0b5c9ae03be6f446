package storetest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/store"
)

// checkStampGrows: writers of one counter note their stamps in the order in
// which they commit. Half of them ask for the stamp before they read.
func checkStampGrows(t testing.TB, s store.Store) {
	ctx := context.Background()
	const writers, each = 6, 25
	together(t, writers, func(i int) error {
		for range each {
			err := retrying(ctx, s, func(tx store.Txn) error {
				early := uint64(0)
				if i%2 == 0 {
					early = tx.Stamp()
				}
				n, err := number(ctx, tx, "n")
				if err != nil {
					return err
				}
				stamp := tx.Stamp()
				if early != 0 && early != stamp {
					return fmt.Errorf("one transaction has stamps %d and %d", early, stamp)
				}
				tx.Set([]byte("n"), []byte(strconv.Itoa(n+1)))
				tx.Set(fmt.Appendf(nil, "stamp%06d", n), fmt.Appendf(nil, "%020d", stamp))
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	noted := scan(t, s, store.Range{Start: []byte("stamp")})
	if len(noted) != writers*each {
		t.Fatalf("%d stamps of %d writers", len(noted), writers*each)
	}
	for i := 1; i < len(noted); i++ {
		if before, after := noted[i-1][len("stamp000000="):], noted[i][len("stamp000000="):]; before >= after {
			t.Errorf("commit %d has stamp %s, the one before it %s", i, after, before)
		}
	}
}

// checkStampOfBlindWrites: transactions that write one key without reading it
// have different stamps, and the one with the highest is the last.
func checkStampOfBlindWrites(t testing.TB, s store.Store) {
	ctx := context.Background()
	const writers = 4
	for range 20 {
		var stamps [writers]string
		m := newMeeting(writers)
		together(t, writers, func(i int) error {
			return retrying(ctx, s, func(tx store.Txn) error {
				aside(func() { put(t, s, fmt.Sprint("other", i), "v") }) // time goes by
				stamps[i] = fmt.Sprintf("%020d", tx.Stamp())
				m.wait()
				tx.Set([]byte("k"), []byte(stamps[i]))
				return nil
			})
		})
		slices.Sort(stamps[:])
		if len(slices.Compact(slices.Clone(stamps[:]))) < writers {
			t.Errorf("writers of one key have the stamps %v", stamps)
		}
		if got := get(t, s, "k")[0]; got != stamps[writers-1] {
			t.Errorf("the last writer has stamp %s, the highest is %s", got, stamps[writers-1])
		}
	}
}

// checkSafeWaits: Safe does not pass the stamp of a transaction that is under
// way, while others commit and others begin.
func checkSafeWaits(t testing.TB, s store.Store) {
	ctx := context.Background()
	err := s.Update(ctx, func(tx store.Txn) error {
		stamp := tx.Stamp()
		safeBelow := func() {
			if safe, err := s.Safe(ctx); err != nil || safe > stamp {
				t.Errorf("Safe is %d (error %v) while a transaction with stamp %d is under way", safe, err, stamp)
			}
		}
		for i := range 3 {
			aside(func() {
				put(t, s, fmt.Sprint("other", i), "v")
				safeBelow()
				err := s.Update(ctx, func(later store.Txn) error {
					later.Stamp()
					aside(safeBelow)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
				safeBelow()
			})
		}
		tx.Set([]byte("k"), []byte("v"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// safeReading is what a reader found below Safe.
type safeReading struct {
	safe  uint64
	found []string
}

// checkSafe: what a reader finds below Safe is all that there will ever be.
func checkSafe(t testing.TB, s store.Store) {
	ctx := context.Background()
	const writers, each = 4, 60
	stop, ended := make(chan struct{}), make(chan error, 1)
	var readings []safeReading
	go func() { ended <- readSafe(ctx, s, stop, &readings) }()
	together(t, writers, func(i int) error {
		for n := range each {
			err := retrying(ctx, s, func(tx store.Txn) error {
				key := fmt.Appendf(nil, "%020d/%d/%d", tx.Stamp(), i, n)
				if _, err := number(ctx, tx, "~busy"); err != nil {
					return err
				}
				tx.Set([]byte("~busy"), []byte("1"))
				tx.Set(key, []byte("v"))
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	close(stop)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	last := uint64(0)
	for i, r := range readings {
		if r.safe < last {
			t.Errorf("Safe fell from %d to %d", last, r.safe)
		}
		last = r.safe
		if i%16 == 0 || i == len(readings)-1 {
			if diff := cmp.Diff(r.found, scan(t, s, below(r.safe))); diff != "" {
				t.Errorf("below the safe stamp %d (-then +at the end):\n%s", r.safe, diff)
			}
		}
	}
	put(t, s, "~end", "v") // moves on even stores whose Safe is the last commit
	safe, err := s.Safe(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(scan(t, s, below(safe))); got != writers*each {
		t.Errorf("with nothing under way %d of %d are below Safe", got, writers*each)
	}
}

// below is the range of keys that begin with a stamp below safe.
func below(safe uint64) store.Range { return store.Range{End: fmt.Appendf(nil, "%020d", safe)} }

// readSafe asks for Safe and reads below it until it is stopped.
func readSafe(ctx context.Context, s store.Store, stop <-chan struct{}, readings *[]safeReading) error {
	for {
		safe, err := s.Safe(ctx)
		if err != nil {
			return err
		}
		var found []string
		err = s.View(ctx, func(r store.Reader) (err error) {
			found, err = list(r, below(safe))
			return err
		})
		if err != nil {
			return err
		}
		*readings = append(*readings, safeReading{safe, found})
		select {
		case <-stop:
			return nil
		default:
		}
	}
}
