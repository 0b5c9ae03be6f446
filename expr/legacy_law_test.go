package expr_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// legacyTests is a legacy condition as the test makes it, with its expression,
// and its truth by the developer guide, page LegacyConditionalParameters.Conditions.
type legacyTests struct {
	tests []expr.AttributeTest
	text  []string
	holds []func(item map[string]any) bool
	*conditionMaker
}

// draw adds a test on one attribute.
func (l *legacyTests) draw(name string) {
	value := func(types ...string) (jvalue, string) {
		v := drawScalar(l.t, types...)
		return v, l.literal(v).text
	}
	path := jpath{name}
	switch op := rapid.SampledFrom([]string{"EQ", "NE", "LT", "LE", "GT", "GE", "BETWEEN", "IN", "NULL", "NOT_NULL", "CONTAINS", "NOT_CONTAINS", "BEGINS_WITH"}).Draw(l.t, "op"); op {
	case "NULL":
		l.add(name, op, nil, "attribute_not_exists("+name+")", func(it map[string]any) bool { return path.lookup(it) == nil })
	case "NOT_NULL":
		l.add(name, op, nil, "attribute_exists("+name+")", func(it map[string]any) bool { return path.lookup(it) != nil })
	case "EQ", "NE":
		v := drawValue(l.t, 2)
		sign := map[string]string{"EQ": " = ", "NE": " <> "}[op]
		l.add(name, op, []jvalue{v}, name+sign+l.literal(v).text, func(it map[string]any) bool {
			return naiveEqual(path.lookup(it), v) == (op == "EQ")
		})
	case "CONTAINS", "NOT_CONTAINS":
		v, text := value("S", "N", "B", "BOOL", "NULL")
		text = "contains(" + name + ", " + text + ")"
		if op == "NOT_CONTAINS" {
			text = "attribute_exists(" + name + ") AND NOT " + text
		}
		l.add(name, op, []jvalue{v}, text, func(it map[string]any) bool {
			a := path.lookup(it)
			return a != nil && naiveContains(a, v) == (op == "CONTAINS")
		})
	case "BEGINS_WITH":
		v, text := value("S", "B")
		l.add(name, op, []jvalue{v}, "begins_with("+name+", "+text+")", func(it map[string]any) bool {
			a := path.lookup(it)
			return a != nil && typeOf(a) == typeOf(v) && strings.HasPrefix(naiveText(a), naiveText(v))
		})
	case "BETWEEN":
		typ := rapid.SampledFrom([]string{"S", "N", "B"}).Draw(l.t, "type")
		lo, loText := value(typ)
		hi, hiText := value(typ)
		if order, _ := naiveOrder(lo, hi); order > 0 {
			lo, hi, loText, hiText = hi, lo, hiText, loText
		}
		l.add(name, op, []jvalue{lo, hi}, name+" BETWEEN "+loText+" AND "+hiText, func(it map[string]any) bool {
			a, okA := naiveOrder(path.lookup(it), lo)
			b, okB := naiveOrder(path.lookup(it), hi)
			return okA && okB && a >= 0 && b <= 0
		})
	case "IN":
		typ := rapid.SampledFrom([]string{"S", "N", "B"}).Draw(l.t, "type")
		var vs []jvalue
		var texts []string
		for range rapid.IntRange(1, 3).Draw(l.t, "values") {
			v, text := value(typ)
			vs, texts = append(vs, v), append(texts, text)
		}
		l.add(name, op, vs, name+" IN ("+strings.Join(texts, ", ")+")", func(it map[string]any) bool {
			return slices.ContainsFunc(vs, func(v jvalue) bool { return naiveEqual(path.lookup(it), v) })
		})
	default:
		v, text := value("S", "N", "B")
		sign := map[string]string{"LT": "<", "LE": "<=", "GT": ">", "GE": ">="}[op]
		l.add(name, op, []jvalue{v}, name+" "+sign+" "+text, func(it map[string]any) bool {
			order, ok := naiveOrder(path.lookup(it), v)
			return ok && (order < 0 && sign[0] == '<' || order > 0 && sign[0] == '>' || order == 0 && len(sign) == 2)
		})
	}
}

func (l *legacyTests) add(name, op string, values []jvalue, text string, holds func(map[string]any) bool) {
	test := expr.AttributeTest{Attribute: name, Operator: op}
	for _, v := range values {
		parsed, err := attr.ParseValue([]byte(toJSON(v)))
		if err != nil {
			l.t.Fatal(err)
		}
		test.Values = append(test.Values, parsed)
	}
	l.tests, l.text, l.holds = append(l.tests, test), append(l.text, "("+text+")"), append(l.holds, holds)
}

// naiveContains looks for a part of a text or of bytes, or a member.
func naiveContains(a, v jvalue) bool {
	switch typeOf(a) {
	case "S", "B":
		return typeOf(a) == typeOf(v) && strings.Contains(naiveText(a), naiveText(v))
	case "SS", "NS", "BS", "L":
		return naiveHas(a, v)
	}
	return false
}

// naiveText is the text of an S or the bytes of a B.
func naiveText(v jvalue) string {
	if typeOf(v) == "B" {
		return bytesOf(v)
	}
	return v["S"].(string)
}

// A legacy condition says what the guide says, and what the expression says
// that the guide, or Amazon's client for DAX, replaces it by.
func TestLegacyConditionLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &legacyTests{conditionMaker: &conditionMaker{t: t, values: map[string]jvalue{}}}
		names := rapid.Permutation(attributeNames).Draw(t, "attributes")
		for _, name := range names[:rapid.IntRange(1, 4).Draw(t, "tests")] {
			l.draw(name)
		}
		anyOf, word := rapid.Bool().Draw(t, "any"), " AND "
		if anyOf {
			word = " OR "
		}
		legacy := expr.BuildTests(l.tests, anyOf)
		same := mustCondition(t, strings.Join(l.text, word), l.env(t))
		for range 5 {
			item := drawItem(t)
			truths := 0
			for _, holds := range l.holds {
				if holds(item) {
					truths++
				}
			}
			want := truths == len(l.holds) || anyOf && truths > 0
			it := toItem(t, item)
			if got := legacy.Eval(it); got != want {
				t.Fatalf("%s (any: %v) of %s: %v", legacy, anyOf, toJSON(item), got)
			}
			if got := same.Eval(it); got != want {
				t.Fatalf("the expression %s of %s: %v", same, toJSON(item), got)
			}
		}
	})
}

// A legacy update does what the sections of an expression do, but that it also
// adds to lists.
func TestLegacyUpdateLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		item := drawItem(t)
		env := &expr.Env{Values: map[string]attr.Value{}}
		sections := map[string][]string{}
		var changes []expr.AttributeUpdate
		lists := map[string]attr.Value{}
		for i, name := range rapid.Permutation(attributeNames).Draw(t, "attributes")[:rapid.IntRange(1, 4).Draw(t, "changes")] {
			change := expr.AttributeUpdate{Attribute: name}
			placeholder := fmt.Sprintf(":v%d", i)
			draw := func(v jvalue) {
				parsed, err := attr.ParseValue([]byte(toJSON(v)))
				if err != nil {
					t.Fatal(err)
				}
				change.Value, env.Values[placeholder] = parsed, parsed
			}
			switch rapid.IntRange(0, 5).Draw(t, "action") {
			case 0:
				draw(drawValue(t, 1))
				sections["SET"] = append(sections["SET"], name+" = "+placeholder)
			case 1:
				change.Action = "DELETE"
				sections["REMOVE"] = append(sections["REMOVE"], name)
			case 2:
				change.Action = "DELETE"
				draw(drawSet(t))
				sections["DELETE"] = append(sections["DELETE"], name+" "+placeholder)
			case 3:
				change.Action = "ADD"
				draw(drawSet(t))
				sections["ADD"] = append(sections["ADD"], name+" "+placeholder)
			case 4:
				change.Action = "ADD"
				draw(drawScalar(t, "N"))
				sections["ADD"] = append(sections["ADD"], name+" "+placeholder)
			case 5:
				change.Action = "ADD"
				change.Value = attr.List(attr.Int(int64(i)))
				lists[name] = change.Value
			}
			changes = append(changes, change)
		}
		checkLegacyUpdate(t, toItem(t, item), changes, sections, env, lists)
	})
}

func checkLegacyUpdate(t *rapid.T, old attr.Item, changes []expr.AttributeUpdate, sections map[string][]string, env *expr.Env, lists map[string]attr.Value) {
	legacy := expr.BuildUpdates(changes)
	got, err := legacy.Apply(old)
	want, failed := old, false
	var text []string
	for _, s := range []string{"SET", "REMOVE", "ADD", "DELETE"} {
		if len(sections[s]) > 0 {
			text = append(text, s+" "+strings.Join(sections[s], ", "))
		}
	}
	if len(text) > 0 {
		u, err := expr.ParseUpdate(strings.Join(text, " "), env)
		if err != nil {
			t.Fatal(err)
		}
		if want, err = u.Apply(old); err != nil {
			failed = true
		}
	}
	for name, list := range lists {
		switch was := old.Get(name); was.Type() {
		case 0:
			want = want.With(name, list)
		case attr.TypeList:
			want = want.With(name, attr.List(slices.Concat(was.Elems(), list.Elems())...))
		default:
			failed = true
		}
	}
	if failed != (err != nil) {
		t.Fatalf("%s of %v: %v, the expression fails: %v", legacy, old, err, failed)
	}
	if err == nil && !attr.EqualItems(got, want) {
		t.Fatalf("%s of %v:\ngot  %v\nwant %v", legacy, old, got, want)
	}
	if err != nil && err.Error() != "Type mismatch for attribute to update" {
		t.Fatalf("%s of %v: %v", legacy, old, err)
	}
}

// BuildTests and BuildUpdates of nothing are nothing.
func TestLegacyNothing(t *testing.T) {
	if c := expr.BuildTests(nil, true); c != nil {
		t.Errorf("no tests: %s", c)
	}
	if u := expr.BuildUpdates(nil); u != nil {
		t.Errorf("no changes: %s", u)
	}
}
