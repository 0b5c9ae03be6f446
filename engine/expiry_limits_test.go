package engine_test

import (
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
)

// Deletions by time to live consume no throughput (Developer Guide, TTL): right
// after fifty of them, a table of one write unit without bursts takes a write
// of one unit, and refuses the next.
func TestExpiryConsumesNothing(t *testing.T) {
	clk := &clock{now: ttlStart}
	db := open(t, engine.Options{Now: clk.Now, SweepInterval: -1})
	def := &schema.Table{
		Name: "limited", Key: schema.Key{Partition: []string{"id"}}, Attributes: []schema.Attribute{{Name: "id", Type: attr.TypeNumber}},
	}
	create := api.NewCreateTable(def)
	create.BillingMode, create.ProvisionedThroughput = "PROVISIONED", &api.ProvisionedThroughput{ReadCapacityUnits: 1, WriteCapacityUnits: 1}
	if _, err := db.CreateTable(t.Context(), create); err != nil {
		t.Fatal(err)
	}
	if err := setTTL(t.Context(), db, "limited", "expires", true); err != nil {
		t.Fatal(err)
	}
	put := func(id int64) error {
		it := attr.NewItem(attr.Field{Name: "id", Value: attr.Int(id)}, attr.Field{Name: "expires", Value: attr.Int(ttlStart.Unix() + 60)})
		_, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "limited", Item: it})
		return err
	}
	for id := range int64(50) {
		if err := put(id); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.SetSimulation(engine.Simulation{Throughput: engine.Throughput{Enforce: true, NoBurst: true, Partitions: 1}}); err != nil {
		t.Fatal(err)
	}
	clk.turn(time.Hour)
	if err := db.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(scanIDs(t, db, "limited", "id")); n != 0 {
		t.Fatalf("%d items are left", n)
	}
	if err := put(1); err != nil {
		t.Errorf("the first write: %v", err)
	}
	if err := put(2); err == nil {
		t.Error("the second write of the same second was not throttled")
	}
}
