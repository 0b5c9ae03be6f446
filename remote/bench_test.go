package remote_test

import (
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/remote"
)

// BenchmarkQuery reads a page of 100 items from an answer in memory, as this
// package and as the SDK's own client.
func BenchmarkQuery(b *testing.B) {
	signIn(b, accessKey, secretKey, "")
	item, err := attr.ParseItem([]byte(everyType))
	if err != nil {
		b.Fatal(err)
	}
	page := api.QueryResponse{Count: 100, ScannedCount: 100}
	for range 100 {
		page.Items = append(page.Items, item)
	}
	body, err := api.Encode(&page)
	if err != nil {
		b.Fatal(err)
	}
	s := &script{answers: says(200, string(body))}
	condition := "pk = :p"
	b.Run("remote", func(b *testing.B) {
		db := open(b, remote.Options{Region: "eu-west-1", Transport: s})
		for b.Loop() {
			s.asked, s.bodies = nil, nil
			if _, err := db.Query(b.Context(), &api.QueryRequest{TableName: "tab", KeyConditionExpression: &condition, ExpressionAttributeValues: api.Values{":p": attr.String("a")}}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("sdk", func(b *testing.B) {
		client := dynamodb.New(dynamodb.Options{Region: "eu-west-1", HTTPClient: &http.Client{Transport: s},
			Credentials: credentials.NewStaticCredentialsProvider(accessKey, secretKey, "")})
		for b.Loop() {
			s.asked, s.bodies = nil, nil
			if _, err := client.Query(b.Context(), &dynamodb.QueryInput{TableName: aws.String("tab"), KeyConditionExpression: &condition,
				ExpressionAttributeValues: map[string]types.AttributeValue{":p": &types.AttributeValueMemberS{Value: "a"}}}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
