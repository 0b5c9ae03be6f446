package server_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/server"
)

// Every operation that the SDK has is either served or refused by its name.
func TestEveryOperationIsKnown(t *testing.T) {
	client := &http.Client{Transport: server.Transport(open(t))}
	for service, sdk := range map[string]reflect.Type{
		api.ServiceDynamoDB: reflect.TypeFor[*dynamodb.Client](),
		api.ServiceStreams:  reflect.TypeFor[*dynamodbstreams.Client](),
	} {
		for i := range sdk.NumMethod() {
			name := sdk.Method(i).Name
			if name == "Options" {
				continue
			}
			_, err := api.LookupOperation(name)
			r := signed(t, "http://in.process", name, `{}`)
			r.Header.Set("X-Amz-Target", service+"."+name)
			_, body := send(t, client, r)
			refused := strings.Contains(string(body), "The operation "+name+" is not implemented")
			if refused == (err == nil) {
				t.Errorf("%s.%s: %s", service, name, body)
			}
		}
	}
}
