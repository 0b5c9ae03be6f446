package bench_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
)

// BenchmarkPutItemSynced is 16 writers that replace items of 1 KB in a folder,
// each put acknowledged when it is on disk; the other side is 16 goroutines
// that commit batches of the same keys and bytes to a Pebble of the same
// settings with Sync. One operation is one put of each side.
func BenchmarkPutItemSynced(b *testing.B) {
	const writers = 16
	db, err := engine.Open(engine.Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if _, err := db.CreateTable(b.Context(), api.NewCreateTable(table(false))); err != nil {
		b.Fatal(err)
	}
	_, pairs, _ := openPebble(b, false)
	o := &pebble.Options{
		MemTableSize: 32 << 20, MemTableStopWritesThreshold: 4, CacheSize: 128 << 20, Logger: quiet{},
		FormatMajorVersion: pebble.FormatValueSeparation,
	}
	for i := range o.Levels {
		o.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
	}
	bare, err := pebble.Open(b.TempDir(), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { bare.Close() })
	requests := make([]*api.PutItemRequest, items)
	for i := range requests {
		requests[i] = &api.PutItemRequest{TableName: "players", Item: item(i, 0)}
	}
	sidesOf(b, turn*4, func(first, n int) {
		together(writers, n, func(i int) {
			if _, err := db.PutItem(context.Background(), requests[(first+i)*7919%items]); err != nil {
				b.Error(err)
			}
		})
	}, func(first, n int) {
		together(writers, n, func(i int) {
			p := pairs[(first+i)*7919%items]
			batch := bare.NewBatch()
			if err := batch.Set(p.key, p.value, nil); err != nil {
				b.Error(err)
			}
			if err := batch.Commit(pebble.Sync); err != nil {
				b.Error(err)
			}
			batch.Close()
		})
	})
}

// together calls do with 0 to n-1 from so many goroutines.
func together(goroutines, n int, do func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range goroutines {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}
