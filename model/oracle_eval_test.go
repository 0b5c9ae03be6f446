package model_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// columnOf returns a column's value, computed columns included.
func columnOf(x row, column string) any {
	if v, ok := x[column]; ok {
		return v
	}
	name, function, _ := strings.Cut(column, "_")
	s, ok := x[name].(string)
	switch {
	case !ok:
		return nil
	case function == "lower":
		return lowerASCII(s)
	case function == "date":
		return s[:len("2026-01-01")]
	}
	panic("no column " + column)
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func goValue(v attr.Value) any {
	switch v.Type() {
	case attr.TypeNumber:
		i, _ := v.Number().Int64()
		return i
	case attr.TypeBool:
		if v.Bool() {
			return int64(1)
		}
		return int64(0)
	case attr.TypeNull:
		return nil
	}
	return v.Str()
}

func compareValues(a, b any) int {
	if x, ok := a.(int64); ok {
		return cmp.Compare(x, b.(int64))
	}
	return cmp.Compare(a.(string), b.(string))
}

// evaluate computes a condition by SQL's rules: true, false or nil (unknown)
// for a condition, a value for an operand.
func evaluate(e model.Expr, x row, args map[string]any) any {
	switch e := e.(type) {
	case *model.ColumnRef:
		return columnOf(x, e.Column)
	case *model.Literal:
		if e.Value.Type() == attr.TypeBool && x == nil {
			return e.Value.Bool()
		}
		return goValue(e.Value)
	case *model.ParamRef:
		return args[e.Name]
	case *model.IsNullExpr:
		return (evaluate(e.X, x, args) == nil) != e.Not
	case *model.InExpr:
		return evaluateIn(e, x, args)
	case *model.BetweenExpr:
		v := and(compared(">=", evaluate(e.X, x, args), evaluate(e.Lo, x, args)), compared("<=", evaluate(e.X, x, args), evaluate(e.Hi, x, args)))
		if e.Not {
			return not(v)
		}
		return v
	case *model.Unary:
		return not(evaluate(e.X, x, args))
	case *model.Binary:
		return evaluateBinary(e, x, args)
	}
	panic(fmt.Sprintf("%T", e))
}

func evaluateBinary(e *model.Binary, x row, args map[string]any) any {
	l, r := evaluate(e.L, x, args), evaluate(e.R, x, args)
	switch e.Op {
	case "AND":
		return and(l, r)
	case "OR":
		return not(and(not(l), not(r)))
	case "||":
		if l == nil || r == nil {
			return nil
		}
		return l.(string) + r.(string)
	case "LIKE", "NOT LIKE":
		if l == nil || r == nil {
			return nil
		}
		like := strings.HasPrefix(l.(string), strings.TrimSuffix(r.(string), "%")) // the only patterns made here
		return like == (e.Op == "LIKE")
	}
	return compared(e.Op, l, r)
}

func compared(op string, l, r any) any {
	if l == nil || r == nil {
		return nil
	}
	c := compareValues(l, r)
	switch op {
	case "=":
		return c == 0
	case "<>":
		return c != 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	}
	return c >= 0
}

func evaluateIn(e *model.InExpr, x row, args map[string]any) any {
	var found any = false
	for _, item := range e.List {
		found = not(and(not(found), not(compared("=", evaluate(e.X, x, args), evaluate(item, x, args)))))
	}
	if e.Not {
		return not(found)
	}
	return found
}

func and(l, r any) any {
	l, r = truth(l), truth(r)
	switch {
	case l == false || r == false:
		return false
	case l == nil || r == nil:
		return nil
	}
	return true
}

func not(v any) any {
	if v = truth(v); v == nil {
		return nil
	}
	return !v.(bool)
}

// truth reads an integer as SQLite's boolean.
func truth(v any) any {
	if i, ok := v.(int64); ok {
		return i != 0
	}
	return v
}

func isTrue(v any) bool { return truth(v) == true }

// atomText returns a random comparison; with parameters where params is set.
func atomText(r *rand.Rand, params bool) string {
	op := pick(r, []string{"=", "=", "=", "<>", "<", "<=", ">", ">="})
	column := pick(r, []string{"a", "b", "a", "b", "id", "u"})
	if params && r.IntN(3) > 0 {
		return pick(r, []string{
			column + " " + op + " :i", ":j " + op + " " + column, column + " BETWEEN :i AND :j", "s " + op + " :x",
			"s LIKE :y || '%'", "at " + op + " :d", "date(at) = :day", "lower(s) = :y", "f = :one", "e = :st", "a = :i", "b = :j",
		})
	}
	return pick(r, []string{
		fmt.Sprintf("%s %s %d", column, op, r.IntN(6)), fmt.Sprintf("%d %s %s", r.IntN(6), op, column),
		fmt.Sprintf("%s BETWEEN %d AND %d", column, r.IntN(3), 2+r.IntN(4)), fmt.Sprintf("%s NOT BETWEEN %d AND %d", column, r.IntN(3), 2+r.IntN(4)),
		fmt.Sprintf("%s IN (%d, %d, %d)", column, r.IntN(6), r.IntN(6), r.IntN(6)), fmt.Sprintf("%s NOT IN (%d, %d)", column, r.IntN(6), r.IntN(6)),
		column + " IS NULL", column + " IS NOT NULL", "f", "NOT f", "f IS TRUE", "f IS NOT TRUE", "f IS NOT FALSE", "f = 1", "f <> TRUE",
		"a = b", "a < b", "s = 'a'", "s <> 'b'", "s LIKE 'a%'", "e = 'LATE'", "e IN ('OPEN', 'DONE')", "e <> 'DONE'", "s IS NULL",
		"at >= '2026-01-02T00:00:00Z'", "at < '2026-01-02 00:00:00'",
	})
}

// conditionText returns a random condition of at most depth levels.
func conditionText(r *rand.Rand, depth int, params bool) string {
	if depth == 0 || r.IntN(3) == 0 {
		return atomText(r, params)
	}
	l, right := conditionText(r, depth-1, params), conditionText(r, depth-1, params)
	switch r.IntN(5) {
	case 0:
		return "NOT (" + l + ")"
	case 1, 2:
		return "(" + l + ") OR (" + right + ")"
	}
	return "(" + l + ") AND (" + right + ")"
}

// questionText returns a random SELECT of t.id, sometimes with p's name.
func questionText(r *rand.Rand) string {
	sql := "SELECT id FROM t"
	switch r.IntN(4) {
	case 0:
		sql = "SELECT id, name FROM t JOIN p ON p.pid = t.p"
	case 1:
		sql = "SELECT id, name FROM t LEFT JOIN p ON p.pid = t.p"
	}
	var list []string
	for range r.IntN(4) {
		if r.IntN(4) == 0 {
			list = append(list, "("+conditionText(r, 1, false)+")")
			continue
		}
		list = append(list, atomText(r, true))
	}
	if len(list) > 0 {
		sql += " WHERE " + strings.Join(list, " AND ")
	}
	var order []string
	for range r.IntN(3) {
		order = append(order, pick(r, []string{"a", "b", "id", "u", "s COLLATE BINARY", "at", "e", "lower(s)"})+pick(r, []string{"", " DESC"}))
	}
	if len(order) > 0 {
		sql += " ORDER BY " + strings.Join(order, ", ")
	}
	return sql
}
