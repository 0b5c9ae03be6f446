package testdb_test

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keywright/keywright/testdb"
)

func client(t *testing.T) *dynamodb.Client {
	db := testdb.New(t)
	return dynamodb.New(dynamodb.Options{
		Region:       db.Region,
		BaseEndpoint: &db.Endpoint,
		HTTPClient:   db.Client(),
		Credentials:  aws.AnonymousCredentials{}, // any will do
	})
}

func TestCarts(t *testing.T) {
	t.Parallel()
	ctx, db := context.Background(), client(t)
	_, err := db.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:            aws.String("carts"),
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
		BillingMode:          types.BillingModePayPerRequest,
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("carts"),
		Item:      map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: "a"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	out, err := db.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String("carts")})
	if err != nil || out.Count != 1 {
		t.Errorf("%d carts, %v", out.Count, err)
	}
}
