package query_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/schema"
)

// wide is a table with a global index of two and three attributes.
func wide() *schema.Table {
	return &schema.Table{
		Name: "wide", OnDemand: true,
		Attributes: []schema.Attribute{{Name: "id", Type: attr.TypeString}, {Name: "p1", Type: attr.TypeString},
			{Name: "p2", Type: attr.TypeNumber}, {Name: "s1", Type: attr.TypeNumber}, {Name: "s2", Type: attr.TypeString},
			{Name: "s3", Type: attr.TypeBinary}},
		Key: schema.Key{Partition: []string{"id"}},
		Indexes: []schema.Index{{
			Name:       "by",
			Key:        schema.Key{Partition: []string{"p1", "p2"}, Sort: []string{"s1", "s2", "s3"}},
			Projection: schema.Projection{Kind: schema.ProjectAll},
		}},
	}
}

func drawText(t *rapid.T, label string) string {
	return rapid.StringMatching(`[ab\x00]{1,3}`).Draw(t, label)
}

func drawValue(t *rapid.T, typ attr.Type, label string) attr.Value {
	switch typ {
	case attr.TypeNumber:
		return attr.Int(rapid.Int64Range(-2, 12).Draw(t, label))
	case attr.TypeBinary:
		return attr.Binary([]byte(drawText(t, label)))
	}
	return attr.String(drawText(t, label))
}

func drawItem(t *rapid.T, table *schema.Table) attr.Item {
	var fields []attr.Field
	for _, a := range table.Attributes {
		fields = append(fields, attr.Field{Name: a.Name, Value: drawValue(t, a.Type, a.Name)})
	}
	return attr.NewItem(fields...)
}

// drawCondition writes a key condition on the index that Resolve takes: both
// partition attributes, then sort attributes from the left.
func drawCondition(t *rapid.T, table *schema.Table) (text string, values map[string]attr.Value) {
	values = map[string]attr.Value{}
	conds := []string{"p1 = :p1", "p2 = :p2"}
	values[":p1"] = drawValue(t, attr.TypeString, ":p1")
	values[":p2"] = drawValue(t, attr.TypeNumber, ":p2")
	sorts := []string{"s1", "s2", "s3"}[:rapid.IntRange(0, 3).Draw(t, "sorts")]
	for i, name := range sorts {
		typ := table.AttributeType(name)
		v := ":" + name
		values[v] = drawValue(t, typ, v)
		op := "%s = %s"
		if i == len(sorts)-1 {
			op = rapid.SampledFrom([]string{"%s = %s", "%s < %s", "%s <= %s", "%s > %s", "%s >= %s", "begins_with(%s, %s)", "%s BETWEEN %s AND :z"}).Draw(t, "op")
		}
		if typ == attr.TypeNumber && strings.HasPrefix(op, "begins") {
			op = "%s < %s"
		}
		if strings.HasSuffix(op, ":z") {
			values[":z"] = values[v] // equal bounds are in order
			if hi := drawValue(t, typ, ":z"); ordered(values[v], hi) {
				values[":z"] = hi
			}
		}
		conds = append(conds, fmt.Sprintf(op, name, v))
	}
	return strings.Join(rapid.Permutation(conds).Draw(t, "order"), " AND "), values
}

func ordered(a, b attr.Value) bool {
	c, ok := attr.Compare(a, b)
	return ok && c <= 0
}

// A path contains exactly the items for which its key condition, taken as an
// ordinary condition, is true. The oracle is expr's evaluator.
func TestPathContainsWhatItsConditionSays(t *testing.T) {
	table := wide()
	rapid.Check(t, func(t *rapid.T) {
		text, values := drawCondition(t, table)
		env, err := expr.NewEnv(nil, values)
		if err != nil {
			t.Fatal(err)
		}
		k, err := expr.ParseKeyCondition(text, env)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		parts, err := k.Parts()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		path, err := query.Resolve(table, query.Request{Index: "by", Condition: parts})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		same, err := expr.ParseCondition(text, expr.KindCondition, env)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for range 8 {
			it := drawItem(t, table)
			if rapid.Bool().Draw(t, "near") { // most random items are in another partition
				it = it.With("p1", values[":p1"]).With("p2", values[":p2"])
			}
			if got, want := path.Contains(it), same.Eval(it); got != want {
				t.Fatalf("%s with %v: item %v: Contains %v, condition %v", text, values, it, got, want)
			}
		}
	})
}

// The page key of any item on a path is taken as a start key of that path.
func TestPageKeyIsAStartKey(t *testing.T) {
	table := wide()
	rapid.Check(t, func(t *rapid.T) {
		it := drawItem(t, table).With("other", attr.Bool(true))
		for _, index := range []string{"", "by"} {
			path, err := query.Resolve(table, query.Request{Index: index})
			if err != nil {
				t.Fatal(err)
			}
			again, err := query.Resolve(table, query.Request{Index: index, Start: path.PageKey(it)})
			if err != nil {
				t.Fatalf("index %q, item %v: %v", index, it, err)
			}
			if got := again.PageKey(again.Start); !attr.EqualItems(got, again.Start) {
				t.Fatalf("index %q: page key %v of page key %v", index, got, again.Start)
			}
		}
	})
}

// FuzzStartKey resolves reads with any start key. One that is taken lies on
// the path and is a page key in full.
func FuzzStartKey(f *testing.F) {
	f.Add(`{"id":{"S":"a"},"p1":{"S":"x"},"p2":{"N":"1"},"s1":{"N":"2"},"s2":{"S":"y"},"s3":{"B":"AA=="}}`, true)
	f.Add(`{"id":{"S":"a"}}`, false)
	f.Add(`{"id":{"S":""},"p1":{"N":"x"}}`, true)
	table := wide()
	f.Fuzz(func(t *testing.T, text string, ofIndex bool) {
		start, err := attr.ParseItem([]byte(text))
		if err != nil {
			t.Skip()
		}
		r := query.Request{Start: start}
		if ofIndex {
			r.Index = "by"
			r.Condition = []expr.KeyPart{
				{Attribute: "p1", Op: expr.Eq, Values: []attr.Value{attr.String("x")}},
				{Attribute: "p2", Op: expr.Eq, Values: []attr.Value{attr.Int(1)}},
				{Attribute: "s1", Op: expr.Ge, Values: []attr.Value{attr.Int(0)}},
			}
		}
		path, err := query.Resolve(table, r)
		if err != nil {
			return
		}
		if !path.Contains(start) {
			t.Fatalf("%s was taken and is not on the path", text)
		}
		if got := path.PageKey(start); !attr.EqualItems(got, start) {
			t.Fatalf("%s was taken, of it %v is a page key", text, got)
		}
	})
}
