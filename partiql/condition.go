package partiql

import (
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// build makes one condition of several that all have to hold; nil of none.
func (b *Bound) build(conds []*node) (*expr.Condition, error) {
	parts := make([]expr.Predicate, len(conds))
	for i, n := range conds {
		p, err := b.predicate(n)
		if err != nil {
			return nil, err
		}
		parts[i] = p
	}
	all := expr.AllOf(parts...)
	if all.IsZero() {
		return nil, nil
	}
	return expr.BuildCondition(all)
}

// predicate lowers what is true or false.
func (b *Bound) predicate(n *node) (expr.Predicate, error) {
	switch n.kind {
	case nodeAnd, nodeOr, nodeNot:
		return b.logic(n)
	case nodeCompare:
		return b.comparison(n)
	case nodeBetween, nodeIn:
		args, err := b.operands(n.kids)
		if err != nil {
			return expr.Predicate{}, err
		}
		var p expr.Predicate
		if n.kind == nodeIn {
			p = expr.OneOf(args[0], args[1:]...)
		} else {
			p = expr.RangeOf(args[0], args[1], args[2])
		}
		return negated(n.not, p), nil
	case nodeIs:
		return b.typeTest(n)
	case nodeCall:
		return b.callPredicate(n)
	}
	return expr.Predicate{}, refuseAt(n.at, msgCondition, describe(n))
}

func negated(not bool, p expr.Predicate) expr.Predicate {
	if not {
		return expr.Not(p)
	}
	return p
}

func (b *Bound) logic(n *node) (expr.Predicate, error) {
	kids := make([]expr.Predicate, len(n.kids))
	for i, k := range n.kids {
		p, err := b.predicate(k)
		if err != nil {
			return expr.Predicate{}, err
		}
		kids[i] = p
	}
	switch n.kind {
	case nodeAnd:
		return expr.AllOf(kids...), nil
	case nodeOr:
		return expr.AnyOf(kids...), nil
	}
	return expr.Not(kids[0]), nil
}

// comparison lowers a comparator. Against MISSING, = and <> ask whether an
// attribute is there (developer guide, ql-functions.missing).
func (b *Bound) comparison(n *node) (expr.Predicate, error) {
	if n.kids[1].kind == nodeMissing && (n.op == "=" || n.op == "<>") {
		return b.existence(n.kids[0], n.op == "=")
	}
	args, err := b.operands(n.kids)
	if err != nil {
		return expr.Predicate{}, err
	}
	return expr.Comparison(n.op, args[0], args[1]), nil
}

func (b *Bound) typeTest(n *node) (expr.Predicate, error) {
	if n.op == "MISSING" {
		return b.existence(n.kids[0], !n.not)
	}
	o, err := b.operand(n.kids[0])
	if err != nil {
		return expr.Predicate{}, err
	}
	null := attr.String(attr.TypeNull.String())
	return negated(n.not, expr.CallOf("attribute_type", o, expr.ValueOperand(literal(null), null))), nil
}

// existence asks whether an attribute is missing, or is not.
func (b *Bound) existence(n *node, missing bool) (expr.Predicate, error) {
	o, err := b.operand(n)
	if err != nil {
		return expr.Predicate{}, err
	}
	if missing {
		return expr.CallOf("attribute_not_exists", o), nil
	}
	return expr.CallOf("attribute_exists", o), nil
}

// callPredicate lowers a function that is a condition. The number and the
// types of its arguments are checked with the whole condition.
func (b *Bound) callPredicate(n *node) (expr.Predicate, error) {
	switch n.op {
	case "begins_with", "contains", "attribute_type":
		args, err := b.operands(n.kids)
		if err != nil {
			return expr.Predicate{}, err
		}
		return expr.CallOf(n.op, args...), nil
	case "size", "list_append", "set_add", "set_delete":
		return expr.Predicate{}, refuseAt(n.at, msgMisused, n.op)
	}
	return expr.Predicate{}, refuseAt(n.at, msgFunction, n.op)
}

func (b *Bound) operands(nodes []*node) ([]expr.Operand, error) {
	out := make([]expr.Operand, len(nodes))
	for i, n := range nodes {
		o, err := b.operand(n)
		if err != nil {
			return nil, err
		}
		out[i] = o
	}
	return out, nil
}

// operand lowers an operand of a condition: a path, a value, or size.
func (b *Bound) operand(n *node) (expr.Operand, error) {
	switch {
	case n.kind == nodePath:
		return expr.PathOperand(n.path), nil
	case n.kind == nodeCall && n.op == "size":
		args, err := b.operands(n.kids)
		if err != nil {
			return expr.Operand{}, err
		}
		return expr.CallOperand("size", args...), nil
	case n.kind == nodeCall:
		_, err := b.callPredicate(n)
		if err == nil {
			err = refuseAt(n.at, msgMisused, n.op)
		}
		return expr.Operand{}, err
	case n.isValue():
		return b.valueOperand(n)
	}
	return expr.Operand{}, refuseAt(n.at, msgOperand, describe(n))
}

func (b *Bound) valueOperand(n *node) (expr.Operand, error) {
	v, err := b.value(n)
	return expr.ValueOperand(literal(v), v), err
}

// describe prints a node for a message.
func describe(n *node) string {
	var p printer
	p.node(n, 0)
	return p.String()
}
