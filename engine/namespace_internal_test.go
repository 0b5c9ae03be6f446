package engine

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
)

// Names that clients make up leave nothing in memory; a namespace with a table
// stays though nobody holds its DB, and while somebody holds one without
// tables, it is the DB of its name.
func TestMadeUpNamespaces(t *testing.T) {
	db, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	held := db.Namespace("eu-west-1", "held")
	create := &api.CreateTableRequest{
		TableName: "table", BillingMode: "PAY_PER_REQUEST",
		AttributeDefinitions: []api.AttributeDefinition{{AttributeName: "id", AttributeType: "S"}},
		KeySchema:            []api.KeySchemaElement{{AttributeName: "id", KeyType: "HASH"}},
	}
	if _, err := db.Namespace("eu-west-1", "kept").CreateTable(t.Context(), create); err != nil {
		t.Fatal(err)
	}
	for i := range 2000 {
		in := db.Namespace("eu-west-1", fmt.Sprintf("made-up-%d", i))
		if _, err := in.ListTables(t.Context(), &api.ListTablesRequest{}); err != nil {
			t.Fatal(err)
		}
		if _, err := in.DescribeTable(t.Context(), &api.DescribeTableRequest{TableName: "table"}); err == nil {
			t.Fatal("a table of another namespace")
		}
	}
	left := func() int {
		db.idle.mu.Lock()
		defer db.idle.mu.Unlock()
		return len(db.idle.dbs)
	}
	for tries := 0; left() > 2; tries++ { // db itself and held
		if tries == 1000 {
			t.Fatalf("%d namespaces without tables are remembered", left())
		}
		runtime.GC()
		time.Sleep(time.Millisecond) // for the cleanups, which run beside
	}
	if got := len(db.namespaces()); got != 1 {
		t.Errorf("%d namespaces with tables, want 1", got)
	}
	if db.Namespace("eu-west-1", "held") != held {
		t.Error("a namespace has two DBs")
	}
	resp, err := db.Namespace("eu-west-1", "kept").ListTables(t.Context(), &api.ListTablesRequest{})
	if err != nil || len(resp.TableNames) != 1 {
		t.Errorf("the namespace with a table: %v, %v", resp, err)
	}
	runtime.KeepAlive(held)
}
