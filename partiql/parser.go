package partiql

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Parse reads one statement. The error is an *Error.
func Parse(src string) (*Statement, error) {
	tokens, err := lex(src)
	if err != nil {
		return nil, err
	}
	p := &parser{src: src, tokens: tokens}
	s, err := p.statement()
	if err != nil {
		return nil, err
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	s.parameters = p.parameters
	return s, nil
}

type parser struct {
	src        string
	tokens     []token
	next       int
	parameters int // so far
}

func (p *parser) peek() token { return p.tokens[p.next] }

func (p *parser) take() token {
	t := p.tokens[p.next]
	if t.kind != tokEOF {
		p.next++
	}
	return t
}

func (p *parser) accept(kind tokenKind) bool {
	if p.peek().kind != kind {
		return false
	}
	p.take()
	return true
}

func (p *parser) acceptWord(keyword string) bool {
	if !p.peek().is(keyword) {
		return false
	}
	p.take()
	return true
}

func (p *parser) acceptOperator(op string) bool {
	if t := p.peek(); t.kind != tokOperator || t.text != op {
		return false
	}
	p.take()
	return true
}

func (p *parser) expect(kind tokenKind) error {
	if !p.accept(kind) {
		return malformed(p.peek().at, synExpected, tokenNames[kind])
	}
	return nil
}

// place writes where a part of the text is as DynamoDB does: line, column and
// length, from 1, in characters.
func (p *parser) place(at span) string {
	before := p.src[:at.pos]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("%d:%d:%d", line, column, utf8.RuneCountInString(p.src[at.pos:at.end]))
}

// end demands the end of the statement.
func (p *parser) end() error {
	if p.accept(tokSemicolon) {
		if t := p.peek(); t.kind != tokEOF {
			return malformed(t.at, synAfterSemicolon)
		}
		return nil
	}
	if t := p.peek(); t.kind != tokEOF {
		return malformed(t.at, synAfterExpression)
	}
	return nil
}

// statement reads a statement of any kind. What begins with no statement's
// keyword is, to DynamoDB, on the way to a FROM ... SET without its operation.
func (p *parser) statement() (*Statement, error) {
	t := p.take()
	switch {
	case t.is("select"):
		return p.selection()
	case t.is("insert"):
		return p.insertion()
	case t.is("update"):
		return p.updating()
	case t.is("delete"):
		return p.deletion()
	case t.is("exists"):
		return p.existence()
	}
	return nil, malformed(t.at, synDataManipulation)
}

// source reads the table, and the index, that a statement is about. at is the
// table's place.
func (p *parser) source(s *Statement) (at span, err error) {
	t := p.peek()
	if t.kind != tokIdent && t.kind != tokQuoted {
		return t.at, p.noTerm()
	}
	p.take()
	names := []string{t.text}
	for p.accept(tokDot) {
		part := p.take()
		if part.kind != tokIdent && part.kind != tokQuoted {
			return t.at, malformed(part.at, synPathDot)
		}
		names = append(names, part.text)
	}
	for _, n := range names {
		if n == "" {
			return t.at, refuseAt(t.at, msgEmptyComponent)
		}
	}
	if len(names) > 2 {
		return t.at, refuseAt(t.at, msgTwoComponents)
	}
	s.Table = names[0]
	if len(names) == 2 {
		s.Index = names[1]
	}
	return t.at, nil
}

// alias refuses the name that SQL lets follow a table or an expression.
func (p *parser) alias() error {
	t := p.peek()
	if t.is("as") || t.kind == tokIdent || t.kind == tokQuoted {
		return refuseAt(t.at, msgAliasing)
	}
	return nil
}

// noTerm is the error for a token that begins no expression.
func (p *parser) noTerm() error {
	switch t := p.peek(); {
	case t.is("from"):
		return malformed(t.at, synDataManipulation)
	case t.kind == tokKeyword:
		return malformed(t.at, synKeyword)
	case t.kind == tokOperator:
		return malformed(t.at, synOperator)
	default:
		return malformed(t.at, synTerm)
	}
}
