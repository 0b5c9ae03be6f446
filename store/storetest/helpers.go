package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/keywright/keywright/store"
)

func bytesOf(keys ...string) [][]byte {
	out := make([][]byte, len(keys))
	for i, k := range keys {
		out[i] = []byte(k)
	}
	return out
}

// put writes key, value pairs in one transaction.
func put(t testing.TB, s store.Store, pairs ...string) {
	t.Helper()
	ctx := context.Background()
	err := s.Update(ctx, func(tx store.Txn) error {
		for i := 0; i < len(pairs); i += 2 {
			if _, err := tx.GetForUpdate(ctx, []byte(pairs[i])); err != nil {
				return err
			}
			tx.Set([]byte(pairs[i]), []byte(pairs[i+1]))
		}
		return nil
	})
	if err != nil {
		t.Fatalf("Update: %v", err)
	}
}

// get reads keys in one View; "" where a key is absent.
func get(t testing.TB, s store.Store, keys ...string) []string {
	t.Helper()
	var out []string
	err := s.View(context.Background(), func(r store.Reader) (err error) {
		out, err = read(r, keys...)
		return err
	})
	if err != nil {
		t.Fatalf("View: %v", err)
	}
	return out
}

func read(r store.Reader, keys ...string) ([]string, error) {
	values, err := r.Get(context.Background(), bytesOf(keys...)...)
	if err != nil {
		return nil, err
	}
	if len(values) != len(keys) {
		return nil, fmt.Errorf("%d keys read, %d values returned", len(keys), len(values))
	}
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out, nil
}

// scan lists a range as "key=value" in one View.
func scan(t testing.TB, s store.Store, rg store.Range) []string {
	t.Helper()
	var out []string
	err := s.View(context.Background(), func(r store.Reader) (err error) {
		out, err = list(r, rg)
		return err
	})
	if err != nil {
		t.Fatalf("View: %v", err)
	}
	return out
}

func list(r store.Reader, rg store.Range) ([]string, error) {
	var out []string
	err := r.Scan(context.Background(), rg, func(k, v []byte) bool {
		out = append(out, string(k)+"="+string(v))
		return true
	})
	return out, err
}

// together runs fn(0) to fn(n-1) at once, waits for all, and reports their
// errors.
func together(t testing.TB, n int, fn func(i int) error) {
	t.Helper()
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = fn(i) })
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("goroutine %d: %v", i, err)
		}
	}
}

// meetingWait is how long a meeting waits for those that do not come. On a
// driver that makes transactions wait for each other they never all come.
const meetingWait = 20 * time.Millisecond

// meeting lets transactions meet between read and commit: each waits until all
// have read, or for meetingWait. Only the first run of each meets.
type meeting struct {
	mu      sync.Mutex
	missing int
	all     chan struct{}
}

func newMeeting(n int) *meeting { return &meeting{missing: n, all: make(chan struct{})} }

func (m *meeting) wait() {
	m.mu.Lock()
	if m.missing > 0 {
		if m.missing--; m.missing == 0 {
			close(m.all)
		}
	}
	m.mu.Unlock()
	select {
	case <-m.all:
	case <-time.After(meetingWait):
	}
}
