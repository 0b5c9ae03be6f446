package attr

import (
	"errors"
	"strings"
)

// The order-preserving form of a key value: the order of the bytes is the
// order of the values (Compare), and no form is a prefix of another, so that
// several can follow each other in one key.
//
//	S, B: tag | bytes, 0x00 as 0x00 0xFF | 0x00 0x01
//	N:    tag | sign | exponent | pairs of digits | end
//
// sign is 0, 1 or 2 for a negative number, zero and a positive one; zero ends
// there. exponent is that of the first digit plus 130: one byte. Each pair of
// significant digits is a byte, its value plus 1, the last one filled with a
// zero; end is 0x00. For a negative number all that follows the sign is
// inverted. At most 24 bytes; an S or B of n bytes takes at most 2n+3.
const (
	tagString = 0x21
	tagNumber = 0x22
	tagBinary = 0x23

	signNegative = 0
	signZero     = 1
	signPositive = 2
)

// MaxOrderedNumber is the length of the longest order-preserving form of an N.
const MaxOrderedNumber = 1 + 1 + 1 + maxDigits/2 + 1

var errOrdered = errors.New("attr: malformed key bytes")

// AppendOrdered appends the order-preserving form of v, an S, N or B. It
// panics on any other type: keys have no others.
func AppendOrdered(dst []byte, v Value) []byte {
	if v.typ == TypeNumber {
		return appendOrderedNumber(append(dst, tagNumber), v.str)
	}
	return append(AppendOrderedPrefix(dst, v), 0x00, 0x01)
}

// AppendOrderedPrefix appends what the order-preserving forms of all values
// that begin with v, an S or B, have in common. It panics on any other type.
func AppendOrderedPrefix(dst []byte, v Value) []byte {
	switch v.typ {
	case TypeString:
		dst = append(dst, tagString)
	case TypeBinary:
		dst = append(dst, tagBinary)
	default:
		panic("attr: no order-preserving form of type " + v.typ.String())
	}
	s := v.str
	for {
		i := strings.IndexByte(s, 0x00)
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		dst = append(dst, 0x00, 0xFF)
		s = s[i+1:]
	}
}

func appendOrderedNumber(dst []byte, normal string) []byte {
	if normal == "0" {
		return append(dst, signZero)
	}
	negative := normal[0] == '-'
	if negative {
		normal = normal[1:]
		dst = append(dst, signNegative)
	} else {
		dst = append(dst, signPositive)
	}
	start := len(dst)
	integer, fraction, _ := strings.Cut(normal, ".")
	top := len(integer) - 1
	if integer == "0" {
		trimmed := strings.TrimLeft(fraction, "0")
		top = len(trimmed) - len(fraction) - 1
		integer, fraction = "", trimmed
	}
	dst = append(dst, byte(top-minExponent))
	dst = appendPairs(dst, integer, fraction)
	if negative {
		for i := start; i < len(dst); i++ {
			dst[i] = ^dst[i]
		}
	}
	return dst
}

// appendPairs appends the pairs of the digits of a and b, in a row, and the
// end. Pairs of trailing zeros are left out.
func appendPairs(dst []byte, a, b string) []byte {
	end := len(dst) // after the last pair that is not zero
	half := byte(0)
	n := 0
	for _, digits := range [2]string{a, b} {
		for _, c := range []byte(digits) {
			n++
			if n%2 == 1 {
				half = (c - '0') * 10
				continue
			}
			pair := half + c - '0'
			dst = append(dst, pair+1)
			if pair != 0 {
				end = len(dst)
			}
		}
	}
	if n%2 == 1 && half != 0 {
		dst = append(dst, half+1)
		end = len(dst)
	}
	return append(dst[:end], 0x00)
}

// DecodeOrdered reads one order-preserving form from the start of b and
// returns the rest of b. The value does not refer to b.
func DecodeOrdered(b []byte) (v Value, rest []byte, err error) {
	if len(b) == 0 {
		return Value{}, nil, errOrdered
	}
	switch b[0] {
	case tagNumber:
		return decodeOrderedNumber(b[1:])
	case tagString:
		s, rest, err := decodeOrderedBytes(b[1:])
		return String(s), rest, err
	case tagBinary:
		s, rest, err := decodeOrderedBytes(b[1:])
		return Value{typ: TypeBinary, str: s}, rest, err
	}
	return Value{}, nil, errOrdered
}

func decodeOrderedBytes(b []byte) (string, []byte, error) {
	var unescaped []byte
	start := 0
	for i := 0; i+1 < len(b); i++ {
		if b[i] != 0x00 {
			continue
		}
		switch b[i+1] {
		case 0x01:
			if unescaped == nil {
				return string(b[:i]), b[i+2:], nil
			}
			return string(append(unescaped, b[start:i]...)), b[i+2:], nil
		case 0xFF:
			unescaped = append(unescaped, b[start:i+1]...)
			i++
			start = i + 1
		default:
			return "", nil, errOrdered
		}
	}
	return "", nil, errOrdered
}

func decodeOrderedNumber(b []byte) (Value, []byte, error) {
	if len(b) == 0 || b[0] > signPositive {
		return Value{}, nil, errOrdered
	}
	if b[0] == signZero {
		return Value{typ: TypeNumber, str: "0"}, b[1:], nil
	}
	negative := b[0] == signNegative
	invert := byte(0)
	if negative {
		invert = 0xFF
	}
	b = b[1:]
	var digits [maxDigits]byte
	n := 0
	for i := 1; i < len(b); i++ {
		pair := b[i] ^ invert
		if pair == 0 {
			v, ok := numberOfDigits(negative, int(b[0]^invert)+minExponent, digits[:n])
			if !ok {
				return Value{}, nil, errOrdered
			}
			return v, b[i+1:], nil
		}
		if pair > 100 || n == maxDigits {
			return Value{}, nil, errOrdered
		}
		digits[n], digits[n+1] = '0'+(pair-1)/10, '0'+(pair-1)%10
		n += 2
	}
	return Value{}, nil, errOrdered
}

// numberOfDigits returns the number whose first digit has the exponent top;
// false where the digits, in pairs, are not those that appendPairs writes.
func numberOfDigits(negative bool, top int, digits []byte) (Value, bool) {
	n := len(digits)
	if n == 0 || digits[0] == '0' || digits[n-1] == '0' && digits[n-2] == '0' {
		return Value{}, false
	}
	if digits[n-1] == '0' {
		n--
	}
	var buf [2 + maxExponent - minExponent + maxDigits]byte
	dst := buf[:0]
	if negative {
		dst = append(dst, '-')
	}
	return Value{typ: TypeNumber, str: string(appendDecimal(dst, digits[:n], top))}, true
}
