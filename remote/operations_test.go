package remote_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/remote"
)

// Every operation of the API goes to its service under its own name.
func TestEveryOperation(t *testing.T) {
	signIn(t, accessKey, secretKey, "")
	for _, op := range api.Operations() {
		s := &script{answers: says(200, `{}`)}
		db := open(t, remote.Options{Region: "eu-west-1", Transport: s})
		if _, err := op.Call(t.Context(), db, op.NewRequest()); err != nil {
			t.Errorf("%s: %v", op.Name, err)
			continue
		}
		r := s.asked[0]
		if got, want := r.Header.Get("X-Amz-Target"), op.Service+"."+op.Name; got != want {
			t.Errorf("%s is sent as %s", op.Name, got)
		}
		if body := s.bodies[0]; body[0] != '{' {
			t.Errorf("%s: body %s", op.Name, body)
		}
	}
}

// reading are the operations that a read-only connection lets through, by the
// actions of AmazonDynamoDBReadOnlyAccess (AWS managed policy).
var reading = []string{
	"BatchGetItem", "DescribeContinuousBackups", "DescribeEndpoints", "DescribeLimits", "DescribeStream", "DescribeTable", "DescribeTimeToLive",
	"GetItem", "GetRecords", "GetShardIterator", "ListStreams", "ListTables", "ListTagsOfResource", "Query", "Scan", "TransactGetItems",
}

// A read-only connection sends no request that could change something.
func TestReadOnly(t *testing.T) {
	signIn(t, accessKey, secretKey, "")
	sent := 0
	s := &script{answers: []func(*http.Request) (*http.Response, error){func(*http.Request) (*http.Response, error) {
		sent++
		return answer(200, `{}`), nil
	}}}
	db := open(t, remote.Options{Region: "eu-west-1", Transport: s, ReadOnly: true})
	refused := func(do func(context.Context) error) bool {
		before := sent
		var only *remote.ReadOnlyError
		err := do(t.Context())
		if errors.As(err, &only) != (sent == before) {
			t.Errorf("%v, though %d requests were sent", err, sent-before)
		}
		return errors.As(err, &only)
	}
	for _, op := range api.Operations() {
		got := refused(func(ctx context.Context) error { _, err := op.Call(ctx, db, op.NewRequest()); return err })
		if want := !slices.Contains(reading, op.Name); got != want {
			t.Errorf("%s refused: %t, want %t", op.Name, got, want)
		}
	}
	for statement, want := range map[string]bool{
		`SELECT * FROM "t"`: false, "  select*from t": false, "\nSELECT\n* FROM t": false,
		`INSERT INTO "t" VALUE {'pk':'SELECT'}`: true, "UPDATE t SET a=1": true, "delete from t": true, "": true, "\"SELECT\"": true, "SELECTED": true, "-- x\nSELECT": true, "ſELECT *": true,
	} {
		one := refused(func(ctx context.Context) error {
			_, err := db.ExecuteStatement(ctx, &api.ExecuteStatementRequest{Statement: statement})
			return err
		})
		batch := refused(func(ctx context.Context) error {
			_, err := db.BatchExecuteStatement(ctx, &api.BatchExecuteStatementRequest{Statements: []api.BatchStatementRequest{{Statement: "SELECT 1"}, {Statement: statement}}})
			return err
		})
		all := refused(func(ctx context.Context) error {
			_, err := db.ExecuteTransaction(ctx, &api.ExecuteTransactionRequest{TransactStatements: []api.ParameterizedStatement{{Statement: statement}}})
			return err
		})
		if one != want || batch != want || all != want {
			t.Errorf("%q refused: %t, %t, %t, want %t", statement, one, batch, all, want)
		}
	}
}

// Bodies that are passed on keep what this module does not know, and the
// guards: read-only, statements, an answer that is one.
func TestPassJSON(t *testing.T) {
	signIn(t, accessKey, secretKey, "")
	s := &script{answers: says(200, `{"Table":{"TableName":"tab","TableStatus":"ACTIVE","Replicas":[{"RegionName":"eu-west-1"}]}}`)}
	db := open(t, remote.Options{Region: "eu-west-1", Transport: s, ReadOnly: true})
	pass := func(operation, body string) (string, error) {
		op, err := api.LookupOperation(operation)
		if err != nil {
			t.Fatal(err)
		}
		got, err := op.CallJSON(t.Context(), db, []byte(body))
		return string(got), err
	}
	got, err := pass("DescribeTable", `{"TableName":"tab","New":1}`)
	if err != nil || !strings.Contains(got, "Replicas") {
		t.Errorf("%s, %v", got, err)
	}
	if sent := s.bodies[0]; string(sent) != `{"TableName":"tab","New":1}` {
		t.Errorf("sent %s", sent)
	}
	var only *remote.ReadOnlyError
	for operation, body := range map[string]string{
		"PutItem": `{}`, "ExecuteStatement": `{"Statement":"DELETE FROM t"}`, "BatchExecuteStatement": `{"Statements":[{"Statement":"DELETE FROM t"}]}`,
		"ExecuteTransaction": `{"TransactStatements":[{"Statement":"UPDATE t SET a=1"}]}`, "TransactWriteItems": `{}`,
	} {
		if _, err := pass(operation, body); !errors.As(err, &only) {
			t.Errorf("%s: %v", operation, err)
		}
	}
	if _, err := pass("ExecuteStatement", `{"Statement":"SELECT * FROM t"}`); err != nil {
		t.Error(err)
	}
	s.answers = says(200, `<html>`)
	var answer *remote.AnswerError
	if _, err := pass("DescribeTable", `{}`); !errors.As(err, &answer) {
		t.Errorf("a page is taken for an answer: %v", err)
	}
}
