package model

import "strings"

// parser is a recursive descent parser over tokens. The first error of a
// statement is recorded and ends it: from then on every token reads as the
// end of the file, so that all loops end, and recover goes on behind it.
type parser struct {
	notes    *notes
	src      string
	toks     []token
	comments []comment
	i        int
	failed   bool
	depth    int
	inOrder  bool      // within ORDER BY, where COLLATE belongs to the term
	refusals []Refusal // of the SELECT being parsed
	opaque   bool
}

// maxDepth bounds nested parentheses and operators, and so the stack.
const maxDepth = 200

func (p *parser) cur() token {
	if p.failed {
		return token{kind: tokEOF}
	}
	return p.toks[p.i]
}

func (p *parser) peek(n int) token {
	if p.failed || p.i+n >= len(p.toks) {
		return token{kind: tokEOF}
	}
	return p.toks[p.i+n]
}

// last is the token before the current one.
func (p *parser) last() token { return p.toks[max(p.i-1, 0)] }

func (p *parser) advance() token {
	t := p.cur()
	if !p.failed && p.i < len(p.toks)-1 {
		p.i++
	}
	return t
}

// fail records an error and ends the statement.
func (p *parser) fail(pos Pos, cure, format string, args ...any) {
	if p.failed {
		return
	}
	if p.toks[p.i].kind != tokBad { // reported already
		p.notes.errorf(pos, cure, format, args...)
	}
	p.failed = true
}

// unexpected records that the current token is not what belongs here.
func (p *parser) unexpected(want string) {
	t := p.cur()
	cure := ""
	if t.kind == tokIdent && isReserved(t.text) && want == "a name" {
		cure = `a reserved word is a name only in quotes: "` + t.text + `"`
	}
	p.fail(t.pos, cure, "expected %s, found %s", want, t.describe())
}

// accept takes the words if they come next, all or none.
func (p *parser) accept(words ...string) bool {
	for i, w := range words {
		if !p.peek(i).is(w) {
			return false
		}
	}
	for range words {
		p.advance()
	}
	return true
}

// expect takes a word or operator that has to come next.
func (p *parser) expect(word string) {
	if !p.accept(word) {
		p.unexpected(word)
	}
}

// ident is a name with its place.
type ident struct {
	name string
	pos  Pos
}

func (p *parser) ident() ident {
	t := p.cur()
	if t.kind == tokQuoted || t.kind == tokIdent && !isReserved(t.text) {
		p.advance()
		return ident{t.text, t.pos}
	}
	p.unexpected("a name")
	return ident{pos: t.pos}
}

// identList is '(' name, ... ')'.
func (p *parser) identList() []ident {
	p.expect("(")
	var list []ident
	for !p.failed {
		list = append(list, p.ident())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return list
}

func names(list []ident) []string {
	out := make([]string, len(list))
	for i, id := range list {
		out[i] = id.name
	}
	return out
}

func places(list []ident) []Pos {
	out := make([]Pos, len(list))
	for i, id := range list {
		out[i] = id.pos
	}
	return out
}

// skipParens takes '(' and everything up to its ')'.
func (p *parser) skipParens() {
	p.expect("(")
	for depth := 1; depth > 0 && !p.failed; {
		switch t := p.advance(); {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		case t.kind == tokEOF, t.is(";"):
			p.fail(t.pos, "", "a ) is missing")
		}
	}
}

// enter counts a level of nesting; leave undoes it.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail(p.cur().pos, "", "this is nested too deeply: more than %d levels", maxDepth)
	}
	return !p.failed
}

func (p *parser) leave() { p.depth-- }

// refuse records why the SELECT being parsed cannot be one request.
func (p *parser) refuse(code Code, pos Pos, columns []string, reason, cure string) {
	p.refusals = append(p.refusals, Refusal{Code: code, Pos: pos, Columns: columns, Reason: reason, Cure: cure})
}

// textFrom returns the source from a token to the last one taken.
func (p *parser) textFrom(t token) string {
	return strings.TrimSpace(p.src[t.from:max(t.from, p.last().to)])
}

// recover goes on behind a statement that failed and began at token from:
// behind its semicolon, or before the next line that begins a table or follows
// an annotation.
func (p *parser) recover(from int) {
	p.failed, p.depth, p.inOrder = false, 0, false
	for p.cur().kind != tokEOF {
		if p.i > from && p.atNewStatement() || p.advance().is(";") {
			return
		}
	}
}

func (p *parser) atNewStatement() bool {
	t := p.cur()
	if t.pos.Line == p.last().pos.Line {
		return false
	}
	if t.is("create") && p.peek(1).is("table") {
		return true
	}
	if !startsStatement(t) {
		return false
	}
	for _, c := range p.comments {
		if c.at == p.i && c.own && beginsNote(c.text) {
			return true
		}
	}
	return false
}

func startsStatement(t token) bool {
	for _, w := range []string{"create", "select", "insert", "replace", "update", "delete", "with"} {
		if t.is(w) {
			return true
		}
	}
	return false
}
