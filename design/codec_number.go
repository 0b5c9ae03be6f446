package design

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// Arguments that no row has still have a place among the fixed-width codes:
// below '0' and above the null form, above '9' and below the descending null
// form, and between a code and the next one (gap).
const (
	belowAll = "/"
	aboveAll = ":"
)

// gap stands after a code of fixed width, above whatever may follow the code:
// the place of a value between this code and the next one.
const gap = string(utf8.MaxRune)

var numberKinds = []model.Kind{model.KindInt, model.KindNumeric}

// plainNumber writes a number as people write it: 1842, -7, 0.5. Its text
// order is not the order of numbers.
type plainNumber struct{ col *model.Column }

func (plainNumber) encode(v attr.Value) (string, error) { return v.Str(), nil }
func (plainNumber) arg(v attr.Value) (string, error)    { return v.Str(), nil }
func (p plainNumber) decode(s string) (attr.Value, error) {
	n, err := attr.ParseNumber(s)
	if err != nil || n.String() != s {
		return attr.Value{}, nil
	}
	return normal(p.col, attr.Num(n))
}

func (p plainNumber) traits() traits {
	return traits{injective: true, number: true, shortest: 1, longest: numberLength(p.col), bytes: bytesOf("-.0123456789")}
}

// longestNumber is the longest plain form of DynamoDB's numbers: -1E-130 with
// 37 more digits is a sign, "0." and 167 digits.
const longestNumber = 1 + 2 + 130 + 37

// numberLength is the length of the longest plain form of a column's numbers.
func numberLength(col *model.Column) int {
	if n := col.MaxLen(); n > 0 {
		return n
	}
	return longestNumber
}

// paddedNumber is zero padding as printf does it, sign included: 05 writes
// 01842 and -0007. Negative numbers come out in the wrong order.
type paddedNumber struct {
	plainNumber
	width int
}

func newPadded(col *model.Column, width int) (scheme, error) {
	if width < 1 || width > 38 {
		return nil, fmt.Errorf("zero padding is to a width from 1 to 38, as 05")
	}
	return paddedNumber{plainNumber{col}, width}, wants(col, fmt.Sprintf("%02d", width), numberKinds...)
}

func (p paddedNumber) encode(v attr.Value) (string, error) {
	digits, negative := strings.CutPrefix(v.Str(), "-")
	sign := ""
	if negative {
		sign = "-"
	}
	return sign + strings.Repeat("0", max(0, p.width-len(sign)-len(digits))) + digits, nil
}

func (p paddedNumber) arg(v attr.Value) (string, error) { return p.encode(v) }

func (p paddedNumber) decode(s string) (attr.Value, error) {
	n, err := attr.ParseNumber(s)
	if err != nil {
		return attr.Value{}, nil
	}
	if again, _ := p.encode(attr.Num(n)); again != s {
		return attr.Value{}, nil
	}
	return normal(p.col, attr.Num(n))
}

func (p paddedNumber) traits() traits {
	t := p.plainNumber.traits()
	if t.longest > 0 {
		t.longest = max(t.longest, p.width)
	}
	lo, hi := numberRange(p.col)
	whole := lo != nil && hi != nil && lo.Sign() >= 0 && numberScale(p.col) == 0
	if whole && !anyScale(p.col) && len(hi.String()) <= p.width {
		t.ordered, t.width = true, p.width
	}
	return t
}

// rangedNumber is the codec num: the distance from the lower end of a range,
// in units of the column's last fraction digit, in a fixed width. A range that
// begins at or above zero counts from zero, so that the text reads as the
// number does.
type rangedNumber struct {
	col      *model.Column
	lo, hi   attr.Number
	scale    int
	origin   *big.Int // the number with code 0, scaled
	last     *big.Int // the greatest code
	width    int
	downward bool
}

func newRanged(col *model.Column, call codecCall) (scheme, error) {
	if err := wants(col, "num", numberKinds...); err != nil {
		return nil, err
	}
	r := &rangedNumber{col: col, scale: numberScale(col), downward: call.desc}
	if err := r.bounds(call.args); err != nil {
		return nil, err
	}
	if anyScale(col) && len(call.args) < 3 {
		return nil, fmt.Errorf("num needs the number of fraction digits; declare %s as numeric(p,s), or write num(lo,hi,digits)", col.Name)
	}
	if r.hi.Cmp(r.lo) < 0 {
		return nil, fmt.Errorf("num(%s,%s) is empty: the upper bound is below the lower one", r.lo.String(), r.hi.String())
	}
	low, _ := scaled(r.lo, r.scale)
	r.origin = new(big.Int)
	if low.Sign() < 0 {
		r.origin = low
	}
	high, _ := scaled(r.hi, r.scale)
	r.last = high.Sub(high, r.origin)
	r.width = len(r.last.String())
	if r.width > 200 {
		return nil, fmt.Errorf("num takes %d digits for the range of %s; use a narrower CHECK", r.width, col.Name)
	}
	return r, nil
}

// bounds takes the range from the arguments, or else from the column.
func (r *rangedNumber) bounds(args []string) error {
	switch len(args) {
	case 0:
		lo, hi := numberRange(r.col)
		if lo == nil || hi == nil {
			return fmt.Errorf("num needs a range; add CHECK (%s BETWEEN ... AND ...) to the model, or write num(lo,hi)", r.col.Name)
		}
		r.lo, r.hi = *lo, *hi
		return nil
	case 3:
		scale, err := strconv.Atoi(args[2])
		if err != nil || scale < 0 || scale > 38 {
			return fmt.Errorf("the scale %q of num is no whole number from 0 to 38", args[2])
		}
		r.scale = scale
	case 2:
	default:
		return fmt.Errorf("num takes no arguments, or lo,hi or lo,hi,scale")
	}
	for i, to := range []*attr.Number{&r.lo, &r.hi} {
		n, err := attr.ParseNumber(args[i])
		if err != nil {
			return fmt.Errorf("the bound %q of num is no number", args[i])
		}
		*to = n
	}
	return nil
}

func (r *rangedNumber) code(n *big.Int) string {
	d := new(big.Int).Sub(n, r.origin)
	if r.downward {
		d.Sub(r.last, d)
	}
	s := d.String()
	return strings.Repeat("0", r.width-len(s)) + s
}

func (r *rangedNumber) encode(v attr.Value) (string, error) {
	n := v.Number()
	if n.Cmp(r.lo) < 0 || n.Cmp(r.hi) > 0 {
		return "", refuse(r.col, v, "is outside the codec's range %s to %s", r.lo.String(), r.hi.String())
	}
	i, exact := scaled(n, r.scale)
	if !exact {
		return "", refuse(r.col, v, "has more than the codec's %d fraction digits", r.scale)
	}
	return r.code(i), nil
}

func (r *rangedNumber) arg(v attr.Value) (string, error) {
	n := v.Number()
	if below, above := n.Cmp(r.lo) < 0, n.Cmp(r.hi) > 0; below || above {
		if below != r.downward {
			return belowAll, nil
		}
		return aboveAll, nil
	}
	i, exact := scaled(n, r.scale)
	if exact {
		return r.code(i), nil
	}
	if r.downward {
		i.Add(i, big.NewInt(1)) // downward, the floor of the code is the ceiling of the number
	}
	return r.code(i) + gap, nil
}

func (r *rangedNumber) decode(s string) (attr.Value, error) {
	d, ok := new(big.Int).SetString(s, 10)
	if !ok || len(s) != r.width || strings.Trim(s, "0123456789") != "" {
		return attr.Value{}, nil
	}
	if r.downward {
		d.Sub(r.last, d)
	}
	n, err := unscaled(d.Add(d, r.origin), r.scale)
	if err != nil {
		return attr.Value{}, err
	}
	if n.Cmp(r.lo) < 0 || n.Cmp(r.hi) > 0 {
		return attr.Value{}, nil
	}
	return attr.Num(n), nil
}

func (r *rangedNumber) traits() traits {
	// '/' of an argument takes no room in rows, so it is no byte of the texts.
	return traits{
		ordered: true, injective: true, descending: r.downward,
		width: r.width, longest: r.width, bytes: bytesOf("0123456789"), number: true,
	}
}

// negativeNumber is the codec neg: -v in an attribute of type N, which turns
// the order of a native number key around.
type negativeNumber struct{ plainNumber }

func newNegative(col *model.Column, call codecCall) (scheme, error) {
	if call.desc {
		return nil, errors.New("neg is descending by itself; leave out desc")
	}
	return negativeNumber{plainNumber{col}}, wants(col, "neg", numberKinds...)
}

func (negativeNumber) encode(v attr.Value) (string, error) { return v.Number().Neg().String(), nil }
func (n negativeNumber) arg(v attr.Value) (string, error)  { return n.encode(v) }

func (n negativeNumber) decode(s string) (attr.Value, error) {
	x, err := attr.ParseNumber(s)
	if err != nil || x.String() != s {
		return attr.Value{}, nil
	}
	return normal(n.col, attr.Num(x.Neg()))
}

func (n negativeNumber) traits() traits {
	t := n.plainNumber.traits()
	t.descending, t.numberOnly = true, true
	return t
}
