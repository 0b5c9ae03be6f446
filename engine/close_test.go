package engine_test

import (
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/store"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// Close while writes are under way: each is done or refused, and the counts
// that were saved are right.
func TestCloseUnderLoad(t *testing.T) {
	fs := vfs.NewCrashableMem()
	db := openOn(t, fs)
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	started := make(chan struct{}, 3)
	for w := range 3 {
		wg.Go(func() {
			for n := 0; ; n++ {
				err := writePair(t.Context(), db, w, n)
				if errors.Is(err, store.ErrClosed) {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n == 3 {
					started <- struct{}{}
				}
			}
		})
	}
	<-started
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	db = openOn(t, fs)
	if err := engine.Check(t.Context(), db); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// Close leaves no goroutine behind, in memory and in a folder.
func TestCloseLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, o := range []engine.Options{{}, {Dir: t.TempDir()}, {Dir: t.TempDir(), Sync: engine.SyncInterval}, {Dir: t.TempDir(), Sync: engine.SyncNever}} {
		db, err := engine.Open(o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
			t.Fatal(err)
		}
		if err := writePair(t.Context(), db, 1, 1); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	deadline := time.Now().Add(5 * time.Second)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines before, %d after:\n%s", before, runtime.NumGoroutine(), buf[:runtime.Stack(buf, true)])
		}
		runtime.Gosched()
	}
}

// A batch that is more than a transaction of the store may hold is written
// item by item.
func TestBatchBeyondOneTransaction(t *testing.T) {
	s, err := storepebble.Open(storepebble.Options{MaxTxnBytes: 2000})
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, engine.Options{Store: s})
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
		t.Fatal(err)
	}
	var writes []api.WriteRequest
	for i := range 10 {
		writes = append(writes, api.WriteRequest{PutRequest: &api.PutRequest{Item: entry(i, i, 299)}})
	}
	resp, err := db.BatchWriteItem(t.Context(), &api.BatchWriteItemRequest{ReturnConsumedCapacity: "TOTAL",
		RequestItems: map[string][]api.WriteRequest{"ledger": writes}})
	if err != nil {
		t.Fatal(err)
	}
	if units := resp.ConsumedCapacity[0].CapacityUnits; units != 30 { // an item and two entries each
		t.Errorf("%v units, want 30", units)
	}
	if n := itemCount(t, db); n != 10 {
		t.Errorf("%d items", n)
	}
}
