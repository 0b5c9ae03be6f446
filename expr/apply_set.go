package expr

import (
	"slices"

	"github.com/keywright/keywright/attr"
)

// errMissing wraps the error for an attribute that is not there: it yields to
// faults in other actions, see Update.Apply.
type errMissing struct{ fault *Error }

func (e errMissing) Error() string { return e.fault.Message }

// assigned evaluates the right side of a SET.
func (a *action) assigned(old attr.Item) (attr.Value, error) {
	left, err := a.args[0].assigned(old)
	if err != nil || a.op == 0 {
		return left, err
	}
	if left.Type() != attr.TypeNumber {
		return attr.Value{}, refuseAt(a.args[0].at, msgApplyType)
	}
	right, err := a.args[1].assigned(old)
	if err != nil {
		return attr.Value{}, err
	}
	if right.Type() != attr.TypeNumber {
		return attr.Value{}, refuseAt(a.args[1].at, msgApplyType)
	}
	n := right.Number()
	if a.op == '-' {
		n = n.Neg()
	}
	sum, err := left.Number().Add(n)
	if err != nil {
		return attr.Value{}, asError(err)
	}
	return attr.Num(sum), nil
}

// assigned evaluates an operand of a SET.
func (o *operand) assigned(old attr.Item) (attr.Value, error) {
	switch {
	case o.kind == opValue:
		return o.val, nil
	case o.kind == opPath:
		if v := o.path.value(old); !v.IsZero() {
			return v, nil
		}
		return attr.Value{}, errMissing{&Error{msgApplyMissing, int(o.at.pos), int(o.at.end)}}
	case o.fn == fnIfNotExists:
		if v := o.args[0].path.value(old); !v.IsZero() {
			return v, nil
		}
		return o.args[1].assigned(old)
	case o.fn == fnSetAdd, o.fn == fnSetDelete:
		return o.assignedSet(old)
	}
	first, err := o.args[0].assignedList(old)
	if err != nil {
		return attr.Value{}, err
	}
	second, err := o.args[1].assignedList(old)
	if err != nil {
		return attr.Value{}, err
	}
	return attr.List(slices.Concat(first, second)...), nil
}

func (o *operand) assignedList(old attr.Item) ([]attr.Value, error) {
	v, err := o.assigned(old)
	if err == nil && v.Type() != attr.TypeList {
		err = refuseAt(o.at, msgApplyType)
	}
	return v.Elems(), err
}

// assignedSet is set_add and set_delete: like ADD and DELETE, they take what
// is missing for an empty set, and a set without members is no value.
func (o *operand) assignedSet(old attr.Item) (attr.Value, error) {
	was := o.args[0].path.value(old)
	members, err := o.args[1].assigned(old)
	switch {
	case err != nil:
		return attr.Value{}, err
	case members.Type().ElemType() == 0 || !was.IsZero() && was.Type() != members.Type():
		return attr.Value{}, refuseAt(o.at, msgApplyType)
	case o.fn == fnSetAdd:
		return attr.Set(members.Type(), slices.Concat(was.Elems(), members.Elems())), nil
	}
	return difference(was, members), nil
}
