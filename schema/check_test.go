package schema_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

func item(t *testing.T, text string) attr.Item {
	t.Helper()
	it, err := attr.ParseItem([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return it
}

var orders = schema.Table{
	Name:       "orders",
	Attributes: []schema.Attribute{{Name: "pk", Type: attr.TypeString}, {Name: "sk", Type: attr.TypeBinary}},
	Key:        schema.Key{Partition: []string{"pk"}, Sort: []string{"sk"}},
	OnDemand:   true,
}

// TestCheckKeys: messages measured by others on AWS (dynalite, nubo-db,
// ExtendDB #194).
func TestCheckKeys(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	const (
		mismatch  = "The provided key element does not match the schema"
		hashSize  = "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes"
		rangeSize = "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
	)
	bytes := func(n int) string { return strings.Repeat("AAAA", n/3) + []string{"", "AA==", "AAA="}[n%3] }
	for _, c := range []struct {
		key       string
		asKey     string // of CheckKey
		asItem    string // of CheckItemKeys
		emptyKind bool
	}{
		{key: `{"pk":{"S":"a"},"sk":{"B":"AA=="}}`},
		{key: `{"pk":{"S":"` + long(2048) + `"},"sk":{"B":"` + bytes(1024) + `"}}`},
		{key: `{"pk":{"S":"a"}}`, asKey: mismatch, asItem: "One or more parameter values were invalid: Missing the key sk in the item"},
		{key: `{"pk":{"S":"a"},"sk":{"B":"AA=="},"x":{"S":"y"}}`, asKey: mismatch},
		{key: `{"pk":{"S":"a"},"x":{"B":"AA=="}}`, asKey: mismatch, asItem: "One or more parameter values were invalid: Missing the key sk in the item"},
		{key: `{"pk":{"N":"1"},"sk":{"B":"AA=="}}`, asKey: mismatch, asItem: "One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N"},
		{key: `{"pk":{"S":"a"},"sk":{"L":[]}}`, asKey: mismatch, asItem: "One or more parameter values were invalid: Type mismatch for key sk expected: B actual: L"},
		{key: `{"pk":{"S":""},"sk":{"B":"AA=="}}`, emptyKind: true,
			asKey:  "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk",
			asItem: "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk"},
		{key: `{"pk":{"S":"a"},"sk":{"B":""}}`, emptyKind: true,
			asKey:  "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty binary value. Key: sk",
			asItem: "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty binary value. Key: sk"},
		{key: `{"pk":{"S":"` + long(2049) + `"},"sk":{"B":"AA=="}}`, asKey: hashSize, asItem: hashSize},
		{key: `{"pk":{"S":"a"},"sk":{"B":"` + bytes(1025) + `"}}`, asKey: rangeSize, asItem: rangeSize},
	} {
		for kind, run := range map[string]struct {
			err  error
			want string
		}{
			"key":  {orders.CheckKey(item(t, c.key)), c.asKey},
			"item": {orders.CheckItemKeys(item(t, c.key)), c.asItem},
		} {
			if got := message(run.err); got != run.want {
				t.Errorf("%s %.60s: error %q, want %q", kind, c.key, got, run.want)
			}
			var refused *attr.ValidationError
			var empty *schema.EmptyKeyError
			if run.err != nil && (!errors.As(run.err, &refused) || errors.As(run.err, &empty) != c.emptyKind) {
				t.Errorf("%s %.60s: error of type %T", kind, c.key, run.err)
			}
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestSizeLimits: 400 KB are 409,600 bytes, names and values (Constraints).
func TestSizeLimits(t *testing.T) {
	fits := attr.NewItem(attr.Field{Name: "pk", Value: attr.String(strings.Repeat("x", 409_598))})
	over := fits.With("pk", attr.String(strings.Repeat("x", 409_599)))
	for _, c := range []struct {
		err  error
		want string
	}{
		{schema.CheckPutSize(fits), ""},
		{schema.CheckPutSize(over), "Item size has exceeded the maximum allowed size"},
		{schema.CheckUpdateSize(fits), ""},
		{schema.CheckUpdateSize(over), "Item size to update has exceeded the maximum allowed size"},
	} {
		if got := message(c.err); got != c.want {
			t.Errorf("error %q, want %q", got, c.want)
		}
	}
}

// TestNameLength: measured on AWS by ExtendDB #365, at every level.
func TestNameLength(t *testing.T) {
	const want = "1 validation error detected: Attribute name is too large, must be less than 65536 bytes"
	for _, n := range []int{65_535, 65_536} {
		flat := attr.NewItem(attr.Field{Name: strings.Repeat("x", n), Value: attr.Null()})
		nested := attr.NewItem(attr.Field{Name: "a", Value: attr.List(attr.Map(flat))})
		for _, it := range []attr.Item{flat, nested} {
			if err := schema.CheckNames(it); (err != nil) != (n > 65_535) || err != nil && err.Error() != want {
				t.Errorf("%d bytes: %v", n, err)
			}
		}
	}
}

func TestReservedWords(t *testing.T) {
	words := schema.ReservedWords()
	if len(words) != 573 { // as AWS's page has them
		t.Errorf("%d reserved words", len(words))
	}
	for i, w := range words {
		if i > 0 && words[i-1] >= w || w != strings.ToUpper(w) || !schema.IsReserved(w) {
			t.Errorf("%q at %d", w, i)
		}
	}
	for word, want := range map[string]bool{
		"name": true, "Status": true, "TIMESTAMP": true, "ttl": true, "abort": true, "zone": true,
		"customer": false, "": false, "aborts": false, "pk": false,
	} {
		if schema.IsReserved(word) != want {
			t.Errorf("IsReserved(%q) = %v", word, !want)
		}
	}
}

// TestDataFiles: both data files are dated and name their source, and no
// limit is left out.
func TestDataFiles(t *testing.T) {
	for _, path := range []string{"limits.json", "reserved.json"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var file map[string]any
		if err := json.Unmarshal(text, &file); err != nil {
			t.Fatal(err)
		}
		if file["source"] == "" || file["read"] == "" {
			t.Errorf("%s: no source or date", path)
		}
	}
	back, err := json.Marshal(schema.Documented())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(back), ":0,") || strings.Contains(string(back), `""`) {
		t.Errorf("a limit is missing in limits.json: %s", back)
	}
}

// TestKeyNameLength: key attributes have names of up to 255 bytes (Constraints).
func TestKeyNameLength(t *testing.T) {
	for _, n := range []int{255, 256} {
		name := strings.Repeat("é", n/2) + strings.Repeat("x", n%2)
		table := schema.Table{
			Name:       "abc",
			Attributes: []schema.Attribute{{Name: name, Type: attr.TypeString}},
			Key:        schema.Key{Partition: []string{name}},
			OnDemand:   true,
		}
		if err := table.Validate(); (err != nil) != (n > 255) {
			t.Errorf("a name of %d bytes: %v", n, err)
		}
	}
}

func TestTableLookups(t *testing.T) {
	table := schema.Table{
		Attributes: []schema.Attribute{{Name: "a", Type: attr.TypeNumber}},
		Key:        schema.Key{Partition: []string{"a"}, Sort: []string{"b"}},
		Indexes:    []schema.Index{{Name: "one"}, {Name: "two", Local: true}},
	}
	if ix := table.Index("two"); ix == nil || !ix.Local {
		t.Errorf("Index(two) = %v", ix)
	}
	if table.Index("three") != nil || table.AttributeType("b") != 0 || table.AttributeType("a") != attr.TypeNumber {
		t.Error("lookups of what is missing")
	}
	if !table.Key.Has("b") || table.Key.Has("c") || strings.Join(table.Key.Names(), ",") != "a,b" {
		t.Error("key names")
	}
}

func BenchmarkCheckItemKeys(b *testing.B) {
	it := attr.NewItem(attr.Field{Name: "pk", Value: attr.String("a")}, attr.Field{Name: "sk", Value: attr.Binary([]byte("b"))})
	b.ReportAllocs()
	for b.Loop() {
		if err := orders.CheckItemKeys(it); err != nil {
			b.Fatal(err)
		}
	}
}
