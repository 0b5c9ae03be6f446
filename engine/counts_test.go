package engine_test

import (
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
)

func itemCount(t *testing.T, db *engine.DB) int64 {
	t.Helper()
	resp, err := db.DescribeTable(t.Context(), &api.DescribeTableRequest{TableName: "ledger"})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Table.ItemCount
}

// Counts survive a clean Close as they are, and a crash by being counted anew.
func TestCountsSurvive(t *testing.T) {
	fs := vfs.NewCrashableMem()
	db := openOn(t, fs)
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
		t.Fatal(err)
	}
	for n := range 10 {
		if err := writePair(t.Context(), db, 1, n); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = openOn(t, fs)
	if n := itemCount(t, db); n != 20 {
		t.Errorf("after Close: %d items, want 20", n)
	}
	if err := writePair(t.Context(), db, 2, 0); err != nil {
		t.Fatal(err)
	}
	crashed := openOn(t, fs.CrashClone(vfs.CrashCloneCfg{}))
	if n := itemCount(t, crashed); n != 22 {
		t.Errorf("after a crash: %d items, want 22", n)
	}
	if err := engine.Check(t.Context(), crashed); err != nil {
		t.Error(err)
	}
	for _, d := range []*engine.DB{db, crashed} {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}
