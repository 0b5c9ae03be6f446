package design_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// script is the state of a datadriven file: a model, a design, and what Bind
// makes of them.
type script struct {
	t      *testing.T
	m      *model.Model
	source string // of the design
	d      *design.Design
	b      *design.Bound
	// parents are the rows of "parent ENTITY {row}" lines.
	parents map[string][]model.Row
}

// parent remembers a row that columns are copied from.
func (s *script) parent(line string) {
	entity, row, _ := strings.Cut(line, " ")
	if s.parents == nil {
		s.parents = map[string][]model.Row{}
	}
	s.parents[entity] = append(s.parents[entity], plainRow(s.t, row))
}

func (s *script) findParent(e *model.Entity, key model.Row) model.Row {
	for _, row := range s.parents[e.Name] {
		if !slices.ContainsFunc(e.Key, func(k string) bool { return !attr.Equal(row[k], key[k]) }) {
			return row
		}
	}
	return nil
}

// TestScripts runs the scripts of testdata/script. Commands:
//
//	model                         read a model file
//	design                        read and bind a design; prints what is wrong
//	edit                          the design with "old => new" lines applied, only to see what Bind says
//	items entity=E                rows, one JSON object a line: the items of each
//	decode table=T [index=I]      items in DynamoDB JSON, one a line: type and row
//	request question=Q            arguments, one JSON object a line: the request of each
//	write write=W                 lines "old", "new", "args", "parent", "child", "children N": the transaction
//	derive                        what each write touches, and what it has to know
//	build question=Q table=T [index=I] items=(a,b) [bind]   the request that BuildRequest writes
//	tables                        the CreateTable requests
//	lengths                       the longest keys, the largest items
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/script", func(t *testing.T, path string) {
		s := &script{t: t}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			s.t = t
			return s.run(d)
		})
	})
}

func (s *script) run(d *datadriven.TestData) string {
	switch d.Cmd {
	case "model", "design":
	default:
		if s.b == nil {
			return "no design"
		}
	}
	switch d.Cmd {
	case "model":
		m, err := model.Parse("model.sql", []byte(d.Input))
		if err != nil {
			return err.Error()
		}
		s.m = m
		return "ok"
	case "design":
		s.source = d.Input
		return s.bind(d.Input, true)
	case "edit":
		return s.edit(d.Input)
	case "items":
		s.parents = nil
		return eachLine(d.Input, func(line string) string { return s.items(arg(d, "entity"), line) })
	case "decode":
		return eachLine(d.Input, func(line string) string { return s.decode(arg(d, "table"), arg(d, "index"), line) })
	case "request":
		return eachLine(d.Input, func(line string) string {
			c, err := s.b.Request(arg(d, "question"), design.Args(plainRow(s.t, line)))
			return show(c, err)
		})
	case "write":
		return s.write(arg(d, "write"), d.Input)
	case "derive":
		return s.derive()
	case "build":
		return s.build(d)
	case "tables":
		return show(s.b.CreateTables(), nil)
	case "lengths":
		return s.lengths()
	}
	return "unknown command " + d.Cmd
}

func (s *script) bind(source string, keep bool) string {
	if s.m == nil {
		return "no model"
	}
	parsed, err := design.Parse("design.json", []byte(source))
	if err != nil {
		return err.Error()
	}
	b, err := design.Bind(s.m, parsed)
	if err != nil {
		return err.Error()
	}
	if keep {
		s.d, s.b = parsed, b
	}
	if len(b.Missing) > 0 {
		return "ok, missing: " + strings.Join(b.Missing, ", ")
	}
	return "ok"
}

func (s *script) edit(input string) string {
	source := s.source
	for _, line := range strings.Split(strings.TrimSpace(input), "\n") {
		old, new, ok := strings.Cut(line, " => ")
		if !ok || !strings.Contains(source, old) {
			return "cannot edit: " + line
		}
		if new == "(nothing)" {
			new = ""
		}
		source = strings.ReplaceAll(source, old, new)
	}
	return s.bind(source, false)
}

func (s *script) items(entity, line string) string {
	if rest, ok := strings.CutPrefix(line, "parent "); ok {
		s.parent(rest)
		return "-"
	}
	placed, err := s.b.Items(s.m.Entity(entity), plainRow(s.t, line), s.findParent)
	if err != nil {
		return "error: " + err.Error()
	}
	var out []string
	for _, p := range placed {
		out = append(out, fmt.Sprintf("%s: %s", p.Type.Name, compact(p.Item)))
		typ, _, err := s.b.Decode(p.Table, p.Item)
		if err != nil || typ.Name != p.Type.Name {
			out = append(out, fmt.Sprintf("DECODED AS %v, %v", typ, err))
		}
	}
	if out == nil {
		return "none"
	}
	return strings.Join(out, "\n")
}

func (s *script) decode(table, index, line string) string {
	var it attr.Item
	if err := json.Unmarshal([]byte(line), &it); err != nil {
		return err.Error()
	}
	typ, row, err := s.b.DecodeEntry(table, index, it)
	if err != nil {
		return "error: " + err.Error()
	}
	return typ.Name + ": " + showRow(row)
}

// write reads the rows of a change. Parents and children are looked up among
// the "parent ENTITY {row}" and "child {row}" lines.
func (s *script) write(name, input string) string {
	i := slices.IndexFunc(s.m.Writes, func(w *model.Write) bool { return w.Name == name })
	if i < 0 {
		return "no write " + name
	}
	var c design.Change
	s.parents = nil
	var children []model.Row
	var asked []string
	for _, line := range strings.Split(strings.TrimSpace(input), "\n") {
		what, rest, _ := strings.Cut(line, " ")
		switch what {
		case "old":
			c.Old = plainRow(s.t, rest)
		case "new":
			c.New = plainRow(s.t, rest)
		case "args":
			c.Args = design.Args(plainRow(s.t, rest))
		case "child":
			children = append(children, plainRow(s.t, rest))
		case "children": // N {row}: so many, with a number in place of NNN
			n, row, _ := strings.Cut(rest, " ")
			times, err := strconv.Atoi(n)
			if err != nil {
				s.t.Fatal(err)
			}
			for i := range times {
				children = append(children, plainRow(s.t, strings.ReplaceAll(row, "NNN", fmt.Sprintf("%03d", i))))
			}
		case "parent":
			s.parent(rest)
		}
	}
	c.Parents = s.findParent
	c.Children = func(question string, args design.Args) ([]model.Row, error) {
		asked = append(asked, question+" "+showRow(model.Row(args)))
		return children, nil
	}
	actions, err := s.b.Write(s.m.Writes[i], c)
	if err != nil {
		return "error: " + err.Error()
	}
	out := asked
	for _, a := range actions {
		out = append(out, show(a, nil))
	}
	if out == nil {
		return "nothing"
	}
	return strings.Join(out, "\n")
}

func (s *script) derive() string {
	var out []string
	for _, w := range design.Derive(s.m, s.d) {
		out = append(out, show(w, nil))
	}
	for _, w := range s.m.Writes {
		if columns := s.b.Unknown(w); columns != nil {
			out = append(out, fmt.Sprintf("%s has to know %s", w.Name, strings.Join(columns, ", ")))
		}
	}
	return strings.Join(out, "\n")
}

func (s *script) build(d *datadriven.TestData) string {
	a := design.Access{Table: arg(d, "table"), Items: strings.Split(arg(d, "items"), "+")}
	if d.HasArg("index") {
		a.Index = arg(d, "index")
	}
	q := s.m.Question(arg(d, "question"))
	if q == nil {
		return "no question"
	}
	built, err := design.BuildRequest(s.m, s.d, q, a)
	if err != nil {
		return "error: " + err.Error()
	}
	whole := *s.d
	whole.Questions = []design.Question{built}
	if _, err := design.Bind(s.m, &whole); err != nil {
		return "does not bind: " + err.Error() + "\n" + show(built, nil)
	}
	return built.Operation + " " + show(built.Request, nil)
}

func (s *script) lengths() string {
	var out []string
	for _, l := range s.b.KeyLengths() {
		part := "partition"
		if l.Sort {
			part = "sort"
		}
		out = append(out, fmt.Sprintf("%s %s%s %s: %d of %d", l.Item, l.Table, strings.TrimSuffix("/"+l.Index, "/"), part, l.Longest, l.Limit))
	}
	for _, t := range s.d.Items {
		out = append(out, fmt.Sprintf("%s: at most %d bytes", t.Name, s.b.MaxItemBytes(t.Name)))
	}
	return strings.Join(out, "\n")
}

func arg(d *datadriven.TestData, name string) string {
	for _, a := range d.CmdArgs {
		if a.Key == name {
			return strings.Join(a.Vals, ",")
		}
	}
	return ""
}

func eachLine(input string, do func(string) string) string {
	var out []string
	for _, line := range strings.Split(strings.TrimSpace(input), "\n") {
		out = append(out, do(line))
	}
	return strings.Join(out, "\n")
}

// plainRow reads a row from plain JSON; null is NULL.
func plainRow(t testing.TB, line string) model.Row {
	t.Helper()
	v, err := attr.FromPlain([]byte(line))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	row := model.Row{}
	for _, f := range v.Item() {
		row[f.Name] = f.Value
	}
	return row
}

func showRow(row model.Row) string {
	var b strings.Builder
	for i, name := range slices.Sorted(maps.Keys(row)) {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s=%s", name, row[name].AppendPlain(nil))
	}
	return b.String()
}

// compact prints an item as name=value.
func compact(it attr.Item) string {
	row := model.Row{}
	for _, f := range it {
		row[f.Name] = f.Value
	}
	return showRow(row)
}

func show(v any, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(buf.String())
}
