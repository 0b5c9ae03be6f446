package expr_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

func pathOf(names ...string) attr.Path {
	var p attr.Path
	for _, n := range names {
		p = append(p, attr.Step{Name: n, Index: -1})
	}
	return p
}

func text(s string) expr.Operand { return expr.ValueOperand("'"+s+"'", attr.String(s)) }

// Names in a built condition are names: no placeholders, no reserved words.
func TestBuiltConditionTakesAnyName(t *testing.T) {
	it := parseItem(t, `{"#n":{"S":"x"},"order":{"S":"x"},"a.b":{"M":{":v":{"S":"x"}}}}`)
	for _, p := range []attr.Path{pathOf("#n"), pathOf("order"), pathOf("a.b", ":v")} {
		c, err := expr.BuildCondition(expr.Comparison("=", expr.PathOperand(p), text("x")))
		if err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		if !c.Eval(it) {
			t.Errorf("%s does not hold for %v", c, it)
		}
	}
}

// The truth of a built comparison against what may stand in an item: PartiQL's
// <> wants both sides to be there, everything else is as in expressions (R17).
func TestBuiltComparisons(t *testing.T) {
	a := expr.PathOperand(pathOf("a"))
	for op, want := range map[string]string{ // for missing, N 1, "a", "m", "z"
		"=": "FFFTF", "<>": "FTTFT", "<": "FFTFF", "<=": "FFTTF", ">": "FFFFT", ">=": "FFFTT",
	} {
		c, err := expr.BuildCondition(expr.Comparison(op, a, text("m")))
		if err != nil {
			t.Fatal(err)
		}
		not, err := expr.BuildCondition(expr.Not(expr.Comparison(op, a, text("m"))))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, src := range []string{`{}`, `{"a":{"N":"1"}}`, `{"a":{"S":"a"}}`, `{"a":{"S":"m"}}`, `{"a":{"S":"z"}}`} {
			it := parseItem(t, src)
			got += map[bool]string{true: "T", false: "F"}[c.Eval(it)]
			if not.Eval(it) == c.Eval(it) {
				t.Errorf("%s and its negation agree on %s", c, src)
			}
		}
		if got != want {
			t.Errorf("a %s 'm': %s, want %s", op, got, want)
		}
	}
}

func TestIfItem(t *testing.T) {
	c, err := expr.BuildCondition(expr.CallOf("attribute_not_exists", expr.PathOperand(pathOf("a"))))
	if err != nil {
		t.Fatal(err)
	}
	with, without := parseItem(t, `{"k":{"S":"x"},"a":{"S":"x"}}`), parseItem(t, `{"k":{"S":"x"}}`)
	for _, x := range []struct {
		c                   *expr.Condition
		none, with, without bool
	}{
		{expr.IfItem("k", nil), false, true, true},
		{expr.IfItem("k", c), false, false, true},
		{expr.IfNoItem("k", nil), true, false, false},
		{expr.IfNoItem("k", c), true, false, true},
	} {
		if got := []bool{x.c.Eval(nil), x.c.Eval(with), x.c.Eval(without)}; !cmp.Equal(got, []bool{x.none, x.with, x.without}) {
			t.Errorf("%s: %v", x.c, got)
		}
	}
}

// Messages about statements have no prefix (captured on AWS by dynoxide's
// author).
func TestBuiltConditionErrors(t *testing.T) {
	yes := expr.ValueOperand("true", attr.Bool(true))
	a := expr.PathOperand(pathOf("a"))
	for want, p := range map[string]expr.Predicate{
		"Incorrect operand type for operator or function; operator or function: <, operand type: BOOL":                                  expr.Comparison("<", a, yes),
		"Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: BOOL":                            expr.RangeOf(a, yes, yes),
		"Incorrect number of operands for operator or function; operator or function: contains, number of operands: 1":                  expr.CallOf("contains", a),
		"The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]": expr.Comparison("=", a, a),
	} {
		if _, err := expr.BuildCondition(expr.AllOf(expr.Comparison("=", a, text("x")), p)); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func TestBuiltUpdate(t *testing.T) {
	set := func(name string, members ...string) expr.Operand {
		v, err := attr.StringSet(members...)
		if err != nil {
			t.Fatal(err)
		}
		return expr.CallOperand(name, expr.PathOperand(pathOf("s")), expr.ValueOperand("<<>>", v))
	}
	one := expr.ValueOperand("1", attr.Int(1))
	for _, c := range []struct {
		name, old, want string
		changes         []expr.Change
	}{
		{"sum", `{"n":{"N":"4"}}`, `{"n":{"N":"3"}}`, []expr.Change{{Target: pathOf("n"), Op: '-', Args: []expr.Operand{expr.PathOperand(pathOf("n")), one}}}},
		{"remove and set", `{"a":{"N":"1"}}`, `{"b":{"N":"1"}}`, []expr.Change{{Target: pathOf("b"), Args: []expr.Operand{expr.PathOperand(pathOf("a"))}}, {Target: pathOf("a")}}},
		{"add to a set", `{"s":{"SS":["a"]}}`, `{"s":{"SS":["a","b"]}}`, []expr.Change{{Target: pathOf("s"), Args: []expr.Operand{set("set_add", "a", "b")}}}},
		{"add to nothing", `{}`, `{"s":{"SS":["a"]}}`, []expr.Change{{Target: pathOf("s"), Args: []expr.Operand{set("set_add", "a")}}}},
		{"delete from a set", `{"s":{"SS":["a","b"]}}`, `{"s":{"SS":["b"]}}`, []expr.Change{{Target: pathOf("s"), Args: []expr.Operand{set("set_delete", "a", "z")}}}},
		{"delete the last", `{"s":{"SS":["a"]}}`, `{}`, []expr.Change{{Target: pathOf("s"), Args: []expr.Operand{set("set_delete", "a")}}}},
		{"delete from nothing", `{}`, `{}`, []expr.Change{{Target: pathOf("s"), Args: []expr.Operand{set("set_delete", "a")}}}},
	} {
		u, err := expr.BuildUpdate(c.changes)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got, err := u.Apply(parseItem(t, c.old))
		if err != nil || !attr.EqualItems(got, parseItem(t, c.want)) {
			t.Errorf("%s: %v %v, want %s", c.name, got, err, c.want)
		}
	}
	u, err := expr.BuildUpdate([]expr.Change{{Target: pathOf("s"), Args: []expr.Operand{set("set_add", "a")}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.Apply(parseItem(t, `{"s":{"L":[]}}`)); err == nil || err.Error() != "An operand in the update expression has an incorrect data type" {
		t.Errorf("a set added to a list: %v", err)
	}
}
