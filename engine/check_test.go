package engine_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/store"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// Check finds each kind of damage that is done below the engine's back.
func TestCheckFindsDamage(t *testing.T) {
	isItem := func(k []byte) bool { return k[0] == 0x20 && k[6] == 0 }
	isEntry := func(k []byte) bool { return k[0] == 0x20 && k[6] == 1 }
	for _, c := range []struct {
		name   string
		damage func(txn store.Txn, items, entries []pair)
		want   string
	}{
		{"none", func(store.Txn, []pair, []pair) {}, ""},
		{"an entry is missing", func(txn store.Txn, _, entries []pair) { txn.Delete(entries[0].key) }, "index byWriter: entry of item"},
		{"an item is missing", func(txn store.Txn, items, _ []pair) { txn.Delete(items[0].key) }, "its table implies"},
		{"an entry is stale", func(txn store.Txn, _, entries []pair) { txn.Set(entries[0].key, entries[1].value) }, "index byWriter: entry of item"},
		{"an item lies under another key", func(txn store.Txn, items, _ []pair) {
			txn.Set(append(bytes.Clone(items[0].key), 1), items[0].value)
		}, "lies under another key"},
		{"a record is cut", func(txn store.Txn, items, _ []pair) {
			txn.Set(items[0].key, items[0].value[:len(items[0].value)-1])
		}, "damaged record"},
		{"a record has a wrong size", func(txn store.Txn, items, _ []pair) {
			v := bytes.Clone(items[0].value)
			v[0]++
			txn.Set(items[0].key, v)
		}, "bytes and has"},
		{"data of no table", func(txn store.Txn, items, _ []pair) {
			k := bytes.Clone(items[0].key)
			k[1] = 9
			txn.Set(k, []byte{1})
		}, "belongs to no table"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := storepebble.Open(storepebble.Options{})
			if err != nil {
				t.Fatal(err)
			}
			db, err := engine.Open(engine.Options{Store: s})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
				t.Fatal(err)
			}
			if err := writePair(t.Context(), db, 1, 1); err != nil {
				t.Fatal(err)
			}
			items, entries := stored(t, s, isItem), stored(t, s, isEntry)
			err = s.Update(t.Context(), func(txn store.Txn) error {
				c.damage(txn, items, entries)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			err = engine.Check(t.Context(), db)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

type pair struct{ key, value []byte }

func stored(t *testing.T, s store.Store, which func(key []byte) bool) (out []pair) {
	t.Helper()
	err := s.View(context.Background(), func(r store.Reader) error {
		return r.Scan(context.Background(), store.Range{}, func(k, v []byte) bool {
			if which(k) {
				out = append(out, pair{bytes.Clone(k), bytes.Clone(v)})
			}
			return true
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What another partition has under the same hash is passed over: a record is
// put where one of a partition with that hash would lie.
func TestHashCollision(t *testing.T) {
	s, err := storepebble.Open(storepebble.Options{})
	if err != nil {
		t.Fatal(err)
	}
	db, err := engine.Open(engine.Options{Store: s})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(threads())); err != nil {
		t.Fatal(err)
	}
	for _, pk := range []string{"ours", "theirs"} {
		if _, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "threads", Item: post(pk, 1, false)}); err != nil {
			t.Fatal(err)
		}
	}
	items := stored(t, s, func(k []byte) bool { return k[0] == 0x20 })
	err = s.Update(t.Context(), func(txn store.Txn) error {
		for i, p := range items { // each gets the other's record, under a sort key of its own
			txn.Set(append(bytes.Clone(p.key), 1), items[1-i].value)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	condition := "pk = :p"
	resp, err := db.Query(t.Context(), &api.QueryRequest{TableName: "threads", KeyConditionExpression: &condition,
		ExpressionAttributeValues: api.Values{":p": attr.String("ours")}})
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Items) != 1 || resp.ScannedCount != 1 || resp.Items[0].Get("pk").Str() != "ours" {
		t.Errorf("%+v", resp)
	}
}
