package server_test

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/server"
)

// The official client on the embedded engine: no socket, no port.
func ExampleTransport() {
	ctx := context.Background()
	db, err := engine.Open(engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	client := dynamodb.New(dynamodb.Options{
		Region:      "us-east-1",
		Credentials: aws.AnonymousCredentials{},
		HTTPClient:  &http.Client{Transport: server.Transport(db)},
	})

	_, err = client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:            aws.String("scores"),
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("player"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("player"), KeyType: types.KeyTypeHash}},
		BillingMode:          types.BillingModePayPerRequest,
	})
	if err != nil {
		log.Fatal(err)
	}
	for range 3 {
		out, err := client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName:                 aws.String("scores"),
			Key:                       map[string]types.AttributeValue{"player": &types.AttributeValueMemberS{Value: "ada"}},
			UpdateExpression:          aws.String("ADD points :p"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":p": &types.AttributeValueMemberN{Value: "1.5"}},
			ReturnValues:              types.ReturnValueUpdatedNew,
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(out.Attributes["points"].(*types.AttributeValueMemberN).Value)
	}
	// Output:
	// 1.5
	// 3
	// 4.5
}

// A server on a port of its own, for clients in any language.
func ExampleServer_Serve() {
	db, err := engine.Open(engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	s, err := server.New(server.Options{Databases: server.One(db), Region: "eu-west-1"})
	if err != nil {
		log.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, l) }()

	resp, err := http.Get("http://" + l.Addr().String() + "/healthz")
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status)

	stop()
	fmt.Println(<-ended)
	// Output:
	// 200 OK
	// <nil>
}
