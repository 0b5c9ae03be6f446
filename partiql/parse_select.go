package partiql

import "strings"

// selection = SELECT ("*" | path {"," path}) FROM table ["." index]
// [WHERE condition] [ORDER BY path [ASC | DESC] {"," ...}].
func (p *parser) selection() (*Statement, error) {
	s := &Statement{Kind: Select}
	if t := p.peek(); t.is("distinct") || t.is("value") {
		return nil, refuseAt(t.at, msgClause, strings.ToUpper(t.text))
	}
	p.acceptWord("all") // SELECT ALL is SELECT
	if err := p.projection(s); err != nil {
		return nil, err
	}
	if !p.acceptWord("from") {
		return nil, malformed(p.peek().at, synFromAfterSelect)
	}
	if _, err := p.source(s); err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind == tokOperator || t.kind == tokLBracket || t.kind == tokComma {
		return nil, refuseAt(t.at, msgFromSource)
	}
	if err := p.alias(); err != nil {
		return nil, err
	}
	if err := p.condition(s); err != nil {
		return nil, err
	}
	if err := p.ordering(s); err != nil {
		return nil, err
	}
	return s, p.unsupportedClause()
}

func (p *parser) projection(s *Statement) error {
	if p.acceptOperator("*") {
		if t := p.peek(); t.kind == tokComma {
			return malformed(t.at, synStarAlone)
		}
		return nil
	}
	for {
		if t := p.peek(); t.kind == tokOperator && t.text == "*" {
			return malformed(t.at, synStarAlone)
		}
		first := p.peek().at
		n, err := p.expression()
		if err != nil {
			return err
		}
		if n.kind != nodePath {
			return refuseAt(first, msgPathComponent, p.place(first))
		}
		if err := p.alias(); err != nil {
			return err
		}
		s.columns = append(s.columns, n)
		if !p.accept(tokComma) {
			return nil
		}
	}
}

// condition reads an optional WHERE.
func (p *parser) condition(s *Statement) (err error) {
	if p.acceptWord("where") {
		s.where, err = p.expression()
	}
	return err
}

func (p *parser) ordering(s *Statement) error {
	if !p.acceptWord("order") {
		return nil
	}
	if !p.acceptWord("by") {
		return malformed(p.peek().at, synExpected, "BY")
	}
	for {
		first := p.peek().at
		n, err := p.expression()
		if err != nil {
			return err
		}
		if n.kind != nodePath {
			return refuseAt(first, msgPathComponent, p.place(first))
		}
		o := order{path: n}
		if !p.acceptWord("asc") {
			o.desc = p.acceptWord("desc")
		}
		s.order = append(s.order, o)
		if !p.accept(tokComma) {
			return nil
		}
	}
}

// unsupportedClause names the clauses that SQL has here and DynamoDB has not.
func (p *parser) unsupportedClause() error {
	t := p.peek()
	if t.kind != tokKeyword {
		return nil
	}
	switch t.text {
	case "limit", "offset", "group", "having", "let", "union", "except", "intersect",
		"join", "inner", "left", "right", "full", "cross", "outer":
		return refuseAt(t.at, msgClause, strings.ToUpper(t.text))
	}
	return nil
}

// existence = EXISTS "(" selection ")".
func (p *parser) existence() (*Statement, error) {
	if err := p.expect(tokLParen); err != nil {
		return nil, err
	}
	if t := p.take(); !t.is("select") {
		return nil, malformed(t.at, synExpected, "SELECT")
	}
	s, err := p.selection()
	if err != nil {
		return nil, err
	}
	s.Kind = Exists
	return s, p.expect(tokRParen)
}
