package engine_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
)

// row is an item of the law's table, as plain Go: strings, ints, bools, and
// null. What is not in the map is missing.
type row map[string]any

type null struct{}

// clause is a condition as text and as a Go function over rows, written from
// the documentation of PartiQL: the two share nothing.
type clause struct {
	text  string
	holds func(row) bool
}

// TestSelectIsScanAndFilter: whatever a SELECT reads, and in pages of whatever
// size, it returns the rows for which its WHERE holds, each once; with an
// ORDER BY, in its order.
func TestSelectIsScanAndFilter(t *testing.T) {
	db := open(t, engine.Options{})
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		s := &selectLaw{t: t, db: db, table: fmt.Sprintf("law%d", n)}
		s.create()
		defer func() {
			if _, err := db.DeleteTable(context.Background(), &api.DeleteTableRequest{TableName: s.table}); err != nil {
				t.Fatal(err)
			}
		}()
		for range 4 {
			s.check()
		}
	})
}

type selectLaw struct {
	t     *rapid.T
	db    *engine.DB
	table string
	rows  []row
}

func (s *selectLaw) draw(n int, what string) int { return rapid.IntRange(0, n-1).Draw(s.t, what) }

func (s *selectLaw) one(of []string, what string) string {
	return rapid.SampledFrom(of).Draw(s.t, what)
}

func (s *selectLaw) create() {
	ctx := context.Background()
	hash := func(name string) api.KeySchemaElement {
		return api.KeySchemaElement{AttributeName: name, KeyType: "HASH"}
	}
	sorted := func(name string) api.KeySchemaElement {
		return api.KeySchemaElement{AttributeName: name, KeyType: "RANGE"}
	}
	_, err := s.db.CreateTable(ctx, &api.CreateTableRequest{
		TableName: s.table, BillingMode: "PAY_PER_REQUEST",
		AttributeDefinitions: []api.AttributeDefinition{
			{AttributeName: "pk", AttributeType: "S"}, {AttributeName: "sk", AttributeType: "N"}, {AttributeName: "g", AttributeType: "S"},
		},
		KeySchema: []api.KeySchemaElement{hash("pk"), sorted("sk")},
		GlobalSecondaryIndexes: []api.GlobalSecondaryIndex{{
			IndexName: "byG", KeySchema: []api.KeySchemaElement{hash("g"), sorted("sk")}, Projection: &api.Projection{ProjectionType: "ALL"},
		}},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	for range s.draw(25, "rows") {
		r := row{"pk": fmt.Sprint("p", s.draw(3, "pk")), "sk": s.draw(8, "sk")}
		if slices.ContainsFunc(s.rows, func(o row) bool { return o["pk"] == r["pk"] && o["sk"] == r["sk"] }) {
			continue
		}
		if s.draw(3, "in index") > 0 {
			r["g"] = fmt.Sprint("p", s.draw(2, "g"))
		}
		for _, name := range []string{"a", "b"} {
			switch s.draw(6, name) {
			case 0, 1:
				r[name] = s.draw(4, "int")
			case 2, 3:
				r[name] = s.one([]string{"", "a", "ab", "ba"}, "text")
			case 4:
				r[name] = any(null{})
				if s.draw(2, "bool") == 1 {
					r[name] = true
				}
			}
		}
		s.rows = append(s.rows, r)
		if _, err := s.db.PutItem(ctx, &api.PutItemRequest{TableName: s.table, Item: itemOf(r)}); err != nil {
			s.t.Fatal(err)
		}
	}
}

func itemOf(r row) attr.Item {
	var fields []attr.Field
	for name, v := range r {
		fields = append(fields, attr.Field{Name: name, Value: valueOf(v)})
	}
	return attr.NewItem(fields...)
}

func valueOf(v any) attr.Value {
	switch v := v.(type) {
	case string:
		return attr.String(v)
	case int:
		return attr.Int(int64(v))
	case bool:
		return attr.Bool(v)
	}
	return attr.Null()
}

func literalOf(v any) string {
	switch v := v.(type) {
	case string:
		return "'" + v + "'"
	case null:
		return "NULL"
	default:
		return fmt.Sprint(v)
	}
}

// compare orders two values; ok is false where they have no order.
func compare(a, b any) (order int, ok bool) {
	switch a := a.(type) {
	case string:
		if b, ok := b.(string); ok {
			return strings.Compare(a, b), true
		}
	case int:
		if b, ok := b.(int); ok {
			return cmp.Compare(a, b), true
		}
	}
	return 0, false
}

// literal draws a value that an attribute may be compared with: of its own
// type for keys, which a value of another type may not be compared with.
func (s *selectLaw) literal(name string, ordered bool) any {
	switch {
	case name == "pk" || name == "g":
		return fmt.Sprint("p", s.draw(3, "literal"))
	case name == "sk":
		return s.draw(8, "literal")
	}
	n := 4
	if ordered {
		n = 2
	}
	switch s.draw(n, "literal type") {
	case 0:
		return s.draw(4, "literal")
	case 1:
		return s.one([]string{"", "a", "ab", "ba"}, "literal")
	case 2:
		return true
	}
	return null{}
}

func (s *selectLaw) clause(depth int) clause {
	if depth > 0 {
		switch s.draw(6, "clause") {
		case 0:
			l, r := s.clause(depth-1), s.clause(depth-1)
			return clause{"(" + l.text + " AND " + r.text + ")", func(x row) bool { return l.holds(x) && r.holds(x) }}
		case 1:
			l, r := s.clause(depth-1), s.clause(depth-1)
			return clause{"(" + l.text + " OR " + r.text + ")", func(x row) bool { return l.holds(x) || r.holds(x) }}
		case 2:
			c := s.clause(depth - 1)
			return clause{"NOT " + c.text, func(x row) bool { return !c.holds(x) }}
		case 3:
			return s.partitions(depth - 1)
		}
	}
	name := s.one([]string{"pk", "pk", "sk", "g", "a", "b"}, "attribute")
	switch s.draw(6, "test") {
	case 0:
		return s.in(name)
	case 1:
		return s.between(name)
	case 2:
		return s.function(name)
	case 3:
		if name != "a" && name != "b" {
			break
		}
		return clause{"a = b", func(x row) bool {
			l, okL := x["a"]
			r, okR := x["b"]
			return okL && okR && l == r
		}}
	}
	return s.comparison(name)
}

// partitions asks each of two partitions something else.
func (s *selectLaw) partitions(depth int) clause {
	p, q := s.literal("pk", true), s.literal("pk", true)
	l, r := s.clause(depth), s.clause(depth)
	return clause{fmt.Sprintf("(pk = '%v' AND %s OR %s AND '%v' = pk)", p, l.text, r.text, q), func(x row) bool {
		return x["pk"] == p && l.holds(x) || r.holds(x) && x["pk"] == q
	}}
}

func (s *selectLaw) comparison(name string) clause {
	op := s.one([]string{"=", "=", "<>", "<", "<=", ">", ">="}, "operator")
	lit := s.literal(name, op != "=" && op != "<>")
	text := name + " " + op + " " + literalOf(lit)
	if s.draw(4, "exchanged") == 0 {
		text = literalOf(lit) + " " + strings.NewReplacer("<>", "<>", "<", ">", ">", "<").Replace(op) + " " + name
	}
	return clause{text, func(x row) bool {
		v, there := x[name]
		if !there {
			return false
		}
		order, ok := compare(v, lit)
		switch op {
		case "=":
			return v == lit
		case "<>":
			return v != lit
		case "<":
			return ok && order < 0
		case "<=":
			return ok && order <= 0
		case ">":
			return ok && order > 0
		}
		return ok && order >= 0
	}}
}

func (s *selectLaw) in(name string) clause {
	var list []any
	var texts []string
	for range 1 + s.draw(3, "list") {
		v := s.literal(name, false)
		list, texts = append(list, v), append(texts, literalOf(v))
	}
	not := s.draw(3, "not") == 0
	c := clause{name + " IN [" + strings.Join(texts, ", ") + "]", func(x row) bool {
		v, there := x[name]
		return (there && slices.Contains(list, v)) != not
	}}
	if not {
		c.text = strings.Replace(c.text, " IN ", " NOT IN ", 1)
	}
	return c
}

func (s *selectLaw) between(name string) clause {
	low := s.literal(name, true)
	high := low
	if n, ok := low.(int); ok {
		high = n + s.draw(3, "width")
	}
	return clause{fmt.Sprintf("%s BETWEEN %s AND %s", name, literalOf(low), literalOf(high)), func(x row) bool {
		above, ok := compare(x[name], low)
		below, ok2 := compare(x[name], high)
		return ok && ok2 && above >= 0 && below <= 0
	}}
}

func (s *selectLaw) function(name string) clause {
	switch s.draw(5, "function") {
	case 0:
		return clause{name + " IS MISSING", func(x row) bool { _, there := x[name]; return !there }}
	case 1:
		return clause{name + " IS NOT MISSING", func(x row) bool { _, there := x[name]; return there }}
	case 2:
		return clause{name + " IS NULL", func(x row) bool { _, is := x[name].(null); return is }}
	case 3:
		if name != "a" && name != "b" {
			return clause{"begins_with(pk, 'p')", func(row) bool { return true }}
		}
		return clause{"begins_with(" + name + ", 'a')", func(x row) bool {
			v, is := x[name].(string)
			return is && strings.HasPrefix(v, "a")
		}}
	}
	return clause{"size(a) >= 2", func(x row) bool {
		v, is := x["a"].(string)
		return is && len(v) >= 2
	}}
}

// check runs one SELECT, page by page, against the naive answer.
func (s *selectLaw) check() {
	c := s.clause(3)
	from, rows := s.table, s.rows
	if s.draw(3, "index") == 0 {
		from += ".byG"
		rows = slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r["g"] == nil })
	}
	statement := "SELECT * FROM " + from + " WHERE " + c.text
	var want []string
	for _, r := range rows {
		if c.holds(r) {
			want = append(want, keyText(itemOf(r)))
		}
	}
	ordered := ""
	if s.draw(4, "order") == 0 {
		ordered = s.one([]string{"ASC", "DESC"}, "direction")
		p := s.literal("pk", true)
		statement = fmt.Sprintf("SELECT * FROM %s WHERE pk = '%v' AND %s ORDER BY sk %s", s.table, p, c.text, ordered)
		want = nil
		for _, r := range s.rows {
			if r["pk"] == p && c.holds(r) {
				want = append(want, keyText(itemOf(r)))
			}
		}
	}
	slices.Sort(want)
	if ordered == "DESC" {
		slices.Reverse(want)
	}
	got := s.pages(statement)
	if ordered == "" {
		slices.Sort(got)
	}
	if !slices.Equal(got, want) {
		s.t.Fatalf("%s\nrows %v\ngot  %v\nwant %v", statement, s.rows, got, want)
	}
}

// keyText is an item's key; texts of one partition are in the order of sk,
// which has one digit.
func keyText(it attr.Item) string { return it.Get("pk").Str() + " " + it.Get("sk").Str() }

func (s *selectLaw) pages(statement string) []string {
	r := &api.ExecuteStatementRequest{Statement: statement}
	if s.draw(2, "limited") == 1 {
		limit := 1 + s.draw(4, "limit")
		r.Limit = &limit
	}
	var got []string
	for range 1000 {
		page, err := s.db.ExecuteStatement(context.Background(), r)
		if err != nil {
			s.t.Fatalf("%s: %v", statement, err)
		}
		if r.Limit != nil && len(page.Items) > *r.Limit {
			s.t.Fatalf("%s: %d items in a page of %d", statement, len(page.Items), *r.Limit)
		}
		for _, it := range page.Items {
			got = append(got, keyText(it))
		}
		if page.NextToken == "" {
			return got
		}
		r.NextToken = page.NextToken
	}
	s.t.Fatalf("%s: no end", statement)
	return nil
}
