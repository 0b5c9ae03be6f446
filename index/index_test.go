package index_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/google/go-cmp/cmp"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/index"
	"github.com/keywright/keywright/schema"
	"pgregory.net/rapid"
)

// table has a local and several global indexes, one with keys of several
// attributes, of every projection kind. Attributes are named after types:
// s*, n*, b*.
func table() *schema.Table {
	key := func(partition, sort string) schema.Key {
		k := schema.Key{Partition: strings.Fields(partition)}
		if sort != "" {
			k.Sort = strings.Fields(sort)
		}
		return k
	}
	t := &schema.Table{
		Name: "table",
		Key:  key("pk", "sk"),
		Attributes: []schema.Attribute{
			{Name: "pk", Type: attr.TypeString}, {Name: "sk", Type: attr.TypeNumber},
			{Name: "s1", Type: attr.TypeString}, {Name: "s2", Type: attr.TypeString},
			{Name: "n1", Type: attr.TypeNumber}, {Name: "b1", Type: attr.TypeBinary},
		},
		Indexes: []schema.Index{
			{Name: "all", Key: key("s1", "n1"), Projection: schema.Projection{Kind: schema.ProjectAll}},
			{Name: "keys", Key: key("n1", ""), Projection: schema.Projection{Kind: schema.ProjectKeysOnly}},
			{Name: "include", Key: key("s1", "b1"), Projection: schema.Projection{Kind: schema.ProjectInclude, Include: []string{"x", "s2"}}},
			{Name: "multi", Key: key("s1 n1", "s2 b1"), Projection: schema.Projection{Kind: schema.ProjectKeysOnly}},
			{Name: "local", Local: true, Key: key("pk", "s2"), Projection: schema.Projection{Kind: schema.ProjectInclude, Include: []string{"y"}}},
		},
		OnDemand: true,
	}
	if err := t.Validate(); err != nil {
		panic(err)
	}
	return t
}

// TestScript runs testdata/index on the table of table(): "view" prints the
// entries of an item, "changes" what "old -> new" does to the indexes,
// "check" and "check-update" the refusal of a write; - is no item, {a*2049}
// within a string is a repetition.
func TestScript(t *testing.T) {
	datadriven.RunTest(t, "testdata/index", func(t *testing.T, d *datadriven.TestData) string {
		tab := table()
		var out strings.Builder
		for line := range strings.SplitSeq(strings.TrimSpace(d.Input), "\n") {
			first, second, _ := strings.Cut(line, " -> ")
			old, new := item(t, first), item(t, second)
			switch d.Cmd {
			case "view":
				for i := range tab.Indexes {
					if entry := index.View(tab, &tab.Indexes[i], old); entry != nil {
						fmt.Fprintf(&out, "%s %s\n", tab.Indexes[i].Name, entry.AppendJSON(nil))
					}
				}
			case "changes":
				for _, c := range index.Changes(tab, old, new) {
					fmt.Fprintf(&out, "%s %s -> %s%s\n", c.Index.Name, show(c.Old), show(c.New), map[bool]string{true: " moved"}[c.KeyChanged()])
				}
			case "check":
				fmt.Fprintln(&out, verdict(t, index.CheckKeys(tab, old)))
			case "check-update":
				fmt.Fprintln(&out, verdict(t, index.CheckUpdatedKeys(tab, old, new)))
			default:
				d.Fatalf(t, "unknown command %s", d.Cmd)
			}
		}
		return out.String()
	})
}

func show(it attr.Item) string {
	if it == nil {
		return "-"
	}
	return string(it.AppendJSON(nil))
}

func verdict(t *testing.T, err error) string {
	var refused *attr.ValidationError
	if err != nil && !errors.As(err, &refused) {
		t.Fatalf("error of type %T", err)
	}
	if err == nil {
		return "ok"
	}
	return err.Error()
}

func item(t *testing.T, text string) attr.Item {
	if text == "" || text == "-" {
		return nil
	}
	if open := strings.Index(text, "{a*"); open >= 0 {
		var n int
		if _, err := fmt.Sscanf(text[open:], "{a*%d}", &n); err != nil {
			t.Fatal(err)
		}
		shut := open + strings.IndexByte(text[open:], '}')
		text = text[:open] + strings.Repeat("a", n) + text[shut+1:]
	}
	it, err := attr.ParseItem([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return it
}

// items draws items of which each attribute may be missing, of the declared
// type, of another one, or empty.
func items() *rapid.Generator[attr.Item] {
	value := rapid.SampledFrom([]attr.Value{
		{}, {}, attr.String(""), attr.String("a"), attr.String("b"), attr.Int(1), attr.Int(2),
		attr.Binary(nil), attr.Binary([]byte("a")), attr.Bool(true),
	})
	return rapid.Custom(func(t *rapid.T) attr.Item {
		it := attr.NewItem(attr.Field{Name: "pk", Value: attr.String("p")}, attr.Field{Name: "sk", Value: attr.Int(1)})
		for _, name := range []string{"s1", "s2", "n1", "b1", "x", "y", "z"} {
			if v := value.Draw(t, name); !v.IsZero() {
				it = it.With(name, v)
			}
		}
		return it
	})
}

// TestViewLaw holds View against the rule as the guide states it: in the
// index if and only if every key attribute is there as a key value, and then
// exactly the projected attributes.
func TestViewLaw(t *testing.T) {
	tab := table()
	rapid.Check(t, func(t *rapid.T) {
		it := items().Draw(t, "item")
		for i := range tab.Indexes {
			ix := &tab.Indexes[i]
			want := it.Pick(projected(tab, ix, it)...)
			for _, name := range ix.Key.Names() {
				v := it.Get(name)
				if v.Type() != tab.AttributeType(name) || v.Type() != attr.TypeNumber && v.Str() == "" {
					want = nil
				}
			}
			if got := index.View(tab, ix, it); (got == nil) != (want == nil) || !cmp.Equal(got, want) {
				t.Fatalf("%s: %s has entry %s, want %s", ix.Name, show(it), show(got), show(want))
			}
		}
	})
}

func projected(t *schema.Table, ix *schema.Index, it attr.Item) []string {
	names := slices.Concat(t.Key.Names(), ix.Key.Names(), ix.Projection.Include)
	if ix.Projection.Kind == schema.ProjectAll {
		for _, f := range it {
			names = append(names, f.Name)
		}
	}
	return names
}

// TestChangesLaw: applying the changes to the entries of the old item gives
// the entries of the new one, and nothing is reported that stays as it is.
func TestChangesLaw(t *testing.T) {
	tab := table()
	rapid.Check(t, func(t *rapid.T) {
		old, new := items().Draw(t, "old"), items().Draw(t, "new")
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			old = nil
		case 1:
			new = nil
		}
		entries := entriesOf(tab, old)
		for _, c := range index.Changes(tab, old, new) {
			if cmp.Equal(c.Old, c.New) && (c.Old == nil) == (c.New == nil) {
				t.Fatalf("%s: reported without change", c.Index.Name)
			}
			if !cmp.Equal(entries[c.Index.Name], c.Old) {
				t.Fatalf("%s: old entry %s", c.Index.Name, show(c.Old))
			}
			entries[c.Index.Name] = c.New
		}
		if diff := cmp.Diff(entriesOf(tab, new), entries); diff != "" {
			t.Fatal(diff)
		}
	})
}

func entriesOf(t *schema.Table, it attr.Item) map[string]attr.Item {
	entries := map[string]attr.Item{}
	for i := range t.Indexes {
		entries[t.Indexes[i].Name] = nil
		if it != nil {
			entries[t.Indexes[i].Name] = index.View(t, &t.Indexes[i], it)
		}
	}
	return entries
}

// TestCheckLaw: an item passes CheckKeys exactly if every index key attribute
// that it has is a key value, and then only missing attributes keep it out of
// an index.
func TestCheckLaw(t *testing.T) {
	tab := table()
	rapid.Check(t, func(t *rapid.T) {
		it := items().Draw(t, "item")
		fine := true
		for _, ix := range tab.Indexes {
			for _, name := range ix.Key.Names() {
				v := it.Get(name)
				fine = fine && (v.IsZero() || v.Type() == tab.AttributeType(name) && (v.Type() == attr.TypeNumber || v.Str() != ""))
			}
		}
		if err := index.CheckKeys(tab, it); (err == nil) != fine {
			t.Fatalf("%s: error %v", show(it), err)
		}
		if err := index.CheckUpdatedKeys(tab, it, it.With("z", attr.Int(9))); err != nil {
			t.Fatalf("%s: an update of z is refused: %v", show(it), err)
		}
	})
}

func BenchmarkChanges(b *testing.B) {
	tab := table()
	old, err := attr.ParseItem([]byte(`{"pk":{"S":"p"},"sk":{"N":"1"},"s1":{"S":"a"},"n1":{"N":"1"},"b1":{"B":"AA=="},"x":{"S":"x"},"z":{"S":"z"}}`))
	if err != nil {
		b.Fatal(err)
	}
	new := old.With("x", attr.String("changed"))
	b.ReportAllocs()
	for b.Loop() {
		index.Changes(tab, old, new)
	}
}
