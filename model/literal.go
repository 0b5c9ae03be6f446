package model

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/attr"
)

// literal returns a literal as a value of the column's type in stored normal
// form: TRUE for 1 in a boolean, UTC text for a timestamp. It reports a
// literal of another type. The literal itself is changed to that form too.
func (b *notes) literal(c *Column, lit *Literal) (attr.Value, bool) {
	v, cure, err := typedLiteral(c.Type, lit.Value)
	if err != nil {
		b.errorf(lit.Pos, cure, "column %s is %s: %v", c.Name, article(c.Type.String()), err)
		return attr.Value{}, false
	}
	lit.Value = v
	return v, true
}

func article(noun string) string {
	if strings.ContainsRune("aeio", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// typedLiteral converts a literal's value to a type.
func typedLiteral(t Type, v attr.Value) (attr.Value, string, error) {
	if v.IsNull() {
		return v, "", nil
	}
	wrong := fmt.Errorf("%s is not one", clip(PrintLiteral(v)))
	switch t.Kind {
	case kindBroken:
		return v, "", nil
	case KindInt, KindNumeric:
		return numberLiteral(v, wrong)
	case KindBool:
		return boolLiteral(v, wrong)
	case KindBlob:
		if v.Type() != attr.TypeBinary {
			return v, "write X'0AFF'", wrong
		}
		return v, "", nil
	case KindJSON:
		return v, "ask by a column of its own", fmt.Errorf("a json value cannot be compared")
	}
	if v.Type() != attr.TypeString {
		return v, "write text in single quotes: '" + strings.ReplaceAll(PrintLiteral(v), "'", "") + "'", wrong
	}
	return textLiteral(t, v)
}

func numberLiteral(v attr.Value, wrong error) (attr.Value, string, error) {
	if v.Type() == attr.TypeString {
		if n, err := attr.ParseNum(v.Str()); err == nil {
			return v, "write the number without quotes: " + n.Str(), wrong
		}
	}
	if v.Type() != attr.TypeNumber {
		return v, "write a number", wrong
	}
	return v, "", nil
}

func boolLiteral(v attr.Value, wrong error) (attr.Value, string, error) {
	switch {
	case v.Type() == attr.TypeBool:
		return v, "", nil
	case v.Type() == attr.TypeNumber && (v.Str() == "0" || v.Str() == "1"):
		return attr.Bool(v.Str() == "1"), "", nil
	}
	return v, "write TRUE or FALSE", wrong
}

func textLiteral(t Type, v attr.Value) (attr.Value, string, error) {
	s := v.Str()
	switch t.Kind {
	case KindTimestamp:
		at, err := ParseTimestamp(s)
		if err != nil {
			return v, "write '2026-05-28T19:05:33Z'", err
		}
		if FractionDigits(at) > t.Precision {
			return v, "", fmt.Errorf("%q has more fraction digits", clip(s))
		}
		return attr.String(FormatTimestamp(at, t.Precision)), "", nil
	case KindDate:
		_, err := ParseDate(s)
		return v, "write '2026-05-28'", err
	case KindULID:
		return attr.String(strings.ToUpper(s)), "write 26 characters of Crockford's base 32", checkULID(strings.ToUpper(s))
	case KindUUID:
		return attr.String(strings.ToLower(s)), "write '983d39a3-bdd6-4b61-88d5-58595d555b81'", checkUUID(strings.ToLower(s))
	}
	return v, "", nil
}

// checkULID checks the text of a ulid: 26 characters, the first at most 7, so
// that it fits 128 bits (source: the ULID specification).
func checkULID(s string) error {
	if len(s) != 26 || s[0] > '7' || strings.Trim(s, crockford) != "" {
		return fmt.Errorf("%q is not a ulid", clip(s))
	}
	return nil
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// checkUUID checks the text of a uuid: groups of 8, 4, 4, 4 and 12 lower-case
// hexadecimal digits (source: RFC 9562).
func checkUUID(s string) error {
	ok := len(s) == 36
	for i := 0; ok && i < len(s); i++ {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			ok = s[i] == '-'
		} else {
			ok = isDigit(s[i]) || 'a' <= s[i] && s[i] <= 'f'
		}
	}
	if !ok {
		return fmt.Errorf("%q is not a uuid in lower case", clip(s))
	}
	return nil
}
