package query_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/schema"
)

// TestResolve runs the scripts in testdata:
//
//	table
//	<a CreateTable request>
//
//	resolve [index=NAME] [consistent] [reverse]
//	<key condition, or nothing for a Scan>
//	<values, a JSON object, or nothing>
//	[start <page key, a JSON object>]
//
//	get
//	<key, a JSON object>
//
// The expected messages are DynamoDB's, as measured by others; their sources
// are named where package query makes them.
func TestResolve(t *testing.T) {
	datadriven.Walk(t, "testdata/resolve", func(t *testing.T, path string) {
		var table *schema.Table
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "table":
				table = parseTable(t, d.Input)
				return ""
			case "get":
				return show(query.Resolve(table, query.Request{Key: parseItem(t, d.Input)}))
			case "resolve":
				return resolve(t, table, d)
			}
			t.Fatalf("%s: unknown command %s", d.Pos, d.Cmd)
			return ""
		})
	})
}

func resolve(t *testing.T, table *schema.Table, d *datadriven.TestData) string {
	var r query.Request
	if d.HasArg("index") {
		d.ScanArgs(t, "index", &r.Index)
	}
	r.Consistent, r.Reverse = d.HasArg("consistent"), d.HasArg("reverse")
	lines := strings.Split(d.Input, "\n")
	if last := lines[len(lines)-1]; strings.HasPrefix(last, "start ") {
		r.Start = parseItem(t, strings.TrimPrefix(last, "start "))
		lines = lines[:len(lines)-1]
	}
	if len(lines) > 0 && lines[0] != "" {
		r.Condition = parseCondition(t, lines[0], lines[1:])
	}
	return show(query.Resolve(table, r))
}

func parseCondition(t *testing.T, text string, values []string) []expr.KeyPart {
	t.Helper()
	vals := api.Values{}
	for _, f := range parseItem(t, strings.Join(values, "")) {
		vals[f.Name] = f.Value
	}
	env, err := expr.NewEnv(nil, vals)
	if err != nil {
		t.Fatal(err)
	}
	k, err := expr.ParseKeyCondition(text, env)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := k.Parts()
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

func parseTable(t testing.TB, text string) *schema.Table {
	t.Helper()
	var r api.CreateTableRequest
	if err := api.Decode([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	table, err := r.Table()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func parseItem(t testing.TB, text string) attr.Item {
	t.Helper()
	it, err := attr.ParseItem([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return it
}

// show prints a path in full.
func show(p *query.Path, err error) string {
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", p.Why())
	if len(p.Partition) > 0 {
		fmt.Fprintf(&b, "partition %s\n", values(p.Partition))
	}
	if len(p.Equal) > 0 {
		fmt.Fprintf(&b, "equal     %s\n", values(p.Equal))
	}
	if !p.Prefix.IsZero() {
		fmt.Fprintf(&b, "prefix    %s\n", values([]attr.Value{p.Prefix}))
	}
	if !p.Low.IsZero() || !p.High.IsZero() {
		fmt.Fprintf(&b, "range     %s\n", interval(p))
	}
	if p.Reverse {
		b.WriteString("reverse\n")
	}
	if p.Start != nil {
		fmt.Fprintf(&b, "after     %s\n", text(p.Start.MarshalJSON()))
	}
	return b.String()
}

func values(vs []attr.Value) string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = text(v.MarshalJSON())
	}
	return strings.Join(out, " ")
}

func text(b []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func interval(p *query.Path) string {
	low, high := "(..", "..)"
	if !p.Low.IsZero() {
		low = bracket("[", "(", p.Low) + values([]attr.Value{p.Low.Value})
	}
	if !p.High.IsZero() {
		high = values([]attr.Value{p.High.Value}) + bracket("]", ")", p.High)
	}
	return low + " " + high
}

func bracket(in, ex string, b query.Bound) string {
	if b.Exclusive {
		return ex
	}
	return in
}
