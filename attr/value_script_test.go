package attr_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/keywright/keywright/attr"
)

// TestValueScript runs testdata/values, one or two values a line:
//
//	value, item      DynamoDB JSON, read and printed, or the error
//	plain            plain JSON, printed as DynamoDB JSON and as plain JSON
//	to-plain         DynamoDB JSON printed as plain JSON
//	size             the size of a value in bytes
//	item-size        the size of an item in bytes
//	compare          "a | b": order and equality
//	ordered          key bytes
//	stored           storage bytes of an item
func TestValueScript(t *testing.T) {
	lines := map[string]func(testing.TB, string) string{
		"value": func(_ testing.TB, line string) string {
			v, err := attr.ParseValue([]byte(line))
			return jsonOr(v.AppendJSON, err)
		},
		"item": func(_ testing.TB, line string) string {
			it, err := attr.ParseItem([]byte(line))
			return jsonOr(it.AppendJSON, err)
		},
		"plain": func(_ testing.TB, line string) string {
			v, err := attr.FromPlain([]byte(line))
			if err != nil {
				return jsonOr(nil, err)
			}
			return string(v.AppendJSON(nil)) + " " + string(v.AppendPlain(nil))
		},
		"to-plain":  func(t testing.TB, line string) string { return string(mustValue(t, line).AppendPlain(nil)) },
		"size":      func(t testing.TB, line string) string { return fmt.Sprint(mustValue(t, line).Size()) },
		"item-size": func(t testing.TB, line string) string { return fmt.Sprint(mustItem(t, line).Size()) },
		"compare": func(t testing.TB, line string) string {
			a, b, _ := strings.Cut(line, " | ")
			x, y := mustValue(t, a), mustValue(t, b)
			order, ok := attr.Compare(x, y)
			if !ok {
				return fmt.Sprintf("no order, equal %v", attr.Equal(x, y))
			}
			return fmt.Sprintf("%+d, equal %v", order, attr.Equal(x, y))
		},
		"ordered": func(t testing.TB, line string) string {
			return hex.EncodeToString(attr.AppendOrdered(nil, mustValue(t, line)))
		},
		"stored": func(t testing.TB, line string) string {
			return hex.EncodeToString(attr.AppendItem(nil, mustItem(t, line)))
		},
	}
	datadriven.RunTest(t, "testdata/values", func(t *testing.T, d *datadriven.TestData) string {
		run, ok := lines[d.Cmd]
		if !ok {
			d.Fatalf(t, "unknown command %s", d.Cmd)
		}
		var out strings.Builder
		for line := range strings.SplitSeq(strings.TrimSuffix(d.Input, "\n"), "\n") {
			fmt.Fprintln(&out, run(t, line))
		}
		return out.String()
	})
}

// jsonOr prints a value or the error under the name it has on the wire.
func jsonOr(appendJSON func([]byte) []byte, err error) string {
	var validation *attr.ValidationError
	var serialization *attr.SerializationError
	switch {
	case err == nil:
		return string(appendJSON(nil))
	case errors.As(err, &validation):
		return "ValidationException: " + validation.Message
	case errors.As(err, &serialization):
		return "SerializationException: " + serialization.Message
	}
	return "unexpected error: " + err.Error()
}

func mustValue(t testing.TB, json string) attr.Value {
	t.Helper()
	v, err := attr.ParseValue([]byte(json))
	if err != nil {
		t.Fatalf("%s: %v", json, err)
	}
	return v
}

func mustItem(t testing.TB, json string) attr.Item {
	t.Helper()
	it, err := attr.ParseItem([]byte(json))
	if err != nil {
		t.Fatalf("%s: %v", json, err)
	}
	return it
}
