package design_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/model"
)

// subject is a column type with values to try: ones that rows may have, and
// ones that only arguments may.
type subject struct {
	sql      string
	values   []attr.Value
	odd      []attr.Value // arguments outside of the type's values
	text     bool
	down     bool // has a descending form
	nullable bool
}

func strs(list ...string) []attr.Value {
	out := make([]attr.Value, len(list))
	for i, s := range list {
		out[i] = attr.String(s)
	}
	return out
}

func nums(t rapid.TB, list ...string) []attr.Value {
	out := make([]attr.Value, len(list))
	for i, s := range list {
		n, err := attr.ParseNumber(s)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = attr.Num(n)
	}
	return out
}

// nasty are texts that keys go wrong with: prefixes of one another, every byte
// up to '$', '~', composed and decomposed letters, the greatest character.
func nasty() []string {
	out := []string{
		"", "a", "ab", "a#", "a#b", "a!", "a b", "a$", "a$S", "a%", "b", "B", "#", "$", "~", "~~", "-", "=", "é", "e\u0301", "😀", "\U0010ffff",
		"\U0010ffff\U0010ffff", "aaaaaa", "a\x00", "a\x00b", "/", ":", ".",
	}
	for b := byte(0); b <= '$'; b++ {
		out = append(out, string(rune(b)), "a"+string(rune(b)))
	}
	return out
}

func subjects(t testing.TB) map[string]subject {
	return map[string]subject{
		"range": {sql: "int NOT NULL CHECK (c BETWEEN -50 AND 1000)", down: true,
			values: nums(t, "-50", "-49", "-1", "0", "1", "9", "10", "11", "99", "100", "999", "1000"),
			odd:    nums(t, "-51", "1001", "9.5", "-0.5", "-49.5", "1e30")},
		"positive": {sql: "int CHECK (c BETWEEN 1 AND 64)", down: true, nullable: true,
			values: nums(t, "1", "2", "9", "10", "63", "64"), odd: nums(t, "0", "65", "1.5", "-3")},
		"decimal": {sql: "numeric(4,2) NOT NULL", down: true,
			values: nums(t, "-99.99", "-0.01", "0", "0.01", "0.1", "1", "9.99", "10", "99.99"),
			odd:    nums(t, "-100", "100", "0.005", "-0.005", "9.999")},
		"time": {sql: "timestamp(1) NOT NULL", down: true,
			values: strs("0000-01-01T00:00:00Z", "2026-05-28T19:05:33Z", "2026-05-28T21:05:33.1+02:00", "2026-05-28T19:05:33.9Z", "9999-12-31T23:59:59.9Z"),
			odd:    strs("2026-05-28T19:05:33.15Z", "9999-12-31T23:59:59.99Z", "2026-05-28T19:05:33.000000001Z")},
		"maybe-time": {sql: "timestamp(0)", down: true, nullable: true,
			values: strs("2026-05-28T19:05:33Z", "2026-05-28T19:05:34Z"), odd: strs("2026-05-28T19:05:33.5Z")},
		"date":       {sql: "date NOT NULL", down: true, values: strs("0000-01-01", "2024-02-29", "2026-05-28", "2026-05-29", "9999-12-31")},
		"text":       {sql: "varchar(6) NOT NULL", text: true, values: strs(nasty()...), odd: strs("aaaaaaaaa", "b\U0010ffff\U0010ffff\U0010ffff\U0010ffff\U0010ffff\U0010ffff")},
		"maybe-text": {sql: "varchar(4)", text: true, nullable: true, values: strs("", "a", "ab", "a#", "-", "=", "~", "\x00")},
		"safe": {sql: "varchar(6) NOT NULL CHECK (c NOT GLOB '*[^A-Za-z0-9_-]*')", text: true,
			values: strs("", "a", "ab", "A", "-", "_", "0", "zz"), odd: strs("a#", "a!", "~", "é", "#")},
		"enum":       {sql: "text NOT NULL CHECK (c IN ('B', 'A', 'AB'))", down: true, values: strs("A", "AB", "B"), odd: strs("AA", "", "C")},
		"maybe-enum": {sql: "text CHECK (c IN ('B', 'A', 'AB'))", down: true, nullable: true, values: strs("A", "AB", "B"), odd: strs("AA", "", "C")},
		"id":         {sql: "ulid NOT NULL", down: true, values: strs("01HZX3V5Q8S6T7R9P0N1M2K3J4", "01HZX3V5Q8S6T7R9P0N1M2K3J5", "01HZX3V5Q8S6T7R9P0N1M2K3JZ", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ")},
	}
}

var operators = map[string]string{
	"less": "c < :x", "most": "c <= :x", "more": "c > :x", "least": "c >= :x", "within": "c BETWEEN :x AND :y",
}

// world is a model with one column of a subject, and a design for a layout.
type world struct {
	m *model.Model
	b *design.Bound
}

// layout is how column c stands in the sort key.
type layout struct {
	name, before, after string
	desc                bool
}

func newWorld(t testing.TB, s subject, l layout) (world, bool) {
	var sql strings.Builder
	fmt.Fprintf(&sql, "-- model mod prices=us-east-1/on-demand\nCREATE TABLE t (g int NOT NULL CHECK (g BETWEEN 0 AND 9), id ulid NOT NULL, c %s, PRIMARY KEY (g, id)); -- rows=10\n", s.sql)
	for _, name := range slices.Sorted(maps.Keys(operators)) {
		cond := operators[name]
		fmt.Fprintf(&sql, "-- question %s rate=1/s\nSELECT * FROM t WHERE g = :g AND %s ORDER BY c LIMIT 100;\n", name, cond)
		fmt.Fprintf(&sql, "-- question %s-down rate=1/s\nSELECT * FROM t WHERE g = :g AND %s ORDER BY c DESC LIMIT 100;\n", name, cond)
	}
	if s.text {
		fmt.Fprintf(&sql, "-- question begins rate=1/s\nSELECT * FROM t WHERE g = :g AND c LIKE :x || '%%' ORDER BY c LIMIT 100;\n")
	}
	fmt.Fprintf(&sql, "-- question all rate=1/s\nSELECT * FROM t WHERE g = :g ORDER BY c LIMIT 100;\n")
	m, err := model.Parse("m.sql", []byte(sql.String()))
	if err != nil {
		t.Fatal(err)
	}
	col := m.Entity("t").Column("c")
	codec, _, err := design.DefaultCodec(col, l.desc, s.nullable)
	if err != nil {
		if l.desc && !s.down {
			return world{}, false
		}
		t.Fatal(err)
	}
	d := &design.Design{Version: design.Version, Model: "mod"}
	d.Tables = []design.Table{{Name: "tab", Key: design.Key{Partition: design.Names{"P"}, Sort: design.Names{"S"}}, Indexes: []design.Index{
		{Name: "byC", Key: design.Key{Partition: design.Names{"P"}, Sort: design.Names{"X"}}, Projection: "ALL"},
	}}}
	d.Items = []design.ItemType{{Name: "t", Entity: "t", Table: "tab", Keys: map[string]design.KeyTemplate{
		"P": {Template: "{g}"}, "S": {Template: "{id}"}, "X": {Template: l.before + design.Slot("c", codec) + l.after},
	}}}
	for _, q := range m.Questions {
		built, err := design.BuildRequest(m, d, q, design.Access{Table: "tab", Index: "byC", Items: []string{"t"}})
		if err != nil {
			t.Fatalf("%s: %v", q.Name, err)
		}
		d.Questions = append(d.Questions, built)
	}
	b, err := design.Bind(m, d)
	if err != nil {
		t.Fatalf("%v\n%s", err, d.Format())
	}
	return world{m, b}, true
}

// TestBuiltRequestsFindWhatSQLFinds runs the requests of BuildRequest over
// rows with nasty values: a plain filter on the key condition must return the
// rows that a comparison of the values returns, in the order of the values.
func TestBuiltRequestsFindWhatSQLFinds(t *testing.T) {
	layouts := []layout{
		{name: "alone"}, {name: "prefix", before: "T#"}, {name: "tail", after: "#{id}"}, {name: "both", before: "T#", after: "#{id}"},
		{name: "dash", before: "x-", after: "/{id}"},
	}
	for name, s := range subjects(t) {
		for _, l := range layouts {
			if l.name == "dash" && (s.text || s.nullable) {
				continue // '/' ends only text that cannot hold it
			}
			for _, l.desc = range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/%v", name, l.name, l.desc), func(t *testing.T) {
					w, ok := newWorld(t, s, l)
					if !ok {
						t.Skip("no descending form")
					}
					rapid.Check(t, func(t *rapid.T) { w.try(t, s) })
				})
			}
		}
	}
}

func (w world) try(t *rapid.T, s subject) {
	e := w.m.Entity("t")
	var rows []model.Row
	var items []attr.Item
	for i := range rapid.IntRange(1, 12).Draw(t, "rows") {
		row := model.Row{"g": attr.Int(1), "id": attr.String(fmt.Sprintf("0000000000000000000000%04d", i)), "c": rapid.SampledFrom(s.values).Draw(t, "c")}
		if s.nullable && rapid.IntRange(0, 3).Draw(t, "null") == 0 {
			delete(row, "c")
		}
		placed, err := w.b.Items(e, row, nil)
		if err != nil {
			t.Fatal(err)
		}
		if placed[0].Item.Get("X").Str() == "" {
			continue // DynamoDB refuses an empty key
		}
		rows, items = append(rows, row), append(items, placed[0].Item)
	}
	q := rapid.SampledFrom(w.m.Questions).Draw(t, "question")
	args := design.Args{"g": attr.Int(1)}
	pool := slices.Concat(s.values, s.odd)
	for _, p := range q.Params[1:] {
		args[p] = rapid.SampledFrom(pool).Draw(t, p)
	}
	call, err := w.b.Request(q.Name, args)
	if err != nil {
		t.Fatal(err)
	}
	var got []attr.Item
	if !call.Empty {
		got = answer(t, call, items)
	}
	var values []attr.Value
	for _, it := range got {
		_, row, err := w.b.Decode("tab", it)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, comparable(row["c"]))
	}
	want := expected(e.Column("c"), q, args, rows)
	if len(values) != len(want) {
		t.Fatalf("%s %v: got %v, want %v\n%s", q.Name, args, values, want, show(call, nil))
	}
	for i := range want {
		if values[i] != want[i] {
			t.Fatalf("%s %v: got %v, want %v\n%s", q.Name, args, values, want, show(call, nil))
		}
	}
}

// answer filters by the key condition and sorts by the sort key.
func answer(t *rapid.T, c *design.Call, items []attr.Item) []attr.Item {
	env, err := expr.NewEnv(c.Query.ExpressionAttributeNames, c.Query.ExpressionAttributeValues)
	if err != nil {
		t.Fatal(err)
	}
	cond, err := expr.ParseCondition(*c.Query.KeyConditionExpression, expr.KindCondition, env)
	if err != nil {
		t.Fatal(err)
	}
	var out []attr.Item
	for _, it := range items {
		if cond.Eval(it) {
			out = append(out, it)
		}
	}
	slices.SortStableFunc(out, func(a, b attr.Item) int {
		order, _ := attr.Compare(a.Get("X"), b.Get("X"))
		if f := c.Query.ScanIndexForward; f != nil && !*f {
			return -order
		}
		return order
	})
	return out
}

// comparable is NULL, or a value in the form in which equal values are equal.
func comparable(v attr.Value) attr.Value {
	if v.IsZero() || v.Type() != attr.TypeString {
		return v
	}
	if at, err := model.ParseTimestamp(v.Str()); err == nil {
		return attr.String(model.FormatTimestamp(at, 9))
	}
	return v
}

// expected compares values, without any key.
func expected(c *model.Column, q *model.Question, args design.Args, rows []model.Row) []attr.Value {
	x, y := comparable(args["x"]), comparable(args["y"])
	name, down := strings.CutSuffix(q.Name, "-down")
	cmp := func(a, b attr.Value) int { return orderIn(c, a, b) }
	holds := map[string]func(v attr.Value) bool{
		"less": func(v attr.Value) bool { return cmp(v, x) < 0 }, "most": func(v attr.Value) bool { return cmp(v, x) <= 0 },
		"more": func(v attr.Value) bool { return cmp(v, x) > 0 }, "least": func(v attr.Value) bool { return cmp(v, x) >= 0 },
		"within": func(v attr.Value) bool { return cmp(v, x) >= 0 && cmp(v, y) <= 0 },
		"begins": func(v attr.Value) bool { return strings.HasPrefix(v.Str(), x.Str()) },
	}[name]
	var out []attr.Value
	for _, row := range rows {
		v := comparable(row["c"])
		if name == "all" || !v.IsZero() && holds(v) {
			out = append(out, v)
		}
	}
	slices.SortStableFunc(out, func(a, b attr.Value) int {
		if down {
			a, b = b, a
		}
		return cmp(a, b)
	})
	return out
}
