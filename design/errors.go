package design

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/model"
)

// Error is one problem of a design document, with its place and cure.
type Error struct {
	File string    // as given to Parse, "" for a design that was not read
	Pos  model.Pos // zero for a design that was not read from text
	Path string    // JSON path, "items[2].keys.SK"; "" for the document itself
	Msg  string    // what is wrong, and what would be right
}

// Error returns "file:line:col: path: message", without the parts that are
// unknown.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ":")
	}
	if e.Pos.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", e.Pos.Line, e.Pos.Col)
	}
	if b.Len() > 0 {
		b.WriteString(" ")
	}
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString(e.Msg)
	return b.String()
}

// Errors are all the problems of a document, in the order of their places.
type Errors []*Error

// Error returns the problems, one on each line.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// sort puts the problems into the order of the file.
func (es Errors) sort() {
	slices.SortStableFunc(es, func(x, y *Error) int {
		return cmp.Or(cmp.Compare(x.Pos.Line, y.Pos.Line), cmp.Compare(x.Pos.Col, y.Pos.Col))
	})
}

// Unwrap lets errors.As find the single problems.
func (es Errors) Unwrap() []error {
	out := make([]error, len(es))
	for i, e := range es {
		out[i] = e
	}
	return out
}

// nearest returns the known name that is closest to a misspelt one, "" where
// none is close.
func nearest(name string, known []string) string {
	best, bestDistance := "", 1+max(2, len(name)/3)
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// hint returns "; did you mean X?" or a list of what is known.
func hint(name string, known []string) string {
	if n := nearest(name, known); n != "" {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	if len(known) == 0 {
		return ""
	}
	return "; known: " + strings.Join(known, ", ")
}

// distance counts the letters to change, insert or remove to get from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
