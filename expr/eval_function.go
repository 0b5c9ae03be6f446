package expr

import (
	"strings"

	"github.com/keywright/keywright/attr"
)

func (c *cond) evalCall(it attr.Item) bool {
	a := c.args[0].eval(it)
	switch c.fn {
	case fnExists:
		return !a.missing()
	case fnNotExists:
		return a.missing()
	case fnType:
		return !a.missing() && a.value.Type().String() == c.args[1].val.Str()
	case fnBeginsWith:
		return beginsWith(a.value, c.args[1].eval(it).value)
	}
	return contains(a, c.args[1].eval(it))
}

// beginsWith is defined for two S or two B.
func beginsWith(v, prefix attr.Value) bool {
	switch v.Type() {
	case attr.TypeString, attr.TypeBinary:
		return v.Type() == prefix.Type() && strings.HasPrefix(v.Str(), prefix.Str())
	}
	return false
}

// contains is a substring of an S or B, or a member of a set or list. It never
// looks for a subset, nor among the keys of a map.
func contains(a, b result) bool {
	if b.missing() {
		return false
	}
	switch t := a.value.Type(); t {
	case attr.TypeString, attr.TypeBinary:
		return t == b.value.Type() && strings.Contains(a.value.Str(), b.value.Str())
	case attr.TypeList, attr.TypeStringSet, attr.TypeNumberSet, attr.TypeBinarySet:
		for _, e := range a.value.Elems() {
			if equal(result{value: e}, b) {
				return true
			}
		}
	}
	return false
}

// sizeOf is the function size: the length of an S in UTF-16 units (measured by
// others on AWS, nubo-db/dynoxide), the bytes of a B, the number of members of
// a set, list or map. Other types have none.
func sizeOf(v attr.Value) (n int, ok bool) {
	switch v.Type() {
	case attr.TypeString:
		return utf16Units(v.Str()), true
	case attr.TypeBinary:
		return len(v.Str()), true
	case attr.TypeMap:
		return len(v.Item()), true
	case attr.TypeList, attr.TypeStringSet, attr.TypeNumberSet, attr.TypeBinarySet:
		return len(v.Elems()), true
	}
	return 0, false
}

func utf16Units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
