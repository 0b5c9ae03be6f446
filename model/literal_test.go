package model_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
)

// literal reads the SQL literals of test scripts.
func literal(t *testing.T, text string) attr.Value {
	t.Helper()
	switch {
	case text == "NULL":
		return attr.Null()
	case text == "TRUE", text == "FALSE":
		return attr.Bool(text == "TRUE")
	case strings.HasPrefix(text, "X'"):
		b, err := hex.DecodeString(strings.Trim(text, "X'"))
		if err != nil {
			t.Fatal(err)
		}
		return attr.Binary(b)
	case strings.HasPrefix(text, "'"):
		return attr.String(text[1 : len(text)-1])
	}
	v, err := attr.ParseNum(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
