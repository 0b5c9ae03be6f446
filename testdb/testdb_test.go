package testdb_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/testdb"
)

// clientOf returns a client as the package's comment shows it.
func clientOf(db *testdb.DB) *dynamodb.Client {
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

// The Go program of docs/testing.md is carts_test.go, which runs here.
func TestDocs(t *testing.T) {
	doc, err := os.ReadFile("../docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile("carts_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(doc), "```go\n")
	block, _, _ = strings.Cut(block, "```")
	if diff := cmp.Diff(strings.Replace(block, "package carts", "package testdb_test", 1), string(src)); diff != "" {
		t.Errorf("docs/testing.md and carts_test.go differ (-docs +test):\n%s", diff)
	}
}

// Each database is empty at first, and each of its regions has its tables.
func TestApart(t *testing.T) {
	a, b := testdb.New(t), testdb.New(t)
	create(t, clientOf(a))
	elsewhere := dynamodb.New(dynamodb.Options{
		Region: "eu-west-1", BaseEndpoint: &a.Endpoint, HTTPClient: a.Client(),
		Credentials: credentials.NewStaticCredentialsProvider("any", "any", ""),
	})
	for name, c := range map[string]*dynamodb.Client{"another database": clientOf(b), "another region": elsewhere} {
		if out, err := c.ListTables(t.Context(), nil); err != nil || len(out.TableNames) != 0 {
			t.Errorf("%s: %v, %v", name, out, err)
		}
	}
}

// The same tables are reached by URL.
func TestURL(t *testing.T) {
	db := testdb.New(t)
	create(t, clientOf(db))
	over := dynamodb.New(dynamodb.Options{
		Region: db.Region, BaseEndpoint: aws.String(db.URL()),
		Credentials: credentials.NewStaticCredentialsProvider("any", "any", ""),
	})
	if out, err := over.ListTables(t.Context(), nil); err != nil || len(out.TableNames) != 1 {
		t.Errorf("%v, %v", out, err)
	}
	if first, second := db.URL(), db.URL(); first != second {
		t.Errorf("two URLs, %s and %s", first, second)
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
