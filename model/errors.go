package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Error is one thing that is wrong with a model file, with its place and its
// cure.
type Error struct {
	File    string // as given to Parse
	Pos     Pos
	Message string // what is wrong
	Cure    string // what would be right, "" where the message says it
	Line    string // the source line, without its line end
}

// Error returns what Format returns, without the last line end.
func (e *Error) Error() string { return strings.TrimSuffix(e.Format(), "\n") }

// Format returns the error as people read it: place and message, the source
// line, a caret under the place, and the cure. Each line ends in "\n".
func (e *Error) Format() string { return formatNote(e.File, e.Pos, e.Message, e.Line, e.Cure) }

// Errors are all errors of a model file, sorted by place. Parse returns them
// as its error; there is at least one.
type Errors []*Error

// Error returns all errors, one after another, as Error.Format prints them.
func (es Errors) Error() string {
	var b strings.Builder
	for _, e := range es {
		b.WriteString(e.Format())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Unwrap lets errors.As find an *Error.
func (es Errors) Unwrap() []error {
	out := make([]error, len(es))
	for i, e := range es {
		out[i] = e
	}
	return out
}

// Warning is something in a model file that is accepted but may surprise.
type Warning struct {
	File    string
	Pos     Pos
	Message string
	Cure    string
	Line    string
}

// Format returns the warning as Error.Format does, marked as a warning.
func (w Warning) Format() string {
	return formatNote(w.File, w.Pos, "warning: "+w.Message, w.Line, w.Cure)
}

func formatNote(file string, pos Pos, message, line, cure string) string {
	var b strings.Builder
	if file != "" {
		b.WriteString(file + ":")
	}
	fmt.Fprintf(&b, "%d:%d: %s\n", pos.Line, pos.Col, message)
	text, pad := window(line, pos.Col)
	if text != "" {
		fmt.Fprintf(&b, "    %s\n    %s^\n", text, pad)
	}
	if cure != "" {
		fmt.Fprintf(&b, "    %s\n", cure)
	}
	return b.String()
}

// windowRunes is how much of a long line is shown before and after the caret.
const windowRunes = 56

// window returns the part of a line around a column, fit to print, and the
// blanks that put a caret under that column: tabs stay tabs, a wide rune gets
// two blanks, a combining mark none.
func window(line string, col int) (text, pad string) {
	runes := []rune(line)
	at := min(max(col-1, 0), len(runes))
	from := max(0, at-windowRunes)
	to := min(len(runes), at+windowRunes)
	var t, p strings.Builder
	if from > 0 {
		t.WriteString("...")
		p.WriteString("   ")
	}
	for i := from; i < to; i++ {
		r := runes[i]
		if r != '\t' && !unicode.IsPrint(r) && runeWidth(r) > 0 {
			r = '?'
		}
		t.WriteRune(r)
		if i < at {
			p.WriteString(blank(r))
		}
	}
	if to < len(runes) {
		t.WriteString("...")
	}
	return t.String(), p.String()
}

func blank(r rune) string {
	if r == '\t' {
		return "\t"
	}
	return strings.Repeat(" ", runeWidth(r))
}

// runeWidth returns how many cells of a terminal a rune takes.
func runeWidth(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// notes collects errors and warnings while a file is read.
type notes struct {
	file     string
	lines    []string
	errors   Errors
	warnings []Warning
}

func newNotes(file, text string) *notes {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return &notes{file: file, lines: lines}
}

func (n *notes) line(pos Pos) string {
	if pos.Line < 1 || pos.Line > len(n.lines) {
		return ""
	}
	return n.lines[pos.Line-1]
}

// errorf records an error. The cure may be empty.
func (n *notes) errorf(pos Pos, cure, format string, args ...any) {
	n.errors = append(n.errors, &Error{
		File: n.file, Pos: pos, Message: fmt.Sprintf(format, args...), Cure: cure, Line: n.line(pos),
	})
}

// warnf records a warning. The cure may be empty.
func (n *notes) warnf(pos Pos, cure, format string, args ...any) {
	n.warnings = append(n.warnings, Warning{
		File: n.file, Pos: pos, Message: fmt.Sprintf(format, args...), Cure: cure, Line: n.line(pos),
	})
}

// sort puts errors and warnings into the order of the file and drops doubles.
func (n *notes) sort() {
	slices.SortStableFunc(n.errors, func(a, b *Error) int { return comparePos(a.Pos, b.Pos) })
	n.errors = slices.CompactFunc(n.errors, func(a, b *Error) bool { return *a == *b })
	slices.SortStableFunc(n.warnings, func(a, b Warning) int { return comparePos(a.Pos, b.Pos) })
	n.warnings = slices.Compact(n.warnings)
}

func comparePos(a, b Pos) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}
