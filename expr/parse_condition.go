package expr

import "slices"

// term is what the parser has read where it cannot know yet whether it is a
// condition or an operand: after "(" both may follow.
type term struct {
	cond  *cond // nil for an operand
	opnd  operand
	paren bool // stands in parentheses
}

// parseCondition reads a whole condition. Precedence, weakest first: OR, AND,
// NOT, then comparators, BETWEEN, IN and functions.
func (p *parser) parseCondition() (*cond, error) {
	t, err := p.or()
	if err != nil {
		return nil, err
	}
	c, err := p.condition(t)
	if err != nil {
		return nil, err
	}
	return c, p.end()
}

// condition takes a term for a condition: a function call is one; any other
// operand lacks its comparator, so the token after it is the wrong one.
func (p *parser) condition(t term) (*cond, error) {
	switch {
	case t.cond != nil:
		return t.cond, nil
	case t.opnd.kind == opCall:
		return &cond{op: condCall, name: t.opnd.name, args: t.opnd.args, at: t.opnd.at}, nil
	}
	return nil, p.fail()
}

func (p *parser) or() (term, error) { return p.chain(tokOr, condOr, p.and) }

func (p *parser) and() (term, error) { return p.chain(tokAnd, condAnd, p.not) }

// chain reads what sub reads, any number of times with sep between them.
func (p *parser) chain(sep tokenKind, op condOp, sub func() (term, error)) (term, error) {
	first, err := sub()
	if err != nil || p.kindAt() != sep {
		return first, err
	}
	c, err := p.condition(first)
	if err != nil {
		return term{}, err
	}
	kids := join(nil, c, op)
	for p.accept(sep) {
		t, err := sub()
		if err != nil {
			return term{}, err
		}
		if c, err = p.condition(t); err != nil {
			return term{}, err
		}
		kids = join(kids, c, op)
	}
	at := span{kids[0].at.pos, kids[len(kids)-1].at.end}
	return term{cond: &cond{op: op, kids: kids, at: at}}, nil
}

func join(kids []*cond, c *cond, op condOp) []*cond {
	if c.op == op {
		return append(kids, c.kids...)
	}
	return append(kids, c)
}

func (p *parser) not() (term, error) {
	if p.kindAt() != tokNot {
		return p.primary()
	}
	tok := p.next()
	t, err := p.not()
	if err != nil {
		return term{}, err
	}
	c, err := p.condition(t)
	if err != nil {
		return term{}, err
	}
	return term{cond: &cond{op: condNot, kids: []*cond{c}, at: span{tok.at.pos, c.at.end}}}, nil
}

// primary = "(" condition ")" | operand comparator operand | operand BETWEEN
// operand AND operand | operand IN arguments | function call.
func (p *parser) primary() (term, error) {
	if p.kindAt() != tokLParen {
		o, _, err := p.operand()
		if err != nil {
			return term{}, err
		}
		return p.comparison(term{opnd: o})
	}
	open := p.next()
	t, err := p.or()
	if err != nil {
		return term{}, err
	}
	closing, err := p.expect(tokRParen)
	if err != nil {
		return term{}, err
	}
	if t.paren {
		return term{}, p.redundant(open, closing)
	}
	t.paren = true
	return p.comparison(t)
}

// comparison reads what may follow an operand; without it the operand is
// returned as it is.
func (p *parser) comparison(left term) (term, error) {
	op := comparator(p.kindAt())
	if op == 0 {
		return left, nil
	}
	if left.cond != nil {
		return term{}, p.fail()
	}
	p.i++
	args := append(make([]operand, 0, 3), left.opnd)
	var end int32
	switch op {
	case condIn:
		list, closing, err := p.arguments()
		if err != nil {
			return term{}, err
		}
		args, end = slices.Concat(args, list), closing
	default:
		second, _, err := p.operand()
		if err != nil {
			return term{}, err
		}
		args, end = append(args, second), second.at.end
		if op == condBetween {
			if _, err := p.expect(tokAnd); err != nil {
				return term{}, err
			}
			third, _, err := p.operand()
			if err != nil {
				return term{}, err
			}
			args, end = append(args, third), third.at.end
		}
	}
	return term{cond: &cond{op: op, args: args, at: span{left.opnd.at.pos, end}}}, nil
}

// comparator returns the operation that a token stands for between operands,
// 0 where it stands for none.
func comparator(k tokenKind) condOp {
	switch k {
	case tokEq:
		return condEq
	case tokNe:
		return condNe
	case tokLt:
		return condLt
	case tokLe:
		return condLe
	case tokGt:
		return condGt
	case tokGe:
		return condGe
	case tokBetween:
		return condBetween
	case tokIn:
		return condIn
	}
	return 0
}
