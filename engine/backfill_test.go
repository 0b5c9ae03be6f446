package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// plain is the table of the tests of indexes that come and go: it begins
// without one. Enough items are in it that a backfill goes on beside.
func plain() *schema.Table {
	return &schema.Table{
		Name: "plain", OnDemand: true, Key: schema.Key{Partition: []string{"id"}},
		Attributes: []schema.Attribute{{Name: "id", Type: attr.TypeNumber}},
	}
}

const plainItems = 1500

// plainItem has the attribute of the index in three of four cases, and in one
// of these with a type that the index does not take.
func plainItem(id, n int) attr.Item {
	it := attr.NewItem(attr.Field{Name: "id", Value: attr.Int(int64(id))}, attr.Field{Name: "n", Value: attr.Int(int64(n))})
	switch n % 4 {
	case 0:
		return it
	case 1:
		return it.With("group", attr.Int(int64(n)))
	}
	return it.With("group", attr.String(fmt.Sprint("g", n%7)))
}

func fillPlain(t *testing.T, db *engine.DB) {
	t.Helper()
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(plain())); err != nil {
		t.Fatal(err)
	}
	for id := 0; id < plainItems; id += 25 {
		var writes []api.WriteRequest
		for i := range 25 {
			writes = append(writes, api.WriteRequest{PutRequest: &api.PutRequest{Item: plainItem(id+i, id+i)}})
		}
		_, err := db.BatchWriteItem(t.Context(), &api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{"plain": writes}})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func createGroup(ctx context.Context, db api.DB, projection string) error {
	_, err := db.UpdateTable(ctx, &api.UpdateTableRequest{
		TableName:            "plain",
		AttributeDefinitions: []api.AttributeDefinition{{AttributeName: "group", AttributeType: "S"}},
		GlobalSecondaryIndexUpdates: []api.GlobalSecondaryIndexUpdate{{Create: &api.GlobalSecondaryIndex{IndexName: "byGroup",
			KeySchema:  []api.KeySchemaElement{{AttributeName: "group", KeyType: "HASH"}, {AttributeName: "id", KeyType: "RANGE"}},
			Projection: &api.Projection{ProjectionType: projection}}}},
	})
	return err
}

func dropGroup(ctx context.Context, db api.DB) error {
	_, err := db.UpdateTable(ctx, &api.UpdateTableRequest{TableName: "plain",
		GlobalSecondaryIndexUpdates: []api.GlobalSecondaryIndexUpdate{{Delete: &api.DeleteGlobalSecondaryIndexAction{IndexName: "byGroup"}}}})
	return err
}

// groupStatus is the status of the index, "" where there is none.
func groupStatus(t *testing.T, db api.DB) string {
	t.Helper()
	resp, err := db.DescribeTable(t.Context(), &api.DescribeTableRequest{TableName: "plain"})
	if err != nil {
		t.Fatal(err)
	}
	if gs := resp.Table.GlobalSecondaryIndexes; len(gs) > 0 {
		return gs[0].IndexStatus
	}
	return ""
}

func waitActive(t *testing.T, db api.DB) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); groupStatus(t, db) != "ACTIVE"; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the index does not become ACTIVE")
		}
	}
}

// writePlain writes one random item: puts, updates and deletes it, alone or
// with another in a transaction. An item with an attribute that the index
// refuses is refused, once there is the index.
func writePlain(ctx context.Context, db api.DB, rnd *rand.Rand) error {
	id, n := rnd.IntN(plainItems), rnd.IntN(1000)
	key := attr.NewItem(attr.Field{Name: "id", Value: attr.Int(int64(id))})
	var err error
	switch rnd.IntN(4) {
	case 0:
		_, err = db.PutItem(ctx, &api.PutItemRequest{TableName: "plain", Item: plainItem(id, n)})
	case 1:
		_, err = db.DeleteItem(ctx, &api.DeleteItemRequest{TableName: "plain", Key: key})
	case 2:
		text := "SET #g = :g"
		_, err = db.UpdateItem(ctx, &api.UpdateItemRequest{TableName: "plain", Key: key, UpdateExpression: &text,
			ExpressionAttributeNames: api.Names{"#g": "group"}, ExpressionAttributeValues: api.Values{":g": attr.String(fmt.Sprint("g", n%7))}})
	default:
		_, err = db.TransactWriteItems(ctx, &api.TransactWriteItemsRequest{TransactItems: []api.TransactWriteItem{
			{Put: &api.TransactPut{TableName: "plain", Item: plainItem(id, n)}},
			{Delete: &api.TransactDelete{TableName: "plain", Key: attr.NewItem(attr.Field{Name: "id", Value: attr.Int(int64((id + 1) % plainItems))})}},
		}})
	}
	if err != nil && strings.Contains(err.Error(), "Type mismatch for Index Key group") || errorCode(err) == api.TransactionCanceledException {
		return nil
	}
	return err
}

func errorCode(err error) api.Code {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// keepWriting writes until stop is called.
func keepWriting(t *testing.T, db api.DB, writers int) (stop func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	for w := range writers {
		rnd := rand.New(rand.NewPCG(11, uint64(w)))
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := writePlain(t.Context(), db, rnd); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	return sync.OnceFunc(func() { close(done); wg.Wait() })
}

// Indexes come and go under writes, and readers look at them all the time:
// nothing is missing from an index, nothing stays or comes back, and a read
// finds the whole of an index or is refused (the check is engine.Check, which
// computes every entry from its item).
func TestIndexesComeAndGoUnderWrites(t *testing.T) {
	db := open(t, engine.Options{})
	fillPlain(t, db)
	for round := range 4 {
		stop := keepWriting(t, db, 2)
		defer stop()
		var reading sync.WaitGroup
		var over atomic.Bool
		defer reading.Wait()
		defer over.Store(true)
		reading.Go(func() {
			for !over.Load() {
				name := "byGroup"
				_, err := db.Scan(t.Context(), &api.ScanRequest{TableName: "plain", IndexName: name})
				if err != nil && !strings.Contains(err.Error(), "specified index: byGroup") &&
					!strings.Contains(err.Error(), "Cannot read from backfilling global secondary index: byGroup") {
					t.Error(err)
				}
			}
		})
		if err := createGroup(t.Context(), db, []string{"ALL", "KEYS_ONLY"}[round%2]); err != nil {
			t.Fatal(err)
		}
		if round < 3 { // of the last round, the index is dropped while it is built
			waitActive(t, db)
			stop()
			if err := engine.Check(t.Context(), db); err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
			stop = keepWriting(t, db, 2)
			defer stop()
		}
		if err := dropGroup(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		over.Store(true)
		reading.Wait()
		stop()
		if status := groupStatus(t, db); status != "" {
			t.Fatalf("round %d: the dropped index is %s", round, status)
		}
		if err := engine.Check(t.Context(), db); err != nil {
			t.Fatalf("round %d, dropped: %v", round, err)
		}
	}
}

// A crash in the middle of a backfill: it goes on when the data is opened
// again, also under writes, and what comes out is whole. A crash after an
// index was dropped leaves nothing of it.
func TestCrashWhileIndexesChange(t *testing.T) {
	fs := vfs.NewCrashableMem()
	db := openOn(t, fs)
	fillPlain(t, db)
	rnd := rand.New(rand.NewPCG(3, 0))
	resumed := 0
	for round := range 6 {
		if err := createGroup(t.Context(), db, "ALL"); err != nil {
			t.Fatal(err)
		}
		stop := keepWriting(t, db, 1)
		time.Sleep(time.Duration(rnd.IntN(4)) * time.Millisecond)
		if round%2 == 1 {
			if err := dropGroup(t.Context(), db); err != nil {
				t.Fatal(err)
			}
		}
		clone := fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: rnd.IntN(101), RNG: rnd})
		stop()
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		fs = clone
		db = openOn(t, fs)
		switch status := groupStatus(t, db); {
		case round%2 == 1 && status != "":
			t.Fatalf("round %d: the dropped index is %s", round, status)
		case status == "CREATING":
			resumed++
		}
		if round%2 == 0 {
			stop = keepWriting(t, db, 1)
			waitActive(t, db)
			stop()
			if err := engine.Check(t.Context(), db); err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
			if err := dropGroup(t.Context(), db); err != nil {
				t.Fatal(err)
			}
		}
		if err := engine.Check(t.Context(), db); err != nil {
			t.Fatalf("round %d, dropped: %v", round, err)
		}
	}
	t.Logf("%d backfills were resumed", resumed)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// Close in the middle of a backfill waits for no more than a step, and the
// backfill goes on at the next Open from where it was.
func TestCloseWhileBackfilling(t *testing.T) {
	dir := t.TempDir()
	db, err := engine.Open(engine.Options{Dir: dir, Sync: engine.SyncNever})
	if err != nil {
		t.Fatal(err)
	}
	fillPlain(t, db)
	if err := createGroup(t.Context(), db, "KEYS_ONLY"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = open(t, engine.Options{Dir: dir, Sync: engine.SyncNever})
	waitActive(t, db)
	resp, err := db.DescribeTable(t.Context(), &api.DescribeTableRequest{TableName: "plain"})
	if err != nil {
		t.Fatal(err)
	}
	// By hand: of 1500 items n = 0, 1, 2, ... those with n%4 of 2 or 3.
	if n := resp.Table.GlobalSecondaryIndexes[0].ItemCount; n != 750 {
		t.Errorf("the index has %d entries, want 750", n)
	}
}

// A store that takes only small transactions gets smaller ones.
func TestBackfillInSmallTransactions(t *testing.T) {
	s, err := storepebble.Open(storepebble.Options{MaxTxnBytes: 1500})
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, engine.Options{Store: s})
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(plain())); err != nil {
		t.Fatal(err)
	}
	for id := range 60 {
		it := plainItem(id, 2).With("text", attr.String(strings.Repeat("x", 200)))
		if _, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "plain", Item: it}); err != nil {
			t.Fatal(err)
		}
	}
	if err := createGroup(t.Context(), db, "ALL"); err != nil {
		t.Fatal(err)
	}
	waitActive(t, db)
	resp, err := db.Scan(t.Context(), &api.ScanRequest{TableName: "plain", IndexName: "byGroup"})
	if err != nil || resp.Count != 60 {
		t.Errorf("%+v %v, want 60 entries", resp, err)
	}
}
