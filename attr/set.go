package attr

import (
	"encoding/base64"
	"slices"
	"strings"
)

// DynamoDB's messages for sets and other malformed values. Source: measured
// by others on AWS (test suites of dynalite and of nubo-db).
const (
	invalidParameter = "One or more parameter values were invalid: "

	msgEmptyStringSet = invalidParameter + "An string set  may not be empty"
	msgEmptyNumberSet = invalidParameter + "An number set  may not be empty"
	msgEmptyBinarySet = invalidParameter + "Binary sets should not be empty"
	msgDuplicateNums  = "Input collection contains duplicates"
)

// StringSet returns a value of type SS. The error, a *ValidationError, says
// that the set is empty or has duplicates. Empty strings are allowed.
func StringSet(elems ...string) (Value, error) {
	if len(elems) == 0 {
		return Value{}, &ValidationError{msgEmptyStringSet}
	}
	values := make([]Value, len(elems))
	for i, s := range elems {
		values[i] = String(s)
	}
	set, ok := newSet(TypeStringSet, values)
	if !ok {
		return Value{}, &ValidationError{invalidParameter + "Input collection [" + strings.Join(elems, ", ") + "] contains duplicates."}
	}
	return set, nil
}

// NumberSet returns a value of type NS. The error, a *ValidationError, says
// that the set is empty or has duplicates.
func NumberSet(elems ...Number) (Value, error) {
	if len(elems) == 0 {
		return Value{}, &ValidationError{msgEmptyNumberSet}
	}
	values := make([]Value, len(elems))
	for i, n := range elems {
		values[i] = Num(n)
	}
	return newNumberSet(values)
}

func newNumberSet(values []Value) (Value, error) {
	set, ok := newSet(TypeNumberSet, values)
	if !ok {
		return Value{}, &ValidationError{msgDuplicateNums}
	}
	return set, nil
}

// BinarySet returns a value of type BS. The error, a *ValidationError, says
// that the set is empty or has duplicates. Empty members are allowed.
func BinarySet(elems ...[]byte) (Value, error) {
	if len(elems) == 0 {
		return Value{}, &ValidationError{msgEmptyBinarySet}
	}
	values := make([]Value, len(elems))
	for i, b := range elems {
		values[i] = Binary(b)
	}
	return newBinarySet(values)
}

func newBinarySet(values []Value) (Value, error) {
	given := slices.Clone(values)
	set, ok := newSet(TypeBinarySet, values)
	if !ok {
		texts := make([]string, len(given))
		for i, v := range given {
			texts[i] = base64.StdEncoding.EncodeToString([]byte(v.str))
		}
		// DynamoDB leaves out the space before "of".
		return Value{}, &ValidationError{invalidParameter + "Input collection [" + strings.Join(texts, ", ") + "]of type BS contains duplicates."}
	}
	return set, nil
}

// newSet sorts the elements in place; false where two are equal.
func newSet(t Type, elems []Value) (Value, bool) {
	slices.SortFunc(elems, compareScalars)
	for i := 1; i < len(elems); i++ {
		if elems[i].str == elems[i-1].str {
			return Value{}, false
		}
	}
	return Value{typ: t, kids: &node{list: elems}}, true
}

// ElemType returns the type of a set's elements (S of an SS), 0 for types
// that are not sets.
func (t Type) ElemType() Type {
	switch t {
	case TypeStringSet:
		return TypeString
	case TypeNumberSet:
		return TypeNumber
	case TypeBinarySet:
		return TypeBinary
	}
	return 0
}

// Set returns the set of type t (SS, NS or BS) with these elements, of type
// S, N or B; equal ones are kept once. It returns the zero Value where no
// element is left: DynamoDB has no empty sets. The slice is not changed.
func Set(t Type, elems []Value) Value {
	if len(elems) == 0 {
		return Value{}
	}
	sorted := slices.Clone(elems)
	slices.SortFunc(sorted, compareScalars)
	sorted = slices.CompactFunc(sorted, func(a, b Value) bool { return a.str == b.str })
	return Value{typ: t, kids: &node{list: sorted}}
}
