package testdb_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/testdb"
)

// client returns a client as the package's comment shows it.
func client(db *testdb.DB) *dynamodb.Client {
	return dynamodb.New(dynamodb.Options{
		Region:       db.Region,
		BaseEndpoint: &db.Endpoint,
		HTTPClient:   db.Client(),
		Credentials:  aws.AnonymousCredentials{},
	})
}

// create makes a table "carts".
func create(t *testing.T, c *dynamodb.Client) {
	t.Helper()
	_, err := c.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName: aws.String("carts"), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Carts is an application that keeps its data in DynamoDB.
type Carts struct{ db *dynamodb.Client }

// Open makes a cart unless there is one.
func (c Carts) Open(ctx context.Context, id string) (opened bool, err error) {
	_, err = c.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("carts"), Item: map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	})
	if failed := (*types.ConditionalCheckFailedException)(nil); errors.As(err, &failed) {
		return false, nil
	}
	return err == nil, err
}

// A test of an application.
func TestCarts(t *testing.T) {
	t.Parallel()
	c := client(testdb.New(t))
	create(t, c)
	carts := Carts{c}
	for _, want := range []bool{true, false} {
		if opened, err := carts.Open(t.Context(), "a"); err != nil || opened != want {
			t.Errorf("opened %t, %v", opened, err)
		}
	}
}

// Each database is empty at first, and each of its regions has its tables.
func TestApart(t *testing.T) {
	a, b := testdb.New(t), testdb.New(t)
	create(t, client(a))
	elsewhere := dynamodb.New(dynamodb.Options{
		Region: "eu-west-1", BaseEndpoint: &a.Endpoint, HTTPClient: a.Client(),
		Credentials: credentials.NewStaticCredentialsProvider("any", "any", ""),
	})
	for name, c := range map[string]*dynamodb.Client{"another database": client(b), "another region": elsewhere} {
		if out, err := c.ListTables(t.Context(), nil); err != nil || len(out.TableNames) != 0 {
			t.Errorf("%s: %v, %v", name, out, err)
		}
	}
}

// The same tables are reached by URL.
func TestURL(t *testing.T) {
	db := testdb.New(t)
	create(t, client(db))
	over := dynamodb.New(dynamodb.Options{
		Region: db.Region, BaseEndpoint: aws.String(db.URL()),
		Credentials: credentials.NewStaticCredentialsProvider("any", "any", ""),
	})
	if out, err := over.ListTables(t.Context(), nil); err != nil || len(out.TableNames) != 1 {
		t.Errorf("%v, %v", out, err)
	}
	if db.URL() != db.URL() {
		t.Error("two URLs")
	}
}

// The clock of the test is the database's; clients sign by the real one.
func TestClock(t *testing.T) {
	at := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	db := testdb.Open(t, engine.Options{Now: func() time.Time { return at }})
	c := dynamodb.New(dynamodb.Options{
		Region: db.Region, BaseEndpoint: &db.Endpoint, HTTPClient: db.Client(),
		Credentials: credentials.NewStaticCredentialsProvider("any", "any", ""),
	})
	create(t, c)
	d, err := c.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: aws.String("carts")})
	if err != nil {
		t.Fatal(err)
	}
	if !d.Table.CreationDateTime.Equal(at) {
		t.Errorf("created at %s", d.Table.CreationDateTime)
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		testdb.New(b)
	}
}
