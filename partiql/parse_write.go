package partiql

import "strings"

// insertion = INSERT INTO table VALUE item.
func (p *parser) insertion() (*Statement, error) {
	s := &Statement{Kind: Insert}
	if !p.acceptWord("into") {
		return nil, malformed(p.peek().at, synKeyword)
	}
	at, err := p.source(s)
	if err != nil {
		return nil, err
	}
	if s.Index != "" {
		return nil, refuseAt(at, msgInsertSource, p.place(at))
	}
	if !p.acceptWord("value") {
		at := p.peek().at
		if _, err := p.expression(); err != nil {
			return nil, err
		}
		return nil, refuseAt(at, msgInsertForm)
	}
	s.item, err = p.expression()
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.is("on") || t.is("at") {
		return nil, refuseAt(t.at, msgClause, strings.ToUpper(t.text))
	}
	return s, nil
}

// updating = UPDATE table {SET assignment {"," assignment} | REMOVE path}
// [WHERE condition] [RETURNING returning].
func (p *parser) updating() (*Statement, error) {
	s := &Statement{Kind: Update}
	if _, err := p.source(s); err != nil {
		return nil, err
	}
	if err := p.alias(); err != nil {
		return nil, err
	}
	for {
		switch {
		case p.acceptWord("set"):
			if err := p.assignments(s); err != nil {
				return nil, err
			}
		case p.acceptWord("remove"):
			target, err := p.simplePath()
			if err != nil {
				return nil, err
			}
			s.changes = append(s.changes, change{target: target})
		case len(s.changes) == 0:
			return nil, malformed(p.peek().at, synDataManipulation)
		default:
			if err := p.condition(s); err != nil {
				return nil, err
			}
			return s, p.returning(s)
		}
	}
}

func (p *parser) assignments(s *Statement) error {
	for {
		target, err := p.simplePath()
		if err != nil {
			return err
		}
		if !p.acceptOperator("=") {
			return malformed(p.peek().at, synAssignment)
		}
		value, err := p.expression()
		if err != nil {
			return err
		}
		s.changes = append(s.changes, change{target, value})
		if !p.accept(tokComma) {
			return nil
		}
	}
}

// deletion = DELETE FROM table [WHERE condition] [RETURNING returning].
func (p *parser) deletion() (*Statement, error) {
	s := &Statement{Kind: Delete}
	if !p.acceptWord("from") {
		return nil, malformed(p.peek().at, synFromAfterDelete)
	}
	if _, err := p.source(s); err != nil {
		return nil, err
	}
	if err := p.alias(); err != nil {
		return nil, err
	}
	if err := p.condition(s); err != nil {
		return nil, err
	}
	return s, p.returning(s)
}

// returning = (ALL | MODIFIED) (OLD | NEW) "*". Which of them a statement may
// have is for later to say.
func (p *parser) returning(s *Statement) error {
	if !p.acceptWord("returning") {
		return nil
	}
	which, age := p.take(), p.take()
	if !which.is("all") && !which.is("modified") {
		return malformed(which.at, synExpected, "RETURNING_MAPPING")
	}
	if !age.is("old") && !age.is("new") {
		return malformed(age.at, synExpected, "RETURNING_MAPPING")
	}
	if !p.acceptOperator("*") {
		return malformed(p.peek().at, synExpected, "STAR")
	}
	s.Returning = Returning(strings.ToUpper(which.text + " " + age.text))
	return nil
}
