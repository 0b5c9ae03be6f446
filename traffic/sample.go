package traffic

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// sampler makes rows up whose values have the mean sizes that the model tells.
// Values of one column differ by a number; a column that refers to a parent
// has the value of the parent's key of that number.
type sampler struct{ m *model.Model }

// row is the n-th row of an entity.
func (s sampler) row(e *model.Entity, n int) model.Row {
	row := make(model.Row, len(e.Columns))
	for _, c := range e.Columns {
		if c.Computed == nil {
			row[c.Name] = s.value(c, n)
		}
	}
	return row
}

// value is the n-th value of a column.
func (s sampler) value(c *model.Column, n int) attr.Value {
	for hops := 0; c.References != nil && hops < 32; hops++ {
		parent := s.m.Entity(c.References.Entity)
		if parent == nil || parent.Column(c.References.Column) == nil {
			break
		}
		c = parent.Column(c.References.Column)
	}
	switch c.Type.Kind {
	case model.KindInt, model.KindNumeric:
		return number(c, n)
	case model.KindBool:
		return attr.Bool(n%2 == 0)
	case model.KindTimestamp:
		t := epoch.Add(time.Duration(n) * time.Second)
		return within(c, attr.String(model.FormatTimestamp(t, c.Type.Precision)))
	case model.KindDate:
		return within(c, attr.String(epoch.AddDate(0, 0, n).Format(time.DateOnly)))
	case model.KindULID:
		return attr.String("01" + digits(n, "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 24))
	case model.KindUUID:
		return attr.String(fmt.Sprintf("%08x-0000-4000-8000-%012x", uint32(n)*0x9e3779b1, n))
	case model.KindBlob:
		return attr.Binary([]byte(digits(n, "0123456789abcdef", c.Size())))
	case model.KindJSON:
		return attr.String(digits(n, letters, c.Size()))
	}
	return attr.String(text(c, n))
}

// epoch is the first time stamp of made-up rows.
var epoch = time.Date(2026, 5, 28, 10, 0, 0, 0, time.UTC)

const letters = "0123456789abcdefghijklmnopqrstuvwxyz"

// within is a time that the column's CHECK allows.
func within(c *model.Column, v attr.Value) attr.Value {
	if c.CheckValue(v) != nil {
		for _, s := range []string{c.MinText, c.MaxText} {
			if w := attr.String(s); s != "" && c.CheckValue(w) == nil {
				return w
			}
		}
	}
	return v
}

// digits writes n in the given digits, at least size of them.
func digits(n int, with string, size int) string {
	var b []byte
	for n > 0 {
		b = append(b, with[n%len(with)])
		n /= len(with)
	}
	for len(b) < size {
		b = append(b, with[0])
	}
	slices.Reverse(b)
	return string(b[len(b)-max(size, 1):])
}

// text is a text of the column's mean size, of characters that need no escape
// in a key.
func text(c *model.Column, n int) string {
	if len(c.Values) > 0 {
		return enum(c, n)
	}
	size := max(c.Size(), c.MinLen)
	if c.Type.Length > 0 {
		size = min(size, c.Type.Length)
	}
	with := letters
	if c.Alphabet != "" {
		with = plain(c.Alphabet)
	}
	return digits(n, with, size)
}

// plain are the letters and digits of an alphabet, or all of it where it has
// less than two.
func plain(alphabet string) string {
	keep := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, alphabet)
	if len(keep) < 2 {
		return alphabet
	}
	return keep
}

// enum is the n-th value, those closest to the mean size first.
func enum(c *model.Column, n int) string {
	list := slices.Clone(c.Values)
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(off(a, c), off(b, c)) })
	return list[n%len(list)]
}

func off(s string, c *model.Column) int {
	if d := len(s) - c.Size(); d > 0 {
		return d
	}
	return c.Size() - len(s)
}

// number is a number of the column's mean size where its bounds allow one.
func number(c *model.Column, n int) attr.Value {
	const ones = "1234567891234567891234567891234567891"
	for d := min(len(ones), max(1, 2*(c.Size()-1))); d > 0; d-- {
		mantissa, err := strconv.ParseInt(ones[:min(d, 17)], 10, 64)
		if err != nil {
			break
		}
		mantissa += 1 - mantissa%10 + int64(n) + int64(n/9) // which never ends in 0
		for scale := c.Type.Scale; scale >= 0; scale-- {
			if v, ok := scaled(mantissa, scale); ok && v.Size() == c.Size() && c.CheckValue(v) == nil {
				return v
			}
		}
	}
	return bounded(c, n)
}

// scaled is mantissa / 10^scale.
func scaled(mantissa int64, scale int) (attr.Value, bool) {
	s := strconv.FormatInt(mantissa, 10)
	if scale > 0 {
		s = strings.Repeat("0", max(0, scale+1-len(s))) + s
		s = s[:len(s)-scale] + "." + s[len(s)-scale:]
	}
	v, err := attr.ParseNum(s)
	return v, err == nil
}

// bounded is the n-th number from the column's lower bound on.
func bounded(c *model.Column, n int) attr.Value {
	for _, from := range []*attr.Number{c.Min, c.Max} {
		if from == nil {
			continue
		}
		if sum, err := from.Add(attr.NumberFromInt(int64(n))); err == nil && c.CheckValue(attr.Num(sum)) == nil {
			return attr.Num(sum)
		}
		if c.CheckValue(attr.Num(*from)) == nil {
			return attr.Num(*from)
		}
	}
	return attr.Int(int64(n))
}

// round is a × b / c, rounded to the nearest; it saturates.
func round(a, b, c int64) int64 {
	const most = int64(1) << 62
	if a != 0 && b > most/max(1, a) {
		return int64(float64(a) / float64(c) * float64(b)) // beyond any bill: only the order of magnitude is left
	}
	return (a*b + c/2) / c
}
