package api_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/enginetest"
)

// again decodes a body, encodes what came of it, and decodes that.
func again(t *testing.T, op api.Operation, body []byte) {
	t.Helper()
	first, second := op.NewRequest(), op.NewRequest()
	if api.Decode(body, first) != nil {
		return // the server's side: nothing to encode
	}
	encoded, err := api.EncodeRequest(first)
	var refused *api.Error
	if errors.As(err, &refused) {
		return // a value that DynamoDB refuses
	}
	if err != nil {
		t.Fatalf("%s %s: %v", op.Name, body, err)
	}
	if err := api.Decode(encoded, second); err != nil {
		t.Fatalf("%s %s\nis encoded as %s: %v", op.Name, body, encoded, err)
	}
	if !reflect.DeepEqual(first, second) {
		t.Errorf("%s %.2000s\nis encoded as %.2000s", op.Name, body, encoded)
	}
}

// The law of EncodeRequest over the requests of all transcripts, which have
// every odd form that a server has to tell from another.
func TestEncodeRequest(t *testing.T) {
	transcripts, err := enginetest.Transcripts()
	if err != nil {
		t.Fatal(err)
	}
	requests := 0
	for _, tr := range transcripts {
		for _, body := range tr.Tables {
			op, _ := api.LookupOperation("CreateTable")
			again(t, op, []byte(body))
		}
		for _, s := range tr.Steps {
			if op, err := api.LookupOperation(s.Operation); err == nil {
				requests++
				again(t, op, []byte(s.Request))
			}
		}
	}
	if requests < 500 {
		t.Errorf("only %d requests", requests)
	}
}

// What is absent is not written, what is empty is.
func TestEncodeRequestForms(t *testing.T) {
	for _, c := range []struct{ operation, body, want string }{
		{"GetItem", `{}`, `{}`},
		{"GetItem", `{"TableName":"","Key":{}}`, `{"TableName":"","Key":{}}`},
		{"GetItem", `{"TableName":"a<b","ExpressionAttributeNames":{},"AttributesToGet":[]}`, `{"TableName":"a<b","ExpressionAttributeNames":{},"AttributesToGet":[]}`},
		{"PutItem", `{"Item":{"n":{"N":"12345678901234567890123456789012345678"}},"ReturnValues":""}`, `{"Item":{"n":{"N":"12345678901234567890123456789012345678"}},"ReturnValues":""}`},
		{"TransactWriteItems", `{"TransactItems":[{"Put":{"TableName":""}},{}]}`, `{"TransactItems":[{"Put":{"TableName":""}},{}]}`},
		{"Query", `{"Limit":0,"ScanIndexForward":false,"ExpressionAttributeNames":{"#a":""}}`, `{"ExpressionAttributeNames":{"#a":""},"ScanIndexForward":false,"Limit":0}`},
	} {
		op, err := api.LookupOperation(c.operation)
		if err != nil {
			t.Fatal(err)
		}
		req := op.NewRequest()
		if err := api.Decode([]byte(c.body), req); err != nil {
			t.Fatal(err)
		}
		got, err := api.EncodeRequest(req)
		if diff := cmp.Diff(c.want, string(got)); diff != "" || err != nil {
			t.Errorf("%s: %v %s", c.body, err, diff)
		}
	}
}

// A value that cannot be sent is answered as DynamoDB answers it.
func TestEncodeRefusedValue(t *testing.T) {
	var req api.PutItemRequest
	if err := api.Decode([]byte(`{"TableName":"abc","Item":{"a":{"N":"x"}}}`), &req); err != nil {
		t.Fatal(err)
	}
	_, err := api.EncodeRequest(&req)
	want := &api.Error{Code: api.ValidationException, Message: "The parameter cannot be converted to a numeric value: x"}
	var got *api.Error
	if !errors.As(err, &got) || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

func TestDecodeResponse(t *testing.T) {
	var got api.QueryResponse
	body := `{"Count":1,"ScannedCount":2,"Items":[{"n":{"N":"0.10"},"s":{"SS":["b","a"]}}],"LastEvaluatedKey":{},"New":{"x":[1]},"ConsumedCapacity":{"TableName":"t","CapacityUnits":0.5}}`
	if err := api.DecodeResponse([]byte(body), &got); err != nil {
		t.Fatal(err)
	}
	if got.Count != 1 || got.ScannedCount != 2 || len(got.Items) != 1 || got.LastEvaluatedKey == nil || got.ConsumedCapacity.CapacityUnits != 0.5 {
		t.Errorf("%+v", got)
	}
	for body, want := range map[string]string{
		`<html>`:                            "malformed JSON at byte 0",
		`{"Count":"1"}`:                     "STRING_VALUE cannot be converted to Integer",
		`{"Items":[{"a":{"N":"x"}}]}`:       "cannot be converted to a numeric value: x",
		`{"Items":[{"a":{"S":"x"}}]} trail`: "after the end",
		`{"Items":{}}`:                      "Start of structure",
		``:                                  "malformed JSON at byte 0",
	} {
		if err := api.DecodeResponse([]byte(body), new(api.QueryResponse)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}

// FuzzEncodeRequest: the law of EncodeRequest for any body of any operation.
func FuzzEncodeRequest(f *testing.F) {
	transcripts, err := enginetest.Transcripts()
	if err != nil {
		f.Fatal(err)
	}
	for _, tr := range transcripts {
		for _, s := range tr.Steps {
			f.Add(s.Operation, s.Request)
		}
	}
	f.Fuzz(func(t *testing.T, operation, body string) {
		if op, err := api.LookupOperation(operation); err == nil {
			again(t, op, []byte(body))
		}
	})
}

// FuzzDecodeResponse: no body makes it panic, and what it accepts it can
// write and read again.
func FuzzDecodeResponse(f *testing.F) {
	transcripts, err := enginetest.Transcripts()
	if err != nil {
		f.Fatal(err)
	}
	for _, tr := range transcripts {
		for _, s := range tr.Steps {
			f.Add(s.Response)
		}
	}
	f.Fuzz(func(t *testing.T, body string) {
		api.DecodeError([]byte(body))
		for _, response := range []any{new(api.QueryResponse), new(api.DescribeTableResponse), new(api.BatchGetItemResponse), new(api.GetRecordsResponse)} {
			if api.DecodeResponse([]byte(body), response) != nil {
				continue
			}
			encoded, err := api.Encode(response)
			if err != nil {
				t.Fatal(err)
			}
			second := reflect.New(reflect.TypeOf(response).Elem()).Interface()
			if err := api.DecodeResponse(encoded, second); err != nil {
				t.Fatalf("%s\nis written as %s: %v", body, encoded, err)
			}
		}
	})
}
