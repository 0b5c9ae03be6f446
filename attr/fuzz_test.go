package attr_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
)

// seedLines adds the lines of a script that look like JSON.
func seedLines(f *testing.F, path string) {
	script, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.SplitSeq(string(script), "\n") {
		if strings.HasPrefix(line, "{") || strings.HasPrefix(line, "[") {
			f.Add([]byte(line))
		}
	}
}

// FuzzItemJSON: no panic, only the two kinds of error, malformed only what
// encoding/json calls malformed too (or nests beyond its bound), and what is
// read prints and reads back.
func FuzzItemJSON(f *testing.F) {
	seedLines(f, "testdata/values")
	f.Fuzz(func(t *testing.T, data []byte) {
		it, err := attr.ParseItem(data)
		var serialization *attr.SerializationError
		var validation *attr.ValidationError
		switch {
		case errors.As(err, &validation):
			return
		case errors.As(err, &serialization):
			if strings.HasPrefix(err.Error(), "malformed") && json.Valid(data) {
				t.Fatalf("%v, but encoding/json takes it", err)
			}
			return
		case err != nil:
			t.Fatalf("%v: unexpected kind %T", err, err)
		}
		if !json.Valid(data) {
			t.Fatal("taken, but encoding/json calls it malformed")
		}
		text := it.AppendJSON(nil)
		again, err := attr.ParseItem(text)
		if err != nil || !attr.EqualItems(it, again) {
			t.Fatalf("%s reads back as %s, %v", text, again.AppendJSON(nil), err)
		}
	})
}

func FuzzPlainJSON(f *testing.F) {
	seedLines(f, "testdata/values")
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := attr.FromPlain(data)
		if err != nil {
			if strings.HasPrefix(err.Error(), "malformed") && json.Valid(data) {
				t.Fatalf("%v, but encoding/json takes it", err)
			}
			return
		}
		if !json.Valid(data) {
			t.Fatal("taken, but encoding/json calls it malformed")
		}
		again, err := attr.FromPlain(v.AppendPlain(nil))
		if err != nil || !attr.Equal(v, again) {
			t.Fatalf("%s reads back as %s, %v", v.AppendPlain(nil), again.AppendPlain(nil), err)
		}
	})
}

// FuzzDecodeItem: no panic; what is taken has one storage form only.
func FuzzDecodeItem(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Add(attr.AppendItem(nil, benchItem(f)))
	f.Add(attr.AppendItem(nil, mustItem(f, `{"a":{"NS":["1","2.5"]},"b":{"BS":["AA=="]},"c":{"L":[{"M":{}}]}}`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		it, err := attr.DecodeItem(data)
		if err != nil {
			return
		}
		if again := attr.AppendItem(nil, it); !bytes.Equal(again, data) {
			t.Fatalf("%x is stored again as %x", data, again)
		}
		it.Size()
		it.AppendJSON(nil)
	})
}

// FuzzDecodeOrdered: no panic; what is taken has one form only.
func FuzzDecodeOrdered(f *testing.F) {
	for _, v := range []attr.Value{attr.String("a\x00b"), attr.Binary([]byte{0, 0xff}), attr.Int(0), attr.Int(-123), attr.Int(100)} {
		f.Add(attr.AppendOrdered(nil, v))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, rest, err := attr.DecodeOrdered(data)
		if err != nil {
			return
		}
		if again := append(attr.AppendOrdered(nil, v), rest...); !bytes.Equal(again, data) {
			t.Fatalf("%x is written again as %x", data, again)
		}
		if v.Type() == attr.TypeNumber {
			mustNumber(t, v.Str())
		}
	})
}
