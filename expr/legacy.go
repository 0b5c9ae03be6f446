package expr

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

// The legacy parameters of requests (developer guide, pages
// LegacyConditionalParameters.*) say what expressions say, of whole attributes
// and without a text. They become the same trees. Whoever builds them has
// checked the operators, the actions and their values.

// AttributeTest is a legacy condition on one attribute. Operator is EQ, NE,
// IN, LE, LT, GE, GT, BETWEEN, NOT_NULL, NULL, CONTAINS, NOT_CONTAINS or
// BEGINS_WITH, and Values are as many as it compares with.
type AttributeTest struct {
	Attribute string
	Operator  string
	Values    []attr.Value
}

// BuildTests returns the condition that all tests hold, or with any, that one
// does; nil where there are none.
func BuildTests(tests []AttributeTest, any bool) *Condition {
	ps := make([]Predicate, len(tests))
	for i, t := range tests {
		ps[i] = t.predicate()
	}
	p := AllOf(ps...)
	if any {
		p = AnyOf(ps...)
	}
	if p.IsZero() {
		return nil
	}
	return &Condition{p.c}
}

func (t AttributeTest) predicate() Predicate {
	name := keyOperand(t.Attribute)
	args := []Operand{name}
	for _, v := range t.Values {
		args = append(args, ValueOperand("", v))
	}
	switch t.Operator {
	case "NULL":
		return CallOf(fnNotExists.name, name)
	case "NOT_NULL":
		return CallOf(fnExists.name, name)
	case "CONTAINS":
		return CallOf(fnContains.name, args...)
	case "NOT_CONTAINS":
		// An attribute that is not there has no absence of a value either:
		// Amazon's client for DAX asks for the attribute, too.
		return AllOf(CallOf(fnExists.name, name), Not(CallOf(fnContains.name, args...)))
	case "BEGINS_WITH":
		return CallOf(fnBeginsWith.name, args...)
	}
	return Predicate{&cond{op: testOp(t.Operator), args: operands(args)}}
}

func testOp(operator string) condOp {
	switch operator {
	case "EQ":
		return condEq
	case "NE":
		return condNe
	case "LT":
		return condLt
	case "LE":
		return condLe
	case "GT":
		return condGt
	case "GE":
		return condGe
	case "BETWEEN":
		return condBetween
	case "IN":
		return condIn
	}
	panic("expr: no comparison operator " + operator)
}

// BuildKeyTests returns legacy key conditions as the parts of a key condition,
// in the order of the tests.
func BuildKeyTests(tests []AttributeTest) []KeyPart {
	parts := make([]KeyPart, len(tests))
	for i, t := range tests {
		parts[i] = KeyPart{Attribute: t.Attribute, Op: keyTestOp(t.Operator), Values: t.Values}
	}
	return parts
}

func keyTestOp(operator string) KeyOp {
	switch operator {
	case "EQ":
		return Eq
	case "LT":
		return Lt
	case "LE":
		return Le
	case "GT":
		return Gt
	case "GE":
		return Ge
	case "BETWEEN":
		return Between
	case "BEGINS_WITH":
		return BeginsWith
	}
	return NotIndexable
}

// BuildProjection returns the projection to whole attributes; names must
// differ. An item has the name as it stands, dots and all.
func BuildProjection(names []string) *Projection {
	paths := make([]*path, len(names))
	for i, name := range names {
		p := keyOperand(name).o.path
		paths[i] = &p
	}
	root := buildTree(paths)
	root.sort()
	return &Projection{paths, root}
}

// AttributeUpdate is a legacy change of one attribute. Action is PUT, the
// default, or ADD or DELETE; a DELETE without a value removes the attribute.
type AttributeUpdate struct {
	Attribute string
	Action    string
	Value     attr.Value
}

// BuildUpdates returns legacy changes as an update; nil where there are none.
// Beside what the sections of an expression do, ADD appends the elements of a
// list (verified on AWS by moto, pull request 3585).
func BuildUpdates(changes []AttributeUpdate) *Update {
	if len(changes) == 0 {
		return nil
	}
	changes = slices.Clone(changes)
	slices.SortStableFunc(changes, func(a, b AttributeUpdate) int {
		if a.section() != b.section() {
			return int(a.section()) - int(b.section())
		}
		return strings.Compare(a.Attribute, b.Attribute)
	})
	u := &Update{}
	targets := make([]*path, len(changes))
	for i, ch := range changes {
		a := &action{target: keyOperand(ch.Attribute).o.path, legacy: true}
		if !ch.Value.IsZero() {
			a.args = operands([]Operand{ValueOperand("", ch.Value)})
		}
		u.append(ch.section(), a)
		targets[i] = &a.target
	}
	u.root = buildTree(targets)
	u.root.sort()
	return u
}

func (c AttributeUpdate) section() section {
	switch {
	case c.Action == "ADD":
		return secAdd
	case c.Action == "DELETE" && c.Value.IsZero():
		return secRemove
	case c.Action == "DELETE":
		return secDelete
	}
	return secSet
}
