package expr

import (
	"strings"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokEOF   tokenKind = iota
	tokBad             // a character that no expression may contain
	tokIdent           // a name as it stands
	tokName            // #placeholder
	tokValue           // :placeholder
	tokInt
	tokEq
	tokNe
	tokLt
	tokLe
	tokGt
	tokGe
	tokLParen
	tokRParen
	tokLBracket
	tokRBracket
	tokDot
	tokComma
	tokPlus
	tokMinus
	tokAnd
	tokOr
	tokNot
	tokBetween
	tokIn
	tokSet
	tokRemove
	tokAdd
	tokDelete
)

type token struct {
	kind tokenKind
	at   span
}

// lex appends the tokens of src to dst, the last one being tokEOF. It cannot
// fail: what it does not know becomes tokBad, which no rule accepts.
func lex(dst []token, src string, kind Kind) []token {
	for i := 0; i < len(src); {
		if isSpace(src[i]) {
			i++
			continue
		}
		tok, end := scan(src, i, kind)
		dst = append(dst, token{tok, span{int32(i), int32(end)}})
		i = end
	}
	n := int32(len(src))
	return append(dst, token{tokEOF, span{n, n}})
}

// scan reads the token that starts at src[i] and returns where it ends.
func scan(src string, i int, kind Kind) (tokenKind, int) {
	switch c := src[i]; {
	case isLetter(c):
		end := wordEnd(src, i)
		return word(src[i:end], kind), end
	case c == '#', c == ':':
		end := wordEnd(src, i+1)
		switch {
		case end == i+1:
			return tokBad, end
		case c == '#':
			return tokName, end
		}
		return tokValue, end
	case c == '0': // no leading zeros: 01 is two tokens
		return tokInt, i + 1
	case isDigit(c):
		end := i
		for end < len(src) && isDigit(src[end]) {
			end++
		}
		return tokInt, end
	}
	return scanSign(src, i)
}

func scanSign(src string, i int) (tokenKind, int) {
	if i+1 < len(src) {
		switch src[i : i+2] {
		case "<>":
			return tokNe, i + 2
		case "<=":
			return tokLe, i + 2
		case ">=":
			return tokGe, i + 2
		}
	}
	switch src[i] {
	case '=':
		return tokEq, i + 1
	case '<':
		return tokLt, i + 1
	case '>':
		return tokGt, i + 1
	case '(':
		return tokLParen, i + 1
	case ')':
		return tokRParen, i + 1
	case '[':
		return tokLBracket, i + 1
	case ']':
		return tokRBracket, i + 1
	case '.':
		return tokDot, i + 1
	case ',':
		return tokComma, i + 1
	case '+':
		return tokPlus, i + 1
	case '-':
		return tokMinus, i + 1
	}
	_, size := utf8.DecodeRuneInString(src[i:])
	return tokBad, i + size
}

// word tells keywords from names. A language has only its own keywords: "add"
// in a condition is a name, and refused as a reserved word.
func word(w string, kind Kind) tokenKind {
	switch kind {
	case KindProjection:
	case KindUpdate:
		switch {
		case strings.EqualFold(w, "SET"):
			return tokSet
		case strings.EqualFold(w, "REMOVE"):
			return tokRemove
		case strings.EqualFold(w, "ADD"):
			return tokAdd
		case strings.EqualFold(w, "DELETE"):
			return tokDelete
		}
	default:
		switch {
		case strings.EqualFold(w, "AND"):
			return tokAnd
		case strings.EqualFold(w, "OR"):
			return tokOr
		case strings.EqualFold(w, "NOT"):
			return tokNot
		case strings.EqualFold(w, "IN"):
			return tokIn
		case strings.EqualFold(w, "BETWEEN"):
			return tokBetween
		}
	}
	return tokIdent
}

// wordEnd returns the end of the letters, digits and underscores at src[i:].
func wordEnd(src string, i int) int {
	for i < len(src) && (isLetter(src[i]) || isDigit(src[i]) || src[i] == '_') {
		i++
	}
	return i
}

func isSpace(c byte) bool  { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
