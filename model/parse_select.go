package model

import "strings"

// selectStmt parses WITH ... SELECT ... up to, not with, its semicolon.
func (p *parser) selectStmt() *SelectStmt {
	saved, savedOpaque := p.refusals, p.opaque
	p.refusals, p.opaque = nil, false
	if p.cur().is("with") {
		p.withClause()
	}
	s := p.selectBody()
	for !p.failed && p.setOperator() {
		p.selectBody()
	}
	p.selectTail(s)
	s.refusals, s.opaque = p.refusals, p.opaque
	p.refusals, p.opaque = saved, savedOpaque
	return s
}

func (p *parser) nestedSelect() *SelectStmt {
	if !p.enter() {
		return &SelectStmt{}
	}
	defer p.leave()
	return p.selectStmt()
}

func (p *parser) withClause() {
	t := p.advance()
	p.refuse(EJoin, t.pos, nil, "WITH names the answer of another SELECT, and one request reads one key of one table",
		"write the SELECTs one after another under one annotation if they share a parameter, or ask them as questions of their own")
	p.opaque = true
	p.accept("recursive")
	for !p.failed {
		p.ident()
		if p.cur().is("(") {
			p.skipParens()
		}
		p.expect("as")
		p.accept("not")
		p.accept("materialized")
		p.skipParens()
		if !p.accept(",") {
			break
		}
	}
}

// setOperator takes UNION and its like, which are refused.
func (p *parser) setOperator() bool {
	t := p.cur()
	for _, w := range []string{"union", "intersect", "except"} {
		if p.accept(w) {
			p.accept("all")
			p.refuse(EOr, t.pos, nil, strings.ToUpper(w)+" combines the answers of several SELECTs, and one request reads one key range",
				"ask each SELECT as a question of its own, or write them one after another under one annotation if they share a parameter")
			return true
		}
	}
	return false
}

func (p *parser) selectBody() *SelectStmt {
	s := &SelectStmt{Pos: p.cur().pos}
	if p.cur().is("values") {
		p.fail(s.Pos, "", "a question is a SELECT, not VALUES")
		return s
	}
	p.expect("select")
	s.Distinct = p.accept("distinct")
	p.accept("all")
	for !p.failed {
		s.Items = append(s.Items, p.selectItem())
		if !p.accept(",") {
			break
		}
	}
	if p.accept("from") {
		p.from(s)
	}
	if p.accept("where") {
		s.Where = p.expr()
	}
	if p.accept("group", "by") {
		s.GroupBy = p.exprList()
	}
	if p.accept("having") {
		s.Having = p.expr()
	}
	if p.accept("window") {
		p.windowClause()
	}
	return s
}

func (p *parser) exprList() []Expr {
	var list []Expr
	for !p.failed {
		list = append(list, p.expr())
		if !p.accept(",") {
			break
		}
	}
	return list
}

func (p *parser) windowClause() {
	for !p.failed {
		p.ident()
		p.expect("as")
		p.skipParens()
		if !p.accept(",") {
			break
		}
	}
}

func (p *parser) selectItem() SelectItem {
	t := p.cur()
	it := SelectItem{Pos: t.pos}
	if p.accept("*") {
		it.Star = true
		return it
	}
	if p.peek(1).is(".") && p.peek(2).is("*") {
		it.Star, it.Table = true, p.ident().name
		p.accept(".")
		p.accept("*")
		return it
	}
	it.Expr = p.expr()
	if p.accept("as") {
		it.Alias = p.ident().name
	} else if t := p.cur(); t.kind == tokQuoted || t.kind == tokIdent && !isReserved(t.text) && !endsTable[strings.ToLower(t.text)] {
		it.Alias = p.ident().name
	}
	return it
}

func (p *parser) from(s *SelectStmt) {
	s.From = p.tableRef()
	for !p.failed {
		j, ok := p.join()
		if !ok {
			return
		}
		s.Joins = append(s.Joins, j)
	}
}

// endsTable are words that are no alias after a table or an output.
var endsTable = wordSet(`left right full inner cross natural outer offset window fetch for indexed end over filter`)

func (p *parser) tableRef() TableRef {
	t := p.cur()
	if t.is("(") {
		p.refuse(EJoin, t.pos, nil, "FROM (SELECT) reads the answer of another SELECT, and one request reads one key of one table",
			"write the conditions in one SELECT, or ask two questions")
		p.opaque = true
		p.skipParens()
		t.text = "subquery"
	} else {
		id := p.ident()
		if p.cur().is(".") {
			p.fail(p.cur().pos, "write "+p.peek(1).text+" alone", "a table has no schema name here")
		}
		if p.cur().is("(") {
			p.fail(p.cur().pos, "", "%s(...) is no table of this model", id.name)
		}
		t.text = id.name
	}
	ref := TableRef{Pos: t.pos, Name: t.text}
	if p.accept("as") {
		ref.Alias = p.ident().name
	} else if a := p.cur(); a.kind == tokQuoted || a.kind == tokIdent && !isReserved(a.text) && !endsTable[strings.ToLower(a.text)] {
		ref.Alias = p.ident().name
	}
	return ref
}

// join parses one joined table, false where none comes next.
func (p *parser) join() (Join, bool) {
	var j Join
	t := p.cur()
	switch {
	case p.accept(","):
		j.Table = p.tableRef()
		return j, true
	case p.accept("join"), p.accept("inner", "join"), p.accept("cross", "join"):
	case p.accept("left", "outer", "join"), p.accept("left", "join"):
		j.Left = true
	case t.is("right"), t.is("full"), t.is("natural"):
		p.refusedJoin()
	default:
		return j, false
	}
	j.Table = p.tableRef()
	switch {
	case p.accept("on"):
		j.On = p.expr()
	case p.accept("using"):
		list := p.identList()
		j.Using, j.usingPos = names(list), places(list)
	}
	return j, true
}

func (p *parser) refusedJoin() {
	t := p.advance()
	word := strings.ToUpper(t.text)
	cure := "join from the child to its parent: FROM child JOIN parent"
	if word == "NATURAL" {
		cure = "name the columns: JOIN parent USING (column)"
	}
	p.refuse(EJoin, t.pos, nil, word+" JOIN is not a join of a row to its parent by the parent's key", cure)
	p.opaque = true
	for !p.failed && !p.accept("join") {
		if !p.accept("left") && !p.accept("right") && !p.accept("full") && !p.accept("inner") && !p.accept("outer") {
			p.unexpected("JOIN")
		}
	}
}

// selectTail parses ORDER BY, LIMIT and OFFSET.
func (p *parser) selectTail(s *SelectStmt) {
	if p.accept("order", "by") {
		for !p.failed {
			s.OrderBy = append(s.OrderBy, p.orderTerm())
			if !p.accept(",") {
				break
			}
		}
	}
	if p.accept("limit") {
		s.Limit = p.limitOperand("LIMIT")
		if p.accept(",") {
			s.Offset, s.Limit = s.Limit, p.limitOperand("LIMIT")
		}
	}
	if p.accept("offset") {
		s.Offset = p.limitOperand("OFFSET")
		p.accept("rows")
	}
	if t := p.cur(); t.is("fetch") {
		p.fail(t.pos, "write LIMIT n", "FETCH FIRST is not part of the language")
	}
}

func (p *parser) limitOperand(clause string) Expr {
	t := p.cur()
	if t.kind == tokParam || t.kind == tokNumber {
		return p.primary()
	}
	p.fail(t.pos, "write "+clause+" 20 or "+clause+" :n", "%s takes a number or a parameter, found %s", clause, t.describe())
	return p.nothing()
}

func (p *parser) orderTerm() OrderTerm {
	var o OrderTerm
	p.inOrder = true
	o.Expr = p.expr()
	if p.accept("collate") {
		o.Collate = strings.ToUpper(p.ident().name)
	}
	p.inOrder = false
	if p.accept("desc") {
		o.Desc = true
	} else {
		p.accept("asc")
	}
	p.nulls(o)
	return o
}

// nulls takes NULLS FIRST and NULLS LAST: NULL sorts below every value, so
// each is either what happens anyway or refused.
func (p *parser) nulls(o OrderTerm) {
	t := p.cur()
	if !t.is("nulls") {
		return
	}
	p.advance()
	last := p.accept("last")
	if !last {
		p.expect("first")
	}
	if last != o.Desc {
		p.refuse(ENullOrder, t.pos, columnsOf(o.Expr), "NULL sorts below every value, so it comes first in ascending and last in descending order",
			"leave NULLS FIRST and NULLS LAST out")
	}
}
