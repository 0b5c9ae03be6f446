package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
)

// Readers that follow all shards, from the first on, while many write and
// shards close: of each item they see every change exactly once and in order.
// Each write adds 1 to its item, so the changes of an item are 1, 2, 3 up to
// the number of writes that were acknowledged.
func TestStreamReadersMissNothing(t *testing.T) {
	const writers, items, writes = 6, 7, 150
	c := &clock{now: time.UnixMilli(1_800_000_000_000)}
	db := open(t, engine.Options{Now: c.Now, SweepInterval: -1, StreamShards: 3})
	arn := createStreamed(t, db, "NEW_IMAGE")
	var acked [items]atomic.Int64
	var writing, reading sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(w), 1))
			for n := range writes {
				a, b := rnd.IntN(items), rnd.IntN(items)
				if err := addOne(t.Context(), db, a, b, n%3 == 0 && a != b); err != nil {
					t.Error(err)
					return
				}
				acked[a].Add(1)
				if n%3 == 0 && a != b {
					acked[b].Add(1)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		for range 4 { // shards close in the middle of it
			time.Sleep(5 * time.Millisecond)
			c.turn(4 * time.Hour)
			if err := db.Sweep(t.Context()); err != nil {
				t.Error(err)
			}
		}
		writing.Wait()
		close(done)
	}()
	f := &follower{db: db, arn: arn, done: done}
	for _, sh := range describeStream(t, db, arn).Shards {
		if sh.ParentShardId == "" {
			reading.Go(func() { f.follow(t, sh.ShardId) })
		}
	}
	reading.Wait()
	for i := range items {
		seen, _ := f.seen.Load(fmt.Sprint("i", i))
		if n, _ := seen.(int64); n != acked[i].Load() {
			t.Errorf("item %d: %d changes were seen, %d acknowledged", i, n, acked[i].Load())
		}
	}
}

// addOne adds 1 to an item, or to two in a transaction.
func addOne(ctx context.Context, db api.DB, a, b int, both bool) error {
	add, one := "ADD n :one", api.Values{":one": attr.Int(1)}
	key := func(i int) attr.Item { return streamItem(fmt.Sprint("i", i), 0, "").Pick("pk", "sk") }
	if !both {
		_, err := db.UpdateItem(ctx, &api.UpdateItemRequest{TableName: "streamed", Key: key(a), UpdateExpression: &add, ExpressionAttributeValues: one})
		return err
	}
	update := func(i int) api.TransactWriteItem {
		return api.TransactWriteItem{Update: &api.TransactUpdate{TableName: "streamed", Key: key(i), UpdateExpression: &add, ExpressionAttributeValues: one}}
	}
	_, err := db.TransactWriteItems(ctx, &api.TransactWriteItemsRequest{TransactItems: []api.TransactWriteItem{update(a), update(b)}})
	return err
}

// follower reads a stream as a consumer does that keeps to its lineage.
type follower struct {
	db   api.DB
	arn  string
	done chan struct{} // closed when no write comes any more
	seen sync.Map      // by item, the last n
}

// follow reads a shard and then its children. An iterator that has expired,
// because the test turned the clock, is got anew after the last record.
func (f *follower) follow(t *testing.T, id string) {
	r := api.GetShardIteratorRequest{StreamArn: f.arn, ShardId: id, ShardIteratorType: "TRIM_HORIZON"}
	it := shardIterator(t, f.db, r)
	for it != "" {
		last := false
		select {
		case <-f.done:
			last = true
		default:
		}
		resp, err := f.db.GetRecords(t.Context(), &api.GetRecordsRequest{ShardIterator: it})
		var e *api.Error
		if errors.As(err, &e) && e.Code == api.ExpiredIteratorException {
			it = shardIterator(t, f.db, r)
			continue
		}
		if err != nil {
			t.Error(err)
			return
		}
		for _, rec := range resp.Records {
			f.take(t, rec)
			r.ShardIteratorType, r.SequenceNumber = "AFTER_SEQUENCE_NUMBER", rec.DynamoDB.SequenceNumber
		}
		if it = resp.NextShardIterator; it != "" && last && len(resp.Records) == 0 {
			return // an open shard to which nothing comes any more
		}
	}
	d, err := f.db.DescribeStream(t.Context(), &api.DescribeStreamRequest{StreamArn: f.arn, ShardFilter: &api.ShardFilter{Type: "CHILD_SHARDS", ShardId: id}})
	if err != nil || len(d.StreamDescription.Shards) != 1 {
		t.Errorf("the children of %s: %+v, %v", id, d, err)
		return
	}
	f.follow(t, d.StreamDescription.Shards[0].ShardId)
}

func (f *follower) take(t *testing.T, rec api.Record) {
	pk := rec.DynamoDB.Keys.Get("pk").Str()
	n, _ := rec.DynamoDB.NewImage.Get("n").Number().Int64()
	before, _ := f.seen.Load(pk)
	if was, _ := before.(int64); n != was+1 {
		t.Errorf("item %s: change %d comes after %d", pk, n, was)
	}
	f.seen.Store(pk, n)
}

// A reader from LATEST on sees every write that begins after it has the
// iterator, and none that had ended before it asked.
func TestLatest(t *testing.T) {
	db := open(t, engine.Options{StreamShards: 1})
	arn := createStreamed(t, db, "NEW_IMAGE")
	shard := describeStream(t, db, arn).Shards[0].ShardId
	stop := make(chan struct{})
	var noise sync.WaitGroup
	for w := range 3 { // keeps transactions under way
		noise.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
					if err := addOne(t.Context(), db, w, w, false); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	for n := range 60 {
		putStreamed(t, db, streamItem("before", n, ""))
		it := shardIterator(t, db, api.GetShardIteratorRequest{StreamArn: arn, ShardId: shard, ShardIteratorType: "LATEST"})
		putStreamed(t, db, streamItem("after", n, ""))
		found := false
		for !found && !t.Failed() {
			resp := getRecords(t, db, it)
			it = resp.NextShardIterator
			for _, r := range resp.Records {
				of, _ := r.DynamoDB.Keys.Get("sk").Number().Int64()
				switch r.DynamoDB.Keys.Get("pk").Str() {
				case "before":
					t.Errorf("round %d: a record of before was read", n)
				case "after":
					found = found || of == int64(n)
				}
			}
		}
	}
	close(stop)
	noise.Wait()
}
