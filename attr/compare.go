package attr

import (
	"cmp"
	"strings"
)

// Equal says whether a and b are the same value: of one type, numbers by
// value (1.0 = 1), sets without regard to order, maps and lists in depth.
func Equal(a, b Value) bool {
	if a.typ != b.typ {
		return false
	}
	switch a.typ {
	case TypeBool:
		return a.flag == b.flag
	case TypeMap:
		return EqualItems(a.Item(), b.Item())
	case TypeList, TypeStringSet, TypeNumberSet, TypeBinarySet:
		x, y := a.Elems(), b.Elems()
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !Equal(x[i], y[i]) {
				return false
			}
		}
		return true
	}
	return a.str == b.str
}

// EqualItems says whether a and b have the same attributes with Equal values.
func EqualItems(a, b Item) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || !Equal(a[i].Value, b[i].Value) {
			return false
		}
	}
	return true
}

// Equal is EqualItems as a method; package cmp of go-cmp uses it.
func (it Item) Equal(other Item) bool { return EqualItems(it, other) }

// Equal is Equal as a method; package cmp of go-cmp uses it.
func (v Value) Equal(other Value) bool { return Equal(v, other) }

// Compare orders two values as DynamoDB's comparators and sort keys do: S by
// its UTF-8 bytes, B by its unsigned bytes, N by value. ok is false where the
// types differ or have no order.
func Compare(a, b Value) (order int, ok bool) {
	if a.typ != b.typ {
		return 0, false
	}
	switch a.typ {
	case TypeString, TypeNumber, TypeBinary:
		return compareScalars(a, b), true
	}
	return 0, false
}

// compareScalars orders two values of one type, S, N or B.
func compareScalars(a, b Value) int {
	if a.typ == TypeNumber {
		return compareNormalForms(a.str, b.str)
	}
	return strings.Compare(a.str, b.str)
}

// compareNormalForms orders two numbers by their normal forms. Of two that
// are not negative the one with more digits before the point is larger; with
// as many, the points are aligned and the order of the texts decides.
func compareNormalForms(a, b string) int {
	switch negA, negB := a[0] == '-', b[0] == '-'; {
	case negA && negB:
		a, b = b[1:], a[1:]
	case negA:
		return -1
	case negB:
		return 1
	}
	if c := cmp.Compare(integerDigits(a), integerDigits(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

func integerDigits(s string) int {
	if i := strings.IndexByte(s, '.'); i >= 0 {
		return i
	}
	return len(s)
}
