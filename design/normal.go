package design

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// null says whether a value of a row is SQL's NULL.
func null(v attr.Value) bool { return v.IsZero() || v.IsNull() }

// show prints a value for messages.
func show(v attr.Value) string {
	switch v.Type() {
	case attr.TypeString:
		s := v.Str()
		if len(s) > 60 {
			s = strings.ToValidUTF8(s[:60], "") + "..."
		}
		return strconv.Quote(s)
	case attr.TypeNumber:
		return v.Str()
	case attr.TypeBool:
		return strconv.FormatBool(v.Bool())
	case 0:
		return "nothing"
	}
	return "a value of type " + v.Type().String()
}

func refuse(c *model.Column, v attr.Value, format string, args ...any) error {
	return fmt.Errorf("column %s: %s %s", c.Name, show(v), fmt.Sprintf(format, args...))
}

// normal returns the one form in which a column's value, not NULL, is stored:
// times in UTC with the column's fraction digits. It refuses what the column's
// type or CHECK does not allow.
func normal(c *model.Column, v attr.Value) (attr.Value, error) {
	want := valueType(c)
	if want != 0 && v.Type() != want {
		return v, refuse(c, v, "is no %s", c.Type.Kind)
	}
	switch c.Type.Kind {
	case model.KindInt, model.KindNumeric:
		return v, checkNumber(c, v)
	case model.KindTimestamp:
		t, err := parseTime(c, v)
		if err != nil {
			return v, err
		}
		if _, rest := cutTime(t, c.Type.Precision); rest {
			return v, refuse(c, v, "has more than %d fraction digits", c.Type.Precision)
		}
		n := model.FormatTimestamp(t, c.Type.Precision)
		return attr.String(n), checkTextRange(c, v, n)
	case model.KindDate:
		if _, err := time.Parse(time.DateOnly, v.Str()); err != nil {
			return v, refuse(c, v, "is no date; write YYYY-MM-DD")
		}
		return v, checkTextRange(c, v, v.Str())
	case model.KindBlob:
		if n := len(v.Str()); n < c.MinLen || c.Type.Length > 0 && n > c.Type.Length {
			return v, refuse(c, v, "has %d bytes, outside of its length", n)
		}
		return v, nil
	case model.KindBool, model.KindJSON:
		return v, nil
	}
	return v, checkText(c, v)
}

// valueType is the attribute type of a column's values, 0 for json.
func valueType(c *model.Column) attr.Type {
	switch c.Type.Kind {
	case model.KindInt, model.KindNumeric:
		return attr.TypeNumber
	case model.KindBool:
		return attr.TypeBool
	case model.KindBlob:
		return attr.TypeBinary
	case model.KindJSON:
		return 0
	}
	return attr.TypeString
}

func checkNumber(c *model.Column, v attr.Value) error {
	scale := numberScale(c)
	if _, exact := scaled(v.Number(), scale); !exact && !anyScale(c) {
		if scale == 0 {
			return refuse(c, v, "is no whole number")
		}
		return refuse(c, v, "has more than %d fraction digits", scale)
	}
	if _, fits := v.Number().Int64(); c.Type.Kind == model.KindInt && !fits {
		return refuse(c, v, "does not fit 64 bits")
	}
	lo, hi := numberRange(c)
	if lo != nil && v.Number().Cmp(*lo) < 0 {
		return refuse(c, v, "is below %s", lo.String())
	}
	if hi != nil && v.Number().Cmp(*hi) > 0 {
		return refuse(c, v, "is above %s", hi.String())
	}
	return nil
}

// anyScale says whether a number column has any number of fraction digits:
// numeric without (p,s).
func anyScale(c *model.Column) bool {
	return c.Type.Kind == model.KindNumeric && c.Type.Precision == 0
}

// numberScale is how many fraction digits a number column has; 0 where anyScale.
func numberScale(c *model.Column) int {
	if c.Type.Kind == model.KindNumeric {
		return c.Type.Scale
	}
	return 0
}

// numberRange is the declared range of a number column: its CHECK, or what
// numeric(p,s) can hold; nil where there is no bound.
func numberRange(c *model.Column) (lo, hi *attr.Number) {
	lo, hi = c.Min, c.Max
	p, s := c.Type.Precision, c.Type.Scale
	if c.Type.Kind != model.KindNumeric || p == 0 {
		return lo, hi
	}
	digits := strings.Repeat("9", p)
	most, err := attr.ParseNumber(digits[:p-s] + "." + digits[p-s:])
	if err != nil {
		return lo, hi // numeric(39) and above has no exact bound
	}
	least := most.Neg()
	if lo == nil {
		lo = &least
	}
	if hi == nil {
		hi = &most
	}
	return lo, hi
}

// scaled returns the floor of n × 10^scale, and whether nothing was cut off.
func scaled(n attr.Number, scale int) (floor *big.Int, exact bool) {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(n.String(), "-"), ".")
	exact = true
	if len(fraction) > scale {
		exact = strings.Trim(fraction[scale:], "0") == ""
		fraction = fraction[:scale]
	}
	floor, ok := new(big.Int).SetString(whole+fraction+strings.Repeat("0", scale-len(fraction)), 10)
	if !ok {
		panic("design: a number prints as " + n.String())
	}
	if n.Sign() < 0 {
		floor.Neg(floor)
		if !exact {
			floor.Sub(floor, big.NewInt(1))
		}
	}
	return floor, exact
}

// unscaled returns i × 10^-scale.
func unscaled(i *big.Int, scale int) (attr.Number, error) {
	digits := new(big.Int).Abs(i).String()
	if len(digits) <= scale {
		digits = strings.Repeat("0", scale+1-len(digits)) + digits
	}
	s := digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
	if i.Sign() < 0 {
		s = "-" + s
	}
	return attr.ParseNumber(strings.TrimSuffix(s, "."))
}

func parseTime(c *model.Column, v attr.Value) (time.Time, error) {
	t, err := model.ParseTimestamp(v.Str())
	if err != nil {
		return t, fmt.Errorf("column %s: %w", c.Name, err)
	}
	return t, nil
}

// cutTime cuts a time to p fraction digits, and says whether anything was cut.
func cutTime(t time.Time, p int) (time.Time, bool) {
	unit := int(pow10(9 - p))
	rest := t.Nanosecond() % unit
	return t.Add(-time.Duration(rest)), rest != 0
}

func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// checkTextRange checks the CHECK range of a date or a timestamp, by the
// order of time.
func checkTextRange(c *model.Column, v attr.Value, n string) error {
	form := func(s string) string {
		if t, err := model.ParseTimestamp(s); err == nil && c.Type.Kind == model.KindTimestamp {
			return model.FormatTimestamp(t, 9)
		}
		return s
	}
	if c.MinText != "" && form(n) < form(c.MinText) {
		return refuse(c, v, "is before %s", c.MinText)
	}
	if c.MaxText != "" && form(n) > form(c.MaxText) {
		return refuse(c, v, "is after %s", c.MaxText)
	}
	return nil
}

func checkText(c *model.Column, v attr.Value) error {
	s := v.Str()
	if len(c.Values) > 0 && !slices.Contains(c.Values, s) {
		return refuse(c, v, "is not one of %s", strings.Join(c.Values, ", "))
	}
	n := utf8.RuneCountInString(s)
	switch {
	case !utf8.ValidString(s):
		return refuse(c, v, "is not valid UTF-8")
	case c.Type.Kind == model.KindULID && !isULID(s):
		return refuse(c, v, "is no ULID: 26 characters of Crockford's base 32 in upper case")
	case c.Type.Kind == model.KindUUID && !isUUID(s):
		return refuse(c, v, "is no UUID: 36 characters in lower case")
	case c.Type.Kind == model.KindChar && n != c.Type.Length:
		return refuse(c, v, "has %d characters, not %d", n, c.Type.Length)
	case c.Type.Kind == model.KindVarchar && n > c.Type.Length:
		return refuse(c, v, "has %d characters, more than %d", n, c.Type.Length)
	case c.Alphabet != "" && strings.Trim(s, c.Alphabet) != "":
		return refuse(c, v, "holds a character that its CHECK rules out")
	case n < c.MinLen:
		return refuse(c, v, "has %d characters, fewer than %d", n, c.MinLen)
	}
	return nil
}

const (
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // without I, L, O, U
	hexDigits = "0123456789abcdef"
)

// isULID: 26 characters hold 130 bits of a ULID's 128, so the first is at most
// '7'.
func isULID(s string) bool { return len(s) == 26 && s[0] <= '7' && strings.Trim(s, crockford) == "" }

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (s[i] == '-') || !dash && strings.IndexByte(hexDigits, s[i]) < 0 {
			return false
		}
	}
	return true
}
