package model

import (
	"strconv"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
)

// Sizes that are taken for a value of unbounded type whose avg= is not given.
const (
	defaultTextSize = 100
	defaultBlobSize = 256
	defaultNumber   = 6 // ten digits: two in a byte, and one byte more
)

// Size returns the mean size in bytes of a stored value, without the name of
// its attribute: avg= where given, else a guess by type: half of the longest
// text, the mean of an enum, the number of digits of the larger bound.
func (c *Column) Size() int {
	if c.Avg > 0 {
		return c.Avg
	}
	switch c.Type.Kind {
	case KindInt, KindNumeric:
		return c.numberSize()
	case KindBool:
		return 1
	case KindBlob:
		if c.Type.Length > 0 {
			return (c.MinLen + c.Type.Length + 1) / 2
		}
		return defaultBlobSize
	case KindJSON:
		return defaultBlobSize
	case KindText, KindVarchar, KindChar:
		return c.textSize()
	}
	return c.MaxLen()
}

func (c *Column) numberSize() int {
	if c.Min == nil || c.Max == nil {
		return defaultNumber
	}
	digits := max(len(c.Min.String()), len(c.Max.String()))
	return (digits+1)/2 + 1
}

func (c *Column) textSize() int {
	switch {
	case c.Values != nil:
		sum := 0
		for _, v := range c.Values {
			sum += len(v)
		}
		return (sum + len(c.Values) - 1) / len(c.Values)
	case c.Type.Kind == KindChar:
		return c.Type.Length
	case c.Type.Kind == KindVarchar:
		return (c.MinLen + c.Type.Length + 1) / 2
	}
	return max(c.MinLen, defaultTextSize)
}

// MaxLen returns the length in bytes of the longest text form of a value: of
// a number its digits with sign and point, of a timestamp its UTC form, of a
// blob its bytes. It is 0 where the column is unbounded: text, blob or numeric
// without a bound, and json.
func (c *Column) MaxLen() int {
	switch c.Type.Kind {
	case KindInt, KindNumeric:
		return c.maxNumberLen()
	case KindText:
		return c.maxEnumLen()
	case KindVarchar, KindChar:
		if c.Values != nil {
			return c.maxEnumLen()
		}
		return c.Type.Length * c.maxRuneLen()
	case KindTimestamp:
		if c.Type.Precision == 0 {
			return len("2026-05-28T19:05:33Z")
		}
		return len("2026-05-28T19:05:33.Z") + c.Type.Precision
	case KindDate:
		return len("2026-05-28")
	case KindBool:
		return len("false")
	case KindULID:
		return 26
	case KindUUID:
		return 36
	}
	return c.Type.Length
}

func (c *Column) maxEnumLen() int {
	longest := 0
	for _, v := range c.Values {
		longest = max(longest, len(v))
	}
	return longest
}

// maxRuneLen returns how many bytes a character takes at most.
func (c *Column) maxRuneLen() int {
	if c.Alphabet == "" {
		return utf8.UTFMax
	}
	last, _ := utf8.DecodeLastRuneInString(c.Alphabet)
	return utf8.RuneLen(last)
}

func (c *Column) maxNumberLen() int {
	if c.Type.Kind == KindInt {
		lo, hi := int64(-1<<63), int64(1<<63-1)
		if c.Min != nil {
			lo = clampInt(*c.Min, lo)
		}
		if c.Max != nil {
			hi = clampInt(*c.Max, hi)
		}
		return max(len(strconv.FormatInt(lo, 10)), len(strconv.FormatInt(hi, 10)))
	}
	if c.Min == nil || c.Max == nil || c.Type.Precision == 0 {
		return 0
	}
	longest := max(len(wholePart(*c.Min)), len(wholePart(*c.Max)))
	if c.Min.Sign() < 0 && len(wholePart(*c.Min)) == len("0") {
		longest++ // -0.5
	}
	if c.Type.Scale > 0 {
		longest += 1 + c.Type.Scale
	}
	return longest
}

func clampInt(n attr.Number, otherwise int64) int64 {
	if i, ok := n.Int64(); ok {
		return i
	}
	return otherwise
}

func wholePart(n attr.Number) string {
	s := n.String()
	for i := range len(s) {
		if s[i] == '.' {
			return s[:i]
		}
	}
	return s
}
