package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
)

// threads is a table with a local index of everything.
func threads() *schema.Table {
	return &schema.Table{
		Name: "threads", OnDemand: true, Key: schema.Key{Partition: []string{"pk"}, Sort: []string{"sk"}},
		Attributes: []schema.Attribute{{Name: "pk", Type: attr.TypeString}, {Name: "sk", Type: attr.TypeNumber}, {Name: "l", Type: attr.TypeNumber}},
		Indexes: []schema.Index{{Name: "byL", Local: true, Key: schema.Key{Partition: []string{"pk"}, Sort: []string{"l"}},
			Projection: schema.Projection{Kind: schema.ProjectAll}}},
	}
}

// post is an item of 100 bytes; in the index it takes as many again.
func post(pk string, sk int64, indexed bool) attr.Item {
	fields := []attr.Field{{Name: "pk", Value: attr.String(pk)}, {Name: "sk", Value: attr.Int(sk)}}
	if indexed {
		fields = append(fields, attr.Field{Name: "l", Value: attr.Int(sk)})
	}
	used := attr.NewItem(append([]attr.Field(nil), fields...)...).Size()
	return attr.NewItem(append(fields, attr.Field{Name: "d", Value: attr.String(strings.Repeat("x", 99-used))})...)
}

// The limit is on the items of one partition value and their entries in local
// indexes; what makes the collection no larger is always taken. Sizes by
// hand: the limit of 1,000 bytes is 5 items with entries, or 10 without.
func TestCollectionLimit(t *testing.T) {
	db := open(t, engine.Options{CollectionLimit: 1000})
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(threads())); err != nil {
		t.Fatal(err)
	}
	put := func(it attr.Item) error {
		_, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "threads", Item: it})
		return err
	}
	for i := range int64(5) {
		if err := put(post("full", i, true)); err != nil {
			t.Fatal(err)
		}
	}
	wantTooLarge(t, put(post("full", 5, false)))
	for i := range int64(10) {
		if err := put(post("other", i, false)); err != nil {
			t.Fatalf("another collection: %v", err)
		}
	}
	wantTooLarge(t, put(post("other", 0, true)))
	if err := put(post("full", 0, true)); err != nil {
		t.Errorf("the same item again: %v", err)
	}
	_, err := db.TransactWriteItems(t.Context(), &api.TransactWriteItemsRequest{TransactItems: []api.TransactWriteItem{
		{Put: &api.TransactPut{TableName: "threads", Item: post("new", 0, true)}},
		{Put: &api.TransactPut{TableName: "threads", Item: post("full", 9, true)}},
	}})
	var e *api.Error
	if !errors.As(err, &e) || e.Code != api.TransactionCanceledException || e.Reasons[1].Code != "ItemCollectionSizeLimitExceeded" {
		t.Errorf("transaction: %v", err)
	}
	_, err = db.BatchWriteItem(t.Context(), &api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{
		"threads": {{PutRequest: &api.PutRequest{Item: post("full", 9, true)}}}}})
	wantTooLarge(t, err)
	if _, err := db.DeleteItem(t.Context(), &api.DeleteItemRequest{TableName: "threads", Key: post("full", 0, true).Pick("pk", "sk")}); err != nil {
		t.Fatal(err)
	}
	if err := put(post("full", 5, false)); err != nil {
		t.Errorf("after a delete: %v", err)
	}
}

func wantTooLarge(t *testing.T, err error) {
	t.Helper()
	var e *api.Error
	if !errors.As(err, &e) || e.Code != api.ItemCollectionSizeLimitExceededException {
		t.Errorf("got %v", err)
	}
}
