package expr

import (
	"strconv"

	"github.com/keywright/keywright/attr"
)

// parser is a recursive descent parser over the tokens of one expression. The
// first error ends it.
type parser struct {
	kind Kind
	src  string
	toks []token
	i    int
}

// newParser refuses what DynamoDB refuses before it parses.
func newParser(src string, kind Kind) (*parser, error) {
	if src == "" {
		return nil, invalid(kind, span{}, msgEmpty)
	}
	if len(src) > maxExpressionBytes {
		return nil, invalid(kind, span{}, msgTooLong, len(src))
	}
	// A token per three bytes is more than most expressions have.
	return &parser{kind: kind, src: src, toks: lex(make([]token, 0, len(src)/3+2), src, kind)}, nil
}

func (p *parser) kindAt() tokenKind { return p.toks[p.i].kind }

// next returns the current token and moves on. It is never called at the end.
func (p *parser) next() token {
	t := p.toks[p.i]
	p.i++
	return t
}

func (p *parser) accept(k tokenKind) bool {
	if p.toks[p.i].kind != k {
		return false
	}
	p.i++
	return true
}

func (p *parser) expect(k tokenKind) (token, error) {
	if p.toks[p.i].kind != k {
		return token{}, p.fail()
	}
	return p.next(), nil
}

func (p *parser) text(at span) string { return p.src[at.pos:at.end] }

// fail reports the current token as DynamoDB does: the token, and the text
// from the token before it to the one after it.
func (p *parser) fail() error {
	tok := p.toks[p.i]
	near := tok.at
	if p.i > 0 {
		near.pos = p.toks[p.i-1].at.pos
	}
	text := "<EOF>"
	if tok.kind != tokEOF {
		text = p.text(tok.at)
		near.end = p.toks[p.i+1].at.end
	}
	return invalid(p.kind, tok.at, msgSyntax, text, p.text(near))
}

func (p *parser) end() error {
	_, err := p.expect(tokEOF)
	return err
}

// path = name { "." name | "[" index "]" }.
func (p *parser) path() (path, error) {
	first := p.toks[p.i]
	if first.kind != tokIdent && first.kind != tokName {
		return path{}, p.fail()
	}
	p.i++
	out := path{at: first.at, steps: make(attr.Path, 1, 1+p.stepsAhead())}
	out.steps[0] = attr.Step{Name: p.text(first.at), Index: -1}
	for {
		switch p.kindAt() {
		case tokDot:
			p.i++
			tok := p.toks[p.i]
			if tok.kind != tokIdent && tok.kind != tokName {
				return path{}, p.fail()
			}
			p.i++
			out.steps = append(out.steps, attr.Step{Name: p.text(tok.at), Index: -1})
			out.at.end = tok.at.end
		case tokLBracket:
			p.i++
			if err := p.index(&out); err != nil {
				return path{}, err
			}
		default:
			return out, nil
		}
	}
}

// stepsAhead returns how many steps follow the first one, so that a path is
// allocated once.
func (p *parser) stepsAhead() int {
	n := 0
	for i := p.i; ; {
		switch p.toks[i].kind {
		case tokDot:
			i += 2
		case tokLBracket:
			i += 3
		default:
			return n
		}
		if i >= len(p.toks) {
			return n
		}
		n++
	}
}

func (p *parser) index(out *path) error {
	tok, err := p.expect(tokInt)
	if err != nil {
		return err
	}
	closing, err := p.expect(tokRBracket)
	if err != nil {
		return err
	}
	out.at.end = closing.at.end
	n, err := strconv.Atoi(p.text(tok.at))
	if err != nil || n > maxListIndex {
		n = maxListIndex
		if out.tooLarge == "" {
			out.tooLarge = p.text(tok.at)
		}
	}
	out.steps = append(out.steps, attr.Step{Index: n})
	return nil
}

// operand = path | ":value" | name "(" operand { "," operand } ")" |
// "(" operand ")". paren says whether it stood in parentheses.
func (p *parser) operand() (o operand, paren bool, err error) {
	tok := p.toks[p.i]
	switch tok.kind {
	case tokValue:
		p.i++
		return operand{kind: opValue, name: p.text(tok.at), at: tok.at}, false, nil
	case tokLParen:
		p.i++
		o, paren, err = p.operand()
		if err != nil {
			return operand{}, false, err
		}
		closing, err := p.expect(tokRParen)
		if err != nil {
			return operand{}, false, err
		}
		if paren {
			return operand{}, false, p.redundant(tok, closing)
		}
		return o, true, nil
	case tokIdent:
		if p.toks[p.i+1].kind == tokLParen {
			o, err = p.call()
			return o, false, err
		}
	}
	doc, err := p.path()
	if err != nil {
		return operand{}, false, err
	}
	return operand{kind: opPath, path: doc, at: doc.at}, false, nil
}

// redundant reports two pairs of parentheses around one thing. DynamoDB says
// so as soon as it has read the outer pair, before any later syntax error.
func (p *parser) redundant(open, closing token) error {
	return invalid(p.kind, span{open.at.pos, closing.at.end}, msgRedundant)
}

func (p *parser) call() (operand, error) {
	name := p.next()
	o := operand{kind: opCall, name: p.text(name.at), at: name.at}
	args, end, err := p.arguments()
	o.args, o.at.end = args, end
	return o, err
}

// arguments = "(" operand { "," operand } ")".
func (p *parser) arguments() (args []operand, end int32, err error) {
	if _, err := p.expect(tokLParen); err != nil {
		return nil, 0, err
	}
	for {
		arg, _, err := p.operand()
		if err != nil {
			return nil, 0, err
		}
		args = append(args, arg)
		if p.accept(tokComma) {
			continue
		}
		closing, err := p.expect(tokRParen)
		if err != nil {
			return nil, 0, err
		}
		return args, closing.at.end, nil
	}
}
