package attr

import (
	"encoding/base64"
	"unicode/utf8"
)

// AppendJSON appends the value as DynamoDB JSON, without spaces: {"S":"text"}.
// It panics on the zero Value, which has no form.
func (v Value) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{', '"')
	dst = append(dst, v.typ.String()...)
	dst = append(dst, '"', ':')
	switch v.typ {
	case TypeString, TypeNumber, TypeBinary:
		dst = appendScalar(dst, v)
	case TypeBool:
		dst = appendBool(dst, v.flag)
	case TypeNull:
		dst = append(dst, "true"...)
	case TypeMap:
		dst = v.Item().AppendJSON(dst)
	case TypeList:
		dst = appendArray(dst, v.Elems(), func(dst []byte, e Value) []byte { return e.AppendJSON(dst) })
	case TypeStringSet, TypeNumberSet, TypeBinarySet:
		dst = appendArray(dst, v.Elems(), appendScalar)
	default:
		panic("attr: a zero Value has no JSON: " + v.str)
	}
	return append(dst, '}')
}

// AppendJSON appends the item as DynamoDB JSON, attributes in order of name.
func (it Item) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	for i, f := range it {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendJSONString(dst, f.Name)
		dst = append(dst, ':')
		dst = f.Value.AppendJSON(dst)
	}
	return append(dst, '}')
}

// MarshalJSON returns DynamoDB JSON.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// MarshalJSON returns DynamoDB JSON; a nil item is an empty one.
func (it Item) MarshalJSON() ([]byte, error) { return it.AppendJSON(nil), nil }

// appendScalar appends an S, N or B as a JSON string.
func appendScalar(dst []byte, v Value) []byte {
	switch v.typ {
	case TypeString:
		return AppendJSONString(dst, v.str)
	case TypeNumber: // digits, '-' and '.' need no escape
		dst = append(dst, '"')
		dst = append(dst, v.str...)
	default:
		dst = append(dst, '"')
		dst = base64.StdEncoding.AppendEncode(dst, []byte(v.str))
	}
	return append(dst, '"')
}

func appendBool(dst []byte, b bool) []byte {
	if b {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

func appendArray(dst []byte, elems []Value, appendElem func([]byte, Value) []byte) []byte {
	dst = append(dst, '[')
	for i, e := range elems {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendElem(dst, e)
	}
	return append(dst, ']')
}

const hexDigits = "0123456789abcdef"

// AppendJSONString appends text as a JSON string. Bytes that are not UTF-8 become
// U+FFFD; nothing is escaped that JSON does not ask for.
func AppendJSONString(dst []byte, text string) []byte { return appendText(dst, text) }

func appendText[T string | []byte](dst []byte, text T) []byte {
	dst = append(dst, '"')
	for {
		n := plainBytes(text)
		dst = append(dst, text[:n]...)
		if n == len(text) {
			return append(dst, '"')
		}
		text = text[n:]
		if text[0] < utf8.RuneSelf {
			dst = appendEscape(dst, text[0])
			text = text[1:]
			continue
		}
		r, size := utf8.DecodeRuneInString(string(text[:min(len(text), utf8.UTFMax)]))
		dst = utf8.AppendRune(dst, r)
		text = text[size:]
	}
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}
