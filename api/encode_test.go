package api_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
)

// byEncodingJSON is the oracle of Encode.
func byEncodingJSON(t testing.TB, v any) string {
	t.Helper()
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return string(bytes.TrimSuffix(buf.Bytes(), []byte("\n")))
}

// Encode writes what encoding/json writes.
func TestEncodeAsEncodingJSON(t *testing.T) {
	key := attr.NewItem(attr.Field{Name: "p\"k", Value: attr.String("a<b\u00e9")})
	three := 3
	for _, v := range []any{
		&api.PutItemResponse{},
		&api.GetItemResponse{Item: attr.Item{}},
		&api.GetItemResponse{Item: key, ConsumedCapacity: &api.ConsumedCapacity{TableName: "t", CapacityUnits: 0.5}},
		&api.QueryResponse{Items: []attr.Item{key, {}}, Count: 2, ScannedCount: 2, LastEvaluatedKey: key},
		&api.QueryResponse{Items: []attr.Item{}},
		&api.QueryResponse{Count: 1},
		&api.ListTablesResponse{},
		&api.ListTablesResponse{TableNames: []string{}, LastEvaluatedTableName: "x&y"},
		&api.ScanRequest{TableName: "t", Limit: &three, ExpressionAttributeValues: api.Values{":b": attr.Int(1), ":a": attr.Null()}},
		&api.BatchGetItemResponse{Responses: map[string][]attr.Item{"b": {key}, "a": nil}},
		&api.DescribeTableResponse{Table: &api.TableDescription{TableName: "t", CreationDateTime: 1764547200.123}},
		api.NewCreateTable(indexedTable()),
		map[string]any{"__type": "x", "b": []int{1}, "a": nil},
	} {
		got, err := api.Encode(v)
		if err != nil {
			t.Fatalf("%T: %v", v, err)
		}
		if want := byEncodingJSON(t, v); string(got) != want {
			t.Errorf("%T:\n got %s\nwant %s", v, got, want)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	body := []byte(`{"TableName":"bench","Key":{"pk":{"S":"user#0001"},"sk":{"S":"profile"}},"ConsistentRead":true}`)
	b.ReportAllocs()
	for b.Loop() {
		if err := api.Decode(body, new(api.GetItemRequest)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	item := attr.NewItem(
		attr.Field{Name: "pk", Value: attr.String("user#0001")},
		attr.Field{Name: "data", Value: attr.String(string(bytes.Repeat([]byte("x"), 1000)))},
	)
	resp := &api.QueryResponse{Items: []attr.Item{item, item, item, item, item}, Count: 5, ScannedCount: 5}
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if dst, err = api.AppendJSON(dst[:0], resp); err != nil {
			b.Fatal(err)
		}
	}
}
