package model

import (
	"bytes"
	"unicode/utf8"
)

// Parse reads a model file. The name of the file is used in messages only.
// The error is of type Errors and holds everything that is wrong with the
// file; the model is then nil.
func Parse(file string, src []byte) (*Model, error) {
	if err := checkText(file, src); err != nil {
		return nil, err
	}
	b := newBuilder(file, string(src))
	b.build()
	b.notes.sort()
	if len(b.notes.errors) > 0 {
		return nil, b.notes.errors
	}
	b.m.Warnings = b.notes.warnings
	return b.m, nil
}

// checkText refuses what is not UTF-8 text.
func checkText(file string, src []byte) error {
	at, message := -1, ""
	if i := bytes.IndexByte(src, 0); i >= 0 {
		at, message = i, "this is not text: it holds a zero byte"
	}
	for i := 0; i < len(src) && (at < 0 || i < at); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			at, message = i, "this is not UTF-8 text"
			break
		}
		i += size
	}
	if at < 0 {
		return nil
	}
	before := src[:at]
	start := bytes.LastIndexByte(before, '\n') + 1
	n := newNotes(file, string(bytes.ToValidUTF8(src, []byte("?"))))
	pos := Pos{1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:])}
	n.errorf(pos, "save the file as UTF-8", "%s", message)
	return n.errors
}

// builder turns statements and annotations into a Model.
type builder struct {
	*notes
	m          *Model
	src        string
	toks       []token
	statements []statement
	comments   []comment
	list       []note // annotations
	tables     []*table
}

// table is an entity with what it was built from.
type table struct {
	*Entity
	st     *statement
	create *createStmt
	byName map[string]*Column // lower case name

	rowsReported bool // rows= has an error of its own
	told         []computedPair
}

func newBuilder(file, src string) *builder {
	n := newNotes(file, src)
	toks, comments := lex(n, src)
	p := &parser{notes: n, src: src, toks: toks, comments: comments}
	return &builder{
		notes: n, m: &Model{File: file}, src: src, toks: toks,
		statements: p.statements(), comments: comments, list: readNotes(n, comments),
	}
}

func (b *builder) build() {
	b.settings()
	b.entities()
	b.notesBehind()
	b.references()
	b.rows()
	b.requests()
	b.computedPairs()
}
