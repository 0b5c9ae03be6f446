package engine_test

import (
	"context"
	"fmt"
	"log"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
)

// A database in memory: a table of matches, newest first.
func Example() {
	ctx := context.Background()
	db, err := engine.Open(engine.Options{}) // Dir: "folder" keeps it
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()

	_, err = db.CreateTable(ctx, api.NewCreateTable(&schema.Table{
		Name:       "players",
		Attributes: []schema.Attribute{{Name: "pk", Type: attr.TypeString}, {Name: "sk", Type: attr.TypeString}},
		Key:        schema.Key{Partition: []string{"pk"}, Sort: []string{"sk"}},
		OnDemand:   true,
	}))
	if err != nil {
		log.Fatal(err)
	}
	for _, day := range []string{"2026-11-28", "2026-11-30", "2026-11-29"} {
		_, err := db.PutItem(ctx, &api.PutItemRequest{TableName: "players", Item: attr.NewItem(
			attr.Field{Name: "pk", Value: attr.String("PLAYER#u8231")},
			attr.Field{Name: "sk", Value: attr.String("MATCH#" + day)},
		)})
		if err != nil {
			log.Fatal(err)
		}
	}
	condition, forward, limit := "pk = :p AND begins_with(sk, :m)", false, 2
	resp, err := db.Query(ctx, &api.QueryRequest{
		TableName:              "players",
		KeyConditionExpression: &condition,
		ExpressionAttributeValues: api.Values{
			":p": attr.String("PLAYER#u8231"),
			":m": attr.String("MATCH#"),
		},
		ScanIndexForward: &forward,
		Limit:            &limit,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, it := range resp.Items {
		fmt.Println(it.Get("sk").Str())
	}
	// Output:
	// MATCH#2026-11-30
	// MATCH#2026-11-29
}
