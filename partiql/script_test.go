package partiql_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/partiql"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/schema"
)

// table is what the scripts of testdata lower on: Orders, with a global index
// of four key attributes.
var table = &schema.Table{
	Name: "Orders",
	Attributes: []schema.Attribute{
		{Name: "pk", Type: attr.TypeString}, {Name: "sk", Type: attr.TypeString}, {Name: "day", Type: attr.TypeString},
		{Name: "shop", Type: attr.TypeNumber}, {Name: "hour", Type: attr.TypeNumber}, {Name: "num", Type: attr.TypeNumber},
	},
	Key: schema.Key{Partition: []string{"pk"}, Sort: []string{"sk"}},
	Indexes: []schema.Index{{
		Name:       "byShop",
		Key:        schema.Key{Partition: []string{"shop", "day"}, Sort: []string{"hour", "num"}},
		Projection: schema.Projection{Kind: schema.ProjectAll},
	}},
}

// TestScripts runs the scripts of testdata, one statement a line:
//
//	parse    prints the statement in canonical form, or the message with a
//	         caret under the part that it is about
//	lower    prints what the statement reads or writes on table; parameters
//	         stand after " <- ", a JSON list of attribute values
//	project  projects item=(JSON) by the columns of SELECTs
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/scripts", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var out strings.Builder
			lines := strings.Split(d.Input, "\n")
			if d.Cmd == "project" {
				return project(t, lines)
			}
			for _, line := range lines {
				switch d.Cmd {
				case "parse":
					out.WriteString(parse(line) + "\n")
				case "lower":
					out.WriteString(line + "\n" + lower(t, line))
				default:
					t.Fatalf("%s: unknown command %s", d.Pos, d.Cmd)
				}
			}
			return out.String()
		})
	})
}

func parse(line string) string {
	s, err := partiql.Parse(line)
	if err == nil {
		return s.String()
	}
	var e *partiql.Error
	if !errors.As(err, &e) {
		return "not an *Error: " + err.Error()
	}
	return line + "\n" + strings.Repeat(" ", e.Pos) + strings.Repeat("^", max(1, e.End-e.Pos)) + "\n  " + strings.TrimSpace(e.Message)
}

func bind(t *testing.T, line string) (*partiql.Bound, error) {
	t.Helper()
	text, list, _ := strings.Cut(line, " <- ")
	s, err := partiql.Parse(text)
	if err != nil {
		return nil, err
	}
	var parameters []attr.Value
	if list != "" {
		if err := json.Unmarshal([]byte(list), &parameters); err != nil {
			t.Fatal(err)
		}
	}
	return s.Bind(parameters)
}

func lower(t *testing.T, line string) string {
	t.Helper()
	b, err := bind(t, line)
	if err != nil {
		return "  " + err.Error() + "\n"
	}
	if !b.Reads() {
		return lowerWrite(b)
	}
	r, err := b.Read(table, false)
	if err != nil {
		return "  " + err.Error() + "\n"
	}
	var out strings.Builder
	for _, req := range r.Requests {
		p, err := query.Resolve(table, req)
		if err != nil {
			return "  " + err.Error() + "\n"
		}
		fmt.Fprintf(&out, "  %s%s%s\n", p.Kind, parts(req.Condition), map[bool]string{true: " backwards"}[req.Reverse])
	}
	if r.Filter != nil {
		fmt.Fprintf(&out, "  filter %s%s\n", r.Filter, map[bool]string{true: ", projected only"}[r.Keyed && b.Index != ""])
	}
	return out.String()
}

func parts(condition []expr.KeyPart) string {
	var out strings.Builder
	for _, p := range condition {
		fmt.Fprintf(&out, " %s %s", p.Attribute, p.Op)
		for _, v := range p.Values {
			fmt.Fprintf(&out, " %s", v.Str())
		}
		out.WriteByte(';')
	}
	return strings.TrimSuffix(out.String(), ";")
}

func lowerWrite(b *partiql.Bound) string {
	w, err := b.Write(table)
	if err != nil {
		return "  " + err.Error() + "\n"
	}
	var out strings.Builder
	if w.Item != nil {
		fmt.Fprintf(&out, "  put %s\n", asJSON(w.Item))
	} else {
		fmt.Fprintf(&out, "  key %s\n", asJSON(w.Key))
	}
	if w.Update != nil {
		fmt.Fprintf(&out, "  update %s\n", w.Update)
	}
	if w.Condition != nil {
		fmt.Fprintf(&out, "  if %s\n", w.Condition)
	}
	return out.String()
}

func asJSON(it attr.Item) string {
	text, err := it.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// project takes the item from the first line.
func project(t *testing.T, lines []string) string {
	t.Helper()
	it, err := attr.ParseItem([]byte(lines[0]))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, line := range lines[1:] {
		b, err := bind(t, line)
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.Read(table, false)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(asJSON(r.Columns.Apply(it)) + "\n")
	}
	return out.String()
}
