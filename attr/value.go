// Package attr holds DynamoDB's attribute values: the ten types, exact
// numbers of up to 38 digits, items, document paths, their size in bytes,
// their order, and their JSON and storage forms.
//
// A Value is immutable once built. The zero Value is no value at all
// (IsZero); it never appears inside an Item. Values read from a request's JSON
// may be refused (Err). Package attr imports nothing of this module; everything
// else is built on it.
package attr

// Type is one of DynamoDB's ten attribute types. The zero Type is no type.
type Type uint8

// The ten types, in the order in which the documentation lists them.
const (
	TypeString Type = iota + 1
	TypeNumber
	TypeBinary
	TypeBool
	TypeNull
	TypeMap
	TypeList
	TypeStringSet
	TypeNumberSet
	TypeBinarySet
)

var typeNames = [...]string{"", "S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"}

// String returns the type descriptor that DynamoDB JSON uses: "S", "N", "SS".
func (t Type) String() string { return typeNames[t] }

// Value is one attribute value.
type Value struct {
	typ  Type
	flag bool   // BOOL
	str  string // S: UTF-8 text; B: the bytes; N: normal form
	kids *node  // M, L and the sets
}

// node keeps the rare, larger types out of Value, so that a Value of a scalar
// type stays small and is copied cheaply.
type node struct {
	list []Value // L in order; SS, NS, BS in ascending order without duplicates
	item Item    // M
}

// String returns a value of type S.
func String(s string) Value { return Value{typ: TypeString, str: s} }

// Num returns a value of type N.
func Num(n Number) Value { return Value{typ: TypeNumber, str: n.String()} }

// Int returns a value of type N.
func Int(i int64) Value { return Num(NumberFromInt(i)) }

// Binary returns a value of type B. The bytes are copied.
func Binary(b []byte) Value { return Value{typ: TypeBinary, str: string(b)} }

// Bool returns a value of type BOOL.
func Bool(b bool) Value { return Value{typ: TypeBool, flag: b} }

// Null returns the value of type NULL.
func Null() Value { return Value{typ: TypeNull} }

// Map returns a value of type M. The item is not copied.
func Map(it Item) Value { return Value{typ: TypeMap, kids: &node{item: it}} }

// List returns a value of type L. The slice is not copied.
func List(vs ...Value) Value { return Value{typ: TypeList, kids: &node{list: vs}} }

// Type returns the value's type, 0 for the zero Value.
func (v Value) Type() Type { return v.typ }

// IsZero says whether v is no value at all, or one that Err refuses.
func (v Value) IsZero() bool { return v.typ == 0 }

// IsNull says whether v is of type NULL.
func (v Value) IsNull() bool { return v.typ == TypeNull }

// Str returns the text of an S, the bytes of a B as a string, the normal form
// of an N, and "" for every other type.
func (v Value) Str() string { return v.str }

// Number returns the number of an N, 0 for every other type.
func (v Value) Number() Number {
	if v.typ != TypeNumber {
		return Number{}
	}
	n, err := ParseNumber(v.str)
	if err != nil {
		panic("attr: an N holds " + v.str) // every way to build an N parses
	}
	return n
}

// Bool returns the truth of a BOOL, false for every other type.
func (v Value) Bool() bool { return v.flag }

// Item returns the attributes of an M, nil for every other type. The result
// must not be changed.
func (v Value) Item() Item {
	if v.kids == nil {
		return nil
	}
	return v.kids.item
}

// Elems returns the elements of an L in order, or of a set in ascending order
// as values of type S, N or B; nil for every other type. The result must not
// be changed.
func (v Value) Elems() []Value {
	if v.kids == nil {
		return nil
	}
	return v.kids.list
}
