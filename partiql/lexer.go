package partiql

import (
	_ "embed" // keywords.json
	"encoding/json"
	"strings"
	"sync"
)

//go:embed keywords.json
var keywordsJSON []byte

// isKeyword says whether a word, in lower case, cannot be an identifier
// unless it is quoted.
func isKeyword(word string) bool { return keywords()[word] }

var keywords = sync.OnceValue(func() map[string]bool {
	var file struct{ Words []string }
	if err := json.Unmarshal(keywordsJSON, &file); err != nil {
		panic("partiql: keywords.json: " + err.Error())
	}
	out := make(map[string]bool, len(file.Words))
	for _, w := range file.Words {
		out[w] = true
	}
	return out
})

type tokenKind uint8

const (
	tokEOF     tokenKind = iota
	tokKeyword           // text in lower case
	tokIdent             // text as written
	tokQuoted            // text without the quotes
	tokString            // text without the quotes
	tokNumber
	tokParam
	tokOperator // = <> != < <= > >= + - * / % || ~ @
	tokLParen
	tokRParen
	tokLBracket
	tokRBracket
	tokLBrace
	tokRBrace
	tokLSet // <<
	tokRSet // >>
	tokComma
	tokDot
	tokColon
	tokSemicolon
)

// tokenNames are the names of types in "Expected RIGHT_PAREN".
var tokenNames = map[tokenKind]string{
	tokLParen: "LEFT_PAREN", tokRParen: "RIGHT_PAREN", tokRBracket: "RIGHT_BRACKET", tokRBrace: "RIGHT_CURLY",
	tokRSet: "RIGHT_DOUBLE_ANGLE_BRACKET", tokColon: "COLON",
}

type token struct {
	kind tokenKind
	text string
	at   span
}

// is says whether the token is the keyword.
func (t token) is(keyword string) bool { return t.kind == tokKeyword && t.text == keyword }

// lex returns the tokens of a statement, the last one tokEOF.
func lex(src string) ([]token, error) {
	out := make([]token, 0, len(src)/4+2)
	for i := 0; i < len(src); {
		next, skipped, err := skipBlank(src, i)
		if err != nil {
			return nil, err
		}
		if skipped {
			i = next
			continue
		}
		t, err := scan(src, i)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
		i = t.at.end
	}
	return append(out, token{kind: tokEOF, at: span{len(src), len(src)}}), nil
}

// skipBlank passes over a space or a comment.
func skipBlank(src string, i int) (next int, skipped bool, err error) {
	rest := src[i:]
	switch {
	case isSpace(src[i]):
		return i + 1, true, nil
	case strings.HasPrefix(rest, "--"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return i + n + 1, true, nil
		}
		return len(src), true, nil
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			return i + n + 4, true, nil
		}
		return 0, false, malformed(span{i, len(src)}, "")
	}
	return i, false, nil
}

func scan(src string, i int) (token, error) {
	c := src[i]
	switch {
	case isWordStart(c):
		end := i + 1
		for end < len(src) && (isWordStart(src[end]) || isDigit(src[end])) {
			end++
		}
		word := src[i:end]
		if lower := strings.ToLower(word); isKeyword(lower) {
			return token{tokKeyword, lower, span{i, end}}, nil
		}
		return token{tokIdent, word, span{i, end}}, nil
	case isDigit(c), c == '.' && i+1 < len(src) && isDigit(src[i+1]):
		end := numberEnd(src, i)
		return token{tokNumber, src[i:end], span{i, end}}, nil
	case c == '\'':
		return quoted(src, i, tokString)
	case c == '"':
		return quoted(src, i, tokQuoted)
	}
	return sign(src, i)
}

// quoted reads up to the closing quote; a quote inside is written twice.
func quoted(src string, i int, kind tokenKind) (token, error) {
	var b strings.Builder
	for j := i + 1; j < len(src); j++ {
		if src[j] != src[i] {
			b.WriteByte(src[j])
			continue
		}
		if j+1 < len(src) && src[j+1] == src[i] {
			b.WriteByte(src[j])
			j++
			continue
		}
		return token{kind, b.String(), span{i, j + 1}}, nil
	}
	return token{}, malformed(span{i, len(src)}, "")
}

// numberEnd returns where a number ends: 1, 1.5, .5, 1e-3.
func numberEnd(src string, i int) int {
	digits := func(i int) int {
		for i < len(src) && isDigit(src[i]) {
			i++
		}
		return i
	}
	i = digits(i)
	if i < len(src) && src[i] == '.' {
		i = digits(i + 1)
	}
	if i < len(src) && (src[i] == 'e' || src[i] == 'E') {
		j := i + 1
		if j < len(src) && (src[j] == '+' || src[j] == '-') {
			j++
		}
		if end := digits(j); end > j {
			i = end
		}
	}
	return i
}

var signs = []struct {
	text string
	kind tokenKind
}{
	{"<<", tokLSet}, {">>", tokRSet}, {"<>", tokOperator}, {"!=", tokOperator}, {"<=", tokOperator}, {">=", tokOperator},
	{"||", tokOperator}, {"=", tokOperator}, {"<", tokOperator}, {">", tokOperator}, {"+", tokOperator}, {"-", tokOperator},
	{"*", tokOperator}, {"/", tokOperator}, {"%", tokOperator}, {"~", tokOperator}, {"@", tokOperator},
	{"?", tokParam}, {"(", tokLParen}, {")", tokRParen}, {"[", tokLBracket}, {"]", tokRBracket}, {"{", tokLBrace},
	{"}", tokRBrace}, {",", tokComma}, {".", tokDot}, {":", tokColon}, {";", tokSemicolon},
}

func sign(src string, i int) (token, error) {
	for _, s := range signs {
		if strings.HasPrefix(src[i:], s.text) {
			return token{s.kind, s.text, span{i, i + len(s.text)}}, nil
		}
	}
	return token{}, malformed(span{i, i + 1}, "")
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWordStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$'
}
