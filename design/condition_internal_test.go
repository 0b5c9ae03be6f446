package design

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/model"
)

// drawPredicate draws an SQL predicate over the columns of whenModel.
func drawPredicate(t *rapid.T, depth int) string {
	if depth > 0 && rapid.IntRange(0, 2).Draw(t, "join") > 0 {
		l, r := drawPredicate(t, depth-1), drawPredicate(t, depth-1)
		return rapid.SampledFrom([]string{
			"(" + l + " AND " + r + ")", "(" + l + " OR " + r + ")", "NOT (" + l + ")", "NOT (" + l + " AND " + r + ")",
		}).Draw(t, "shape")
	}
	number := func() string { return fmt.Sprint(rapid.IntRange(-1, 3).Draw(t, "n")) }
	column := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "column")
	op := rapid.SampledFrom([]string{"=", "<>", "<", "<=", ">", ">="}).Draw(t, "op")
	return rapid.SampledFrom([]string{
		column + " " + op + " " + number(),
		number() + " " + op + " " + column,
		column + " BETWEEN " + number() + " AND " + number(),
		column + " NOT BETWEEN " + number() + " AND " + number(),
		column + " IN (" + number() + ", " + number() + ")",
		column + " NOT IN (" + number() + ", " + number() + ")",
		column + " IS NULL", column + " IS NOT NULL",
		"f", "f = FALSE", "f <> TRUE", "f IS NULL",
		"e = 'OPEN'", "e <> 'OPEN'", "e IN ('DONE', 'OPEN')",
		"s " + op + " 'b'", "s NOT IN ('a', 'b')",
		"at " + op + " '2026-05-28T19:05:33.000Z'",
		"day " + op + " '2026-05-28'",
	}).Draw(t, "leaf")
}

func drawWhenRow(t *rapid.T) model.Row {
	row := model.Row{"id": attr.String("01HZX3V5Q8S6T7R9P0N1M2K3J4")}
	maybe := func(name string, v attr.Value) {
		if rapid.IntRange(0, 3).Draw(t, name+" there") > 0 {
			row[name] = v
		}
	}
	maybe("a", attr.Int(rapid.Int64Range(-1, 3).Draw(t, "a")))
	maybe("b", attr.Int(rapid.Int64Range(-1, 3).Draw(t, "b")))
	maybe("s", attr.String(rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "s")))
	maybe("e", attr.String(rapid.SampledFrom([]string{"OPEN", "DONE"}).Draw(t, "e")))
	maybe("f", attr.Bool(rapid.Bool().Draw(t, "f")))
	maybe("at", attr.String(rapid.SampledFrom([]string{"2026-05-28T21:05:33+02:00", "2026-05-28T19:05:33.001Z", "2026-05-28T19:05:32Z"}).Draw(t, "at")))
	maybe("day", attr.String(rapid.SampledFrom([]string{"2026-05-27", "2026-05-28", "2026-05-29"}).Draw(t, "day")))
	return row
}

// TestConditionLaw: a predicate that becomes a condition holds of an item
// exactly where SQL says that it is true of the row, NULL included.
func TestConditionLaw(t *testing.T) {
	m, err := model.Parse("m.sql", []byte(whenModel))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Bind(m, &Design{
		Version: Version, Model: "mod",
		Tables: []Table{{Name: "tab", Key: Key{Partition: Names{"id"}}}},
		Items:  []ItemType{{Name: "t", Entity: "t", Table: "tab"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	e, typ := m.Entity("t"), b.typeOf("t")
	translated := 0
	rapid.Check(t, func(t *rapid.T) {
		text := drawPredicate(t, 2)
		p, err := newPredicate(e, text)
		if err != nil {
			t.Skip(err) // BETWEEN 1 AND 0 and the like are refused
		}
		row := drawWhenRow(t)
		want, err := p.holds(row)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var ph phrase
		g := &guard{&writer{boundWrite: &boundWrite{Write: &model.Write{}}}, typ, &ph}
		src, ok := g.isTrue(p.expr)
		if !ok {
			return
		}
		translated++
		env, err := expr.NewEnv(ph.names, ph.values)
		if err != nil {
			t.Fatal(err)
		}
		cond, err := expr.ParseCondition(src, expr.KindCondition, env)
		if err == nil {
			err = env.Unused()
		}
		if err != nil {
			t.Fatalf("%s: %s: %v", text, src, err)
		}
		item, err := typ.item(row, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := cond.Eval(item); got != want {
			t.Fatalf("%s is %v of the row, but %s is %v of the item %v", text, want, strings.TrimSpace(src), got, item)
		}
	})
	if translated == 0 {
		t.Error("no predicate was translated")
	}
}
