package expr

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
)

// operandCheck is the second walk, over conditions: placeholders, operands
// and their types. It goes condition by condition; within one the operands
// come first, then their number, then equal operands, then types.
type operandCheck struct{ resolver }

func (k *operandCheck) condition(c *cond) error {
	switch c.op {
	case condOr, condAnd:
		return k.kids(c)
	case condNot:
		if err := k.operator(c.at); err != nil {
			return err
		}
		return k.condition(c.kids[0])
	}
	if err := k.operator(c.at); err != nil {
		return err
	}
	if err := k.operands(c.args); err != nil {
		return err
	}
	switch c.op {
	case condCall:
		return k.call(c.fn, c.args, c.at)
	case condIn:
		if n := len(c.args) - 1; n > maxInOperands {
			return invalid(k.kind, c.at, msgManyOperands, n)
		}
		return k.distinct("IN", c.args, c.at)
	case condBetween:
		return k.between(c)
	}
	if err := k.distinct(c.op.String(), c.args, c.at); err != nil {
		return err
	}
	if c.op == condEq || c.op == condNe || c.op == condDiffers {
		return nil
	}
	return k.types(c.op.String(), c.args, orderedTypes)
}

// kids counts one operator between each two of them.
func (k *operandCheck) kids(c *cond) error {
	for i, kid := range c.kids {
		if i > 0 {
			if err := k.operator(c.at); err != nil {
				return err
			}
		}
		if err := k.condition(kid); err != nil {
			return err
		}
	}
	return nil
}

func (k *operandCheck) operands(args []operand) error {
	for i := range args {
		if err := k.operand(&args[i]); err != nil {
			return err
		}
	}
	return nil
}

func (k *operandCheck) operand(o *operand) error {
	switch o.kind {
	case opPath:
		if err := k.path(&o.path); err != nil {
			return err
		}
		return k.depth(&o.path)
	case opValue:
		return k.value(o)
	}
	if err := k.operator(o.at); err != nil {
		return err
	}
	if err := k.operands(o.args); err != nil {
		return err
	}
	return k.call(o.fn, o.args, o.at)
}

func (k *operandCheck) call(fn *function, args []operand, at span) error {
	if len(args) != fn.operands {
		return invalid(k.kind, at, msgOperandCount, fn.name, len(args))
	}
	if fn != fnListAppend { // a list may be appended to itself
		if err := k.distinct(fn.name, args, at); err != nil {
			return err
		}
	}
	if fn.needsPath && args[0].kind != opPath {
		return invalid(k.kind, args[0].at, msgNeedsPath, fn.name)
	}
	switch fn {
	case fnSize:
		return k.types(fn.name, args, sizedTypes)
	case fnBeginsWith:
		return k.types(fn.name, args, prefixTypes)
	case fnListAppend:
		return k.types(fn.name, args, listTypes)
	case fnSetAdd, fnSetDelete:
		return k.types(fn.name, args[1:], deleteTypes)
	case fnType:
		return k.typeName(&args[1])
	}
	return nil
}

func (k *operandCheck) between(c *cond) error {
	if err := k.distinct("BETWEEN", c.args, c.at); err != nil {
		return err
	}
	if err := k.types("BETWEEN", c.args, orderedTypes); err != nil {
		return err
	}
	lo, hi := &c.args[1], &c.args[2]
	if lo.kind != opValue || hi.kind != opValue {
		return nil
	}
	order, ok := attr.Compare(lo.val, hi.val)
	switch {
	case !ok:
		return invalid(k.kind, c.at, msgBetweenTypes, bound(lo.val), bound(hi.val))
	case order > 0:
		return invalid(k.kind, c.at, msgBetweenOrder, bound(lo.val), bound(hi.val))
	}
	return nil
}

// bound prints a bound of BETWEEN, an S, N or B, as DynamoDB's messages do.
func bound(v attr.Value) string {
	text := v.Str()
	if v.Type() == attr.TypeBinary {
		text = fmt.Sprintf("java.nio.HeapByteBuffer[pos=0 lim=%d cap=%[1]d]", len(text))
	}
	return fmt.Sprintf("AttributeValue: {%s:%s}", v.Type(), text)
}

// distinct refuses a path that meets itself: a = a is surely a slip. Equal
// values are allowed.
func (k *operandCheck) distinct(op string, args []operand, at span) error {
	if len(args) == 0 || args[0].kind != opPath {
		return nil
	}
	for i := range args[1:] {
		if o := &args[1+i]; o.kind == opPath && o.path.same(args[0].path) {
			return invalid(k.kind, at, msgNotDistinct, op, args[0].path.document())
		}
	}
	return nil
}

// The types that operators and functions accept.
var (
	orderedTypes = []attr.Type{attr.TypeString, attr.TypeNumber, attr.TypeBinary}
	prefixTypes  = []attr.Type{attr.TypeString, attr.TypeBinary}
	sizedTypes   = []attr.Type{attr.TypeString, attr.TypeBinary, attr.TypeList, attr.TypeMap, attr.TypeStringSet, attr.TypeNumberSet, attr.TypeBinarySet}
	listTypes    = []attr.Type{attr.TypeList}
	numberTypes  = []attr.Type{attr.TypeNumber}
	addTypes     = []attr.Type{attr.TypeNumber, attr.TypeStringSet, attr.TypeNumberSet, attr.TypeBinarySet}
	deleteTypes  = []attr.Type{attr.TypeStringSet, attr.TypeNumberSet, attr.TypeBinarySet}
)

// types checks the operands whose type is known before there is an item.
func (k *operandCheck) types(op string, args []operand, allowed []attr.Type) error {
	for i := range args {
		if t := args[i].staticType(); t != 0 && !slices.Contains(allowed, t) {
			return invalid(k.kind, args[i].at, msgOperandType, op, t)
		}
	}
	return nil
}

// staticType is the type of a value and of size(), 0 for what depends on the
// item.
func (o *operand) staticType() attr.Type {
	switch {
	case o.kind == opValue:
		return o.val.Type()
	case o.kind == opCall && o.fn == fnSize:
		return attr.TypeNumber
	}
	return 0
}

// typeName checks the second operand of attribute_type, a value that names a
// type.
func (k *operandCheck) typeName(o *operand) error {
	t := o.staticType()
	if t == 0 {
		return invalid(k.kind, o.at, msgOperandType, fnType.name, anyType)
	}
	if t != attr.TypeString {
		return invalid(k.kind, o.at, msgOperandType, fnType.name, t)
	}
	if typeByName(o.val.Str()) == 0 {
		return invalid(k.kind, o.at, msgTypeName, o.val.Str())
	}
	return nil
}

// typeByName returns the type with that descriptor ("SS"), 0 for none.
func typeByName(name string) attr.Type {
	for t := attr.TypeString; t <= attr.TypeBinarySet; t++ {
		if t.String() == name {
			return t
		}
	}
	return 0
}
