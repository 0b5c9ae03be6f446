package expr

import (
	"cmp"

	"github.com/keywright/keywright/attr"
)

// eval evaluates a checked condition. It does not allocate, except where
// contains compares deep values.
func (c *cond) eval(it attr.Item) bool {
	switch c.op {
	case condOr:
		for _, k := range c.kids {
			if k.eval(it) {
				return true
			}
		}
		return false
	case condAnd:
		for _, k := range c.kids {
			if !k.eval(it) {
				return false
			}
		}
		return true
	case condNot:
		return !c.kids[0].eval(it)
	case condCall:
		return c.evalCall(it)
	case condBetween:
		v := c.args[0].eval(it)
		lo, okLo := compare(v, c.args[1].eval(it))
		hi, okHi := compare(v, c.args[2].eval(it))
		return okLo && okHi && lo >= 0 && hi <= 0
	case condIn:
		v := c.args[0].eval(it)
		for i := range c.args[1:] {
			if equal(v, c.args[1+i].eval(it)) {
				return true
			}
		}
		return false
	}
	return c.op.holds(c.args[0].eval(it), c.args[1].eval(it))
}

// holds evaluates a comparator.
func (o condOp) holds(a, b result) bool {
	switch o {
	case condEq:
		return equal(a, b)
	case condNe:
		return !equal(a, b)
	case condDiffers:
		return !a.missing() && !b.missing() && !equal(a, b)
	}
	order, ok := compare(a, b)
	if !ok {
		return false
	}
	switch o {
	case condLt:
		return order < 0
	case condLe:
		return order <= 0
	case condGt:
		return order > 0
	}
	return order >= 0
}

// result is what an operand comes to for one item: nothing, a value, or the
// number of size(), which stays an int so that no text is made for it.
type result struct {
	value  attr.Value
	size   int
	isSize bool
}

func (r result) missing() bool { return !r.isSize && r.value.IsZero() }

func (o *operand) eval(it attr.Item) result {
	switch o.kind {
	case opPath:
		return result{value: o.path.value(it)}
	case opValue:
		return result{value: o.val}
	}
	n, ok := sizeOf(o.args[0].eval(it).value)
	return result{size: n, isSize: ok}
}

// equal says whether both are there and the same.
func equal(a, b result) bool {
	if a.isSize || b.isSize {
		order, ok := compare(a, b)
		return ok && order == 0
	}
	return !a.value.IsZero() && attr.Equal(a.value, b.value)
}

// compare orders two results; ok is false where one is missing or the types
// differ or have no order.
func compare(a, b result) (order int, ok bool) {
	switch {
	case a.missing() || b.missing():
		return 0, false
	case a.isSize && b.isSize:
		return cmp.Compare(a.size, b.size), true
	case a.isSize:
		order, ok = compare(b, a)
		return -order, ok
	case b.isSize:
		if a.value.Type() != attr.TypeNumber {
			return 0, false
		}
		return a.value.Number().Cmp(attr.NumberFromInt(int64(b.size))), true
	}
	return attr.Compare(a.value, b.value)
}
