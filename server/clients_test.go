package server_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keywright/keywright/server"
)

// The official AWS SDK for Go, with signatures verified, over a socket and
// over the transport; with compressed answers, too, whose checksum the SDK
// compares.
func TestGoSDK(t *testing.T) {
	creds := server.NewCredentials(accessKey, secretKey)
	over := map[string]func(t *testing.T) dynamodb.Options{
		"http": func(t *testing.T) dynamodb.Options {
			return dynamodb.Options{BaseEndpoint: aws.String(start(t, server.Options{Credentials: creds}))}
		},
		"http, compressed": func(t *testing.T) dynamodb.Options {
			return dynamodb.Options{BaseEndpoint: aws.String(start(t, server.Options{Credentials: creds})), EnableAcceptEncodingGzip: true}
		},
		"transport": func(t *testing.T) dynamodb.Options {
			s, err := server.New(server.Options{Databases: server.One(open(t)), Credentials: creds})
			if err != nil {
				t.Fatal(err)
			}
			return dynamodb.Options{HTTPClient: &http.Client{Transport: s.Transport()}}
		},
		"any database": func(t *testing.T) dynamodb.Options {
			return dynamodb.Options{HTTPClient: &http.Client{Transport: server.Transport(open(t))}}
		},
	}
	for name, options := range over {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			o.Region = "eu-west-1"
			o.Credentials = credentials.NewStaticCredentialsProvider(accessKey, secretKey, "")
			o.RetryMaxAttempts = 1
			useGoSDK(t, dynamodb.New(o))
		})
	}
}

type order struct {
	Customer string `dynamodbav:"customer"`
	Number   string `dynamodbav:"number"`
	Status   string `dynamodbav:"status"`
	Total    int    `dynamodbav:"total"`
	Note     string `dynamodbav:"note,omitempty"`
}

// useGoSDK creates, writes, queries, transacts and pages.
func useGoSDK(t *testing.T, c *dynamodb.Client) {
	ctx := t.Context()
	_, err := c.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName: aws.String("orders"), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("customer"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("number"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("status"), AttributeType: types.ScalarAttributeTypeS},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("customer"), KeyType: types.KeyTypeHash}, {AttributeName: aws.String("number"), KeyType: types.KeyTypeRange},
		},
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName:  aws.String("by-status"),
			KeySchema:  []types.KeySchemaElement{{AttributeName: aws.String("status"), KeyType: types.KeyTypeHash}},
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := dynamodb.NewTableExistsWaiter(c).Wait(ctx, &dynamodb.DescribeTableInput{TableName: aws.String("orders")}, 1e10); err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		o := order{"ada", fmt.Sprintf("o%02d", i), []string{"open", "paid"}[i%2], i, string(make([]byte, 300))}
		item, err := attributevalue.MarshalMap(o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("orders"), Item: item}); err != nil {
			t.Fatal(err)
		}
	}
	key := map[string]types.AttributeValue{"customer": &types.AttributeValueMemberS{Value: "ada"}, "number": &types.AttributeValueMemberS{Value: "o07"}}
	up, err := c.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: aws.String("orders"), Key: key, ReturnValues: types.ReturnValueUpdatedNew, ExpressionAttributeNames: map[string]string{"#t": "total"},
		UpdateExpression:          aws.String("ADD #t :n"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":n": &types.AttributeValueMemberN{Value: "100"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := up.Attributes["total"].(*types.AttributeValueMemberN).Value; got != "107" {
		t.Errorf("total %s", got)
	}
	pageGoSDK(ctx, t, c)
	failGoSDK(ctx, t, c, key)
}

func pageGoSDK(ctx context.Context, t *testing.T, c *dynamodb.Client) {
	t.Helper()
	pages := dynamodb.NewQueryPaginator(c, &dynamodb.QueryInput{
		TableName: aws.String("orders"), IndexName: aws.String("by-status"), Limit: aws.Int32(4),
		KeyConditionExpression:    aws.String("#s = :s"),
		ExpressionAttributeNames:  map[string]string{"#s": "status"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":s": &types.AttributeValueMemberS{Value: "open"}},
	})
	var found, n int
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		found += len(page.Items)
		n++
	}
	if found != 15 || n < 4 {
		t.Errorf("%d items in %d pages", found, n)
	}
	all, err := c.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String("orders")}) // over 4 KB: compressed where asked for
	if err != nil {
		t.Fatal(err)
	}
	var orders []order
	if err := attributevalue.UnmarshalListOfMaps(all.Items, &orders); err != nil || len(orders) != 30 {
		t.Errorf("%d orders, %v", len(orders), err)
	}
}

func failGoSDK(ctx context.Context, t *testing.T, c *dynamodb.Client, key map[string]types.AttributeValue) {
	t.Helper()
	_, err := c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{TableName: aws.String("orders"), Item: map[string]types.AttributeValue{
			"customer": &types.AttributeValueMemberS{Value: "bob"}, "number": &types.AttributeValueMemberS{Value: "o00"}}}},
		{ConditionCheck: &types.ConditionCheck{TableName: aws.String("orders"), Key: key, ConditionExpression: aws.String("attribute_not_exists(customer)"),
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld}},
	}})
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) || len(cancelled.CancellationReasons) != 2 || *cancelled.CancellationReasons[1].Code != "ConditionalCheckFailed" ||
		len(cancelled.CancellationReasons[1].Item) != 5 {
		t.Errorf("%v", err)
	}
	_, err = c.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("orders"), Item: key,
		ConditionExpression: aws.String("attribute_not_exists(customer)")})
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) || failed.ErrorMessage() != "The conditional request failed" {
		t.Errorf("%v", err)
	}
	_, err = c.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String("none")})
	var absent *types.ResourceNotFoundException
	if !errors.As(err, &absent) {
		t.Errorf("%v", err)
	}
}
