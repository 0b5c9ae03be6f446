package prove

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// kind is the type of a value while the oracle computes with it.
type kind uint8

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindTime
	kindText
	kindBlob
	kindOther // json and whatever else is only carried, never compared
)

var kindNames = [...]string{"NULL", "a boolean", "a number", "a timestamp", "text", "a blob", "json"}

// A val is a value of the oracle. It is read from an attr.Value but shares no
// arithmetic and no order with it: numbers are rationals, timestamps instants.
type val struct {
	kind kind
	num  *big.Rat
	text string   // text and blobs
	enum []string // of text: the values of an enum in their order, nil for other text
	flag bool
	at   instant
	raw  attr.Value // of kindOther
}

var null = val{}

func boolean(b bool) val      { return val{kind: kindBool, flag: b} }
func text(s string) val       { return val{kind: kindText, text: s} }
func number(r *big.Rat) val   { return val{kind: kindNumber, num: r} }
func integer(i int64) val     { return number(new(big.Rat).SetInt64(i)) }
func timestamp(i instant) val { return val{kind: kindTime, at: i} }

// valOf reads a value that has no declared type: a parameter or a literal.
func valOf(v attr.Value) (val, error) {
	switch v.Type() {
	case 0, attr.TypeNull:
		return null, nil
	case attr.TypeString:
		return text(v.Str()), nil
	case attr.TypeNumber:
		r, ok := new(big.Rat).SetString(v.Str())
		if !ok {
			return null, fmt.Errorf("%q is no number", v.Str())
		}
		return number(r), nil
	case attr.TypeBinary:
		return val{kind: kindBlob, text: v.Str()}, nil
	case attr.TypeBool:
		return boolean(v.Bool()), nil
	}
	return val{kind: kindOther, raw: v}, nil
}

// columnVal reads a column's value by the column's declared type.
func columnVal(c *model.Column, v attr.Value) (val, error) {
	if v.IsZero() || v.IsNull() {
		return null, nil
	}
	switch c.Type.Kind {
	case model.KindJSON:
		return val{kind: kindOther, raw: v}, nil
	case model.KindTimestamp:
		if v.Type() != attr.TypeString {
			return null, fmt.Errorf("column %s: a timestamp of type %s", c.Name, v.Type())
		}
		i, err := parseInstant(v.Str())
		return timestamp(i), err
	}
	out, err := valOf(v)
	if out.kind == kindText {
		out.enum = c.Values
	}
	return out, err
}

// canonical is a text that two values share exactly when they are the same
// value: 1.0 and 1, one instant in two zones.
func (v val) canonical() string {
	switch v.kind {
	case kindNull:
		return "NULL"
	case kindBool:
		return fmt.Sprint(v.flag)
	case kindNumber:
		return v.num.RatString()
	case kindTime:
		return v.at.text(9)
	case kindText:
		return strconv.Quote(v.text)
	case kindBlob:
		return fmt.Sprintf("x%x", v.text)
	}
	var b strings.Builder
	writeCanonical(&b, v.raw)
	return b.String()
}

// writeCanonical prints a nested value with its types. Items are sorted by
// name and numbers are in normal form already.
func writeCanonical(b *strings.Builder, v attr.Value) {
	b.WriteString(v.Type().String())
	switch v.Type() {
	case attr.TypeMap:
		b.WriteByte('{')
		for _, f := range v.Item() {
			fmt.Fprintf(b, "%q:", f.Name)
			writeCanonical(b, f.Value)
		}
		b.WriteByte('}')
	case attr.TypeBool:
		fmt.Fprint(b, v.Bool())
	case attr.TypeString, attr.TypeNumber, attr.TypeBinary:
		fmt.Fprintf(b, "%q", v.Str())
	case attr.TypeNull:
	default:
		b.WriteByte('[')
		for _, e := range v.Elems() {
			writeCanonical(b, e)
		}
		b.WriteByte(']')
	}
}

// rawCanonical is the canonical text of a value that has no declared type.
func rawCanonical(v attr.Value) string {
	var b strings.Builder
	writeCanonical(&b, v)
	return b.String()
}
