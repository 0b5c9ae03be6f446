package partiql

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/keywright/keywright/attr"
)

// sameTree compares statements but for where their parts stood in the text.
var sameTree = cmp.Options{
	cmp.AllowUnexported(Statement{}, order{}, change{}, node{}),
	cmpopts.IgnoreFields(node{}, "at"),
	cmp.Comparer(attr.Equal),
	cmpopts.EquateEmpty(),
}

// TestPrintedStatementsParseToThemselves is the law of String, for every form
// that a statement can have.
func TestPrintedStatementsParseToThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{t: t}
		want := g.statement()
		text := want.String()
		got, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want.parameters = g.parameters
		if diff := cmp.Diff(want, got, sameTree); diff != "" {
			t.Fatalf("%s\n%s", text, diff)
		}
	})
}

// generator makes statements; parameters are numbered as they are printed.
type generator struct {
	t          *rapid.T
	parameters int
}

func (g *generator) pick(n int, what string) int { return rapid.IntRange(0, n-1).Draw(g.t, what) }

func (g *generator) name() string {
	return rapid.OneOf(rapid.SampledFrom([]string{"a", "b2", "_x", "$y", "select", "Order", "my attr", `q"uote`, "ä", "1st", "size"}),
		rapid.StringN(1, 4, -1)).Draw(g.t, "name")
}

func (g *generator) statement() *Statement {
	s := &Statement{Kind: Kind(1 + g.pick(5, "kind")), Table: g.name()}
	switch s.Kind {
	case Insert:
		s.item = g.value(2)
		return s
	case Select, Exists:
		if g.pick(2, "index") == 1 {
			s.Index = g.name()
		}
		for range g.pick(3, "columns") {
			s.columns = append(s.columns, g.path())
		}
	case Update:
		for range 1 + g.pick(3, "changes") {
			s.changes = append(s.changes, g.change())
		}
	}
	if g.pick(4, "where") > 0 {
		s.where = g.condition(3)
	}
	if s.Kind == Update || s.Kind == Delete {
		s.Returning = rapid.SampledFrom([]Returning{"", AllOld, ModifiedOld, AllNew, ModifiedNew}).Draw(g.t, "returning")
		return s
	}
	for range g.pick(3, "order") {
		s.order = append(s.order, order{g.path(), g.pick(2, "desc") == 1})
	}
	return s
}

func (g *generator) change() change {
	ch := change{target: g.path()}
	switch g.pick(4, "change") {
	case 0:
	case 1:
		ch.value = &node{kind: nodeSum, op: rapid.SampledFrom([]string{"+", "-"}).Draw(g.t, "op"), kids: []*node{g.operand(1), g.operand(1)}}
	default:
		ch.value = g.operand(2)
	}
	return ch
}

func (g *generator) condition(depth int) *node {
	form := g.pick(8, "condition")
	if depth == 0 {
		form = 3 + form%5
	}
	not := g.pick(2, "not") == 1
	switch form {
	case 0, 1:
		n := &node{kind: []nodeKind{nodeAnd, nodeOr}[form]}
		for range 2 + g.pick(2, "more") {
			n.kids = append(n.kids, g.condition(depth-1))
		}
		return n
	case 2:
		return &node{kind: nodeNot, kids: []*node{g.condition(depth - 1)}}
	case 3:
		return &node{kind: nodeBetween, not: not, kids: []*node{g.operand(1), g.operand(1), g.operand(1)}}
	case 4:
		return &node{kind: nodeIn, not: not, kids: []*node{g.operand(1), g.operand(1), g.operand(1)}}
	case 5:
		return &node{kind: nodeIs, not: not, op: rapid.SampledFrom([]string{"NULL", "MISSING"}).Draw(g.t, "type"), kids: []*node{g.operand(1)}}
	case 6:
		return &node{kind: nodeCall, op: "begins_with", kids: []*node{g.path(), g.value(0)}}
	}
	op := rapid.SampledFrom([]string{"=", "<>", "<", "<=", ">", ">="}).Draw(g.t, "op")
	return &node{kind: nodeCompare, op: op, kids: []*node{g.operand(1), g.operand(1)}}
}

func (g *generator) operand(depth int) *node {
	switch g.pick(4, "operand") {
	case 0:
		return &node{kind: nodeCall, op: "size", kids: []*node{g.path()}}
	case 1:
		return g.value(depth)
	}
	return g.path()
}

func (g *generator) path() *node {
	n := &node{kind: nodePath, path: attr.Path{{Name: g.name(), Index: -1}}}
	for range g.pick(3, "steps") {
		if g.pick(2, "step") == 0 {
			n.path = append(n.path, attr.Step{Name: g.name(), Index: -1})
		} else {
			n.path = append(n.path, attr.Step{Index: g.pick(100, "index")})
		}
	}
	return n
}

func (g *generator) value(depth int) *node {
	form := g.pick(9, "value")
	if depth == 0 {
		form %= 6
	}
	switch form {
	case 0:
		return &node{kind: nodeScalar, value: attr.String(rapid.String().Draw(g.t, "text"))}
	case 1:
		return &node{kind: nodeScalar, value: attr.Int(rapid.Int64().Draw(g.t, "number"))}
	case 2:
		return &node{kind: nodeScalar, value: attr.Bool(g.pick(2, "bool") == 1)}
	case 3:
		return &node{kind: nodeScalar, value: attr.Null()}
	case 4:
		return &node{kind: nodeMissing}
	case 5:
		g.parameters++
		return &node{kind: nodeParam, param: g.parameters - 1}
	}
	n := &node{kind: []nodeKind{nodeList, nodeSet, nodeMap}[form-6]}
	for range g.pick(3, "elements") {
		if n.kind == nodeMap {
			n.names = append(n.names, rapid.String().Draw(g.t, "field"))
		}
		n.kids = append(n.kids, g.value(depth-1))
	}
	return n
}
