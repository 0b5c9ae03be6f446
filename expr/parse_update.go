package expr

// parseUpdate = clause { clause }.
func (p *parser) parseUpdate() ([]clause, error) {
	var out []clause
	for {
		c, err := p.clause()
		if err != nil {
			return nil, err
		}
		out = append(out, c)
		if p.kindAt() == tokEOF {
			return out, nil
		}
	}
}

// clause = SET set { "," set } | REMOVE path { "," path } |
// ( ADD | DELETE ) path ":value" { "," path ":value" }.
func (p *parser) clause() (clause, error) {
	var read func() (*action, error)
	out := clause{at: p.toks[p.i].at}
	switch p.kindAt() {
	case tokSet:
		out.section, read = secSet, p.assignment
	case tokRemove:
		out.section, read = secRemove, p.removal
	case tokAdd:
		out.section, read = secAdd, p.addition
	case tokDelete:
		out.section, read = secDelete, p.addition
	default:
		return clause{}, p.fail()
	}
	p.i++
	for {
		a, err := read()
		if err != nil {
			return clause{}, err
		}
		out.actions = append(out.actions, a)
		if !p.accept(tokComma) {
			return out, nil
		}
	}
}

func (p *parser) removal() (*action, error) {
	target, err := p.path()
	return &action{target: target}, err
}

// addition reads an action of ADD or DELETE.
func (p *parser) addition() (*action, error) {
	target, err := p.path()
	if err != nil {
		return nil, err
	}
	tok, err := p.expect(tokValue)
	if err != nil {
		return nil, err
	}
	value := operand{kind: opValue, name: p.text(tok.at), at: tok.at}
	return &action{target: target, args: []operand{value}}, nil
}

// assignment = path "=" sum.
func (p *parser) assignment() (*action, error) {
	target, err := p.path()
	if err != nil {
		return nil, err
	}
	if _, err := p.expect(tokEq); err != nil {
		return nil, err
	}
	a, _, err := p.sum()
	if err != nil {
		return nil, err
	}
	a.target = target
	return a, nil
}

// sum = operand [ ( "+" | "-" ) operand ] | "(" sum ")". One operator at most:
// a + b + c is a syntax error.
func (p *parser) sum() (a *action, paren bool, err error) {
	open := p.toks[p.i]
	if open.kind != tokLParen {
		first, _, err := p.operand()
		if err != nil {
			return nil, false, err
		}
		a, err = p.sumTail(first)
		return a, false, err
	}
	p.i++
	inner, paren, err := p.sum()
	if err != nil {
		return nil, false, err
	}
	closing, err := p.expect(tokRParen)
	if err != nil {
		return nil, false, err
	}
	if paren {
		return nil, false, p.redundant(open, closing)
	}
	if inner.op != 0 {
		return inner, true, nil
	}
	// One operand in parentheses may be the left side of a sum.
	if a, err = p.sumTail(inner.args[0]); err != nil {
		return nil, false, err
	}
	return a, a.op == 0, nil
}

func (p *parser) sumTail(first operand) (*action, error) {
	a := &action{args: []operand{first}}
	switch p.kindAt() {
	case tokPlus:
		a.op = '+'
	case tokMinus:
		a.op = '-'
	default:
		return a, nil
	}
	p.i++
	second, _, err := p.operand()
	a.args = append(a.args, second)
	return a, err
}
