package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// values compares attribute values and items by their JSON.
var values = cmp.Options{
	cmp.Comparer(attr.Equal),
	cmp.Comparer(func(a, b attr.Item) bool { return (a == nil) == (b == nil) && attr.EqualItems(a, b) }),
}

func TestDecode(t *testing.T) {
	condition := "attribute_exists(pk)"
	limit, forward := 3, false
	for _, c := range []struct {
		name string
		body string
		want any
	}{
		{"put", `{"TableName":"t","Item":{"pk":{"S":"a"},"n":{"N":"1.0"}},"ConditionExpression":"attribute_exists(pk)","ExpressionAttributeNames":{"#a":"b"}}`,
			&api.PutItemRequest{
				TableName: "t", Item: attr.NewItem(attr.Field{Name: "pk", Value: attr.String("a")}, attr.Field{Name: "n", Value: attr.Int(1)}),
				ConditionExpression: &condition, ExpressionAttributeNames: api.Names{"#a": "b"},
			}},
		{"null is absent", `{"TableName":"t","Key":null,"ConsistentRead":null,"ProjectionExpression":null}`, &api.GetItemRequest{TableName: "t"}},
		{"an empty item is there", `{"TableName":"t","Key":{}}`, &api.GetItemRequest{TableName: "t", Key: attr.Item{}}},
		{"names are case-sensitive, unknown ones skipped", `{"tablename":"t","Other":{"a":[1,{}]},"Limit":3.9,"ScanIndexForward":false,"Segment":null}`,
			&api.QueryRequest{Limit: &limit, ScanIndexForward: &forward}},
		{"empty strings are remembered", `{"TableName":"","IndexName":""}`,
			&api.QueryRequest{Sent: &api.Sent{Empty: []string{"tableName", "indexName"}}}},
		{"nested", `{"RequestItems":{"t":[{"DeleteRequest":{"Key":{"pk":{"S":"a"}}}},{"PutRequest":{"Item":{}}}]}}`,
			&api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{"t": {
				{DeleteRequest: &api.DeleteRequest{Key: attr.NewItem(attr.Field{Name: "pk", Value: attr.String("a")})}},
				{PutRequest: &api.PutRequest{Item: attr.Item{}}},
			}}}},
		{"paths of nested members", `{"TransactItems":[{},{"Put":{"TableName":"","Item":{}}}]}`,
			&api.TransactWriteItemsRequest{
				TransactItems: []api.TransactWriteItem{{}, {Put: &api.TransactPut{Item: attr.Item{}}}},
				Sent:          &api.Sent{Empty: []string{"transactItems.2.member.put.tableName"}},
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := reflect.New(reflect.TypeOf(c.want).Elem()).Interface()
			if err := api.Decode([]byte(c.body), got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, values); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The messages are those of recorded answers of AWS (measured by others).
func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct {
		body    string
		into    any
		message string
	}{
		{``, &api.GetItemRequest{}, ""},
		{`{`, &api.GetItemRequest{}, ""},
		{`{"TableName":"t",}`, &api.GetItemRequest{}, ""},
		{`{} {}`, &api.GetItemRequest{}, "Unexpected data after the request"},
		{`"x"`, &api.GetItemRequest{}, "Unexpected field type"},
		{`[]`, &api.GetItemRequest{}, "Unrecognized collection type com.amazonaws.dynamodb.v20120810.GetItemRequest"},
		{`{"TableName":1}`, &api.GetItemRequest{}, "NUMBER_VALUE cannot be converted to String"},
		{`{"ConsistentRead":"x"}`, &api.GetItemRequest{}, "Unexpected token received from parser"},
		{`{"Limit":true}`, &api.QueryRequest{}, "TRUE_VALUE cannot be converted to Integer"},
		{`{"Limit":[]}`, &api.QueryRequest{}, "Unrecognized collection type class java.lang.Integer"},
		{`{"ProvisionedThroughput":{"ReadCapacityUnits":"1"}}`, &api.CreateTableRequest{}, "STRING_VALUE cannot be converted to Long"},
		{`{"ProvisionedThroughput":{"ReadCapacityUnits":1e30}}`, &api.CreateTableRequest{}, "NUMBER_VALUE cannot be converted to Long"},
		{`{"KeySchema":"x"}`, &api.CreateTableRequest{}, "Unexpected field type"},
		{`{"KeySchema":{}}`, &api.CreateTableRequest{}, "Start of structure or map found where not expected"},
		{`{"KeySchema":[[]]}`, &api.CreateTableRequest{}, "Unrecognized collection type com.amazonaws.dynamodb.v20120810.KeySchemaElement"},
		{`{"ExpressionAttributeNames":[]}`, &api.GetItemRequest{}, "Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>"},
		{`{"Key":[]}`, &api.GetItemRequest{}, "Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>"},
	} {
		err := api.Decode([]byte(c.body), c.into)
		var e *api.Error
		if !errors.As(err, &e) || e.Code != api.SerializationException || e.Message != c.message {
			t.Errorf("%s: %v", c.body, err)
		}
	}
}

func TestDecodeRefusesWhatIsNotImplemented(t *testing.T) {
	for body, into := range map[string]any{
		`{"TableName":"t","ResourcePolicy":"{}"}`: &api.CreateTableRequest{},
		`{"TableName":"t","ReplicaUpdates":[]}`:   &api.UpdateTableRequest{},
	} {
		err := api.Decode([]byte(body), into)
		var e *api.Error
		if !errors.As(err, &e) || e.Code != api.ValidationException || !strings.Contains(e.Message, "is not implemented") {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// What Encode writes, Decode reads as the same request.
func TestEncodeDecode(t *testing.T) {
	limit := 5
	text := "a < b & c"
	for _, want := range []any{
		&api.ScanRequest{TableName: "t", Limit: &limit, FilterExpression: &text, ExclusiveStartKey: attr.NewItem(attr.Field{Name: "pk", Value: attr.Binary([]byte{0xff})})},
		&api.BatchGetItemRequest{RequestItems: map[string]*api.KeysAndAttributes{"t": {Keys: []attr.Item{{}}, ConsistentRead: true}}},
		api.NewCreateTable(indexedTable()),
	} {
		body, err := api.Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(string(body), "\n\\") {
			t.Errorf("not compact or escaped: %s", body)
		}
		got := reflect.New(reflect.TypeOf(want).Elem()).Interface()
		if err := api.Decode(body, got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, values); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// A zero Value that Go code left in an item is refused and not stored.
func TestValidateZeroValues(t *testing.T) {
	key := attr.Field{Name: "pk", Value: attr.String("a")}
	for _, v := range []attr.Value{{}, attr.List(attr.Int(1), attr.Value{}), attr.Map(attr.Item{{Name: "x"}})} {
		r := &api.PutItemRequest{TableName: "t", Item: attr.NewItem(key, attr.Field{Name: "v", Value: v})}
		var e *api.Error
		if err := r.Validate(); !errors.As(err, &e) || e.Code != api.ValidationException {
			t.Errorf("%v: %v", v, err)
		}
	}
	r := &api.PutItemRequest{TableName: "t", Item: attr.NewItem(key, attr.Field{Name: "v", Value: attr.List(attr.Map(attr.Item{}))})}
	if err := r.Validate(); err != nil {
		t.Error(err)
	}
}

func indexedTable() *schema.Table {
	return &schema.Table{
		Name: "table", OnDemand: false, Throughput: schema.Throughput{Read: 1, Write: 2},
		Attributes: []schema.Attribute{{Name: "pk", Type: attr.TypeString}, {Name: "sk", Type: attr.TypeNumber}, {Name: "g", Type: attr.TypeBinary}},
		Key:        schema.Key{Partition: []string{"pk"}, Sort: []string{"sk"}},
		Indexes: []schema.Index{
			{Name: "global", Key: schema.Key{Partition: []string{"g", "pk"}, Sort: []string{"sk"}},
				Projection: schema.Projection{Kind: schema.ProjectInclude, Include: []string{"x"}}, Throughput: schema.Throughput{Read: 3, Write: 4}},
			{Name: "local", Local: true, Key: schema.Key{Partition: []string{"pk"}, Sort: []string{"g"}},
				Projection: schema.Projection{Kind: schema.ProjectKeysOnly}},
		},
	}
}

// A table survives the way through its CreateTable request.
func TestNewCreateTable(t *testing.T) {
	want := indexedTable()
	r := api.NewCreateTable(want)
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	got, err := r.Table()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The wire forms are those of recorded answers of AWS: the namespace of the
// type, the spelling of the message's member, the status.
func TestErrorJSON(t *testing.T) {
	item := attr.NewItem(attr.Field{Name: "pk", Value: attr.String("<a>")})
	for _, c := range []struct {
		err    error
		status int
		body   string
	}{
		{&api.Error{Code: api.ValidationException, Message: "m"}, 400, `{"__type":"com.amazon.coral.validate#ValidationException","message":"m"}`},
		{&api.Error{Code: api.SerializationException}, 400, `{"__type":"com.amazon.coral.service#SerializationException"}`},
		{&api.Error{Code: api.ResourceNotFoundException, Message: "m"}, 400, `{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"m"}`},
		{&api.Error{Code: api.ConditionalCheckFailedException, Message: "m", Item: item}, 400,
			`{"Item":{"pk":{"S":"<a>"}},"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"m"}`},
		{&api.Error{Code: api.TransactionCanceledException, Message: "m", Reasons: []api.CancellationReason{{Code: "None"}, {Code: "X", Message: "y", Item: item}}}, 400,
			`{"CancellationReasons":[{"Code":"None"},{"Code":"X","Message":"y","Item":{"pk":{"S":"<a>"}}}],"Message":"m","__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException"}`},
		{&api.Error{Code: api.ProvisionedThroughputExceededException, Message: "m", Throttling: []api.ThrottlingReason{{Reason: "r", Resource: "arn"}}}, 400,
			`{"ThrottlingReasons":[{"reason":"r","resource":"arn"}],"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"m"}`},
		{&api.Error{Code: api.ThrottlingException, Message: "m", Throttling: []api.ThrottlingReason{{Reason: "r", Resource: "arn"}}}, 400,
			`{"__type":"com.amazon.coral.availability#ThrottlingException","message":"m","throttlingReasons":[{"reason":"r","resource":"arn"}]}`},
		{errors.New("disk on fire"), 500, `{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"Internal server error"}`},
	} {
		status, body := api.ErrorJSON(c.err)
		if status != c.status || string(body) != c.body {
			t.Errorf("%v: %d %s", c.err, status, body)
		}
		var want *api.Error
		if !errors.As(c.err, &want) {
			continue
		}
		if diff := cmp.Diff(want, api.DecodeError(body), values); diff != "" {
			t.Errorf("DecodeError (-want +got):\n%s", diff)
		}
	}
	if e := api.DecodeError([]byte("<html>")); e.Code != api.InternalServerError || e.Message != "<html>" {
		t.Errorf("DecodeError of no JSON: %v", e)
	}
}

// Every method of DB is an operation, under its name.
func TestOperations(t *testing.T) {
	var want, got []string
	db := reflect.TypeFor[api.DB]()
	for i := range db.NumMethod() {
		want = append(want, db.Method(i).Name)
	}
	for _, op := range api.Operations() {
		got = append(got, op.Name)
		if name := reflect.TypeOf(op.NewRequest()).Elem().Name(); name != op.Name+"Request" {
			t.Errorf("%s has a %s", op.Name, name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-methods +operations):\n%s", diff)
	}
	if !slices.IsSorted(got) {
		t.Error("operations are not in order")
	}
	_, err := api.LookupOperation("Frobnicate")
	var e *api.Error
	if !errors.As(err, &e) || e.Code != api.UnknownOperationException || !strings.Contains(e.Message, "Frobnicate") {
		t.Errorf("unknown operation: %v", err)
	}
}

// one answers GetItem only.
type one struct {
	api.DB
	err error
}

func (o one) GetItem(_ context.Context, r *api.GetItemRequest) (*api.GetItemResponse, error) {
	return &api.GetItemResponse{Item: r.Key}, o.err
}

func TestServe(t *testing.T) {
	body := []byte(`{"TableName":"t","Key":{"pk":{"S":"a"}}}`)
	status, resp, err := api.Serve(t.Context(), one{}, "GetItem", body)
	if status != 200 || string(resp) != `{"Item":{"pk":{"S":"a"}}}` || err != nil {
		t.Errorf("%d %s %v", status, resp, err)
	}
	fault := errors.New("disk on fire")
	status, resp, err = api.Serve(t.Context(), one{err: fault}, "GetItem", body)
	if status != 500 || strings.Contains(string(resp), "fire") || !errors.Is(err, fault) {
		t.Errorf("%d %s %v", status, resp, err)
	}
	status, _, err = api.Serve(t.Context(), one{}, "Frobnicate", body)
	if status != 400 || err != nil {
		t.Errorf("%d %v", status, err)
	}
}

func TestRewriteValues(t *testing.T) {
	typed := func(v json.RawMessage) (json.RawMessage, error) {
		val, err := attr.FromPlain(v)
		if err != nil {
			return nil, err
		}
		return val.MarshalJSON()
	}
	for _, c := range []struct{ op, in, want string }{
		{"Query", `{"TableName":"t","KeyConditionExpression":"a = :a","ExpressionAttributeValues":{":a":"x",":n":1},"Limit":2}`,
			`{"ExpressionAttributeValues":{":a":{"S":"x"},":n":{"N":"1"}},"KeyConditionExpression":"a = :a","Limit":2,"TableName":"t"}`},
		{"BatchGetItem", `{"RequestItems":{"t":{"Keys":[{"pk":"a"}],"ConsistentRead":true}},"Unknown":[1]}`,
			`{"RequestItems":{"t":{"ConsistentRead":true,"Keys":[{"pk":{"S":"a"}}]}},"Unknown":[1]}`},
		{"TransactWriteItems", `{"TransactItems":[{"Put":{"TableName":"t","Item":{"pk":"a","l":[1]}}}]}`,
			`{"TransactItems":[{"Put":{"Item":{"l":{"L":[{"N":"1"}]},"pk":{"S":"a"}},"TableName":"t"}}]}`},
		{"ExecuteTransaction", `{"TransactStatements":[{"Statement":"x","Parameters":["a",[1]]}]}`,
			`{"TransactStatements":[{"Parameters":[{"S":"a"},{"L":[{"N":"1"}]}],"Statement":"x"}]}`},
		{"GetItem", `{"Key":"not an object"}`, `{"Key":"not an object"}`},
	} {
		op, err := api.LookupOperation(c.op)
		if err != nil {
			t.Fatal(err)
		}
		got, err := op.RewriteValues([]byte(c.in), typed)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", c.op, err, got, c.want)
		}
	}
}

// FuzzDecode decodes anything; what is taken encodes to what decodes alike.
func FuzzDecode(f *testing.F) {
	f.Add(`{"TransactItems":[{"Put":{"TableName":"t","Item":{"pk":{"S":"a"}}}}],"ClientRequestToken":"x"}`)
	f.Add(`{"TransactItems":[{"Update":{"Key":{},"ExpressionAttributeValues":{":v":{"NS":["1"]}}}},null]}`)
	f.Fuzz(func(t *testing.T, body string) {
		var first, second api.TransactWriteItemsRequest
		if api.Decode([]byte(body), &first) != nil {
			t.Skip()
		}
		for _, it := range first.TransactItems {
			if it.Put != nil && it.Put.Item.Err() != nil || it.Update != nil {
				t.Skip() // a value that is none has no JSON
			}
		}
		enc, err := api.Encode(&first)
		if err != nil {
			t.Skip()
		}
		if err := api.Decode(enc, &second); err != nil {
			t.Fatalf("%s: %v", enc, err)
		}
	})
}

// FuzzLegacy decodes and checks requests with legacy parameters: nothing
// panics, and what is taken encodes to what is taken again and means the same.
func FuzzLegacy(f *testing.F) {
	for _, body := range []string{
		`{"TableName":"tab","Key":{"a":{"S":"x"}},"AttributeUpdates":{"b":{"Action":"ADD","Value":{"L":[{"N":"1"}]}}},"Expected":{"c":{"Exists":false},"d":{"Value":{"N":"1"}}},"ConditionalOperator":"OR"}`,
		`{"TableName":"tab","Key":{"a":{"S":"x"}},"Expected":{"c":{"ComparisonOperator":"BETWEEN","AttributeValueList":[{"N":"1"},{"N":"2"}]}}}`,
		`{"TableName":"tab","Key":{},"AttributeUpdates":{"b":null,"c":{"Value":null,"Action":"DELETE"}},"Expected":{"":{"Value":{}}}}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var first, second api.UpdateItemRequest
		if api.Decode([]byte(body), &first) != nil || first.Validate() != nil || first.ExpressionAttributeValues != nil {
			t.Skip()
		}
		enc, err := api.Encode(&first)
		if err != nil {
			t.Fatal(err)
		}
		if err := api.Decode(enc, &second); err != nil {
			t.Fatalf("%s: %v", enc, err)
		}
		if err := second.Validate(); err != nil {
			t.Fatalf("%s: %v", enc, err)
		}
		for name, e := range first.Expected {
			if diff := cmp.Diff(e.Condition(), second.Expected[name].Condition(), values); diff != "" {
				t.Errorf("%s (-first +second):\n%s", enc, diff)
			}
		}
		if diff := cmp.Diff(first.AttributeUpdates, second.AttributeUpdates, values); len(first.AttributeUpdates) > 0 && diff != "" {
			t.Errorf("%s (-first +second):\n%s", enc, diff)
		}
	})
}
