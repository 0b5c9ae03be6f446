package model

import (
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer turns source text, which must be UTF-8, into tokens and comments.
type lexer struct {
	notes    *notes
	src      string
	off      int
	pos      Pos
	tokens   []token
	comments []comment
}

// lex reads all of src. Its last token is tokEOF.
func lex(n *notes, src string) ([]token, []comment) {
	lx := &lexer{notes: n, src: src, pos: Pos{1, 1}}
	lx.skipMark()
	for lx.off < len(src) {
		lx.next()
	}
	lx.tokens = append(lx.tokens, token{kind: tokEOF, pos: lx.pos, from: lx.off, to: lx.off})
	return lx.tokens, lx.comments
}

// skipMark skips a byte order mark.
func (lx *lexer) skipMark() {
	const mark = "\ufeff"
	if strings.HasPrefix(lx.src, mark) {
		lx.off = len(mark)
	}
}

func (lx *lexer) next() {
	c := lx.src[lx.off]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
		lx.advance(1)
	case lx.has("--"):
		lx.lineComment()
	case lx.has("/*"):
		lx.blockComment()
	case c == '\'':
		lx.quoted('\'', '\'', tokString)
	case c == '"' || c == '`':
		lx.quoted(c, c, tokQuoted)
	case c == '[':
		lx.quoted('[', ']', tokQuoted)
	case (c == 'x' || c == 'X') && strings.HasPrefix(lx.src[lx.off+1:], "'"):
		lx.blob()
	case isDigit(c), c == '.' && lx.off+1 < len(lx.src) && isDigit(lx.src[lx.off+1]):
		lx.number()
	case lx.has("::"):
		lx.emit(tokOp, 2, "::")
	case c == ':' || c == '$' || c == '@' || c == '?':
		lx.param()
	case isWordStart(lx.rune()):
		lx.emit(tokIdent, lx.wordLen(), "")
	default:
		lx.operator()
	}
}

func (lx *lexer) has(prefix string) bool { return strings.HasPrefix(lx.src[lx.off:], prefix) }

func (lx *lexer) rune() rune {
	r, _ := utf8.DecodeRuneInString(lx.src[lx.off:])
	return r
}

// advance moves n bytes on and keeps line and column.
func (lx *lexer) advance(n int) {
	for _, r := range lx.src[lx.off : lx.off+n] {
		if r == '\n' {
			lx.pos = Pos{lx.pos.Line + 1, 1}
		} else {
			lx.pos.Col++
		}
	}
	lx.off += n
}

// emit appends a token of n bytes; text "" stands for those bytes.
func (lx *lexer) emit(kind tokenKind, n int, text string) {
	if text == "" && kind != tokString && kind != tokQuoted && kind != tokBlob {
		text = lx.src[lx.off : lx.off+n]
	}
	lx.tokens = append(lx.tokens, token{kind: kind, text: text, pos: lx.pos, from: lx.off, to: lx.off + n})
	lx.advance(n)
}

// bad reports an error and appends a token that parsers fail on silently.
func (lx *lexer) bad(n int, cure, format string, args ...any) {
	lx.notes.errorf(lx.pos, cure, format, args...)
	lx.emit(tokBad, n, "")
}

func (lx *lexer) lineComment() {
	n := strings.IndexByte(lx.src[lx.off:], '\n')
	if n < 0 {
		n = len(lx.src) - lx.off
	}
	text := lx.src[lx.off : lx.off+n]
	body := strings.TrimLeft(text, "-")
	lx.comments = append(lx.comments, comment{
		text: strings.TrimRight(body, " \t\r\f"),
		pos:  lx.pos,
		col:  lx.pos.Col + len(text) - len(body),
		own:  strings.Trim(lx.src[lx.lineStart():lx.off], " \t\f\ufeff") == "",
		at:   len(lx.tokens),
	})
	lx.advance(n)
}

func (lx *lexer) lineStart() int { return strings.LastIndexByte(lx.src[:lx.off], '\n') + 1 }

func (lx *lexer) blockComment() {
	n := strings.Index(lx.src[lx.off+2:], "*/")
	if n < 0 {
		lx.bad(len(lx.src)-lx.off, "close it with */", "this comment is never closed")
		return
	}
	lx.advance(n + 4)
}

// quoted reads text between quotes; a doubled closing quote stands for one.
// Text has to be closed on its line, so that one slip does not swallow the
// file.
func (lx *lexer) quoted(open, shut byte, kind tokenKind) {
	var text strings.Builder
	rest := lx.src[lx.off+1:]
	for i := 0; i < len(rest) && rest[i] != '\n'; i++ {
		if rest[i] != shut {
			text.WriteByte(rest[i])
			continue
		}
		if i+1 < len(rest) && rest[i+1] == shut && shut != ']' {
			text.WriteByte(shut)
			i++
			continue
		}
		if kind == tokQuoted && text.Len() == 0 {
			lx.bad(i+2, "", "this name is empty")
			return
		}
		lx.emit(kind, i+2, text.String())
		return
	}
	n := strings.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	}
	lx.bad(n+1, "close it with "+string(shut), "the quote %c is not closed on its line", open)
}

func (lx *lexer) blob() {
	n := strings.IndexAny(lx.src[lx.off+2:], "'\n")
	if n < 0 || lx.src[lx.off+2+n] != '\'' {
		lx.bad(2, "close it with '", "this blob is never closed")
		return
	}
	digits := lx.src[lx.off+2 : lx.off+2+n]
	data, err := hex.DecodeString(digits)
	if err != nil {
		lx.bad(n+3, "write an even number of hexadecimal digits: X'0AFF'", "this is not a blob")
		return
	}
	lx.emit(tokBlob, n+3, string(data))
}

func (lx *lexer) number() {
	rest := lx.src[lx.off:]
	n := digitsLen(rest)
	if n < len(rest) && rest[n] == '.' {
		n++
		n += digitsLen(rest[n:])
	}
	if n < len(rest) && (rest[n] == 'e' || rest[n] == 'E') {
		m := n + 1
		if m < len(rest) && (rest[m] == '+' || rest[m] == '-') {
			m++
		}
		if d := digitsLen(rest[m:]); d > 0 {
			n = m + d
		}
	}
	if r, _ := utf8.DecodeRuneInString(rest[n:]); n < len(rest) && isWordStart(r) {
		for n < len(rest) {
			r, size := utf8.DecodeRuneInString(rest[n:])
			if !isWordPart(r) {
				break
			}
			n += size
		}
		lx.bad(n, "put a blank after the number, or quote the name", "%s is neither a number nor a name", clip(rest[:n]))
		return
	}
	lx.emit(tokNumber, n, "")
}

func (lx *lexer) param() {
	rest := lx.src[lx.off+1:]
	n := 0
	for n < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[n:])
		if !isWordPart(r) {
			break
		}
		n += size
	}
	name := rest[:n]
	if lx.src[lx.off] != ':' || name == "" {
		if name == "" || isDigit(name[0]) {
			name = "name"
		}
		lx.bad(n+1, "write a named parameter: :"+name, "%s is not a parameter of this language", lx.src[lx.off:lx.off+1+n])
		return
	}
	lx.emit(tokParam, n+1, name)
}

func (lx *lexer) wordLen() int {
	rest := lx.src[lx.off:]
	n := 0
	for n < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[n:])
		if !isWordPart(r) {
			break
		}
		n += size
	}
	return n
}

// operators are tried in this order, longer ones first.
var operators = []string{
	"<>", "!=", "<=", ">=", "==", "||", "<<", ">>", "->",
	"(", ")", ",", ";", ".", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "~",
}

func (lx *lexer) operator() {
	for _, op := range operators {
		if lx.has(op) {
			lx.emit(tokOp, len(op), op)
			return
		}
	}
	r, size := utf8.DecodeRuneInString(lx.src[lx.off:])
	lx.bad(size, "", "%q has no meaning here", r)
}

func digitsLen(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWordStart(r rune) bool {
	return r == '_' || r != utf8.RuneError && unicode.IsLetter(r)
}

func isWordPart(r rune) bool {
	return isWordStart(r) || unicode.IsDigit(r) || r != utf8.RuneError && unicode.IsMark(r)
}
