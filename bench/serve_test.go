package bench_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
)

// BenchmarkServe runs requests of 1 KB items from body to body, which is what
// the server does between reading and writing the connection.
func BenchmarkServe(b *testing.B) {
	db, err := engine.Open(engine.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	serve := func(op, body string) {
		if status, out, err := api.Serve(context.Background(), db, op, []byte(body)); status != 200 {
			b.Fatalf("%s: %d %s %v", op, status, out, err)
		}
	}
	serve("CreateTable", `{"TableName":"bench","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},`+
		`{"AttributeName":"g","AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],"BillingMode":"PAY_PER_REQUEST",`+
		`"GlobalSecondaryIndexes":[{"IndexName":"byG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}]}`)
	data := strings.Repeat("x", 900)
	item := func(i int) string {
		return fmt.Sprintf(`{"pk":{"S":"user#%05d"},"sk":{"S":"order#%05d"},"g":{"S":"group#%05d"},"n":{"N":"%d"},"data":{"S":%q}}`, i/20, i%20, i/20, i, data)
	}
	const items = 20_000
	for i := range items {
		serve("PutItem", `{"TableName":"bench","Item":`+item(i)+`}`)
	}
	var keys []string
	for i := range 100 {
		keys = append(keys, fmt.Sprintf(`{"pk":{"S":"user#%05d"},"sk":{"S":"order#%05d"}}`, i*7, i%20))
	}
	for _, c := range []struct {
		name, op string
		body     func(i int) string
	}{
		{"GetItem", "GetItem", func(i int) string {
			return fmt.Sprintf(`{"TableName":"bench","Key":{"pk":{"S":"user#%05d"},"sk":{"S":"order#%05d"}}}`, i*7919%items/20, i%20)
		}},
		{"PutItem", "PutItem", func(i int) string { return `{"TableName":"bench","Item":` + item(i*7919%items) + `}` }},
		{"UpdateItem", "UpdateItem", func(i int) string {
			return fmt.Sprintf(`{"TableName":"bench","Key":{"pk":{"S":"user#%05d"},"sk":{"S":"order#%05d"}},"UpdateExpression":"SET #n = #n + :one","ConditionExpression":"attribute_exists(pk)",`+
				`"ExpressionAttributeNames":{"#n":"n"},"ExpressionAttributeValues":{":one":{"N":"1"}}}`, i*7919%items/20, i%20)
		}},
		{"Query20", "Query", func(i int) string {
			return fmt.Sprintf(`{"TableName":"bench","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"user#%05d"}}}`, i*7919%items/20)
		}},
		{"Query20GSI", "Query", func(i int) string {
			return fmt.Sprintf(`{"TableName":"bench","IndexName":"byG","KeyConditionExpression":"g = :p","ExpressionAttributeValues":{":p":{"S":"group#%05d"}}}`, i*7919%items/20)
		}},
		{"BatchGet100", "BatchGetItem", func(int) string {
			return `{"RequestItems":{"bench":{"Keys":[` + strings.Join(keys, ",") + `]}}}`
		}},
		{"BatchWrite25", "BatchWriteItem", func(i int) string {
			var puts []string
			for j := range 25 {
				puts = append(puts, `{"PutRequest":{"Item":`+item((i*25+j)*7919%items)+`}}`)
			}
			return `{"RequestItems":{"bench":[` + strings.Join(puts, ",") + `]}}`
		}},
		{"Scan1MB", "Scan", func(int) string { return `{"TableName":"bench"}` }},
	} {
		bodies := make([]string, 256)
		for i := range bodies {
			bodies[i] = c.body(i)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				serve(c.op, bodies[i%len(bodies)])
				i++
			}
		})
	}
}
