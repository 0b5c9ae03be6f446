package model

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
)

// CheckValue says what is wrong with a value of this column: its type, range,
// length, or that it is NULL (attr.Null or the zero Value) where it may not
// be. It is nil for a value that a row may have.
func (c *Column) CheckValue(v attr.Value) error {
	if v.IsZero() || v.IsNull() {
		if c.NotNull {
			return fmt.Errorf("column %s is NOT NULL", c.Name)
		}
		return nil
	}
	if err := c.checkPresent(v); err != nil {
		return fmt.Errorf("column %s: %w", c.Name, err)
	}
	return nil
}

func (c *Column) checkPresent(v attr.Value) error {
	want := c.Type.AttributeType()
	if want != 0 && v.Type() != want {
		return fmt.Errorf("%s is stored as %s, not %s", article(c.Type.String()), want, v.Type())
	}
	switch c.Type.Kind {
	case KindInt, KindNumeric:
		return c.checkNumber(v.Number())
	case KindText, KindVarchar, KindChar:
		return c.checkText(v.Str())
	case KindTimestamp, KindDate:
		return c.checkTime(v.Str())
	case KindULID:
		return checkULID(v.Str())
	case KindUUID:
		return checkUUID(v.Str())
	case KindBlob:
		if c.Type.Length > 0 && len(v.Str()) > c.Type.Length || len(v.Str()) < c.MinLen {
			return fmt.Errorf("%d bytes is outside of its length", len(v.Str()))
		}
	}
	return nil
}

// AttributeType returns the type of attribute that holds values: S for text
// and times, N, B, BOOL; 0 for json, which is of any type.
func (t Type) AttributeType() attr.Type {
	switch t.Kind {
	case KindInt, KindNumeric:
		return attr.TypeNumber
	case KindBool:
		return attr.TypeBool
	case KindBlob:
		return attr.TypeBinary
	case KindJSON, kindBroken:
		return 0
	}
	return attr.TypeString
}

func (c *Column) checkNumber(n attr.Number) error {
	switch {
	case c.Min != nil && n.Cmp(*c.Min) < 0:
		return fmt.Errorf("%s is below %s", n, c.Min)
	case c.Max != nil && n.Cmp(*c.Max) > 0:
		return fmt.Errorf("%s is above %s", n, c.Max)
	case !c.hasScale(n):
		return fmt.Errorf("%s has too many fraction digits for %s", n, article(c.Type.String()))
	case c.Type.Kind == KindInt:
		if _, ok := n.Int64(); !ok {
			return fmt.Errorf("%s does not fit 64 bits", n)
		}
	}
	return nil
}

// hasScale says whether n has no more fraction digits than the type. A
// numeric without arguments takes any.
func (c *Column) hasScale(n attr.Number) bool {
	if c.Type.Kind == KindNumeric && c.Type.Precision == 0 {
		return true
	}
	return fractionDigits(n) <= c.Type.Scale
}

func fractionDigits(n attr.Number) int {
	_, fraction, _ := strings.Cut(n.String(), ".")
	return len(fraction)
}

func (c *Column) checkText(s string) error {
	length := utf8.RuneCountInString(s)
	switch {
	case !utf8.ValidString(s):
		return fmt.Errorf("%q is not UTF-8", clip(s))
	case c.Values != nil && !slices.Contains(c.Values, s):
		return fmt.Errorf("%q is not one of %s", clip(s), strings.Join(c.Values, ", "))
	case c.Type.Kind == KindChar && length != c.Type.Length:
		return fmt.Errorf("%q has %d characters, not %d", clip(s), length, c.Type.Length)
	case c.Type.Kind == KindVarchar && length > c.Type.Length:
		return fmt.Errorf("%q has %d characters, more than %d", clip(s), length, c.Type.Length)
	case length < c.MinLen:
		return fmt.Errorf("%q has %d characters, fewer than %d", clip(s), length, c.MinLen)
	case c.Alphabet != "" && strings.Trim(s, c.Alphabet) != "":
		return fmt.Errorf("%q holds a character that the CHECK leaves out", clip(s))
	}
	return nil
}

func (c *Column) checkTime(s string) error {
	normal := s
	if c.Type.Kind == KindDate {
		if _, err := ParseDate(s); err != nil {
			return err
		}
	} else {
		at, err := ParseTimestamp(s)
		if err != nil {
			return err
		}
		if FractionDigits(at) > c.Type.Precision {
			return fmt.Errorf("%q has more fraction digits than a %s", clip(s), c.Type)
		}
		normal = FormatTimestamp(at, c.Type.Precision)
	}
	switch {
	case c.MinText != "" && normal < c.MinText:
		return fmt.Errorf("%q is before %s", clip(s), c.MinText)
	case c.MaxText != "" && normal > c.MaxText:
		return fmt.Errorf("%q is after %s", clip(s), c.MaxText)
	}
	return nil
}
