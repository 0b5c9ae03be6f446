package model

import "strings"

type tokenKind uint8

const (
	tokEOF    tokenKind = iota
	tokIdent            // a word that was not quoted
	tokQuoted           // "name", `name` or [name]
	tokString           // 'text'
	tokNumber
	tokBlob  // X'0A'
	tokParam // :name
	tokOp    // one operator or punctuation mark
	tokBad   // something that was reported already
)

var tokenKindNames = [...]string{"end", "word", "quoted", "string", "number", "blob", "param", "op", "bad"}

func (k tokenKind) String() string { return tokenKindNames[k] }

// token is a lexical element. Comments are not tokens.
type token struct {
	kind tokenKind
	text string // decoded: without quotes, ':' and escapes
	pos  Pos
	from int // byte offsets in the source
	to   int
}

// is says whether t is the keyword or operator.
func (t token) is(word string) bool {
	switch t.kind {
	case tokIdent:
		return strings.EqualFold(t.text, word)
	case tokOp:
		return t.text == word
	}
	return false
}

// describe names the token in a message.
func (t token) describe() string {
	switch t.kind {
	case tokEOF:
		return "the end of the file"
	case tokString:
		return "'" + strings.ReplaceAll(clip(t.text), "'", "''") + "'"
	case tokParam:
		return ":" + clip(t.text)
	case tokQuoted:
		return `"` + clip(t.text) + `"`
	case tokBlob:
		return "a blob"
	}
	return clip(t.text)
}

// clip shortens text for a message.
func clip(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// comment is a -- comment. Block comments are skipped: they hold no annotations.
type comment struct {
	text string // without the leading dashes
	pos  Pos    // of the first dash
	col  int    // column at which text begins
	own  bool   // nothing but blanks stands before it on its line
	at   int    // number of tokens before it
}

// reserved are the words that no name may be without quotes: those that
// SQLite does not take as names either.
var reserved = wordSet(`
	add all alter and as autoincrement between case check collate commit constraint
	create default deferrable delete distinct drop else escape except exists
	foreign from group having in index insert intersect into is isnull join limit not
	nothing notnull null on or order primary references returning select set table then
	to transaction union unique update using values when where`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

func isReserved(word string) bool { return reserved[strings.ToLower(word)] }
