package expr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"pgregory.net/rapid"
)

// naiveCondition is a condition as the test makes it: its text, and a closure
// that evaluates it by the book.
type naiveCondition struct {
	text  string
	holds func(item map[string]any) bool
}

// naiveOperand is an operand; value gives nil for what is missing.
type naiveOperand struct {
	text  string
	value func(item map[string]any) jvalue
}

// conditionMaker draws conditions and collects their :values.
type conditionMaker struct {
	t      *rapid.T
	values map[string]jvalue
}

func (m *conditionMaker) env(t tester) *expr.Env {
	t.Helper()
	env := &expr.Env{
		Names:  map[string]string{"#a": "a", "#b": "b", "#x": "e"},
		Values: map[string]attr.Value{},
	}
	for k, v := range m.values {
		parsed, err := attr.ParseValue([]byte(toJSON(v)))
		if err != nil || parsed.Err() != nil {
			t.Fatalf("%s: %v %v", toJSON(v), err, parsed.Err())
		}
		env.Values[k] = parsed
	}
	return env
}

func (m *conditionMaker) path() naiveOperand {
	p := drawPath(m.t)
	text := p.String()
	if rapid.Bool().Draw(m.t, "placeholder") {
		switch head := p[0].(string); head {
		case "a", "b":
			text = "#" + text
		case "e":
			text = "#x" + text[1:]
		}
	}
	return naiveOperand{m.parens(text), func(item map[string]any) jvalue { return p.lookup(item) }}
}

func (m *conditionMaker) value(types ...string) naiveOperand {
	v := drawScalar(m.t, types...)
	if len(types) == 0 || types[0] == "any" {
		v = drawValue(m.t, 1)
	}
	return m.literal(v)
}

func (m *conditionMaker) literal(v jvalue) naiveOperand {
	name := fmt.Sprintf(":v%d", len(m.values))
	m.values[name] = v
	return naiveOperand{m.parens(name), func(map[string]any) jvalue { return v }}
}

func (m *conditionMaker) parens(text string) string {
	if rapid.IntRange(0, 4).Draw(m.t, "parens") == 0 {
		return "(" + text + ")"
	}
	return text
}

func (m *conditionMaker) size() naiveOperand {
	p := m.path()
	return naiveOperand{"size(" + p.text + ")", func(item map[string]any) jvalue { return naiveSize(p.value(item)) }}
}

// ordered draws an operand for <, <=, >, >= and BETWEEN, anything one for =.
func (m *conditionMaker) ordered() naiveOperand {
	switch rapid.IntRange(0, 5).Draw(m.t, "operand") {
	case 0, 1:
		return m.value("S", "N", "N", "B")
	case 2:
		return m.size()
	}
	return m.path()
}

func (m *conditionMaker) anything() naiveOperand {
	if rapid.IntRange(0, 5).Draw(m.t, "any operand") == 0 {
		return m.literal(drawValue(m.t, 1))
	}
	return m.ordered()
}

func (m *conditionMaker) keyword(w string) string {
	if rapid.Bool().Draw(m.t, "lower") {
		return " " + strings.ToLower(w) + " "
	}
	return "\t" + w + "\n"
}

func (m *conditionMaker) condition(depth int) naiveCondition {
	if depth > 0 {
		switch rapid.IntRange(0, 5).Draw(m.t, "connective") {
		case 0:
			a, b := m.condition(depth-1), m.condition(depth-1)
			return naiveCondition{"(" + a.text + ")" + m.keyword("AND") + "(" + b.text + ")",
				func(it map[string]any) bool { return a.holds(it) && b.holds(it) }}
		case 1:
			a, b := m.condition(depth-1), m.condition(depth-1)
			return naiveCondition{"(" + a.text + ")" + m.keyword("OR") + "(" + b.text + ")",
				func(it map[string]any) bool { return a.holds(it) || b.holds(it) }}
		case 2:
			a := m.condition(depth - 1)
			return naiveCondition{"NOT(" + a.text + ")", func(it map[string]any) bool { return !a.holds(it) }}
		case 3: // without parentheses: AND binds tighter than OR, NOT tighter than AND
			a, b, c := m.leaf(), m.leaf(), m.leaf()
			return naiveCondition{a.text + m.keyword("OR") + "NOT " + b.text + m.keyword("AND") + c.text,
				func(it map[string]any) bool { return a.holds(it) || (!b.holds(it) && c.holds(it)) }}
		}
	}
	return m.leaf()
}

func (m *conditionMaker) leaf() naiveCondition {
	switch rapid.IntRange(0, 5).Draw(m.t, "leaf") {
	case 0, 1:
		return m.comparison()
	case 2:
		return m.between()
	case 3:
		return m.in()
	}
	return m.function()
}

func (m *conditionMaker) comparison() naiveCondition {
	op := rapid.SampledFrom([]string{"=", "<>", "<", "<=", ">", ">="}).Draw(m.t, "op")
	draw := m.ordered
	if op == "=" || op == "<>" {
		draw = m.anything
	}
	a, b := draw(), draw()
	return naiveCondition{a.text + op + b.text, func(it map[string]any) bool {
		x, y := a.value(it), b.value(it)
		switch op {
		case "=":
			return naiveEqual(x, y)
		case "<>":
			return !naiveEqual(x, y)
		}
		order, ok := naiveOrder(x, y)
		return ok && (op[0] == '<' && order < 0 || op[0] == '>' && order > 0 || len(op) == 2 && order == 0)
	}}
}

func (m *conditionMaker) between() naiveCondition {
	a, lo, hi := m.ordered(), m.ordered(), m.path()
	if rapid.Bool().Draw(m.t, "literal bounds") {
		x, y := drawScalar(m.t, "N"), drawScalar(m.t, "N")
		if order, _ := naiveOrder(x, y); order > 0 {
			x, y = y, x
		}
		lo, hi = m.literal(x), m.literal(y)
	}
	return naiveCondition{a.text + m.keyword("BETWEEN") + lo.text + m.keyword("AND") + hi.text, func(it map[string]any) bool {
		x, okX := naiveOrder(lo.value(it), a.value(it))
		y, okY := naiveOrder(a.value(it), hi.value(it))
		return okX && okY && x <= 0 && y <= 0
	}}
}

func (m *conditionMaker) in() naiveCondition {
	a := m.anything()
	list := make([]naiveOperand, rapid.IntRange(1, 4).Draw(m.t, "operands"))
	texts := make([]string, len(list))
	for i := range list {
		list[i] = m.anything()
		texts[i] = list[i].text
	}
	return naiveCondition{a.text + m.keyword("IN") + "(" + strings.Join(texts, ",") + ")", func(it map[string]any) bool {
		for _, o := range list {
			if naiveEqual(a.value(it), o.value(it)) {
				return true
			}
		}
		return false
	}}
}

func (m *conditionMaker) function() naiveCondition {
	p := m.path()
	switch rapid.IntRange(0, 4).Draw(m.t, "function") {
	case 0:
		return naiveCondition{"attribute_exists(" + p.text + ")", func(it map[string]any) bool { return p.value(it) != nil }}
	case 1:
		return naiveCondition{"attribute_not_exists ( " + p.text + " )", func(it map[string]any) bool { return p.value(it) == nil }}
	case 2:
		want := rapid.SampledFrom([]string{"S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"}).Draw(m.t, "type name")
		o := m.literal(jvalue{"S": want})
		return naiveCondition{"attribute_type(" + p.text + "," + o.text + ")", func(it map[string]any) bool { return typeOf(p.value(it)) == want }}
	case 3:
		o := m.value("S", "B")
		return naiveCondition{"begins_with(" + p.text + "," + o.text + ")", func(it map[string]any) bool {
			v, prefix := p.value(it), o.value(it)
			switch {
			case v["S"] != nil && prefix["S"] != nil:
				return strings.HasPrefix(v["S"].(string), prefix["S"].(string))
			case v["B"] != nil && prefix["B"] != nil:
				return strings.HasPrefix(bytesOf(v), bytesOf(prefix))
			}
			return false
		}}
	}
	o := m.anything()
	return naiveCondition{"contains(" + p.text + "," + o.text + ")", func(it map[string]any) bool {
		v, part := p.value(it), o.value(it)
		switch t := typeOf(v); {
		case part == nil:
			return false
		case t == "S" && part["S"] != nil:
			return strings.Contains(v["S"].(string), part["S"].(string))
		case t == "B" && part["B"] != nil:
			return strings.Contains(bytesOf(v), bytesOf(part))
		case t == "L", strings.HasSuffix(t, "S") && t != "S":
			return naiveHas(v, part)
		}
		return false
	}}
}

// drawCondition draws a condition and parses it. A path that meets itself is
// the one fault that the maker can produce; those draws are left out.
func (m *conditionMaker) drawCondition(depth int) (naiveCondition, *expr.Condition, *expr.Env) {
	naive := m.condition(depth)
	env := m.env(m.t)
	c, err := expr.ParseCondition(naive.text, expr.KindCondition, env)
	if err != nil {
		if strings.Contains(err.Error(), "must be distinct") {
			m.t.Skip()
		}
		m.t.Fatalf("%s: %v", naive.text, err)
	}
	return naive, c, env
}

// Eval gives what the naive evaluator gives; so does the printed text, and it
// parses to the same tree.
func TestConditionLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &conditionMaker{t, map[string]jvalue{}}
		naive, c, env := m.drawCondition(3)
		printed := mustCondition(t, c.String(), env)
		if c.Tree() != printed.Tree() || c.String() != printed.String() {
			t.Fatalf("%s\nprinted %s\ntree %s\nnow  %s", naive.text, c, c.Tree(), printed.Tree())
		}
		for range 4 {
			item := drawItem(t)
			it := toItem(t, item)
			want := naive.holds(item)
			if got := c.Eval(it); got != want {
				t.Fatalf("%s\nvalues %s\nitem %s\ngot %v", naive.text, toJSON(m.values), toJSON(item), got)
			}
			if got := printed.Eval(it); got != want {
				t.Fatalf("printed %s\nitem %s\ngot %v", c, toJSON(item), got)
			}
		}
	})
}

// NOT, De Morgan, BETWEEN as two comparisons, IN as a row of equalities.
func TestConditionIdentities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &conditionMaker{t, map[string]jvalue{}}
		a, b := m.condition(1).text, m.condition(1).text
		lo, hi := m.literal(jvalue{"N": "1"}).text, m.literal(jvalue{"N": "2"}).text
		p := drawPath(t).String()
		pairs := [][2]string{
			{a, "NOT NOT (" + a + ")"},
			{"NOT ((" + a + ") AND (" + b + "))", "NOT (" + a + ") OR NOT (" + b + ")"},
			{"NOT ((" + a + ") OR (" + b + "))", "(NOT (" + a + ")) AND (NOT (" + b + "))"},
			{p + " BETWEEN " + lo + " AND " + hi, p + " >= " + lo + " AND " + p + " <= " + hi},
			{p + " IN (" + lo + ", " + hi + ")", p + " = " + lo + " OR " + p + " = " + hi},
			{"NOT " + p + " = " + lo, p + " <> " + lo},
		}
		env := m.env(t)
		it := toItem(t, drawItem(t))
		for _, pair := range pairs {
			var results [2]bool
			for i, text := range pair {
				c, err := expr.ParseCondition(text, expr.KindFilter, env)
				if err != nil {
					if strings.Contains(err.Error(), "must be distinct") {
						t.Skip()
					}
					t.Fatalf("%s: %v", text, err)
				}
				results[i] = c.Eval(it)
			}
			if results[0] != results[1] {
				t.Fatalf("%s is %v, %s is %v", pair[0], results[0], pair[1], results[1])
			}
		}
	})
}
