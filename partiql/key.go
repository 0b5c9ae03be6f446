package partiql

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// The bound on values of partition attributes (developer guide, ql-operators:
// "at max 50 hash attribute values").
const maxPartitions = 50

// keyPart reads a condition on one top-level attribute as a part of a key
// condition; false for what key conditions cannot express.
func (b *Bound) keyPart(n *node) (expr.KeyPart, bool) {
	switch n.kind {
	case nodeCompare:
		left, right, op := n.kids[0], n.kids[1], n.op
		if left.isValue() {
			left, right, op = right, left, mirrored(op)
		}
		kop, ok := map[string]expr.KeyOp{"=": expr.Eq, "<": expr.Lt, "<=": expr.Le, ">": expr.Gt, ">=": expr.Ge}[op]
		if !ok {
			return expr.KeyPart{}, false
		}
		return b.partOf(kop, left, right)
	case nodeBetween:
		if n.not {
			return expr.KeyPart{}, false
		}
		return b.partOf(expr.Between, n.kids...)
	case nodeCall:
		if n.op != "begins_with" {
			return expr.KeyPart{}, false
		}
		return b.partOf(expr.BeginsWith, n.kids...)
	}
	return expr.KeyPart{}, false
}

// partOf makes the part of a path and values.
func (b *Bound) partOf(op expr.KeyOp, nodes ...*node) (expr.KeyPart, bool) {
	if nodes[0].kind != nodePath || len(nodes[0].path) != 1 {
		return expr.KeyPart{}, false
	}
	part := expr.KeyPart{Attribute: nodes[0].path[0].Name, Op: op}
	for _, n := range nodes[1:] {
		v, err := b.value(n)
		if !n.isValue() || err != nil {
			return expr.KeyPart{}, false
		}
		part.Values = append(part.Values, v)
	}
	return part, true
}

func mirrored(op string) string {
	switch op {
	case "<":
		return ">"
	case "<=":
		return ">="
	case ">":
		return "<"
	case ">=":
		return "<="
	}
	return op
}

// equality returns the value that a condition fixes an attribute to.
func (b *Bound) equality(n *node, name string) (attr.Value, bool) {
	part, ok := b.keyPart(n)
	if !ok || part.Op != expr.Eq || part.Attribute != name {
		return attr.Value{}, false
	}
	return part.Values[0], true
}

// candidates returns the values that a condition leaves an attribute: of an
// equality, an IN, an OR of such, or an AND with one of them in it. Only those
// of an equality and an IN say all that the condition does: then whole is true.
func (b *Bound) candidates(n *node, name string) (values []attr.Value, whole, ok bool) {
	if v, ok := b.equality(n, name); ok {
		return []attr.Value{v}, true, true
	}
	switch {
	case n.kind == nodeIn && !n.not:
		in, ok := b.partOf(expr.Eq, n.kids...)
		return distinct(in.Values), true, ok && in.Attribute == name
	case n.kind == nodeAnd:
		for _, k := range n.kids {
			if values, _, ok := b.candidates(k, name); ok {
				return values, false, true
			}
		}
	case n.kind == nodeOr:
		for _, k := range n.kids {
			of, _, ok := b.candidates(k, name)
			if !ok {
				return nil, false, false
			}
			values = append(values, of...)
		}
		return distinct(values), false, true
	}
	return nil, false, false
}

// distinct keeps the first of equal values.
func distinct(values []attr.Value) []attr.Value {
	var out []attr.Value
	for _, v := range values {
		if !slices.ContainsFunc(out, v.Equal) {
			out = append(out, v)
		}
	}
	return out
}

// wholeKey returns the key that equalities fix, and the conditions besides;
// false where some attribute of the key is not fixed.
func (b *Bound) wholeKey(names []string) (key attr.Item, rest []*node, ok bool) {
	rest = slices.Clone(b.conjuncts)
	fields := make([]attr.Field, len(names))
	for i, name := range names {
		at := slices.IndexFunc(rest, func(n *node) bool { _, ok := b.equality(n, name); return ok })
		if at < 0 {
			return nil, nil, false
		}
		v, _ := b.equality(rest[at], name)
		fields[i] = attr.Field{Name: name, Value: v}
		rest = slices.Delete(rest, at, at+1)
	}
	return attr.NewItem(fields...), rest, true
}
