package remote_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/remote"
	"github.com/keywright/keywright/server"
)

// A database behind an endpoint is an api.DB like the embedded engine. Here
// the endpoint is a server in the same process.
func Example() {
	ctx := context.Background()
	there, err := engine.Open(engine.Options{})
	if err != nil {
		panic(err)
	}
	defer there.Close()

	db, err := remote.Open(ctx, remote.Options{
		Endpoint: "http://localhost:8000", Transport: server.Transport(there),
	})
	if err != nil {
		panic(err)
	}
	defer db.Close()

	_, err = db.CreateTable(ctx, &api.CreateTableRequest{
		TableName: "notes", BillingMode: "PAY_PER_REQUEST",
		AttributeDefinitions: []api.AttributeDefinition{{AttributeName: "id", AttributeType: "S"}},
		KeySchema:            []api.KeySchemaElement{{AttributeName: "id", KeyType: "HASH"}},
	})
	if err != nil {
		panic(err)
	}
	note := attr.NewItem(attr.Field{Name: "id", Value: attr.String("a")})
	isNew := "attribute_not_exists(id)"
	for range 2 {
		_, err = db.PutItem(ctx, &api.PutItemRequest{TableName: "notes", Item: note, ConditionExpression: &isNew})
		var refused *api.Error
		fmt.Println(errors.As(err, &refused), err)
	}
	// Output:
	// false <nil>
	// true ConditionalCheckFailedException: The conditional request failed
}
