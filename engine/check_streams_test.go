package engine_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/store"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// Check finds damage of streams and of expiry that is done below the engine's
// back.
func TestCheckFindsDamageOfChanges(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(txn store.Txn, records, expiries []pair)
		want   string
	}{
		{"none", func(store.Txn, []pair, []pair) {}, ""},
		{"the last record is missing", func(txn store.Txn, records, _ []pair) { txn.Delete(records[2].key) }, "last record of item"},
		{"a record in between is missing", func(txn store.Txn, records, _ []pair) { txn.Delete(records[1].key) }, "old image is not the new one"},
		{"a record comes twice", func(txn store.Txn, records, _ []pair) {
			k := bytes.Clone(records[0].key)
			k[14]++ // the next stamp
			txn.Set(k, records[0].value)
		}, "does not follow"},
		{"a record of another item", func(txn store.Txn, records, _ []pair) {
			k := bytes.Clone(records[2].key)
			k[len(k)-1]++
			txn.Set(k, records[2].value)
		}, "another item's place"},
		{"a record before the stream", func(txn store.Txn, records, _ []pair) {
			txn.Set(append(append(bytes.Clone(records[0].key[:7]), make([]byte, 8)...), records[0].key[15:]...), records[0].value)
		}, "outside the shards"},
		{"a record is cut", func(txn store.Txn, records, _ []pair) {
			txn.Set(records[0].key, records[0].value[:len(records[0].value)-1])
		}, "damaged stream record"},
		{"a record of no stream", func(txn store.Txn, records, _ []pair) {
			k := bytes.Clone(records[0].key)
			k[2] = 9
			txn.Set(k, records[0].value)
		}, "belongs to no stream"},
		{"an expiry is missing", func(txn store.Txn, _, expiries []pair) { txn.Delete(expiries[0].key) }, "1 items expire, 0 have an entry"},
		{"an expiry is of another time", func(txn store.Txn, _, expiries []pair) {
			k := bytes.Clone(expiries[0].key)
			k[12]++
			txn.Set(k, []byte{1})
		}, "is not of item"},
		{"an expiry of no table", func(txn store.Txn, _, expiries []pair) {
			k := bytes.Clone(expiries[0].key)
			k[2] = 9
			txn.Set(k, []byte{1})
		}, "belongs to no table"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := storepebble.Open(storepebble.Options{})
			if err != nil {
				t.Fatal(err)
			}
			db, err := engine.Open(engine.Options{Store: s, StreamShards: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			createStreamed(t, db, "NEW_AND_OLD_IMAGES")
			if err := setTTL(t.Context(), db, "streamed", "expires", true); err != nil {
				t.Fatal(err)
			}
			for n := range 3 {
				putStreamed(t, db, streamItem("a", 1, strings.Repeat("x", n)).With("expires", attr.Int(int64(n))))
			}
			records := stored(t, s, func(k []byte) bool { return k[0] == 0x30 })
			expiries := stored(t, s, func(k []byte) bool { return k[0] == 0x50 })
			if len(records) != 3 || len(expiries) != 1 {
				t.Fatalf("%d records, %d entries of expiry", len(records), len(expiries))
			}
			err = s.Update(t.Context(), func(txn store.Txn) error {
				c.damage(txn, records, expiries)
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
