package schema_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/google/go-cmp/cmp"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// TestDefineScript runs testdata/define. One definition a block:
//
//	define name=abc attrs=(a:S,b:N) key=(a,b:range) [units=(1,2)] [on-demand]
//	lsi|gsi NAME key=(...) KIND[(attribute,...)] [units=(1,2)]
//
// prints "ok" or DynamoDB's message. Without on-demand and units, units are 1
// and 1, for global indexes too.
func TestDefineScript(t *testing.T) {
	datadriven.RunTest(t, "testdata/define", func(t *testing.T, d *datadriven.TestData) string {
		def := definition(t, d)
		table, err := schema.Define(def)
		if err != nil {
			var refused *attr.ValidationError
			if !errors.As(err, &refused) {
				t.Fatalf("error of type %T", err)
			}
			return err.Error() + "\n"
		}
		// A table that was taken is still taken after a round trip.
		again, err := schema.Define(table.Definition())
		if err != nil {
			t.Fatalf("%s: defined again: %v", d.Pos, err)
		}
		if diff := cmp.Diff(table, again); diff != "" {
			t.Fatalf("%s: defined again:\n%s", d.Pos, diff)
		}
		return "ok\n"
	})
}

func definition(t *testing.T, d *datadriven.TestData) schema.Definition {
	def := schema.Definition{Throughput: &schema.Throughput{Read: 1, Write: 1}}
	for _, arg := range d.CmdArgs {
		switch arg.Key {
		case "name":
			def.Name = strings.Join(arg.Vals, "")
		case "long-name":
			def.Name = strings.Repeat("a", number(t, arg.Vals[0]))
		case "attrs":
			def.Attributes = attributes(t, arg.Vals)
		case "key":
			def.Key = key(arg.Vals)
		case "units":
			def.Throughput = units(t, arg.Vals)
		case "no-units":
			def.Throughput = nil
		case "on-demand":
			def.OnDemand, def.Throughput = true, nil
		case "on-demand-with-units":
			def.OnDemand = true
		case "empty-lsi-list":
			def.Local = []schema.IndexDefinition{}
		case "empty-gsi-list":
			def.Global = []schema.IndexDefinition{}
		default:
			d.Fatalf(t, "unknown argument %s", arg.Key)
		}
	}
	for line := range strings.SplitSeq(d.Input, "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "lsi":
			def.Local = append(def.Local, index(t, words[1:], nil))
		default:
			def.Global = append(def.Global, index(t, words[1:], def.Throughput))
		}
	}
	return def
}

func index(t *testing.T, words []string, throughput *schema.Throughput) schema.IndexDefinition {
	ix := schema.IndexDefinition{Name: words[0], Throughput: throughput}
	for _, w := range words[1:] {
		name, list, hasList := strings.Cut(strings.TrimSuffix(w, ")"), "(")
		vals := strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
		switch name {
		case "key=":
			ix.Key = key(vals)
		case "units=":
			ix.Throughput = units(t, vals)
		case "no-units":
			ix.Throughput = nil
		case "projects":
			ix.Projection.Include = nil
			for i := range number(t, vals[0]) {
				ix.Projection.Include = append(ix.Projection.Include, fmt.Sprintf("%s%d", ix.Name, i))
			}
			ix.Projection.Kind = schema.ProjectInclude
		case "none":
		default:
			ix.Projection.Kind = schema.ProjectionKind(name)
			if hasList {
				ix.Projection.Include = append([]string{}, vals...)
			}
		}
	}
	return ix
}

func key(vals []string) []schema.KeyElement {
	var out []schema.KeyElement
	for _, v := range vals {
		name, kind, _ := strings.Cut(v, ":")
		out = append(out, schema.KeyElement{Name: name, Sort: kind == "range"})
	}
	return out
}

func attributes(t *testing.T, vals []string) []schema.Attribute {
	types := map[string]attr.Type{"S": attr.TypeString, "N": attr.TypeNumber, "B": attr.TypeBinary, "SS": attr.TypeStringSet}
	var out []schema.Attribute
	for _, v := range vals {
		name, typ, _ := strings.Cut(v, ":")
		out = append(out, schema.Attribute{Name: name, Type: types[typ]})
	}
	return out
}

func units(t *testing.T, vals []string) *schema.Throughput {
	return &schema.Throughput{Read: int64(number(t, vals[0])), Write: int64(number(t, vals[1]))}
}

func number(t *testing.T, s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
