package attr

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxJSONDepth bounds the nesting of JSON that is skipped, so that no input
// can exhaust the stack. encoding/json has the same bound.
const maxJSONDepth = 10_000

// scanner reads JSON from a string, so that strings without escapes are
// substrings of it.
type scanner struct {
	src string
	pos int
}

func (s *scanner) malformed(what string) error { return &SyntaxError{s.pos, what} }

// peek skips white space and returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return c
		}
	}
	return 0
}

// take consumes c if it comes next.
func (s *scanner) take(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.pos++
	return true
}

// end checks that nothing but white space is left.
func (s *scanner) end() error {
	if s.peek() != 0 || s.pos < len(s.src) {
		return s.malformed("text after the end of the value")
	}
	return nil
}

// object reads an object and calls field after each name and colon; field
// reads the value.
func (s *scanner) object(field func(name string) error) error {
	if !s.take('{') {
		return s.malformed("expected an object")
	}
	if s.take('}') {
		return nil
	}
	for {
		if s.peek() != '"' {
			return s.malformed("expected a name")
		}
		name, err := s.text()
		if err != nil {
			return err
		}
		if !s.take(':') {
			return s.malformed("expected a colon")
		}
		if err := field(name); err != nil {
			return err
		}
		switch {
		case s.take(','):
		case s.take('}'):
			return nil
		default:
			return s.malformed("expected a comma or the end of the object")
		}
	}
}

// array reads an array and calls elem where each element begins; elem reads it.
func (s *scanner) array(elem func() error) error {
	if !s.take('[') {
		return s.malformed("expected an array")
	}
	if s.take(']') {
		return nil
	}
	for {
		if err := elem(); err != nil {
			return err
		}
		switch {
		case s.take(','):
		case s.take(']'):
			return nil
		default:
			return s.malformed("expected a comma or the end of the array")
		}
	}
}

// text reads a string. Bytes that are not UTF-8 and lone surrogates become
// U+FFFD, as with encoding/json.
func (s *scanner) text() (string, error) {
	start := s.pos + 1
	ascii := true
	for i := start; i < len(s.src); i++ {
		i += plainBytes(s.src[i:])
		if i == len(s.src) {
			break
		}
		switch c := s.src[i]; {
		case c == '"':
			s.pos = i + 1
			text := s.src[start:i]
			if !ascii && !utf8.ValidString(text) {
				text = replaceInvalid(text)
			}
			return text, nil
		case c == '\\':
			return s.escapedText(start, i)
		case c < ' ':
			s.pos = i
			return "", s.malformed("control character in a string")
		default:
			ascii = false
		}
	}
	s.pos = len(s.src)
	return "", s.malformed("unclosed string")
}

// escapedText reads the rest of a string that began at start and has its
// first escape at i.
func (s *scanner) escapedText(start, i int) (string, error) {
	var b strings.Builder
	b.WriteString(s.src[start:i])
	for i < len(s.src) {
		c := s.src[i]
		switch {
		case c == '"':
			s.pos = i + 1
			return replaceInvalid(b.String()), nil
		case c < ' ':
			s.pos = i
			return "", s.malformed("control character in a string")
		case c == '\\':
			r, n := escape(s.src[i:])
			if n == 0 {
				s.pos = i
				return "", s.malformed("unknown escape in a string")
			}
			b.WriteRune(r)
			i += n
		default:
			b.WriteByte(c)
			i++
		}
	}
	s.pos = len(s.src)
	return "", s.malformed("unclosed string")
}

// replaceInvalid puts U+FFFD in the place of each byte that is not UTF-8.
func replaceInvalid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// escape reads one escape, surrogate pairs whole, and returns its length, 0
// where it is malformed.
func escape(s string) (r rune, n int) {
	if len(s) < 2 {
		return 0, 0
	}
	switch s[1] {
	case '"', '\\', '/':
		return rune(s[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	}
	r = hexEscape(s)
	if r < 0 {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		if pair := utf16.DecodeRune(r, hexEscape(s[6:])); pair != utf8.RuneError {
			return pair, 12
		}
		return utf8.RuneError, 6
	}
	return r, 6
}

// hexEscape returns the code unit of \uXXXX, -1 for anything else.
func hexEscape(s string) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range []byte(s[2:6]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// number reads a number and returns its text.
func (s *scanner) number() (string, error) {
	start := s.pos
	if s.pos < len(s.src) && s.src[s.pos] == '-' {
		s.pos++
	}
	leadingZero := s.pos < len(s.src) && s.src[s.pos] == '0'
	if n := s.digits(); n == 0 || leadingZero && n > 1 {
		return "", s.malformed("expected a value")
	}
	if s.pos < len(s.src) && s.src[s.pos] == '.' {
		s.pos++
		if s.digits() == 0 {
			return "", s.malformed("expected digits after the point")
		}
	}
	if s.pos < len(s.src) && (s.src[s.pos] == 'e' || s.src[s.pos] == 'E') {
		s.pos++
		if s.pos < len(s.src) && (s.src[s.pos] == '+' || s.src[s.pos] == '-') {
			s.pos++
		}
		if s.digits() == 0 {
			return "", s.malformed("expected digits in the exponent")
		}
	}
	return s.src[start:s.pos], nil
}

func (s *scanner) digits() (n int) {
	for s.pos < len(s.src) && '0' <= s.src[s.pos] && s.src[s.pos] <= '9' {
		s.pos++
		n++
	}
	return n
}

// word reads true, false or null.
func (s *scanner) word() (string, error) {
	for _, w := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s.src[s.pos:], w) {
			s.pos += len(w)
			return w, nil
		}
	}
	return "", s.malformed("expected a value")
}

// null reads null if it comes next.
func (s *scanner) null() bool {
	if s.peek() == 'n' && strings.HasPrefix(s.src[s.pos:], "null") {
		s.pos += len("null")
		return true
	}
	return false
}

// skip reads over one value of any kind.
func (s *scanner) skip(depth int) error {
	if depth > maxJSONDepth {
		return s.malformed("nested too deeply")
	}
	var err error
	switch s.peek() {
	case '{':
		err = s.object(func(string) error { return s.skip(depth + 1) })
	case '[':
		err = s.array(func() error { return s.skip(depth + 1) })
	case '"':
		_, err = s.text()
	case 't', 'f', 'n':
		_, err = s.word()
	default:
		_, err = s.number()
	}
	return err
}
