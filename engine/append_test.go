package engine_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
)

// What is passed on from the store to the wire is, byte for byte, what the
// operation's response becomes. The oracle is the operation itself.
func TestAppendResponse(t *testing.T) {
	db := open(t, engine.Options{})
	mustServe(t, db, "CreateTable", `{"TableName":"things","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},`+
		`{"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"g","AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},`+
		`{"AttributeName":"sk","KeyType":"RANGE"}],"LocalSecondaryIndexes":[{"IndexName":"byG","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},`+
		`{"AttributeName":"g","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],"GlobalSecondaryIndexes":[{"IndexName":"allG",`+
		`"KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]}`)
	for i := range 60 {
		mustServe(t, db, "PutItem", fmt.Sprintf(`{"TableName":"things","Item":{"pk":{"S":"p%d"},"sk":{"N":"%d"},"g":{"S":"g%d"},"text":{"S":"é \" \\ \u0001 %d"},`+
			`"b":{"B":"AAEC"},"m":{"M":{"l":{"L":[{"NULL":true},{"BOOL":false},{"NS":["1","20"]}]}}}}}`, i%5, i-30, i%3, i))
	}
	rapid.Check(t, func(rt *rapid.T) {
		pick := func(label string, from ...string) string { return rapid.SampledFrom(from).Draw(rt, label) }
		operation := pick("operation", "GetItem", "Query", "Scan", "BatchGetItem")
		key := func() string {
			return fmt.Sprintf(`{"pk":{"S":"p%d"},"sk":{"N":"%d"}}`, rapid.IntRange(0, 5).Draw(rt, "pk"), rapid.IntRange(-31, 30).Draw(rt, "sk"))
		}
		more := pick("more", "", `,"ReturnConsumedCapacity":"TOTAL"`, `,"ConsistentRead":true`)
		table := pick("table", "things", "things", "things", "missing")
		var body string
		switch operation {
		case "GetItem":
			body = `{"TableName":"` + table + `","Key":` + key() + more + pick("projection", "", `,"ProjectionExpression":"m"`) + `}`
		case "BatchGetItem":
			body = `{"RequestItems":{"` + table + `":{"Keys":[` + key() + `,` + key() + `]}}` + pick("capacity", "", `,"ReturnConsumedCapacity":"INDEXES"`) + `}`
		case "Query":
			body = `{"TableName":"` + table + `"` + pick("condition",
				`,"KeyConditionExpression":"pk = :v","ExpressionAttributeValues":{":v":{"S":"p1"}}`,
				`,"KeyConditionExpression":"pk = :v AND sk < :n","ExpressionAttributeValues":{":v":{"S":"p1"},":n":{"N":"3"}},"ScanIndexForward":false`,
				`,"IndexName":"allG","KeyConditionExpression":"g = :v","ExpressionAttributeValues":{":v":{"S":"g1"}}`,
				`,"IndexName":"byG","KeyConditionExpression":"pk = :v AND g >= :g","ExpressionAttributeValues":{":v":{"S":"p2"},":g":{"S":"g1"}}`,
				`,"IndexName":"byG","KeyConditionExpression":"pk = :v","ExpressionAttributeValues":{":v":{"S":"p2"}},"Select":"ALL_ATTRIBUTES"`) +
				pick("select", "", `,"Limit":3`, `,"Limit":100`, `,"Select":"COUNT"`, `,"ProjectionExpression":"pk"`) + more + `}`
		default:
			body = `{"TableName":"` + table + `"` + pick("index", "", `,"IndexName":"allG"`) + pick("segment", "", `,"Segment":1,"TotalSegments":3`) +
				pick("limit", "", `,"Limit":7`, `,"Select":"COUNT"`) + `}`
		}
		op, err := api.LookupOperation(operation)
		if err != nil {
			rt.Fatal(err)
		}
		want, wantErr := answer(rt, op, body, func(req any) ([]byte, error) {
			resp, err := op.Call(t.Context(), db, req)
			if err != nil {
				return nil, err
			}
			return api.Encode(resp)
		})
		got, gotErr := answer(rt, op, body, func(req any) ([]byte, error) { return op.Append(t.Context(), db, req, []byte("before")) })
		if wantErr != gotErr || wantErr == "" && string(got) != "before"+string(want) {
			rt.Fatalf("%s %s\n got %s %s\nwant before%s %s", operation, body, got, gotErr, want, wantErr)
		}
	})
}

func mustServe(t *testing.T, db api.DB, operation, body string) {
	t.Helper()
	if status, answer, err := api.Serve(t.Context(), db, operation, []byte(body)); status != 200 {
		t.Fatalf("%s: %d %s %v", operation, status, answer, err)
	}
}

// answer decodes a body and runs it.
func answer(t *rapid.T, op api.Operation, body string, run func(any) ([]byte, error)) (out []byte, failed string) {
	req := op.NewRequest()
	if err := api.Decode([]byte(body), req); err != nil {
		t.Fatal(err)
	}
	out, err := run(req)
	if err != nil {
		failed = err.Error()
	}
	return out, failed
}

// A page ends at 1 MB of items where it ends for the operation, in the table
// and in batches.
func TestAppendFullPage(t *testing.T) {
	db := open(t, engine.Options{})
	mustServe(t, db, "CreateTable", `{"TableName":"things","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"N"}],`+
		`"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}`)
	keys := make([]attr.Item, 60)
	for i := range keys {
		keys[i] = attr.NewItem(attr.Field{Name: "pk", Value: attr.Int(int64(i))})
		it := keys[i].With("data", attr.String(string(make([]byte, 390_000))))
		if _, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "things", Item: it}); err != nil {
			t.Fatal(err)
		}
	}
	for name, req := range map[string]any{
		"Scan":         &api.ScanRequest{TableName: "things"},
		"BatchGetItem": &api.BatchGetItemRequest{RequestItems: map[string]*api.KeysAndAttributes{"things": {Keys: keys}}},
	} {
		op, err := api.LookupOperation(name)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := op.Call(t.Context(), db, req)
		if err != nil {
			t.Fatal(err)
		}
		want, err := api.Encode(resp)
		if err != nil {
			t.Fatal(err)
		}
		got, err := op.Append(t.Context(), db, req, nil)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: %d bytes, error %v, want %d bytes", name, len(got), err, len(want))
		}
	}
}
