package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/store"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// Writers of few items, moving them about in two indexes, while readers see
// in any snapshot an index page that no item is in twice. open's Check then
// holds indexes and counts against the table.
func TestConcurrentWriters(t *testing.T) {
	db := open(t, engine.Options{})
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(3, uint64(w)))
			for range 200 {
				if err := randomWrite(t.Context(), db, rnd); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Go(func() {
		for range 100 {
			resp, err := db.Scan(t.Context(), &api.ScanRequest{TableName: "ledger", IndexName: "byWriter"})
			if err != nil {
				t.Error(err)
				return
			}
			seen := map[string]bool{}
			for _, it := range resp.Items {
				id := it.Get("id").Str()
				if seen[id] {
					t.Errorf("item %s is twice in one page of the index", id)
				}
				seen[id] = true
			}
		}
	})
	wg.Wait()
}

func randomWrite(ctx context.Context, db *engine.DB, rnd *rand.Rand) error {
	it := entry(rnd.IntN(8), rnd.IntN(3), rnd.IntN(50))
	var err error
	switch rnd.IntN(4) {
	case 0:
		_, err = db.DeleteItem(ctx, &api.DeleteItemRequest{TableName: "ledger", Key: it.Pick("id")})
	case 1:
		text := "SET writer = :w"
		_, err = db.UpdateItem(ctx, &api.UpdateItemRequest{TableName: "ledger", Key: it.Pick("id"), UpdateExpression: &text,
			ExpressionAttributeValues: api.Values{":w": it.Get("writer")}})
	case 2:
		other := entry(8+rnd.IntN(8), rnd.IntN(3), rnd.IntN(50))
		_, err = db.BatchWriteItem(ctx, &api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{"ledger": {
			{PutRequest: &api.PutRequest{Item: it}}, {DeleteRequest: &api.DeleteRequest{Key: other.Pick("id")}}}}})
	default:
		_, err = db.PutItem(ctx, &api.PutItemRequest{TableName: "ledger", Item: it})
	}
	return err
}

// Tables come and go while they are written to: writes succeed or find no
// table, nothing of a dropped table is left, of many that make one table one
// does.
func TestConcurrentTables(t *testing.T) {
	db := open(t, engine.Options{})
	var made atomic.Int64
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			for range 30 {
				_, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger()))
				if err == nil {
					made.Add(1)
				} else if code(err) != api.ResourceInUseException {
					t.Error(err)
				}
				err = writePair(t.Context(), db, w, 1)
				if err != nil && code(err) != api.ResourceNotFoundException {
					t.Error(err)
				}
				_, err = db.DeleteTable(t.Context(), &api.DeleteTableRequest{TableName: "ledger"})
				if err == nil {
					made.Add(-1)
				} else if code(err) != api.ResourceNotFoundException {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if made.Load() != 0 {
		t.Errorf("%d tables more were made than dropped", made.Load())
	}
}

func code(err error) api.Code {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return api.Code(fmt.Sprint(err))
}

// faulty is a store whose updates of data fail.
type faulty struct {
	store.Store
	err error
	n   int
}

func (f *faulty) Update(ctx context.Context, fn func(store.Txn) error) error {
	if f.err == nil {
		return f.Store.Update(ctx, fn)
	}
	f.n++
	return f.err
}

// How the store's errors are told: a conflict that does not end, a commit
// whose outcome is unknown (never tried again), a fault of the machine.
func TestStoreErrors(t *testing.T) {
	s, err := storepebble.Open(storepebble.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := &faulty{Store: s}
	db := open(t, engine.Options{Store: f})
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
		t.Fatal(err)
	}
	defer func() { f.err = nil }()
	it := entry(1, 1, 1)
	put := func() error {
		_, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "ledger", Item: it})
		return err
	}

	f.err, f.n = store.ErrConflict, 0
	if err := put(); code(err) != api.TransactionConflictException || f.n < 2 {
		t.Errorf("conflict, after %d tries: %v", f.n, err)
	}
	err = writePair(t.Context(), db, 1, 1)
	var e *api.Error
	if !errors.As(err, &e) || e.Code != api.TransactionCanceledException || len(e.Reasons) != 2 || e.Reasons[0].Code != "TransactionConflict" {
		t.Errorf("conflict of a transaction: %v", err)
	}
	f.err, f.n = store.ErrAmbiguous, 0
	if err := put(); code(err) != api.InternalServerError || f.n != 1 {
		t.Errorf("ambiguous, after %d tries: %v", f.n, err)
	}
	f.err = errors.New("disk on fire")
	if err := put(); !errors.Is(err, f.err) {
		t.Errorf("fault: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f.err = nil
	if _, err := db.PutItem(ctx, &api.PutItemRequest{TableName: "ledger", Item: it}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if _, err := db.GetItem(t.Context(), &api.GetItemRequest{TableName: "ledger", Key: attr.Item{}}); code(err) != api.ValidationException {
		t.Errorf("the store is well again: %v", err)
	}
}
