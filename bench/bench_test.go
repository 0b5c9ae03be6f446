package bench_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/store"
	storepebble "github.com/keywright/keywright/store/pebble"
)

const items = 20000

// table has one global index of everything.
func table(indexed bool) *schema.Table {
	t := &schema.Table{
		Name:       "players",
		Attributes: []schema.Attribute{{Name: "pk", Type: attr.TypeString}, {Name: "sk", Type: attr.TypeString}},
		Key:        schema.Key{Partition: []string{"pk"}, Sort: []string{"sk"}},
		OnDemand:   true,
	}
	if indexed {
		t.Attributes = append(t.Attributes, schema.Attribute{Name: "season", Type: attr.TypeString},
			schema.Attribute{Name: "rating", Type: attr.TypeNumber})
		t.Indexes = []schema.Index{{
			Name:       "seasons",
			Key:        schema.Key{Partition: []string{"season"}, Sort: []string{"rating"}},
			Projection: schema.Projection{Kind: schema.ProjectAll},
		}}
	}
	return t
}

// item is an item of 1,024 bytes with eight attributes.
func item(i, version int) attr.Item {
	fields := []attr.Field{
		{Name: "pk", Value: attr.String(fmt.Sprintf("PLAYER#u%07d", i))},
		{Name: "sk", Value: attr.String("PROFILE")},
		{Name: "season", Value: attr.String(fmt.Sprintf("SEASON#%02d", i%20))},
		{Name: "rating", Value: attr.Int(int64(1000 + (i*7919)%4000))},
		{Name: "handle", Value: attr.String(fmt.Sprintf("player-%07d", i))},
		{Name: "wins", Value: attr.Int(int64(version))},
		{Name: "active", Value: attr.Bool(true)},
	}
	used := attr.NewItem(append([]attr.Field(nil), fields...)...).Size()
	fields = append(fields, attr.Field{Name: "about", Value: attr.String(strings.Repeat("x", 1024-used-len("about")))})
	return attr.NewItem(fields...)
}

// openEngine opens an engine in memory on a store (nil for its own) with the
// table and its items.
func openEngine(b *testing.B, s store.Store, indexed bool) *engine.DB {
	b.Helper()
	db, err := engine.Open(engine.Options{Store: s})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if _, err := db.CreateTable(b.Context(), api.NewCreateTable(table(indexed))); err != nil {
		b.Fatal(err)
	}
	for i := range items {
		put(b, db, item(i, 0))
	}
	return db
}

func put(b *testing.B, db api.DB, it attr.Item) {
	if _, err := db.PutItem(context.Background(), &api.PutItemRequest{TableName: "players", Item: it}); err != nil {
		b.Fatal(err)
	}
}

// quiet is a logger of Pebble that says nothing.
type quiet struct{}

func (quiet) Infof(string, ...any)  {}
func (quiet) Errorf(string, ...any) {}
func (quiet) Fatalf(string, ...any) {}

// pair is a key and a value as the engine's store has them.
type pair struct{ key, value []byte }

// recorder is a store that keeps what is set in the data space: for each item
// in turn, the item and its index entry.
type recorder struct {
	store.Store
	table, index []pair
}

func (r *recorder) Update(ctx context.Context, fn func(store.Txn) error) error {
	return r.Store.Update(ctx, func(t store.Txn) error { return fn(recorderTxn{t, r}) })
}

type recorderTxn struct {
	store.Txn
	r *recorder
}

func (t recorderTxn) Set(key, value []byte) {
	p := pair{append([]byte(nil), key...), append([]byte(nil), value...)}
	switch {
	case key[0] != 0x20: // not data
	case key[6] == 0: // the id of the index: 0 is the table
		t.r.table = append(t.r.table, p)
	default:
		t.r.index = append(t.r.index, p)
	}
	t.Txn.Set(key, value)
}

// openPebble opens a Pebble in memory, as the engine's store does, and sets
// what the engine sets for the items, in the same order. It returns these
// pairs, the i-th for the i-th item.
func openPebble(b *testing.B, indexed bool) (db *pebble.DB, table, index []pair) {
	b.Helper()
	s, err := storepebble.Open(storepebble.Options{})
	if err != nil {
		b.Fatal(err)
	}
	r := &recorder{Store: s}
	openEngine(b, r, indexed)
	db, err = pebble.Open("", &pebble.Options{FS: vfs.NewMem(), DisableWAL: true, MemTableSize: 32 << 20, MemTableStopWritesThreshold: 4, Logger: quiet{}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	for i := range items {
		if err := db.Set(r.table[i].key, r.table[i].value, pebble.NoSync); err != nil {
			b.Fatal(err)
		}
		if !indexed {
			continue
		}
		if err := db.Set(r.index[i].key, r.index[i].value, pebble.NoSync); err != nil {
			b.Fatal(err)
		}
	}
	return db, r.table, r.index
}

// BenchmarkGetItem reads items of 1 KB by key.
func BenchmarkGetItem(b *testing.B) {
	db := openEngine(b, nil, false)
	bare, table, _ := openPebble(b, false)
	requests := make([]*api.GetItemRequest, items)
	for i := range requests {
		requests[i] = &api.GetItemRequest{TableName: "players", Key: item(i, 0).Pick("pk", "sk")}
	}
	sides(b, func(i int) {
		resp, err := db.GetItem(context.Background(), requests[i*7919%items])
		if err != nil || resp.Item == nil {
			b.Fatal(resp, err)
		}
	}, func(i int) {
		_, c, err := bare.Get(table[i*7919%items].key)
		if err != nil {
			b.Fatal(err)
		}
		c.Close()
	})
}

// BenchmarkPutItem replaces items of 1 KB in a table with one global index,
// without waiting for a disk; the other side reads the old item and sets the
// same two entries in one batch.
func BenchmarkPutItem(b *testing.B) {
	db := openEngine(b, nil, true)
	bare, table, index := openPebble(b, true)
	var requests [2][]*api.PutItemRequest
	for v := range requests {
		for i := range items {
			requests[v] = append(requests[v], &api.PutItemRequest{TableName: "players", Item: item(i, v+1)})
		}
	}
	sides(b, func(i int) {
		if _, err := db.PutItem(context.Background(), requests[i/items%2][i*7919%items]); err != nil {
			b.Fatal(err)
		}
	}, func(i int) {
		base, entry := table[i*7919%items], index[i*7919%items]
		old, c, err := bare.Get(base.key)
		if err != nil || len(old) == 0 {
			b.Fatal(err)
		}
		c.Close()
		batch := bare.NewBatch()
		batch.Set(base.key, base.value, nil)
		batch.Set(entry.key, entry.value, nil)
		if err := batch.Commit(pebble.NoSync); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkQueryPage reads a page of 50 items of one partition of the index;
// the other side walks as many entries.
func BenchmarkQueryPage(b *testing.B) {
	db := openEngine(b, nil, true)
	bare, _, index := openPebble(b, true)
	const page = 50
	limit, condition := page, "season = :s"
	sides(b, func(i int) {
		resp, err := db.Query(context.Background(), &api.QueryRequest{
			TableName: "players", IndexName: "seasons", Limit: &limit, KeyConditionExpression: &condition,
			ExpressionAttributeValues: api.Values{":s": attr.String(fmt.Sprintf("SEASON#%02d", i%20))},
		})
		if err != nil || len(resp.Items) != page {
			b.Fatal(resp, err)
		}
	}, func(i int) {
		it, err := bare.NewIter(&pebble.IterOptions{LowerBound: index[i%20].key[:7+16]})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for ok := it.First(); ok && n < page; ok = it.Next() {
			n += min(1, len(it.Value()))
		}
		it.Close()
	})
}

// BenchmarkCreateDeleteTable makes a table of one item with one index, and
// drops it, as a prover does thousands of times. It has no other side.
func BenchmarkCreateDeleteTable(b *testing.B) {
	db, err := engine.Open(engine.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	create, one := api.NewCreateTable(table(true)), item(0, 0)
	for b.Loop() {
		if _, err := db.CreateTable(b.Context(), create); err != nil {
			b.Fatal(err)
		}
		put(b, db, one)
		if _, err := db.DeleteTable(b.Context(), &api.DeleteTableRequest{TableName: "players"}); err != nil {
			b.Fatal(err)
		}
	}
}
