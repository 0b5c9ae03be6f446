package expr

import (
	"errors"
	"slices"

	"github.com/keywright/keywright/attr"
)

// change is what an action does to its target.
type change struct {
	value attr.Value // to write; the zero Value removes what is there
	none  bool       // nothing to do
}

// Apply returns the item as the update leaves it; the old item is not changed
// and parts of it are shared. Every action reads the old item: neither the
// order of actions nor what another one writes matters. The old item of an
// update that creates one holds the key attributes only.
//
// The error is an *Error. Where several actions fail, DynamoDB reports a
// target inside something that is no map or list first, then a wrong type,
// then, from the last section to the first, a target that has no parent and an
// attribute that SET reads and that is not there.
func (u *Update) Apply(old attr.Item) (attr.Item, error) {
	for _, a := range u.actions {
		if a.target.place(old) == placeWrong {
			return nil, refuseAt(a.target.at, msgApplyPath)
		}
	}
	changes := make([]change, len(u.actions))
	missing := make([]*Error, len(u.actions))
	for i, a := range u.actions {
		var err error
		changes[i], err = a.change(old)
		var gone errMissing
		if errors.As(err, &gone) {
			missing[i] = gone.fault
		} else if err != nil {
			return nil, err
		}
	}
	if err := u.targetsOrMissing(old, missing); err != nil {
		return nil, err
	}
	return u.root.rebuild(old, changes), nil
}

func (u *Update) targetsOrMissing(old attr.Item, missing []*Error) error {
	for c := range slices.Backward(u.clauses) {
		for _, a := range u.actions {
			if a.clause == c && a.target.place(old) == placeMissing {
				return refuseAt(a.target.at, msgApplyPath)
			}
		}
		for i, a := range u.actions {
			if a.clause == c && missing[i] != nil {
				return missing[i]
			}
		}
	}
	return nil
}

// place says whether an item has the map or list that a target stands in.
type place uint8

const (
	placeThere place = iota
	placeMissing
	placeWrong // something else stands there
)

func (p *path) place(it attr.Item) place {
	last := len(p.steps) - 1
	if last == 0 {
		return placeThere
	}
	want := attr.TypeMap
	if p.steps[last].Index >= 0 {
		want = attr.TypeList
	}
	switch it.At(p.steps[:last]).Type() {
	case want:
		return placeThere
	case 0:
		return placeMissing
	}
	return placeWrong
}

// change works out what the action does, from the old item.
func (a located) change(old attr.Item) (change, error) {
	switch a.section {
	case secSet:
		v, err := a.assigned(old)
		return change{value: v}, err
	case secRemove:
		return change{}, nil
	case secAdd:
		return a.added(old)
	}
	return a.deleted(old)
}

// added is ADD: the sum of numbers, the union of sets, or the operand itself
// where nothing is there yet.
func (a located) added(old attr.Item) (change, error) {
	was, operand := a.target.value(old), a.args[0].val
	switch {
	case was.IsZero():
		return change{value: operand}, nil
	case was.Type() != operand.Type():
		return change{}, a.wrongType()
	case operand.Type() == attr.TypeList: // of a legacy ADD only
		return change{value: attr.List(slices.Concat(was.Elems(), operand.Elems())...)}, nil
	case operand.Type() == attr.TypeNumber:
		sum, err := was.Number().Add(operand.Number())
		if err != nil {
			return change{}, asError(err)
		}
		return change{value: attr.Num(sum)}, nil
	}
	return change{value: attr.Set(was.Type(), slices.Concat(was.Elems(), operand.Elems()))}, nil
}

// deleted is DELETE: the difference of sets. A set without members is no
// value, so the attribute goes.
func (a located) deleted(old attr.Item) (change, error) {
	was, operand := a.target.value(old), a.args[0].val
	switch {
	case was.IsZero():
		return change{none: true}, nil
	case was.Type() != operand.Type():
		return change{}, a.wrongType()
	}
	return change{value: difference(was, operand)}, nil
}

// wrongType is the error of an ADD or DELETE to what is of another type.
func (a *action) wrongType() error {
	if a.legacy {
		return refuse(msgLegacyType)
	}
	return refuseAt(a.args[0].at, msgApplyType)
}

// difference is a set without the members of another, the zero Value where
// none are left.
func difference(set, members attr.Value) attr.Value {
	left := make([]attr.Value, 0, len(set.Elems()))
	for _, e := range set.Elems() {
		if !contains(result{value: members}, result{value: e}) {
			left = append(left, e)
		}
	}
	return attr.Set(set.Type(), left)
}
