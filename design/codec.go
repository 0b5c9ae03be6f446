package design

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// ErrNull is the error of encoding a NULL with a codec that has no null form.
var ErrNull = errors.New("NULL has no form in this key")

// errNothingBefore says that no text sorts before the empty one.
var errNothingBefore = errors.New("no text sorts before the empty text")

// Codec writes the values of one column as text inside a key, and reads them
// back. A Codec is immutable.
//
// Encode is for rows: it refuses what the column does not allow. EncodeArg is
// for the arguments of a question: a value that no row can have still takes
// its place in the order, so that rating > 9999 or a time with too many digits
// finds what SQL finds.
type Codec struct {
	spec   string
	column *model.Column
	scheme scheme
	traits traits
	nulls  bool
	before bool
	delim  byte
}

// scheme is one way to write values that are not NULL.
type scheme interface {
	// encode gets a value in normal form (local times: as handed in).
	encode(v attr.Value) (string, error)
	// arg encodes an argument; see Codec.EncodeArg.
	arg(v attr.Value) (string, error)
	decode(s string) (attr.Value, error)
	traits() traits
}

// prefixer is a scheme in which the text of a value begins with the text of
// each of its beginnings.
type prefixer interface {
	// prefix encodes the beginning of a value.
	prefix(v attr.Value) (string, error)
}

// traits are what can be known of an encoding without a value.
type traits struct {
	ordered    bool // texts followed by a delimiter or by nothing compare as the values do
	injective  bool // different values have different texts
	descending bool // ordered the other way round
	width      int  // bytes of every text; 0 where it varies
	shortest   int  // bytes of the shortest text, where the width varies
	longest    int  // bytes of the longest text; 0 where there is no bound
	bytes      byteSet
	number     bool // texts are plain numbers, fit for an attribute of type N
	numberOnly bool // and for nothing else
}

// Spec returns the codec as a template writes it: "num(0,9999) desc"; "" for
// the plain form of the column's type.
func (c *Codec) Spec() string { return c.spec }

// Ordered says whether texts compare as the values do (the other way round
// where Descending), when they are followed by the delimiter or end the key.
func (c *Codec) Ordered() bool { return c.traits.ordered }

// Descending says whether greater values have smaller texts.
func (c *Codec) Descending() bool { return c.traits.descending }

// Injective says whether different values have different texts.
func (c *Codec) Injective() bool { return c.traits.injective }

// Width is the length of every text in bytes, 0 where it varies.
func (c *Codec) Width() int {
	if c.markers() {
		return 0
	}
	return c.traits.width
}

// Longest is the length of the longest text in bytes, 0 where there is no
// bound.
func (c *Codec) Longest() int {
	t := c.traits
	if t.longest > 0 && c.markers() {
		return t.longest + 1
	}
	return t.longest
}

// Number says whether texts are plain numbers, fit for an attribute of type N.
func (c *Codec) Number() bool { return c.traits.number }

// markers says whether NULL is told from text by a leading byte: text has no
// form to spare.
func (c *Codec) markers() bool { return c.nulls && c.traits.width == 0 }

// The null forms: '-' sorts below every digit, letter and marker, and above
// the escape character of the usual delimiters; '~' above them.
const (
	nullByte     = "-"
	nullByteDesc = "~"
	valueMarker  = "="
)

func (c *Codec) nullForm() string {
	b := nullByte
	if c.Descending() {
		b = nullByteDesc
	}
	return strings.Repeat(b, max(1, c.traits.width))
}

// Encode returns the text of a row's value. The error is ErrNull for a NULL
// without a null form, else it names the column and the value.
func (c *Codec) Encode(v attr.Value) (string, error) {
	if null(v) {
		if !c.nulls {
			return "", fmt.Errorf("column %s: %w", c.column.Name, ErrNull)
		}
		return c.nullForm(), nil
	}
	n, err := normal(c.column, v)
	if err != nil {
		return "", err
	}
	if _, local := c.scheme.(localTime); local {
		n = v
	}
	s, err := c.scheme.encode(n)
	if err != nil || !c.markers() {
		return s, err
	}
	return valueMarker + s, nil
}

// EncodeArg returns the text of an argument that is compared with the column.
func (c *Codec) EncodeArg(v attr.Value) (string, error) { return c.argument(v, c.scheme.arg) }

// EncodePrefix returns the text that the texts of all values beginning with v
// begin with. Codes have none.
func (c *Codec) EncodePrefix(v attr.Value) (string, error) {
	p, ok := c.scheme.(prefixer)
	if !ok {
		return "", refuse(c.column, v, "is used as a prefix, but codec %q has none", c.spec)
	}
	return c.argument(v, p.prefix)
}

// hasPrefixes says whether EncodePrefix has an answer.
func (c *Codec) hasPrefixes() bool {
	_, ok := c.scheme.(prefixer)
	return ok
}

func (c *Codec) argument(v attr.Value, encode func(attr.Value) (string, error)) (string, error) {
	if null(v) {
		return "", fmt.Errorf("column %s: %w", c.column.Name, ErrNull)
	}
	if want := valueType(c.column); want != 0 && v.Type() != want {
		return "", refuse(c.column, v, "is no %s", c.column.Type.Kind)
	}
	s, err := encode(v)
	if err != nil {
		return "", err
	}
	if c.markers() {
		s = valueMarker + s
	}
	if !c.before {
		return s, nil
	}
	if s == "" {
		return "", errNothingBefore
	}
	return predecessor(s, c.Longest()), nil
}

// Decode reads a text that Encode wrote; NULL is the zero Value.
func (c *Codec) Decode(s string) (attr.Value, error) {
	if c.nulls && s == c.nullForm() {
		return attr.Value{}, nil
	}
	if c.markers() {
		rest, ok := strings.CutPrefix(s, valueMarker)
		if !ok {
			return attr.Value{}, c.unreadable(s)
		}
		s = rest
	}
	v, err := c.scheme.decode(s)
	if err != nil {
		return attr.Value{}, err
	}
	if v.IsZero() {
		return attr.Value{}, c.unreadable(s)
	}
	return v, nil
}

func (c *Codec) unreadable(s string) error {
	return fmt.Errorf("column %s: %q is no text of codec %q", c.column.Name, s, c.spec)
}

// predecessor returns a text below s and above every text of at most longest
// bytes that is below s. What is compared is UTF-8, whose greatest character
// is U+10FFFF. It is the bound of < on the last component of a key, for which
// a key condition has only inclusive bounds.
func predecessor(s string, longest int) string {
	r, size := utf8.DecodeLastRuneInString(s)
	if r == 0 {
		return s[:len(s)-size] // "a" is the greatest text below "a\x00"
	}
	r--
	if 0xD800 <= r && r <= 0xDFFF { // surrogates are no characters
		r = 0xD7FF
	}
	s = s[:len(s)-size] + string(r)
	if longest == 0 {
		longest = len(s) + 4*utf8.UTFMax // unbounded text: four of the greatest characters are beyond reason
	}
	for n := len(s); n < longest; n += utf8.UTFMax {
		s += string(utf8.MaxRune)
	}
	return s
}
