package design

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// escaping keeps the delimiter out of text without changing its order. Every
// byte up to the one after the delimiter, which is the escape character,
// becomes the escape character and a code that grows with the byte: so the
// delimiter ends a component and sorts below everything inside of one, and
// two components never run into each other.
type escaping struct {
	delim byte
	// hexCode: the code is two hexadecimal digits, not one character. It is so
	// for delimiters so high ('|') that '0'+byte would leave ASCII.
	hexCode bool
}

func newEscaping(delim byte) escaping {
	return escaping{delim, int('0')+int(delim)+1 > '~'}
}

func (e escaping) escape() byte { return e.delim + 1 }

func (e escaping) encode(s string) string {
	if e.clean(s) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c > e.escape():
			b.WriteByte(c)
		case e.hexCode:
			fmt.Fprintf(&b, "%c%02x", e.escape(), c)
		default:
			b.WriteByte(e.escape())
			b.WriteByte('0' + c)
		}
	}
	return b.String()
}

// encodeBelow escapes only what is neither above the escape character nor one
// of the given bytes.
func (e escaping) encodeBelow(s string, keep byteSet) string {
	var b strings.Builder
	for i := range len(s) {
		if keep.has(s[i]) {
			b.WriteByte(s[i])
			continue
		}
		b.WriteString(e.encode(s[i : i+1]))
	}
	return b.String()
}

// clean says whether nothing has to be escaped.
func (e escaping) clean(s string) bool {
	for i := range len(s) {
		if s[i] <= e.escape() {
			return false
		}
	}
	return true
}

func (e escaping) decode(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c > e.escape():
		case c < e.escape():
			return "", false
		case e.hexCode:
			code, err := hex.DecodeString(s[i+1 : min(len(s), i+3)])
			if err != nil || len(code) != 1 {
				return "", false
			}
			c, i = code[0], i+2
		case i+1 == len(s) || s[i+1] < '0':
			return "", false
		default:
			c, i = s[i+1]-'0', i+1
		}
		b.WriteByte(c)
	}
	out := b.String()
	return out, e.encode(out) == s // one text, one form
}

// perByte is how many bytes one escaped byte takes.
func (e escaping) perByte() int {
	if e.hexCode {
		return 3
	}
	return 2
}

// textBound is the longest a text column can be, in characters and in bytes
// of UTF-8; 0 without a bound.
func textBound(col *model.Column) (chars, bytes int) {
	for _, v := range col.Values {
		bytes = max(bytes, len(v))
	}
	switch col.Type.Kind {
	case model.KindULID:
		return 26, 26
	case model.KindUUID:
		return 36, 36
	case model.KindChar, model.KindVarchar:
		if len(col.Values) == 0 {
			bytes = col.Type.Length * charBytes(col)
		}
		return col.Type.Length, bytes
	}
	return bytes, bytes
}

// textLeast is the length in bytes of the shortest value of a text column.
func textLeast(col *model.Column) int {
	least := col.MinLen
	for i, v := range col.Values {
		if i == 0 || len(v) < least {
			least = len(v)
		}
	}
	return least
}

// charBytes is how many bytes one character of the column takes at most.
func charBytes(col *model.Column) int {
	if col.Alphabet == "" {
		return utf8.UTFMax
	}
	n := 0
	for _, r := range col.Alphabet {
		n = max(n, utf8.RuneLen(r))
	}
	return n
}

// textWidth is the length in bytes that every value of the column has, 0
// where it varies.
func textWidth(col *model.Column) int {
	chars, _ := textBound(col)
	switch col.Type.Kind {
	case model.KindULID, model.KindUUID:
		return chars
	case model.KindChar:
		if charBytes(col) == 1 {
			return chars
		}
	}
	return 0
}

// plainText writes text as it is. That is right for text of one length and
// for safe text; other values may hold the delimiter. An enum's order is that
// of its list, which plain text has only if the list is sorted.
type plainText struct {
	col *model.Column
	esc escaping
}

func (p plainText) encode(v attr.Value) (string, error) { return v.Str(), nil }

// arg escapes an argument that no value of a safe column can equal, so that it
// finds nothing instead of reaching over the end of its component.
func (p plainText) arg(v attr.Value) (string, error) {
	if p.safe() {
		return p.esc.encodeBelow(v.Str(), p.bytes()), nil
	}
	return v.Str(), nil
}

// safe says whether a value never reaches over the end of its component: all
// values are of one length, or hold only bytes above the escape character.
func (p plainText) safe() bool {
	return textWidth(p.col) > 0 || p.bytes().allAbove(p.esc.escape())
}

// bytes are the bytes that values may hold.
func (p plainText) bytes() byteSet {
	switch {
	case p.col.Type.Kind == model.KindULID:
		return bytesOf(crockford)
	case p.col.Type.Kind == model.KindUUID:
		return bytesOf(hexDigits + "-")
	case len(p.col.Values) > 0:
		return bytesOf(strings.Join(p.col.Values, ""))
	case p.col.Alphabet != "":
		return bytesOf(p.col.Alphabet)
	case p.col.Safe:
		return bytesAbove('$') // what the model means by safe
	}
	return allBytes()
}

func (p plainText) prefix(v attr.Value) (string, error) { return p.arg(v) }

func (p plainText) decode(s string) (attr.Value, error) {
	return normal(p.col, attr.String(s))
}

func (p plainText) traits() traits {
	_, longest := textBound(p.col)
	return traits{
		ordered: p.safe() && slices.IsSorted(p.col.Values), injective: p.safe(), width: textWidth(p.col),
		shortest: textLeast(p.col), longest: longest, bytes: p.bytes(),
	}
}

// escapedText is the codec esc.
type escapedText struct {
	col *model.Column
	esc escaping
}

var textKinds = []model.Kind{model.KindText, model.KindVarchar, model.KindChar, model.KindULID, model.KindUUID}

func newEscaped(col *model.Column, delim byte) (scheme, error) {
	return escapedText{col, newEscaping(delim)}, wants(col, "esc", textKinds...)
}

func (e escapedText) encode(v attr.Value) (string, error) { return e.esc.encode(v.Str()), nil }
func (e escapedText) arg(v attr.Value) (string, error)    { return e.esc.encode(v.Str()), nil }
func (e escapedText) prefix(v attr.Value) (string, error) { return e.esc.encode(v.Str()), nil }

func (e escapedText) decode(s string) (attr.Value, error) {
	out, ok := e.esc.decode(s)
	if !ok {
		return attr.Value{}, nil
	}
	return normal(e.col, attr.String(out))
}

func (e escapedText) traits() traits {
	chars, longest := textBound(e.col)
	width := textWidth(e.col)
	if plain := plainText(e); !plain.bytes().allAbove(e.esc.escape()) {
		longest, width = max(longest, chars*e.esc.perByte()), 0
	}
	return traits{ordered: slices.IsSorted(e.col.Values), injective: true, width: width, shortest: textLeast(e.col), longest: longest, bytes: bytesAbove(e.esc.delim)}
}

// foldedText is lower and upper: two values that differ in case only share a
// text.
type foldedText struct {
	plainText
	fold func(string) string
}

func newFolded(col *model.Column, name string) (scheme, error) {
	fold := lowerASCII
	if name == "upper" {
		fold = upperASCII
	}
	return foldedText{plainText{col, escaping{}}, fold}, wants(col, name, textKinds...)
}

func (f foldedText) encode(v attr.Value) (string, error) { return f.fold(v.Str()), nil }
func (f foldedText) arg(v attr.Value) (string, error)    { return f.fold(v.Str()), nil }
func (f foldedText) prefix(v attr.Value) (string, error) { return f.fold(v.Str()), nil }
func (f foldedText) decode(s string) (attr.Value, error) { return attr.String(s), nil }
func (f foldedText) traits() traits {
	_, longest := textBound(f.col)
	return traits{longest: longest, bytes: allBytes()}
}

// inverted is text of one length over a known alphabet, each letter replaced
// by the one at the same distance from the alphabet's other end.
type inverted struct {
	col      *model.Column
	alphabet string
	width    int
}

func (x inverted) flip(s string) string {
	out := []byte(s)
	for i, c := range out {
		if j := strings.IndexByte(x.alphabet, c); j >= 0 {
			out[i] = x.alphabet[len(x.alphabet)-1-j]
		}
	}
	return string(out)
}

func (x inverted) encode(v attr.Value) (string, error) { return x.flip(v.Str()), nil }

func (x inverted) arg(v attr.Value) (string, error) {
	n, err := normal(x.col, v)
	return x.flip(n.Str()), err
}

func (x inverted) decode(s string) (attr.Value, error) { return normal(x.col, attr.String(x.flip(s))) }
func (x inverted) traits() traits {
	return traits{ordered: true, injective: true, descending: true, width: x.width, longest: x.width, bytes: bytesOf(x.alphabet + "-")}
}

// hexBytes writes bytes as lower case hexadecimal: twice as long, in order.
type hexBytes struct{}

func newHex(col *model.Column) (scheme, error) { return hexBytes{}, wants(col, "hex", model.KindBlob) }

func (hexBytes) encode(v attr.Value) (string, error) { return hex.EncodeToString([]byte(v.Str())), nil }
func (h hexBytes) arg(v attr.Value) (string, error)  { return h.encode(v) }
func (hexBytes) decode(s string) (attr.Value, error) {
	b, err := hex.DecodeString(s)
	if err != nil || hex.EncodeToString(b) != s {
		return attr.Value{}, nil
	}
	return attr.Binary(b), nil
}
func (hexBytes) traits() traits {
	return traits{ordered: true, injective: true, bytes: bytesOf(hexDigits)}
}
