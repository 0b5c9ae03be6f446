package design

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/model"
)

// maxDepth bounds the nesting of a document; a design needs eight levels.
const maxDepth = 64

// scanner reads JSON (RFC 8259) into nodes. It stops at the first fault of
// syntax, because what follows one cannot be trusted.
type scanner struct {
	src       string
	at        int // byte offset
	pos       model.Pos
	open      []string // what the scanner is inside of, for messages at the end of input
	duplicate func(m member)
}

// scanError is a fault of syntax.
type scanError struct {
	pos model.Pos
	msg string
}

func (e *scanError) Error() string { return e.msg }

func (s *scanner) fail(format string, args ...any) error {
	return &scanError{s.pos, fmt.Sprintf(format, args...)}
}

func scanJSON(src string, duplicate func(member)) (*node, error) {
	s := &scanner{src: src, pos: model.Pos{Line: 1, Col: 1}, duplicate: duplicate}
	if strings.HasPrefix(src, "\ufeff") {
		s.at = len("\ufeff")
	}
	if err := s.checkText(); err != nil {
		return nil, err
	}
	s.space()
	if s.at == len(s.src) {
		return nil, s.fail("the document is empty; a design begins with {\"version\": %d, ...}", Version)
	}
	n, err := s.value()
	if err != nil {
		return nil, err
	}
	s.space()
	if s.at < len(s.src) {
		return nil, s.fail("%s after the end of the document; remove it", s.show())
	}
	return n, nil
}

// checkText refuses what is no text at all before it looks like a syntax
// error.
func (s *scanner) checkText() error {
	probe := *s
	for probe.at < len(probe.src) {
		r, size := utf8.DecodeRuneInString(probe.src[probe.at:])
		if r == utf8.RuneError && size == 1 {
			return probe.fail("byte 0x%02x is not UTF-8 text; a design is a JSON text file", probe.src[probe.at])
		}
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' {
			return probe.fail("control character U+%04X: this looks like a binary file; a design is a JSON text file", r)
		}
		probe.step()
	}
	return nil
}

// step moves over one rune.
func (s *scanner) step() {
	r, size := utf8.DecodeRuneInString(s.src[s.at:])
	s.at += size
	if r == '\n' {
		s.pos = model.Pos{Line: s.pos.Line + 1, Col: 1}
		return
	}
	s.pos.Col++
}

func (s *scanner) space() {
	for s.at < len(s.src) && strings.IndexByte(" \t\r\n", s.src[s.at]) >= 0 {
		s.step()
	}
}

func (s *scanner) peek() byte {
	if s.at < len(s.src) {
		return s.src[s.at]
	}
	return 0
}

// show quotes what stands at the scanner's place.
func (s *scanner) show() string {
	if s.at == len(s.src) {
		return "the end of the file"
	}
	r, _ := utf8.DecodeRuneInString(s.src[s.at:])
	return fmt.Sprintf("%q", string(r))
}

// cut says that the input ended too early.
func (s *scanner) cut() error {
	if len(s.open) == 0 {
		return s.fail("the file ends where a value was expected")
	}
	return s.fail("the file ends inside %s: it was cut off, or a closing bracket is missing", s.open[len(s.open)-1])
}

func (s *scanner) enter(what string) error {
	if len(s.open) >= maxDepth {
		return s.fail("nested deeper than %d levels", maxDepth)
	}
	s.open = append(s.open, fmt.Sprintf("the %s that begins at %d:%d", what, s.pos.Line, s.pos.Col))
	return nil
}

func (s *scanner) leave() { s.open = s.open[:len(s.open)-1] }

func (s *scanner) value() (*node, error) {
	if s.at == len(s.src) {
		return nil, s.cut()
	}
	switch c := s.peek(); {
	case c == '{':
		return s.object()
	case c == '[':
		return s.array()
	case c == '"':
		pos := s.pos
		str, err := s.str()
		return &node{kind: stringNode, pos: pos, text: str}, err
	case c == '-' || '0' <= c && c <= '9':
		return s.number()
	case 'a' <= c && c <= 'z':
		return s.word()
	case c == '\'':
		return nil, s.fail("text stands in double quotes in JSON, not in single ones")
	case c == '/':
		return nil, s.fail("JSON has no comments; remove this one")
	}
	return nil, s.fail("%s where a value was expected", s.show())
}

func (s *scanner) object() (*node, error) {
	n := &node{kind: objectNode, pos: s.pos}
	if err := s.enter("object"); err != nil {
		return nil, err
	}
	defer s.leave()
	s.step()
	s.space()
	if s.peek() == '}' {
		s.step()
		return n, nil
	}
	for {
		m, err := s.member()
		if err != nil {
			return nil, err
		}
		if n.get(m.name) != nil {
			s.duplicate(m)
		}
		n.members = append(n.members, m)
		more, err := s.next('}', "member")
		if err != nil {
			return nil, err
		}
		if !more {
			return n, nil
		}
	}
}

func (s *scanner) member() (member, error) {
	switch c := s.peek(); {
	case s.at == len(s.src):
		return member{}, s.cut()
	case c == '\'':
		return member{}, s.fail("names stand in double quotes in JSON, not in single ones")
	case c == '/':
		return member{}, s.fail("JSON has no comments; remove this one")
	case c != '"':
		return member{}, s.fail("%s where a member's name in double quotes was expected", s.show())
	}
	m := member{pos: s.pos}
	var err error
	if m.name, err = s.str(); err != nil {
		return m, err
	}
	s.space()
	if s.at == len(s.src) {
		return m, s.cut()
	}
	if s.peek() != ':' {
		return m, s.fail("%s where ':' was expected after the name %q", s.show(), m.name)
	}
	s.step()
	s.space()
	m.value, err = s.value()
	return m, err
}

func (s *scanner) array() (*node, error) {
	n := &node{kind: arrayNode, pos: s.pos}
	if err := s.enter("list"); err != nil {
		return nil, err
	}
	defer s.leave()
	s.step()
	s.space()
	if s.peek() == ']' {
		s.step()
		return n, nil
	}
	for {
		v, err := s.value()
		if err != nil {
			return nil, err
		}
		n.list = append(n.list, v)
		more, err := s.next(']', "element")
		if err != nil {
			return nil, err
		}
		if !more {
			return n, nil
		}
	}
}

// next reads the comma between two members or elements, or the closing
// bracket.
func (s *scanner) next(end byte, what string) (more bool, err error) {
	s.space()
	switch {
	case s.at == len(s.src):
		return false, s.cut()
	case s.peek() == end:
		s.step()
		return false, nil
	case s.peek() != ',':
		return false, s.fail("%s where ',' or '%c' was expected after the %s", s.show(), end, what)
	}
	s.step()
	s.space()
	if s.peek() == end {
		return false, s.fail("JSON allows no comma before '%c'; remove it", end)
	}
	return true, nil
}

// str reads a string. Escapes are left to encoding/json once the end is found.
func (s *scanner) str() (string, error) {
	start, from := s.at, s.pos
	s.step()
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '"':
			s.step()
			var out string
			if err := json.Unmarshal([]byte(s.src[start:s.at]), &out); err != nil {
				return "", &scanError{from, "text with a bad escape; JSON knows \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX"}
			}
			return out, nil
		case c == '\\':
			s.step()
			if s.at < len(s.src) {
				s.step()
			}
		case c < ' ':
			return "", &scanError{from, "text is not closed on its line; add the double quote"}
		default:
			s.step()
		}
	}
	return "", &scanError{s.pos, fmt.Sprintf("the file ends inside the text that begins at %d:%d: it was cut off", from.Line, from.Col)}
}

func (s *scanner) number() (*node, error) {
	n := &node{kind: numberNode, pos: s.pos}
	start := s.at
	for s.at < len(s.src) && strings.IndexByte("+-.0123456789eE", s.src[s.at]) >= 0 {
		s.step()
	}
	n.text = s.src[start:s.at]
	if !json.Valid([]byte(n.text)) {
		return nil, &scanError{n.pos, fmt.Sprintf("%q is not a number", n.text)}
	}
	return n, nil
}

func (s *scanner) word() (*node, error) {
	n := &node{kind: wordNode, pos: s.pos}
	start := s.at
	for s.at < len(s.src) && ('a' <= s.src[s.at] && s.src[s.at] <= 'z') {
		s.step()
	}
	switch n.text = s.src[start:s.at]; n.text {
	case "true", "false", "null":
		return n, nil
	}
	return nil, &scanError{n.pos, fmt.Sprintf("%q is no JSON value; text stands in double quotes", n.text)}
}
