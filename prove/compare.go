package prove

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// compareVals orders two values that are not NULL: numbers by value, text and
// blobs by their bytes, an enum in its declared order, timestamps as instants
// (text beside a timestamp is read as one), false before true. Values of other
// pairs of types have no order in the model language; that is an error, not a
// guess.
func compareVals(a, b val) (int, error) {
	if a.kind != b.kind {
		var err error
		if a, b, err = unify(a, b); err != nil {
			return 0, err
		}
	}
	switch a.kind {
	case kindNumber:
		return a.num.Cmp(b.num), nil
	case kindTime:
		return a.at.compare(b.at), nil
	case kindText:
		return compareTexts(a, b), nil
	case kindBlob:
		return strings.Compare(a.text, b.text), nil
	case kindBool:
		if a.flag == b.flag {
			return 0, nil
		}
		return sign(b.flag), nil
	}
	return 0, fmt.Errorf("%s has no order", kindNames[a.kind])
}

// compareTexts orders texts by their bytes; beside an enum by the place in its
// list, where a text that is not in the list comes first.
func compareTexts(a, b val) int {
	list := a.enum
	if list == nil {
		list = b.enum
	}
	i, j := slices.Index(list, a.text), slices.Index(list, b.text)
	if i != j {
		return sign(i < j)
	}
	return strings.Compare(a.text, b.text)
}

// unify brings two values of different types to one type.
func unify(a, b val) (val, val, error) {
	switch {
	case a.kind == kindTime && b.kind == kindText:
		i, err := parseInstant(b.text)
		return a, timestamp(i), err
	case a.kind == kindText && b.kind == kindTime:
		i, err := parseInstant(a.text)
		return timestamp(i), b, err
	case a.kind == kindBool && b.kind == kindNumber:
		return number(truthNumber(a.flag)), b, nil
	case a.kind == kindNumber && b.kind == kindBool:
		return a, number(truthNumber(b.flag)), nil
	}
	return a, b, fmt.Errorf("%s is compared with %s", kindNames[a.kind], kindNames[b.kind])
}

// truthNumber is SQL's 1 for true and 0 for false.
func truthNumber(b bool) *big.Rat {
	if b {
		return big.NewRat(1, 1)
	}
	return new(big.Rat)
}

// compareForOrder is the order of ORDER BY: as compareVals, with NULL before
// everything else, as SQLite has it.
func compareForOrder(a, b val) (int, error) {
	switch {
	case a.kind == kindNull && b.kind == kindNull:
		return 0, nil
	case a.kind == kindNull:
		return -1, nil
	case b.kind == kindNull:
		return 1, nil
	}
	return compareVals(a, b)
}
