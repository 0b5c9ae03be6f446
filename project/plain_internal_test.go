package project

import (
	"testing"

	"github.com/keywright/keywright/api"
)

// The typed forms are DynamoDB's JSON by hand (AWS: "DynamoDB low-level API").
func TestTypeRequest(t *testing.T) {
	cases := []struct{ name, op, in, want string }{
		{"plain key", "GetItem", `{"TableName":"t","Key":{"id":"a","n":1.50}}`, `{"Key":{"id":{"S":"a"},"n":{"N":"1.5"}},"TableName":"t"}`},
		{"typed key stays", "GetItem", `{"Key":{"id":{"S":"a"}}}`, `{"Key":{"id":{"S":"a"}}}`},
		{"plain beside typed", "PutItem", `{"Item":{"id":"a","m":{"S":"x"}}}`, `{"Item":{"id":{"S":"a"},"m":{"S":"x"}}}`},
		{"every plain type", "PutItem", `{"Item":{"s":"x","b":true,"z":null,"l":[1,"y"],"m":{"k":-0.0}}}`, `{"Item":{"b":{"BOOL":true},"l":{"L":[{"N":"1"},{"S":"y"}]},"m":{"M":{"k":{"N":"0"}}},"s":{"S":"x"},"z":{"NULL":true}}}`},
		{"number beyond float64", "PutItem", `{"Item":{"n":12345678901234567890123456789012345678}}`, `{"Item":{"n":{"N":"12345678901234567890123456789012345678"}}}`},
		{"values", "Query", `{"KeyConditionExpression":"a = :a","ExpressionAttributeValues":{":a":"x"}}`, `{"ExpressionAttributeValues":{":a":{"S":"x"}},"KeyConditionExpression":"a = :a"}`},
		{"batch", "BatchGetItem", `{"RequestItems":{"t":{"Keys":[{"id":"a"},{"id":"b"}]}}}`, `{"RequestItems":{"t":{"Keys":[{"id":{"S":"a"}},{"id":{"S":"b"}}]}}}`},
		{"transaction", "TransactWriteItems", `{"TransactItems":[{"Put":{"TableName":"t","Item":{"id":"a"}}}]}`, `{"TransactItems":[{"Put":{"Item":{"id":{"S":"a"}},"TableName":"t"}}]}`},
		{"names are no values", "Query", `{"ExpressionAttributeNames":{"#a":"status"}}`, `{"ExpressionAttributeNames":{"#a":"status"}}`},
	}
	for _, c := range cases {
		got, err := typeRequest(operation(t, c.op), []byte(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if string(got) != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	if got, err := typeRequest(operation(t, "PutItem"), []byte(`{"Item":{"n":1e999}}`)); err == nil {
		t.Errorf("1e999 gave %s, want an error", got)
	}
}

func operation(t testing.TB, name string) api.Operation {
	t.Helper()
	op, err := api.LookupOperation(name)
	if err != nil {
		t.Fatal(err)
	}
	return op
}

func TestCheckObjectRefuses(t *testing.T) {
	for _, in := range []string{``, `[]`, `"x"`, `null`, `{"Key":`, `{} {}`} {
		if err := checkObject([]byte(in)); err == nil {
			t.Errorf("%s is taken", in)
		}
	}
}

func TestPlainMembers(t *testing.T) {
	const in = `{"Items":[{"id":{"S":"a"},"tags":{"SS":["x","y"]},"n":{"N":"9007199254740993"}}],"Count":1,"LastEvaluatedKey":{"id":{"S":"a"}}}`
	const want = `{"Count":1,"Items":[{"id":"a","n":9007199254740993,"tags":["x","y"]}],"LastEvaluatedKey":{"id":"a"}}`
	got, err := plainMembers([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf(" got %s\nwant %s", got, want)
	}
}

func TestInferOperation(t *testing.T) {
	cases := map[string]string{
		`{"KeyConditionExpression":"a = :a"}`:                "Query",
		`{"Key":{"a":{"S":"b"}}}`:                            "GetItem",
		`{"Item":{"a":{"S":"b"}}}`:                           "PutItem",
		`{"Key":{"a":{"S":"b"}},"UpdateExpression":"SET a"}`: "UpdateItem",
		`{"FilterExpression":"a = :a"}`:                      "Scan",
		`{"KeySchema":[]}`:                                   "CreateTable",
		`{"Statement":"SELECT"}`:                             "ExecuteStatement",
		`{"Statements":[]}`:                                  "BatchExecuteStatement",
		`{"TransactStatements":[]}`:                          "ExecuteTransaction",
	}
	for in, want := range cases {
		if got, err := inferOperation([]byte(in)); err != nil || got != want {
			t.Errorf("%s is taken for %s (%v), want %s", in, got, err, want)
		}
	}
	if got, err := inferOperation([]byte(`{"TableName":"t"}`)); err == nil {
		t.Errorf("a table's name alone is taken for %s", got)
	}
}

func FuzzTypeRequest(f *testing.F) {
	f.Add("PutItem", []byte(`{"Item":{"id":"a","m":{"S":"x"}}}`))
	f.Add("TransactWriteItems", []byte(`{"TransactItems":[{"Put":{"Item":{"id":{"NS":["1"]}}}}]}`))
	f.Fuzz(func(t *testing.T, name string, in []byte) {
		op, err := api.LookupOperation(name)
		if err != nil || checkObject(in) != nil {
			return
		}
		out, err := typeRequest(op, in)
		if err != nil {
			return
		}
		again, err := typeRequest(op, out)
		if err != nil || string(again) != string(out) {
			t.Fatalf("%q typed twice: %q, then %q (%v)", in, out, again, err)
		}
	})
}
