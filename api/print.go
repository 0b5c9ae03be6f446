package api

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// javaObjects prints a list of structures as DynamoDB's messages do: their
// class and a hash of their content, [com.amazonaws.dynamodb.v20120810.WriteRequest@4e30492f, ...]
// (boto/boto3 issue 483).
func javaObjects[T any](class string, list []T) string {
	out := make([]string, len(list))
	for i := range list {
		h := fnv.New32a()
		if enc, err := Encode(list[i]); err == nil { // requests encode
			h.Write(enc)
		}
		out[i] = fmt.Sprintf("%s.%s@%x", dynamo, class, h.Sum32())
	}
	return "[" + strings.Join(out, ", ") + "]"
}
