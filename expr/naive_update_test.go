package expr_test

import (
	"fmt"
	"math/big"
	"sort"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"pgregory.net/rapid"
)

// naiveAction is one action of an update: what it says, and what it does to
// the old item: a value to write, nothing to write (remove), or a fault.
type naiveAction struct {
	section string
	target  jpath
	text    string // without the section
	value   func(old map[string]any) (jvalue, string)
}

const (
	missing = "The provided expression refers to an attribute that does not exist in the item"
	badType = "An operand in the update expression has an incorrect data type"
	badPath = "The document path provided in the update expression is invalid for update"
)

// unchanged marks DELETE from an attribute that is not there.
var unchanged = jvalue{"unchanged": true}

// targets draws paths of which none contains another, nor uses one place as
// map and as list.
func (m *conditionMaker) targets() []jpath {
	var out []jpath
	for range rapid.IntRange(1, 6).Draw(m.t, "actions") {
		p := drawPath(m.t)
		clash := false
		for _, q := range out {
			clash = clash || p.hasPrefix(q) || q.hasPrefix(p) || mixed(p, q)
		}
		if !clash {
			out = append(out, p)
		}
	}
	return out
}

func mixed(p, q jpath) bool {
	for i := 0; i < len(p) && i < len(q); i++ {
		_, a := p[i].(int)
		_, b := q[i].(int)
		if a != b {
			return true
		}
		if p[i] != q[i] {
			return false
		}
	}
	return false
}

func (m *conditionMaker) action(target jpath) naiveAction {
	at := target.String()
	switch section := rapid.SampledFrom([]string{"SET", "SET", "SET", "REMOVE", "ADD", "DELETE"}).Draw(m.t, "section"); section {
	case "REMOVE":
		return naiveAction{section, target, at, func(map[string]any) (jvalue, string) { return nil, "" }}
	case "ADD", "DELETE":
		operand := drawSet(m.t)
		if section == "ADD" && rapid.Bool().Draw(m.t, "number") {
			operand = drawScalar(m.t, "N")
		}
		name := fmt.Sprintf(":v%d", len(m.values))
		m.values[name] = operand
		return naiveAction{section, target, at + " " + name, func(old map[string]any) (jvalue, string) {
			if section == "ADD" {
				return naiveAdd(target.lookup(old), operand)
			}
			return naiveDelete(target.lookup(old), operand)
		}}
	}
	value := m.assigned()
	return naiveAction{"SET", target, at + " = " + value.text, value.value}
}

func naiveAdd(was, operand jvalue) (jvalue, string) {
	switch {
	case was == nil:
		return operand, ""
	case typeOf(was) != typeOf(operand):
		return nil, badType
	case typeOf(was) == "N":
		return naiveSum(was, operand, 1)
	}
	t := typeOf(was)
	return jvalue{t: append(naiveMinus(was, operand), operand[t].([]any)...)}, ""
}

func naiveDelete(was, operand jvalue) (jvalue, string) {
	switch {
	case was == nil:
		return unchanged, ""
	case typeOf(was) != typeOf(operand):
		return nil, badType
	}
	left := naiveMinus(was, operand)
	if len(left) == 0 {
		return nil, ""
	}
	return jvalue{typeOf(was): left}, ""
}

func naiveSum(a, b jvalue, sign int64) (jvalue, string) {
	r := new(big.Rat).Mul(rat(b["N"]), big.NewRat(sign, 1))
	return jvalue{"N": r.Add(r, rat(a["N"])).FloatString(2)}, ""
}

// fallible is an operand whose evaluation may fail with a message.
type fallible struct {
	text  string
	value func(old map[string]any) (jvalue, string)
}

func (m *conditionMaker) assigned() fallible {
	if rapid.IntRange(0, 2).Draw(m.t, "sum") > 0 {
		return m.setOperand(2)
	}
	a, b := m.setOperand(1), m.setOperand(1)
	op, sign := "+", int64(1)
	if rapid.Bool().Draw(m.t, "minus") {
		op, sign = "-", -1
	}
	return fallible{a.text + op + b.text, func(old map[string]any) (jvalue, string) {
		x, fault := typed(a, old, "N")
		if fault != "" {
			return nil, fault
		}
		y, fault := typed(b, old, "N")
		if fault != "" {
			return nil, fault
		}
		return naiveSum(x, y, sign)
	}}
}

func typed(f fallible, old map[string]any, t string) (jvalue, string) {
	v, fault := f.value(old)
	if fault == "" && typeOf(v) != t {
		fault = badType
	}
	return v, fault
}

func (m *conditionMaker) setOperand(depth int) fallible {
	switch rapid.IntRange(0, 5).Draw(m.t, "set operand") {
	case 0:
		if depth == 0 {
			break
		}
		a, b := m.listOperand(depth-1), m.listOperand(depth-1)
		return fallible{"list_append(" + a.text + "," + b.text + ")", func(old map[string]any) (jvalue, string) {
			x, fault := typed(a, old, "L")
			if fault != "" {
				return nil, fault
			}
			y, fault := typed(b, old, "L")
			if fault != "" {
				return nil, fault
			}
			return jvalue{"L": append(append([]any{}, x["L"].([]any)...), y["L"].([]any)...)}, ""
		}}
	case 1:
		if depth == 0 {
			break
		}
		p, other := drawPath(m.t), m.setOperand(depth-1)
		return fallible{"if_not_exists(" + p.String() + "," + other.text + ")", func(old map[string]any) (jvalue, string) {
			if v := p.lookup(old); v != nil {
				return v, ""
			}
			return other.value(old)
		}}
	case 2, 3:
		p := drawPath(m.t)
		return fallible{p.String(), func(old map[string]any) (jvalue, string) {
			if v := p.lookup(old); v != nil {
				return v, ""
			}
			return nil, missing
		}}
	}
	v := drawScalar(m.t, "N")
	return fallible{m.literal(v).text, func(map[string]any) (jvalue, string) { return v, "" }}
}

// listOperand draws a list, or a path to who knows what.
func (m *conditionMaker) listOperand(depth int) fallible {
	if rapid.Bool().Draw(m.t, "literal list") {
		v := jvalue{"L": []any{drawScalar(m.t, "S")}}
		return fallible{m.literal(v).text, func(map[string]any) (jvalue, string) { return v, "" }}
	}
	for {
		if o := m.setOperand(depth); o.text[0] != ':' && o.text[0] != '(' {
			return o
		}
	}
}

// naiveUpdate applies actions to a deep copy: it writes in place, marks what
// is removed from lists and sweeps at the end. faults are all messages that
// the update may be refused with.
func naiveUpdate(old map[string]any, actions []naiveAction) (item map[string]any, faults map[string]bool) {
	faults = map[string]bool{}
	item = deepCopy(old).(map[string]any)
	var beyond []naiveAction
	values := map[string]jvalue{}
	for _, a := range actions {
		v, fault := a.value(old)
		if fault != "" {
			faults[fault] = true
		}
		values[a.target.String()] = v
		if last := len(a.target) - 1; last > 0 {
			parent := a.target[:last].lookup(old)
			want := "M"
			if _, isIndex := a.target[last].(int); isIndex {
				want = "L"
			}
			if typeOf(parent) != want {
				faults[badPath] = true
			} else if want == "L" && a.target[last].(int) >= len(parent["L"].([]any)) {
				beyond = append(beyond, a)
			}
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	sort.Slice(beyond, func(i, j int) bool {
		return beyond[i].target[len(beyond[i].target)-1].(int) < beyond[j].target[len(beyond[j].target)-1].(int)
	})
	for _, a := range actions {
		write(item, a.target, values[a.target.String()])
	}
	for _, a := range beyond {
		v := values[a.target.String()]
		if v == nil || typeOf(v) == "unchanged" {
			continue
		}
		list := a.target[:len(a.target)-1].lookup(item)
		list["L"] = append(list["L"].([]any), deepCopy(v))
	}
	return sweep(item).(map[string]any), nil
}

// write sets or marks one target; targets beyond the end of a list are left
// to the caller.
func write(item map[string]any, target jpath, v jvalue) {
	if typeOf(v) == "unchanged" {
		return
	}
	last := len(target) - 1
	parent := jvalue{"M": item}
	if last > 0 {
		parent = target[:last].lookup(item)
	}
	switch step := target[last].(type) {
	case string:
		if v == nil {
			delete(parent["M"].(map[string]any), step)
		} else {
			parent["M"].(map[string]any)[step] = deepCopy(v)
		}
	case int:
		if list := parent["L"].([]any); step < len(list) {
			if list[step] = deepCopy(v); v == nil {
				list[step] = jvalue{"gone": true}
			}
		}
	}
}

func deepCopy(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[k] = deepCopy(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = deepCopy(e)
		}
		return out
	}
	return v
}

func sweep(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = sweep(e)
		}
	case []any:
		out := []any{}
		for _, e := range v {
			if m, ok := e.(map[string]any); !ok || m["gone"] != true {
				out = append(out, sweep(e))
			}
		}
		return out
	}
	return v
}

// updateText groups the actions into sections in a drawn order.
func (m *conditionMaker) updateText(actions []naiveAction) string {
	var parts []string
	for _, section := range rapid.Permutation([]string{"SET", "remove", "ADD", "Delete"}).Draw(m.t, "sections") {
		var texts []string
		for _, a := range actions {
			if strings.EqualFold(a.section, section) {
				texts = append(texts, a.text)
			}
		}
		if len(texts) > 0 {
			parts = append(parts, section+" "+strings.Join(texts, " , "))
		}
	}
	return strings.Join(parts, "\n")
}

// Apply gives what the naive evaluator gives, or one of its faults, and leaves
// the old item alone; what String prints parses to the same tree; UPDATED_OLD
// and UPDATED_NEW are the projections of the targets.
func TestUpdateLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &conditionMaker{t, map[string]jvalue{}}
		var actions []naiveAction
		for _, target := range m.targets() {
			actions = append(actions, m.action(target))
		}
		text := m.updateText(actions)
		env := m.env(t)
		u, err := expr.ParseUpdate(text, env)
		if err != nil {
			if strings.Contains(err.Error(), "must be distinct") {
				t.Skip()
			}
			t.Fatalf("%s: %v", text, err)
		}
		printed, err := expr.ParseUpdate(u.String(), env)
		if err != nil || printed.Tree() != u.Tree() || printed.String() != u.String() {
			t.Fatalf("%s\nprinted %s: %v", text, u, err)
		}
		item := drawItem(t)
		old := toItem(t, item)
		before := string(old.AppendJSON(nil))
		want, faults := naiveUpdate(item, actions)
		got, err := u.Apply(old)
		if after := string(old.AppendJSON(nil)); after != before {
			t.Fatalf("%s changed the old item from %s to %s", text, before, after)
		}
		if faults != nil || err != nil {
			if err == nil || !faults[err.Error()] {
				t.Fatalf("%s\nvalues %s\nitem %s\ngot error %v, want one of %v", text, toJSON(m.values), toJSON(item), err, faults)
			}
			return
		}
		if !attr.EqualItems(got, toItem(t, want)) {
			t.Fatalf("%s\nvalues %s\nitem %s\ngot  %s\nwant %s", text, toJSON(m.values), toJSON(item), got.AppendJSON(nil), toJSON(want))
		}
		var targets []jpath
		for _, a := range actions {
			targets = append(targets, a.target)
		}
		sameItem(t, "UPDATED_OLD", u.Touched(old), naiveProject(item, targets))
		sameItem(t, "UPDATED_NEW", u.Touched(got), naiveProject(want, targets))
	})
}

func sameItem(t tester, what string, got attr.Item, want map[string]any) {
	t.Helper()
	if !attr.EqualItems(got, toItem(t, want)) {
		t.Fatalf("%s: got %s, want %s", what, got.AppendJSON(nil), toJSON(want))
	}
}

// naiveProject keeps the places that are at, inside or on the way to a path,
// and drops containers in which nothing is left.
func naiveProject(item map[string]any, paths []jpath) map[string]any {
	out := map[string]any{}
	for name, v := range item {
		if kept := keep(v.(jvalue), jpath{name}, paths); kept != nil {
			out[name] = kept
		}
	}
	return out
}

func keep(v jvalue, at jpath, paths []jpath) any {
	inside, onTheWay := false, false
	for _, p := range paths {
		inside = inside || at.hasPrefix(p)
		onTheWay = onTheWay || p.hasPrefix(at)
	}
	switch {
	case inside:
		return v
	case !onTheWay:
		return nil
	}
	if m, ok := v["M"].(map[string]any); ok {
		kept := map[string]any{}
		for _, k := range keysOf(m) {
			if e := keep(m[k].(jvalue), append(at[:len(at):len(at)], k), paths); e != nil {
				kept[k] = e
			}
		}
		if len(kept) > 0 {
			return jvalue{"M": kept}
		}
	}
	if l, ok := v["L"].([]any); ok {
		kept := []any{}
		for i, e := range l {
			if e := keep(e.(jvalue), append(at[:len(at):len(at)], i), paths); e != nil {
				kept = append(kept, e)
			}
		}
		if len(kept) > 0 {
			return jvalue{"L": kept}
		}
	}
	return nil
}

// A projection keeps what the naive one keeps; what String prints parses to
// the same tree.
func TestProjectionLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &conditionMaker{t, nil}
		paths := m.targets()
		texts := make([]string, len(paths))
		for i, p := range paths {
			texts[i] = p.String()
		}
		text := strings.Join(texts, ",")
		p, err := expr.ParseProjection(text, nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		printed, err := expr.ParseProjection(p.String(), nil)
		if err != nil || printed.Tree() != p.Tree() {
			t.Fatalf("%s printed as %s: %v", text, p, err)
		}
		item := drawItem(t)
		sameItem(t, text, p.Apply(toItem(t, item)), naiveProject(item, paths))
	})
}

// Two paths are refused exactly when one contains the other or they use one
// place as map and as list, in projections and in updates alike.
func TestOverlapLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		paths := make([]jpath, rapid.IntRange(2, 4).Draw(t, "paths"))
		texts := make([]string, len(paths))
		want := false
		for i := range paths {
			paths[i] = drawPath(t)
			texts[i] = paths[i].String()
			for _, q := range paths[:i] {
				want = want || paths[i].hasPrefix(q) || q.hasPrefix(paths[i]) || mixed(paths[i], q)
			}
		}
		text := strings.Join(texts, ", ")
		_, errP := expr.ParseProjection(text, nil)
		_, errU := expr.ParseUpdate("REMOVE "+text, nil)
		if (errP != nil) != want || (errU != nil) != want {
			t.Fatalf("%s: clash %v, projection %v, update %v", text, want, errP, errU)
		}
	})
}
