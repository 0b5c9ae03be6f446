package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/store"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// Regions and owners that would meet if their names were put together without
// care.
var namespaces = [][2]string{{"", ""}, {"eu-west-1", ""}, {"eu-west-1", "AKIA1"}, {"eu-west-", "1AKIA1"}, {"us-east-1", "AKIA1"}}

func mustGet(t *testing.T, db api.DB, table string, key attr.Item) attr.Item {
	t.Helper()
	resp, err := db.GetItem(t.Context(), &api.GetItemRequest{TableName: table, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Item
}

// A table of one namespace is not in another, before and after the store was
// closed; its ARN tells its region (API reference: tables are per account and
// region).
func TestNamespaces(t *testing.T) {
	dir := t.TempDir()
	db, err := engine.Open(engine.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for i, ns := range namespaces {
		in := db.Namespace(ns[0], ns[1])
		if resp, err := in.ListTables(t.Context(), &api.ListTablesRequest{}); err != nil || len(resp.TableNames) > 0 {
			t.Fatalf("%v has tables before it was given one: %v %v", ns, resp, err)
		}
		resp, err := in.CreateTable(t.Context(), api.NewCreateTable(ledger()))
		if err != nil {
			t.Fatal(err)
		}
		region := ns[0]
		if region == "" {
			region = "us-east-1"
		}
		if want := "arn:aws:dynamodb:" + region + ":123456789012:table/ledger"; resp.TableDescription.TableArn != want {
			t.Errorf("%v: ARN %s, want %s", ns, resp.TableDescription.TableArn, want)
		}
		if err := writePair(t.Context(), in, 1, i+1); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Namespace("eu-west-1", "AKIA1").Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.GetItem(t.Context(), &api.GetItemRequest{TableName: "ledger", Key: ledgerKey(0)}); !errors.Is(err, store.ErrClosed) {
		t.Errorf("Close of one namespace left another open: %v", err)
	}
	db = open(t, engine.Options{Dir: dir})
	for i, ns := range namespaces {
		in := db.Namespace(ns[0], ns[1])
		if last := lastPairs(t, in)[1]; last != int64(i+1) {
			t.Errorf("%v: pair %d, want %d", ns, last, i+1)
		}
		if err := engine.Check(t.Context(), in); err != nil {
			t.Error(err)
		}
	}
	if _, err := db.DeleteTable(t.Context(), &api.DeleteTableRequest{TableName: "ledger"}); err != nil {
		t.Fatal(err)
	}
	resp, err := db.Namespace("eu-west-1", "").ListTables(t.Context(), &api.ListTablesRequest{})
	if err != nil || !slices.Equal(resp.TableNames, []string{"ledger"}) {
		t.Errorf("after DeleteTable elsewhere: %v %v", resp, err)
	}
}

func ledgerKey(id int64) attr.Item {
	return attr.NewItem(attr.Field{Name: "id", Value: attr.Int(id)})
}

// One token in two namespaces is two tokens: both transactions take effect.
func TestTokensOfNamespaces(t *testing.T) {
	db := open(t, engine.Options{})
	other := db.Namespace("ap-south-1", "")
	for _, in := range []*engine.DB{db, other} {
		if _, err := in.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
			t.Fatal(err)
		}
		if err := writePair(t.Context(), in, 1, 7); err != nil { // token 1-7
			t.Fatal(err)
		}
		if it := mustGet(t, in, "ledger", ledgerKey(1014)); it == nil {
			t.Error("the transaction did not take effect")
		}
	}
	if db.Namespace("us-east-1", "") != db || db.Namespace("ap-south-1", "") != other {
		t.Error("a namespace has two DBs")
	}
}

// The layout without namespaces is refused, with what to do.
func TestLayoutWithoutNamespaces(t *testing.T) {
	s, err := storepebble.Open(storepebble.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(t.Context(), func(txn store.Txn) error {
		txn.Set([]byte{0x10, 0x00}, []byte{1})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = engine.Open(engine.Options{Store: s})
	if !errors.Is(err, store.ErrVersion) || !strings.Contains(err.Error(), "layout version 1, this program reads version 3") {
		t.Errorf("opened: %v", err)
	}
}
