package engine_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
)

// Rules for faults find the tables that statements are about, and the actions
// of a transaction.
func TestFaultsFindStatements(t *testing.T) {
	db := open(t, engine.Options{Simulation: engine.Simulation{Faults: []engine.Fault{{Kind: engine.FaultThrottle, Table: "hot"}}}})
	ctx := context.Background()
	for _, name := range []string{"hot", "cold"} {
		_, err := db.CreateTable(ctx, &api.CreateTableRequest{TableName: name, BillingMode: "PAY_PER_REQUEST",
			AttributeDefinitions: []api.AttributeDefinition{{AttributeName: "pk", AttributeType: "S"}},
			KeySchema:            []api.KeySchemaElement{{AttributeName: "pk", KeyType: "HASH"}}})
		var throttled *api.Error
		if err != nil && !errors.As(err, &throttled) {
			t.Fatal(err)
		}
	}
	codes := func(err error) []string {
		var e *api.Error
		if err == nil || !errors.As(err, &e) {
			return nil
		}
		out := []string{string(e.Code)}
		for _, r := range e.Reasons {
			out = append(out, r.Code)
		}
		return out
	}
	run := func(statements ...string) []string {
		if len(statements) == 1 {
			_, err := db.ExecuteStatement(ctx, &api.ExecuteStatementRequest{Statement: statements[0]})
			return codes(err)
		}
		r := &api.ExecuteTransactionRequest{}
		for _, s := range statements {
			r.TransactStatements = append(r.TransactStatements, api.ParameterizedStatement{Statement: s})
		}
		_, err := db.ExecuteTransaction(ctx, r)
		return codes(err)
	}
	for _, c := range []struct {
		statements []string
		want       []string
	}{
		{[]string{"SELECT * FROM cold"}, nil},
		{[]string{"SELECT * FROM hot"}, []string{"ThrottlingException"}},
		{[]string{"INSERT INTO \"hot\" VALUE {'pk': 'a'}"}, []string{"ThrottlingException"}},
		{[]string{"INSERT INTO cold VALUE {'pk': 'a'}", "DELETE FROM hot WHERE pk = 'a'"},
			[]string{"TransactionCanceledException", "None", "ThrottlingError"}},
		{[]string{"SELECT"}, []string{"ValidationException"}},
	} {
		if diff := cmp.Diff(c.want, run(c.statements...)); diff != "" {
			t.Errorf("%v: %s", c.statements, diff)
		}
	}
}
