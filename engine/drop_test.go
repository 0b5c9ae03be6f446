package engine_test

import (
	"context"
	"errors"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/store"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// fill writes n items, each with two index entries.
func fill(t *testing.T, db *engine.DB, n int) {
	t.Helper()
	for i := 0; i < n; i += 25 {
		var writes []api.WriteRequest
		for j := i; j < min(i+25, n); j++ {
			writes = append(writes, api.WriteRequest{PutRequest: &api.PutRequest{Item: entry(j, j%5, j%7)}})
		}
		if _, err := db.BatchWriteItem(t.Context(), &api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{"ledger": writes}}); err != nil {
			t.Fatal(err)
		}
	}
}

// A large table is dropped as a range, a small one key by key; of both nothing
// is left (open's Check looks for strays), and a neighbour is untouched.
func TestDropLargeAndSmall(t *testing.T) {
	db := open(t, engine.Options{})
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(threads())); err != nil {
		t.Fatal(err)
	}
	if _, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "threads", Item: post("a", 1, true)}); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{500, 10, 0} {
		if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
			t.Fatal(err)
		}
		fill(t, db, n)
		if _, err := db.DeleteTable(t.Context(), &api.DeleteTableRequest{TableName: "ledger"}); err != nil {
			t.Fatal(err)
		}
		if err := engine.Check(t.Context(), db); err != nil {
			t.Errorf("after dropping %d items: %v", n, err)
		}
	}
}

// fuse is a store that fails after some updates.
type fuse struct {
	store.Store
	updates int // that still succeed; -1 for all
}

var errBlown = errors.New("fuse blown")

func (f *fuse) Update(ctx context.Context, fn func(store.Txn) error) error {
	switch f.updates {
	case 0:
		return errBlown
	case -1:
	default:
		f.updates--
	}
	return f.Store.Update(ctx, fn)
}

// A drop that is cut short after the table left the catalog is ended by the
// next Open; one that is cut short before has not happened.
func TestDropCutShort(t *testing.T) {
	for updates, left := range map[int]int{0: 1, 1: 0} {
		fs := vfs.NewCrashableMem()
		s, err := storepebble.Open(storepebble.Options{Dir: "data", FS: fs})
		if err != nil {
			t.Fatal(err)
		}
		f := &fuse{Store: s, updates: -1}
		db, err := engine.Open(engine.Options{Store: f})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
			t.Fatal(err)
		}
		fill(t, db, 10)
		f.updates = updates
		if _, err := db.DeleteTable(t.Context(), &api.DeleteTableRequest{TableName: "ledger"}); !errors.Is(err, errBlown) {
			t.Fatalf("the fuse did not blow: %v", err)
		}
		after := openOn(t, fs.CrashClone(vfs.CrashCloneCfg{}))
		if err := engine.Check(t.Context(), after); err != nil {
			t.Errorf("cut short after %d updates: %v", updates, err)
		}
		tables, err := after.ListTables(t.Context(), &api.ListTablesRequest{})
		if err != nil || len(tables.TableNames) != left {
			t.Errorf("cut short after %d updates: %v, %v", updates, tables, err)
		}
		if err := after.Close(); err != nil {
			t.Error(err)
		}
		f.updates = -1
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
