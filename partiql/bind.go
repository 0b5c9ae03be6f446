package partiql

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// Bound is a statement with its parameters: every value is known, and what
// can be checked without a table has been.
type Bound struct {
	*Statement
	parameters []attr.Value
	conjuncts  []*node // what AND joins in WHERE
	changes    []expr.Change
	item       attr.Item // of an INSERT
}

// Bind gives a statement its parameters and checks what does not depend on a
// table, in DynamoDB's order: the number of parameters, clauses that the
// statement may not have, then values and the types of operands. (Those come
// before the table is looked for: captured by dynoxide's author.) The error is
// an *Error, an *expr.Error or an *attr.ValidationError.
func (s *Statement) Bind(parameters []attr.Value) (*Bound, error) {
	if len(parameters) != s.parameters {
		return nil, refuse(msgParameters)
	}
	for _, v := range parameters {
		if err := v.Err(); err != nil {
			return nil, err
		}
		if !complete(v) {
			return nil, refuse(msgNoValue)
		}
	}
	b := &Bound{Statement: s, parameters: parameters, conjuncts: conjuncts(s.where)}
	if s.Index != "" && (s.Kind == Update || s.Kind == Delete) {
		return nil, refuse(msgOnIndex)
	}
	if s.Kind == Delete && s.Returning != "" && s.Returning != AllOld {
		return nil, refuse(msgDeleteReturns, s.Returning)
	}
	if _, err := b.build(b.conjuncts); err != nil {
		return nil, err
	}
	var err error
	if s.item != nil {
		b.item, err = b.insertItem()
	} else if s.Kind == Update {
		err = b.buildChanges()
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// complete says whether a value, and all within it, is one. Go code can leave
// zero Values.
func complete(v attr.Value) bool {
	ok := !v.IsZero()
	for _, f := range v.Item() {
		ok = ok && complete(f.Value)
	}
	for _, e := range v.Elems() {
		ok = ok && complete(e)
	}
	return ok
}

// CheckAlone refuses a statement that may stand in transactions only. The
// error is an *Error.
func (s *Statement) CheckAlone() error {
	if s.Kind == Exists {
		return refuse(msgExists)
	}
	return nil
}

func (b *Bound) insertItem() (attr.Item, error) {
	if b.Statement.item.kind != nodeMap && b.Statement.item.kind != nodeParam {
		return nil, refuseAt(b.Statement.item.at, msgInsertItem)
	}
	v, err := b.literal(b.Statement.item)
	switch {
	case err != nil:
		return nil, err
	case v.Type() != attr.TypeMap:
		return nil, refuseAt(b.Statement.item.at, msgInsertItem)
	case levels(v) > 1+maxLevels: // the item itself is no level
		return nil, refuseAt(b.Statement.item.at, msgNesting)
	}
	return v.Item(), nil
}

// conjuncts takes a condition apart at its ANDs.
func conjuncts(n *node) []*node {
	switch {
	case n == nil:
		return nil
	case n.kind != nodeAnd:
		return []*node{n}
	}
	var out []*node
	for _, k := range n.kids {
		out = append(out, conjuncts(k)...)
	}
	return out
}

// isValue says whether a node stands for a value that needs no item.
func (n *node) isValue() bool {
	switch n.kind {
	case nodeScalar, nodeParam, nodeList, nodeSet, nodeMap:
		return true
	}
	return false
}

// maxLevels is the deepest nesting of an attribute's value that DynamoDB stores
// (developer guide, Constraints).
const maxLevels = 32

// value evaluates a literal.
func (b *Bound) value(n *node) (attr.Value, error) {
	v, err := b.literal(n)
	if err == nil && levels(v) > maxLevels {
		return attr.Value{}, refuseAt(n.at, msgNesting)
	}
	return v, err
}

func levels(v attr.Value) int {
	deepest := 0
	for _, f := range v.Item() {
		deepest = max(deepest, levels(f.Value))
	}
	if v.Type() == attr.TypeList {
		for _, e := range v.Elems() {
			deepest = max(deepest, levels(e))
		}
	}
	return 1 + deepest
}

func (b *Bound) literal(n *node) (attr.Value, error) {
	switch n.kind {
	case nodeScalar:
		return n.value, nil
	case nodeParam:
		return b.parameters[n.param], nil
	case nodeMissing:
		return attr.Value{}, refuseAt(n.at, msgMissingValue)
	case nodeList, nodeSet, nodeMap:
	default:
		return attr.Value{}, refuseAt(n.at, msgOperand, describe(n))
	}
	kids := make([]attr.Value, len(n.kids))
	for i, k := range n.kids {
		v, err := b.literal(k)
		if err != nil {
			return attr.Value{}, err
		}
		kids[i] = v
	}
	switch n.kind {
	case nodeList:
		return attr.List(kids...), nil
	case nodeSet:
		return set(n, kids)
	}
	fields := make([]attr.Field, len(kids))
	for i, v := range kids {
		fields[i] = attr.Field{Name: n.names[i], Value: v}
	}
	return attr.Map(attr.NewItem(fields...)), nil
}

// set makes a set of its elements, which are of one type. An empty one gets
// the message of an empty string set: nothing says of what it would be.
func set(n *node, elems []attr.Value) (attr.Value, error) {
	if len(elems) == 0 {
		return attr.StringSet()
	}
	t := elems[0].Type()
	if slices.ContainsFunc(elems, func(v attr.Value) bool { return v.Type() != t }) {
		return attr.Value{}, refuseAt(n.at, msgSetElements)
	}
	switch t {
	case attr.TypeString:
		return attr.StringSet(mapped(elems, attr.Value.Str)...)
	case attr.TypeNumber:
		return attr.NumberSet(mapped(elems, attr.Value.Number)...)
	case attr.TypeBinary:
		return attr.BinarySet(mapped(elems, func(v attr.Value) []byte { return []byte(v.Str()) })...)
	}
	return attr.Value{}, refuseAt(n.at, msgSetElements)
}

func mapped[T any](in []attr.Value, f func(attr.Value) T) []T {
	out := make([]T, len(in))
	for i, v := range in {
		out[i] = f(v)
	}
	return out
}
