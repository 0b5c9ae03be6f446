package remote_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/remote"
)

// sent is what went over the wire, as far as it has to be the same.
type sent struct {
	Method, URL, Target, Type, Scope string
	Signed                           []string // headers that have to be signed
	Body                             any
}

func sentBy(t *testing.T, s *script) sent {
	t.Helper()
	r := s.asked[len(s.asked)-1]
	got := sent{Method: r.Method, URL: r.URL.String(), Target: r.Header.Get("X-Amz-Target"), Type: r.Header.Get("Content-Type")}
	if err := json.Unmarshal(s.bodies[len(s.bodies)-1], &got.Body); err != nil {
		t.Fatal(err)
	}
	authorization := r.Header.Get("Authorization")
	_, got.Scope, _ = strings.Cut(strings.SplitN(authorization, ",", 2)[0], "/")
	for _, h := range []string{"host", "x-amz-date", "x-amz-target", "content-type", "content-length", "x-amz-security-token"} {
		if strings.Contains(authorization, h) {
			got.Signed = append(got.Signed, h)
		}
	}
	return got
}

const everyType = `{"pk":{"S":"a<&>é\u2028\n"},"n":{"N":"-1.5E-100"},"b":{"B":"AAEC"},"bool":{"BOOL":false},"null":{"NULL":true},` +
	`"l":{"L":[{"S":""},{"L":[]},{"M":{}}]},"m":{"M":{"x":{"N":"12345678901234567890123456789012345678"}}},"ss":{"SS":["x","y"]},"ns":{"NS":["1","2"]},"bs":{"BS":["AA==","AQ=="]}}`

// What this package sends is what the SDK's own client sends, the nearest to
// Amazon that a test comes.
func TestAsTheSDK(t *testing.T) {
	signIn(t, "ASIATEMP", "other/secret", token)
	ours, theirs := &script{answers: says(200, `{}`)}, &script{answers: says(200, `{}`)}
	db := open(t, remote.Options{Region: "eu-west-1", Transport: ours})
	sdk := dynamodb.New(dynamodb.Options{
		Region: "eu-west-1", HTTPClient: &http.Client{Transport: theirs},
		Credentials: credentials.NewStaticCredentialsProvider("ASIATEMP", "other/secret", token),
	})
	item, err := attr.ParseItem([]byte(everyType))
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	for name, do := range map[string]func() (error, error){
		"PutItem": func() (error, error) {
			_, own := db.PutItem(ctx, &api.PutItemRequest{TableName: "tab", Item: item, ConditionExpression: aws.String("attribute_not_exists(#k)"),
				ExpressionAttributeNames: api.Names{"#k": "pk"}, ReturnValues: "ALL_OLD"})
			_, other := sdk.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("tab"), Item: everyTypeOfSDK(), ConditionExpression: aws.String("attribute_not_exists(#k)"),
				ExpressionAttributeNames: map[string]string{"#k": "pk"}, ReturnValues: types.ReturnValueAllOld})
			return own, other
		},
		"Query": func() (error, error) {
			forward, limit := false, 7
			_, own := db.Query(ctx, &api.QueryRequest{TableName: "tab", IndexName: "ix", KeyConditionExpression: aws.String("pk = :p"), ExpressionAttributeValues: api.Values{":p": attr.String("")},
				ScanIndexForward: &forward, Limit: &limit, ConsistentRead: true, ExclusiveStartKey: key("a")})
			_, other := sdk.Query(ctx, &dynamodb.QueryInput{TableName: aws.String("tab"), IndexName: aws.String("ix"), KeyConditionExpression: aws.String("pk = :p"),
				ExpressionAttributeValues: map[string]types.AttributeValue{":p": &types.AttributeValueMemberS{}}, ScanIndexForward: &forward, Limit: aws.Int32(7), ConsistentRead: aws.Bool(true),
				ExclusiveStartKey: map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "a"}}})
			return own, other
		},
		"BatchWriteItem": func() (error, error) {
			_, own := db.BatchWriteItem(ctx, &api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{"tab": {{PutRequest: &api.PutRequest{Item: item}}, {DeleteRequest: &api.DeleteRequest{Key: key("b")}}}}})
			_, other := sdk.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{"tab": {{PutRequest: &types.PutRequest{Item: everyTypeOfSDK()}},
				{DeleteRequest: &types.DeleteRequest{Key: map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "b"}}}}}}})
			return own, other
		},
		"TransactWriteItems": func() (error, error) {
			_, own := db.TransactWriteItems(ctx, &api.TransactWriteItemsRequest{ClientRequestToken: "token", TransactItems: []api.TransactWriteItem{{Delete: &api.TransactDelete{TableName: "tab", Key: key("a")}}}})
			_, other := sdk.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{ClientRequestToken: aws.String("token"), TransactItems: []types.TransactWriteItem{{
				Delete: &types.Delete{TableName: aws.String("tab"), Key: map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "a"}}}}}})
			return own, other
		},
		"CreateTable": func() (error, error) {
			_, own := db.CreateTable(ctx, &api.CreateTableRequest{TableName: "tab", AttributeDefinitions: []api.AttributeDefinition{{AttributeName: "pk", AttributeType: "S"}},
				KeySchema:              []api.KeySchemaElement{{AttributeName: "pk", KeyType: "HASH"}},
				GlobalSecondaryIndexes: []api.GlobalSecondaryIndex{{IndexName: "ix", KeySchema: []api.KeySchemaElement{{AttributeName: "pk", KeyType: "HASH"}}, Projection: &api.Projection{ProjectionType: "ALL"}}},
				ProvisionedThroughput:  &api.ProvisionedThroughput{ReadCapacityUnits: 1, WriteCapacityUnits: 2}, StreamSpecification: &api.StreamSpecification{StreamEnabled: aws.Bool(true), StreamViewType: "NEW_IMAGE"}})
			hash := []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash}}
			_, other := sdk.CreateTable(ctx, &dynamodb.CreateTableInput{TableName: aws.String("tab"), AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: "S"}}, KeySchema: hash,
				GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{IndexName: aws.String("ix"), KeySchema: hash, Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll}}},
				ProvisionedThroughput:  &types.ProvisionedThroughput{ReadCapacityUnits: aws.Int64(1), WriteCapacityUnits: aws.Int64(2)}, StreamSpecification: &types.StreamSpecification{StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewImage}})
			return own, other
		},
	} {
		t.Run(name, func(t *testing.T) {
			if own, other := do(); own != nil || other != nil {
				t.Fatal(own, other)
			}
			if diff := cmp.Diff(sentBy(t, theirs), sentBy(t, ours)); diff != "" {
				t.Errorf("-SDK +ours:\n%s", diff)
			}
		})
	}
}

func everyTypeOfSDK() map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"pk": &types.AttributeValueMemberS{Value: "a<&>é\u2028\n"}, "n": &types.AttributeValueMemberN{Value: attrNumber("-1.5E-100")}, "b": &types.AttributeValueMemberB{Value: []byte{0, 1, 2}},
		"bool": &types.AttributeValueMemberBOOL{}, "null": &types.AttributeValueMemberNULL{Value: true},
		"l":  &types.AttributeValueMemberL{Value: []types.AttributeValue{&types.AttributeValueMemberS{}, &types.AttributeValueMemberL{Value: []types.AttributeValue{}}, &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{}}}},
		"m":  &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{"x": &types.AttributeValueMemberN{Value: "12345678901234567890123456789012345678"}}},
		"ss": &types.AttributeValueMemberSS{Value: []string{"x", "y"}}, "ns": &types.AttributeValueMemberNS{Value: []string{"1", "2"}}, "bs": &types.AttributeValueMemberBS{Value: [][]byte{{0}, {1}}},
	}
}

// attrNumber is a number in the form that this module writes; the SDK sends
// what it is given.
func attrNumber(text string) string {
	n, err := attr.ParseNumber(text)
	if err != nil {
		panic(err)
	}
	return n.String()
}
