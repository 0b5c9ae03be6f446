package model

import (
	"regexp"
	"slices"
	"strings"
)

// An annotation is a -- comment of one of two forms. docs/model.md has the
// keys.
//
//	-- model NAME key=value ...       on a line of its own; so for question and write
//	... , -- key=value ...            behind what it describes, on the same line
//
// Values with blanks stand in single quotes, those within share.column.value=
// too: share.state.'IN TRANSIT'=5%. The pairs end at the first word
// that is none; the rest is an ordinary comment. A line that begins with a
// pair and follows a line of the first form continues it. Every other comment
// is ordinary.

type noteKind uint8

const (
	noteBehind noteKind = iota // behind a column or table
	noteModel
	noteQuestion
	noteWrite
)

var noteWords = map[string]noteKind{"model": noteModel, "question": noteQuestion, "write": noteWrite}

// note is an annotation.
type note struct {
	kind  noteKind
	word  string // "question"
	name  ident
	pairs []pair
	pos   Pos
	own   bool
	at    int // number of tokens before it
}

// pair is key=value.
type pair struct {
	key      string
	keyPos   Pos
	value    string
	valuePos Pos
}

// word is a blank-separated word of a comment.
type noteWord struct {
	text string
	col  int
}

// pairStart is how a pair begins. The value within share.column.value= may
// hold anything but a '='.
var pairStart = regexp.MustCompile(`^(share\.[^=]+|[A-Za-z_][A-Za-z0-9_.-]*)=`)

// beginsNote says whether a comment begins as an annotation of a statement.
func beginsNote(text string) bool {
	w := noteWordsOf(text, 1)
	return len(w) > 1 && noteWords[w[0].text] != noteBehind && (len(w) == 2 || endsName(w[2:]))
}

// endsName says whether the words behind a name go on as an annotation.
func endsName(rest []noteWord) bool {
	return pairStart.MatchString(rest[0].text) || strings.HasPrefix(rest[0].text, "--") || spacedPair(rest)
}

// spacedPair says whether a pair was written with blanks around its sign.
func spacedPair(w []noteWord) bool {
	return len(w) > 1 && isKnownKey(w[0].text) && strings.HasPrefix(w[1].text, "=")
}

// noteWordsOf splits the text of a comment at blanks outside of quotes.
func noteWordsOf(text string, col int) []noteWord {
	var words []noteWord
	var cur strings.Builder
	start, inQuote := 0, false
	for _, r := range text {
		blank := r == ' ' || r == '\t'
		if blank && !inQuote {
			if cur.Len() > 0 {
				words = append(words, noteWord{cur.String(), start})
				cur.Reset()
			}
		} else {
			if cur.Len() == 0 {
				start = col
			}
			// A quote opens only where a value begins: "don't" is a word.
			if r == '\'' && (inQuote || strings.HasSuffix(cur.String(), "=") || strings.HasPrefix(cur.String(), "share.")) {
				inQuote = !inQuote
			}
			cur.WriteRune(r)
		}
		col++
	}
	if cur.Len() > 0 {
		words = append(words, noteWord{cur.String(), start})
	}
	return words
}

// readNotes returns the annotations among the comments.
func readNotes(n *notes, comments []comment) []note {
	var list []note
	for _, c := range comments {
		nt, ok := readNote(n, c)
		if !ok {
			continue
		}
		if last := len(list) - 1; nt.kind == noteBehind && nt.own && last >= 0 && list[last].kind != noteBehind && list[last].at == nt.at {
			list[last].pairs = append(list[last].pairs, nt.pairs...)
			continue
		}
		list = append(list, nt)
	}
	return list
}

func readNote(n *notes, c comment) (note, bool) {
	words := noteWordsOf(c.text, c.col)
	nt := note{pos: c.pos, own: c.own, at: c.at}
	switch {
	case len(words) == 0:
		return nt, false
	case c.own && beginsNote(c.text):
		nt.kind, nt.word = noteWords[words[0].text], words[0].text
		words = words[1:]
		if !pairStart.MatchString(words[0].text) && !strings.HasPrefix(words[0].text, "--") {
			nt.name = ident{words[0].text, Pos{c.pos.Line, words[0].col}}
			words = words[1:]
		}
	case !pairStart.MatchString(words[0].text) && !spacedPair(words):
		warnHidden(n, c, words)
		return nt, false
	}
	nt.pairs = readPairs(n, c.pos.Line, words)
	return nt, true
}

// warnHidden warns of an ordinary comment that holds a pair behind words.
func warnHidden(n *notes, c comment, words []noteWord) {
	for _, w := range words {
		key, _, ok := strings.Cut(w.text, "=")
		if ok && isKnownKey(key) && pairStart.MatchString(w.text) {
			n.warnf(Pos{c.pos.Line, w.col}, "begin the comment with it, or leave the = out",
				"%s is not read: it stands behind other words", clip(w.text))
		}
	}
}

// readPairs reads pairs up to the first word that is none.
func readPairs(n *notes, line int, words []noteWord) []pair {
	var pairs []pair
	for len(words) > 0 {
		w := words[0]
		pos := Pos{line, w.col}
		if spacedPair(words) {
			n.errorf(pos, "write "+w.text+"=value without blanks", "the pair %s = has blanks in it", w.text)
			value, used := spacedValue(words)
			pairs = append(pairs, pair{w.text, pos, value.text, Pos{line, value.col}})
			words = words[used:]
			continue
		}
		if !pairStart.MatchString(w.text) {
			checkRest(n, line, words)
			break
		}
		pairs = append(pairs, readPair(n, pos, w.text))
		words = words[1:]
	}
	return pairs
}

// spacedValue returns the value of a pair with blanks in it, and how many
// words it takes.
func spacedValue(words []noteWord) (noteWord, int) {
	if words[1].text != "=" {
		return noteWord{words[1].text[1:], words[1].col + 1}, 2
	}
	if len(words) > 2 {
		return words[2], 3
	}
	return noteWord{col: words[1].col}, 2
}

func readPair(n *notes, pos Pos, text string) pair {
	key, value, _ := strings.Cut(text, "=")
	p := pair{key: key, keyPos: pos, value: value, valuePos: Pos{pos.Line, pos.Col + len([]rune(key)) + 1}}
	if strings.HasPrefix(value, "'") {
		if len(value) < 2 || !strings.HasSuffix(value, "'") {
			n.errorf(p.valuePos, "close it with '", "the quote ' is not closed on its line")
		} else {
			p.value = strings.ReplaceAll(value[1:len(value)-1], "''", "'")
		}
	}
	return p
}

// checkRest reports pairs that would be lost behind a word.
func checkRest(n *notes, line int, rest []noteWord) {
	for _, w := range rest {
		if strings.HasPrefix(w.text, "--") {
			return
		}
		key, _, ok := strings.Cut(w.text, "=")
		if ok && pairStart.MatchString(w.text) && isKnownKey(key) {
			n.errorf(Pos{line, w.col}, "put all pairs first, and words behind --", "%s stands behind other words", clip(w.text))
		}
	}
}

// The keys of each kind of annotation. Those of an entity and a write may be
// followed by .column.
var (
	modelKeys    = []string{"prices", "headroom", "tables", "table", "pk", "sk", "delimiter", "pack", "keys"}
	entityKeys   = []string{"rows", "per", "max", "prefix", "pk", "sk"}
	columnKeys   = []string{"avg", "distinct", "top", "skew", "per", "max"}
	dottedKeys   = []string{"avg", "distinct", "top", "skew"}
	questionKeys = []string{"rate", "consistency", "rows", "max", "skew", "shards"}
	writeKeys    = []string{"rate", "skew"}
)

func isKnownKey(key string) bool {
	key, _, _ = strings.Cut(key, ".")
	return slices.Contains(modelKeys, key) || slices.Contains(entityKeys, key) || slices.Contains(columnKeys, key) ||
		slices.Contains(questionKeys, key) || key == "share"
}

// unknownKey reports a key that does not belong where it stands.
func (n *notes) unknownKey(p pair, where string, keys []string) {
	n.errorf(p.keyPos, didYouMean(p.key, keys), "%s= is not an annotation of %s", clip(p.key), where)
}

// dedupe reports keys that are given twice and returns the pairs without them.
func (n *notes) dedupe(pairs []pair) []pair {
	seen := map[string]bool{}
	var out []pair
	for _, p := range pairs {
		if seen[p.key] {
			n.errorf(p.keyPos, "", "%s= is given twice", clip(p.key))
			continue
		}
		seen[p.key] = true
		out = append(out, p)
	}
	return out
}
