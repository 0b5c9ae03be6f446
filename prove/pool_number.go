package prove

import (
	"math"
	"math/big"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// numberLists are families around the places where decimal digits grow, where
// the sign changes, and where other arithmetics end.
var numberLists = [][]string{
	{"9", "10", "11", "2"},
	{"99", "100", "101", "1000"},
	{"999", "1000", "1001", "9"},
	{"-1", "-2", "0", "1"},
	{"-10", "-9", "9", "-99"},
	{"0", "1", "5", "3"},
	{"9007199254740992", "9007199254740993", "9007199254740991"},
	{"9223372036854775807", "-9223372036854775808", "9223372036854775806"},
}

// wideNumbers are for columns without a range: the most digits DynamoDB keeps.
var wideNumbers = [][]string{
	{strings.Repeat("9", 38), strings.Repeat("9", 37) + "8", "-" + strings.Repeat("9", 38), "1" + strings.Repeat("0", 37)},
}

func numberFamilies(c *model.Column) []family {
	lists := append([][]string{}, numberLists...)
	if c.Type.Kind == model.KindNumeric && c.Type.Precision == 0 {
		lists = append(lists, wideNumbers...)
	}
	unit := unitOf(c)
	rats := func(rs ...*big.Rat) []string {
		out := make([]string, len(rs))
		for i, r := range rs {
			out[i] = r.FloatString(c.Type.Scale)
		}
		return out
	}
	if c.Type.Scale > 0 {
		ten, half := big.NewRat(10, 1), big.NewRat(1, 2)
		lists = append(lists,
			rats(unit, new(big.Rat), new(big.Rat).Neg(unit), sum(unit, unit)),
			rats(diff(ten, unit), ten, sum(ten, unit), half),
			rats(diff(half, unit), half, sum(half, unit), big.NewRat(1, 1)))
	}
	lo, hi := bounds(c)
	if lo != nil {
		lists = append(lists, rats(lo, sum(lo, unit), sum(lo, sum(unit, unit))))
	}
	if hi != nil {
		lists = append(lists, rats(hi, diff(hi, unit), diff(hi, sum(unit, unit))))
	}
	if lo != nil && hi != nil {
		lists = append(lists, rats(lo, hi, new(big.Rat)))
	}
	out := make([]family, len(lists))
	for i, list := range lists {
		for _, s := range list {
			if v, err := attr.ParseNum(s); err == nil {
				out[i] = append(out[i], v)
			}
		}
	}
	return out
}

func sum(a, b *big.Rat) *big.Rat  { return new(big.Rat).Add(a, b) }
func diff(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }

// unitOf returns the column's smallest step: 1, or 10^-scale.
func unitOf(c *model.Column) *big.Rat {
	return new(big.Rat).SetFrac(big.NewInt(1), tenTo(c.Type.Scale))
}

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// bounds returns the range that CHECK gives a column, or that its type
// implies (64 bits, p digits); nil where there is none.
func bounds(c *model.Column) (lo, hi *big.Rat) {
	if c.Type.Kind == model.KindInt {
		lo, hi = big.NewRat(math.MinInt64, 1), big.NewRat(math.MaxInt64, 1)
	}
	if c.Type.Kind == model.KindNumeric && c.Type.Precision > 0 {
		top := new(big.Int).Sub(tenTo(c.Type.Precision), big.NewInt(1))
		hi = new(big.Rat).SetFrac(top, tenTo(c.Type.Scale))
		lo = new(big.Rat).Neg(hi)
	}
	if c.Min != nil {
		lo = ratOf(*c.Min)
	}
	if c.Max != nil {
		hi = ratOf(*c.Max)
	}
	return lo, hi
}

func ratOf(n attr.Number) *big.Rat {
	r, _ := new(big.Rat).SetString(n.String()) // a normal form always parses
	return r
}

func numberAllowed(c *model.Column, v attr.Value) bool {
	if v.Type() != attr.TypeNumber {
		return false
	}
	r := ratOf(v.Number())
	lo, hi := bounds(c)
	if lo != nil && r.Cmp(lo) < 0 || hi != nil && r.Cmp(hi) > 0 {
		return false
	}
	if c.Type.Kind == model.KindNumeric && c.Type.Precision == 0 {
		return true
	}
	return new(big.Rat).Quo(r, unitOf(c)).IsInt()
}
