package attr

import "strings"

// Size returns the value's bytes as DynamoDB counts them towards item size,
// capacity and throughput. Sources: "DynamoDB item sizes and formats"; for
// numbers measured by others on AWS, byte by byte at the 400 KB limit
// (nubo-db/dynoxide, 2026-08): 1, plus half the significant digits before the
// point and half of those after it, each rounded up, plus 1 if negative.
func (v Value) Size() int {
	switch v.typ {
	case TypeString, TypeBinary:
		return len(v.str)
	case TypeNumber:
		return numberSize(v.str)
	case TypeBool, TypeNull:
		return 1
	case TypeMap:
		return 3 + len(v.Item()) + v.Item().Size()
	case TypeList:
		size := 3
		for _, e := range v.Elems() {
			size += 1 + e.Size()
		}
		return size
	}
	size := 0
	for _, e := range v.Elems() {
		size += e.Size()
	}
	return size
}

// Size returns the item's bytes: the UTF-8 bytes of the names and the sizes
// of the values. The limit of 400 KB is on this number; the 100 bytes of
// storage overhead per item are not in it.
func (it Item) Size() int {
	size := 0
	for _, f := range it {
		size += len(f.Name) + f.Value.Size()
	}
	return size
}

func numberSize(normal string) int {
	size := 1
	if normal[0] == '-' {
		size++
		normal = normal[1:]
	}
	integer, fraction, hasFraction := strings.Cut(normal, ".")
	switch {
	case integer == "0":
		integer, fraction = "", strings.TrimLeft(fraction, "0")
	case !hasFraction:
		integer = strings.TrimRight(integer, "0")
	}
	return size + (len(integer)+1)/2 + (len(fraction)+1)/2
}
