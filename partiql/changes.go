package partiql

import "github.com/keywright/keywright/expr"

// buildChanges lowers SET and REMOVE, and checks them as an update.
func (b *Bound) buildChanges() error {
	for _, ch := range b.Statement.changes {
		lowered := expr.Change{Target: ch.target.path}
		if ch.value != nil {
			if err := b.assignment(ch.value, &lowered); err != nil {
				return err
			}
		}
		b.changes = append(b.changes, lowered)
	}
	_, err := expr.BuildUpdate(b.changes)
	return err
}

// assignment lowers the right side of a SET: an operand, or a sum of two.
func (b *Bound) assignment(n *node, ch *expr.Change) error {
	sides := []*node{n}
	if n.kind == nodeSum {
		ch.Op, sides = n.op[0], n.kids
	}
	for _, side := range sides {
		o, err := b.assigned(side)
		if err != nil {
			return err
		}
		ch.Args = append(ch.Args, o)
	}
	return nil
}

// assigned lowers an operand of a SET.
func (b *Bound) assigned(n *node) (expr.Operand, error) {
	switch {
	case n.kind == nodePath:
		return expr.PathOperand(n.path), nil
	case n.kind == nodeCall:
		return b.assignedCall(n)
	case n.kind == nodeMissing:
		return expr.Operand{}, refuseAt(n.at, msgMissingValue)
	case n.isValue():
		return b.valueOperand(n)
	}
	return expr.Operand{}, refuseAt(n.at, msgOperand, describe(n))
}

// assignedCall lowers the functions that SET has (developer guide,
// ql-reference.update).
func (b *Bound) assignedCall(n *node) (expr.Operand, error) {
	switch n.op {
	case "list_append", "set_add", "set_delete":
	case "size", "begins_with", "contains", "attribute_type":
		return expr.Operand{}, refuseAt(n.at, msgNotInUpdate, n.op)
	default:
		return expr.Operand{}, refuseAt(n.at, msgFunction, n.op)
	}
	args := make([]expr.Operand, len(n.kids))
	for i, k := range n.kids {
		o, err := b.assigned(k)
		if err != nil {
			return expr.Operand{}, err
		}
		args[i] = o
	}
	return expr.CallOperand(n.op, args...), nil
}
