package main

import (
	"fmt"
	"strings"
)

// testCase is one kind of request, with bodies that are sent in turn.
type testCase struct {
	name, operation string
	bodies          []string
}

const (
	itemCount = 20_000 // in partitions of 20
	bodyCount = 512
)

const createTable = `{"TableName":"bench","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[` +
	`{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],` +
	`"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],` +
	`"GlobalSecondaryIndexes":[{"IndexName":"byG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],` +
	`"Projection":{"ProjectionType":"ALL"}}]}`

// plainTable has no index, for writes that are compared with Pebble's.
const plainTable = `{"TableName":"plain","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[` +
	`{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}],` +
	`"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}]}`

func key(i int) string {
	return fmt.Sprintf(`{"pk":{"S":"user#%05d"},"sk":{"S":"order#%05d"}}`, i/20, i%20)
}

// item is of 1 KB.
func item(i int) string {
	return fmt.Sprintf(`{"pk":{"S":"user#%05d"},"sk":{"S":"order#%05d"},"g":{"S":"group#%05d"},"n":{"N":"%d"},"when":{"S":"2026-11-30T12:00:00Z"},`+
		`"open":{"BOOL":true},"data":{"S":"%s"}}`, i/20, i%20, i/20, i, strings.Repeat("x", 920))
}

// pick spreads the i-th request over the items.
func pick(i int) int { return i * 7919 % itemCount }

func cases() []testCase {
	list := []struct {
		name, operation string
		body            func(i int) string
	}{
		{"GetItem", "GetItem", func(i int) string { return `{"TableName":"bench","Key":` + key(pick(i)) + `}` }},
		{"PutItem", "PutItem", func(i int) string { return `{"TableName":"plain","Item":` + item(pick(i)) + `}` }},
		{"PutItemGSI", "PutItem", func(i int) string { return `{"TableName":"bench","Item":` + item(pick(i)) + `}` }},
		{"UpdateItem", "UpdateItem", func(i int) string {
			return `{"TableName":"bench","Key":` + key(pick(i)) + `,"UpdateExpression":"SET #n = #n + :one",` +
				`"ExpressionAttributeNames":{"#n":"n"},"ExpressionAttributeValues":{":one":{"N":"1"}}}`
		}},
		{"Query20", "Query", func(i int) string {
			return fmt.Sprintf(`{"TableName":"bench","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"user#%05d"}}}`, pick(i)/20)
		}},
		{"Query20GSI", "Query", func(i int) string {
			return fmt.Sprintf(`{"TableName":"bench","IndexName":"byG","KeyConditionExpression":"g = :p","ExpressionAttributeValues":{":p":{"S":"group#%05d"}}}`, pick(i)/20)
		}},
		{"BatchWriteItem25", "BatchWriteItem", func(i int) string {
			puts := make([]string, 25)
			for j := range puts {
				puts[j] = `{"PutRequest":{"Item":` + item(pick(i*25+j)) + `}}`
			}
			return `{"RequestItems":{"bench":[` + strings.Join(puts, ",") + `]}}`
		}},
		{"BatchGetItem100", "BatchGetItem", func(i int) string {
			keys := make([]string, 100)
			for j := range keys {
				keys[j] = key(pick(i*100 + j))
			}
			return `{"RequestItems":{"bench":{"Keys":[` + strings.Join(keys, ",") + `]}}}`
		}},
		{"Scan1MB", "Scan", func(int) string { return `{"TableName":"bench"}` }},
	}
	cs := make([]testCase, len(list))
	for i, l := range list {
		cs[i] = testCase{name: l.name, operation: l.operation, bodies: make([]string, bodyCount)}
		for j := range cs[i].bodies {
			cs[i].bodies[j] = l.body(j)
		}
	}
	return cs
}
