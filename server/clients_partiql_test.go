package server_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keywright/keywright/server"
)

// PartiQL as the official AWS SDK for Go speaks it: statements, pages, a
// batch, a transaction, and their errors by type.
func TestGoSDKPartiQL(t *testing.T) {
	c := dynamodb.New(dynamodb.Options{
		HTTPClient: &http.Client{Transport: server.Transport(open(t))}, Region: "eu-west-1", RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider(accessKey, secretKey, ""),
	})
	ctx := t.Context()
	_, err := c.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName: aws.String("movies"), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("year"), AttributeType: types.ScalarAttributeTypeN},
			{AttributeName: aws.String("title"), AttributeType: types.ScalarAttributeTypeS},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("year"), KeyType: types.KeyTypeHash}, {AttributeName: aws.String("title"), KeyType: types.KeyTypeRange},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	parameters := func(values ...any) []types.AttributeValue {
		out, err := attributevalue.MarshalList(values)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	insert := aws.String("INSERT INTO movies VALUE {'title': ?, 'year': ?, 'info': {'rating': 5}}")
	for _, title := range []string{"a", "b", "c", "d", "e"} {
		if _, err := c.ExecuteStatement(ctx, &dynamodb.ExecuteStatementInput{Statement: insert, Parameters: parameters(title, 2000)}); err != nil {
			t.Fatal(err)
		}
	}
	_, err = c.ExecuteStatement(ctx, &dynamodb.ExecuteStatementInput{Statement: insert, Parameters: parameters("a", 2000)})
	var duplicate *types.DuplicateItemException
	if !errors.As(err, &duplicate) {
		t.Errorf("INSERT of a key that is there: %v", err)
	}
	update := aws.String("UPDATE movies SET info.rating = ? WHERE title = ? AND year = ? RETURNING MODIFIED NEW *")
	out, err := c.ExecuteStatement(ctx, &dynamodb.ExecuteStatementInput{Statement: update, Parameters: parameters(9, "c", 2000)})
	if err != nil || len(out.Items) != 1 {
		t.Errorf("UPDATE: %v %v", out, err)
	}
	titles := ""
	pages := &dynamodb.ExecuteStatementInput{Limit: aws.Int32(2), Parameters: parameters(2000),
		Statement: aws.String("SELECT title FROM movies WHERE year = ? ORDER BY title DESC")}
	for n := 0; n == 0 || pages.NextToken != nil; n++ {
		page, err := c.ExecuteStatement(ctx, pages)
		if err != nil || n > 3 {
			t.Fatal(err, n)
		}
		for _, it := range page.Items {
			titles += it["title"].(*types.AttributeValueMemberS).Value
		}
		pages.NextToken = page.NextToken
	}
	if titles != "edcba" {
		t.Errorf("pages of %s", titles)
	}
	batch, err := c.BatchExecuteStatement(ctx, &dynamodb.BatchExecuteStatementInput{Statements: []types.BatchStatementRequest{
		{Statement: aws.String("SELECT info.rating FROM movies WHERE title = 'c' AND year = 2000")},
		{Statement: aws.String("SELECT * FROM nowhere WHERE pk = 'c'")},
	}})
	if err != nil || len(batch.Responses) != 2 || batch.Responses[1].Error == nil ||
		batch.Responses[1].Error.Code != types.BatchStatementErrorCodeEnumResourceNotFound {
		t.Fatalf("%v %v", batch, err)
	}
	if rating, ok := batch.Responses[0].Item["rating"].(*types.AttributeValueMemberN); !ok || rating.Value != "9" {
		t.Errorf("rating %v", batch.Responses[0].Item)
	}
	_, err = c.ExecuteTransaction(ctx, &dynamodb.ExecuteTransactionInput{TransactStatements: []types.ParameterizedStatement{
		{Statement: aws.String("EXISTS(SELECT * FROM movies WHERE title = 'c' AND year = 2000 AND info.rating > 9)")},
		{Statement: aws.String("DELETE FROM movies WHERE title = 'a' AND year = 2000")},
	}})
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) || len(cancelled.CancellationReasons) != 2 || *cancelled.CancellationReasons[0].Code != "ConditionalCheckFailed" {
		t.Errorf("transaction: %v", err)
	}
}
