package model

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

func (p *parser) expr() Expr { return p.nested(precOr) }

// nested is binary one level deeper.
func (p *parser) nested(prec int) Expr {
	if !p.enter() {
		return p.nothing()
	}
	defer p.leave()
	return p.binary(prec)
}

// maxOperands bounds a chain of operators of one precedence.
const maxOperands = 1000

// binary parses operators of at least the given precedence, left-associative.
func (p *parser) binary(prec int) Expr {
	if prec == precNot {
		return p.not()
	}
	if prec == precUnary {
		return p.unary()
	}
	left := p.binary(prec + 1)
	for n := 0; !p.failed; n++ {
		if n > maxOperands {
			p.fail(p.cur().pos, "", "this expression has more than %d operands", maxOperands)
		}
		next := p.operation(left, prec)
		if next == nil {
			break
		}
		left = next
	}
	return left
}

// nothing stands for an expression that could not be parsed.
func (p *parser) nothing() Expr { return &Literal{p.cur().pos, attr.Null()} }

func (p *parser) not() Expr {
	t := p.cur()
	if t.is("not") && !p.peek(1).is("exists") {
		p.advance()
		return &Unary{t.pos, "NOT", p.nested(precNot)}
	}
	return p.binary(precEqual)
}

// opsAt are the plain binary operators of each precedence.
var opsAt = map[int][]string{
	precOr: {"OR"}, precAnd: {"AND"},
	precEqual: {"=", "==", "<>", "!="},
	precLess:  {"<", "<=", ">", ">="},
	precAdd:   {"+", "-"}, precMul: {"*", "/", "%"}, precConcat: {"||"},
}

// operation parses one operator of that precedence and what follows it, nil
// where none comes next.
func (p *parser) operation(left Expr, prec int) Expr {
	t := p.cur()
	for _, op := range opsAt[prec] {
		if t.is(op) {
			p.advance()
			right := p.binary(prec + 1)
			return &Binary{left.At(), plainOp(op), left, right}
		}
	}
	switch prec {
	case precEqual:
		return p.predicate(left)
	case precAdd:
		for _, op := range []string{"&", "|", "<<", ">>", "->"} {
			if p.accept(op) {
				p.binary(precAdd + 1)
				return p.other(left, "the operator "+op)
			}
		}
	}
	return nil
}

func plainOp(op string) string {
	switch op {
	case "==":
		return "="
	case "!=":
		return "<>"
	}
	return op
}

// predicate parses IS, IN, LIKE, GLOB, BETWEEN and their negations.
func (p *parser) predicate(left Expr) Expr {
	if p.accept("is") {
		return p.isPredicate(left)
	}
	if p.accept("isnull") {
		return &IsNullExpr{X: left}
	}
	if p.accept("notnull") || p.accept("not", "null") {
		return &IsNullExpr{X: left, Not: true}
	}
	not := p.cur().is("not")
	if not {
		p.advance()
	}
	switch {
	case p.accept("between"):
		lo := p.binary(precLess)
		p.expect("and")
		return &BetweenExpr{left, lo, p.binary(precLess), not}
	case p.accept("in"):
		return p.inPredicate(left, not)
	case p.accept("like"):
		return p.pattern(left, "LIKE", not)
	case p.accept("glob"):
		return p.pattern(left, "GLOB", not)
	}
	for _, w := range []string{"match", "regexp", "ilike", "similar"} {
		if p.accept(w) {
			p.binary(precLess)
			return p.other(left, strings.ToUpper(w))
		}
	}
	if not {
		p.unexpected("BETWEEN, IN, LIKE or GLOB")
		return left
	}
	return nil
}

func (p *parser) isPredicate(left Expr) Expr {
	not := p.accept("not")
	if p.accept("null") {
		return &IsNullExpr{left, not}
	}
	if p.cur().is("true") || p.cur().is("false") {
		return p.isTruth(left, not)
	}
	p.accept("distinct", "from")
	p.binary(precLess)
	return p.other(left, "IS with a value")
}

// isTruth reads x IS TRUE as x = TRUE AND x IS NOT NULL, and x IS NOT TRUE as
// x = FALSE OR x IS NULL: they are never unknown, so that their negations are
// right too.
func (p *parser) isTruth(left Expr, not bool) Expr {
	t := p.advance()
	value := &Literal{t.pos, attr.Bool(t.is("true") != not)}
	equal := &Binary{left.At(), "=", left, value}
	if not {
		return &Binary{left.At(), "OR", equal, &IsNullExpr{X: left}}
	}
	return &Binary{left.At(), "AND", equal, &IsNullExpr{X: left, Not: true}}
}

func (p *parser) inPredicate(left Expr, not bool) Expr {
	in := &InExpr{X: left, Not: not}
	if t := p.cur(); t.kind == tokParam {
		p.advance()
		in.List = []Expr{&ParamRef{t.pos, t.text}}
		return in
	}
	if p.peek(1).is("select") || p.peek(1).is("with") {
		p.skipParens()
		return p.other(left, "IN (SELECT)")
	}
	p.expect("(")
	for !p.failed && !p.cur().is(")") {
		in.List = append(in.List, p.expr())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return in
}

func (p *parser) pattern(left Expr, op string, not bool) Expr {
	right := p.binary(precLess)
	if p.accept("escape") {
		p.binary(precLess)
		return p.other(left, op+" with ESCAPE")
	}
	return &Binary{left.At(), notWord(not) + op, left, right}
}

func (p *parser) unary() Expr {
	t := p.cur()
	if t.is("-") || t.is("+") || t.is("~") {
		p.advance()
		x := p.nested(precUnary)
		if lit, ok := x.(*Literal); ok && lit.Value.Type() == attr.TypeNumber && t.text != "~" {
			return signed(t, lit)
		}
		if t.text == "~" {
			return &OtherExpr{t.pos, "the operator ~", p.textFrom(t), columnsOf(x)}
		}
		return &Unary{t.pos, t.text, x}
	}
	return p.postfix(p.primary())
}

// signed returns the literal of a number with its sign.
func signed(sign token, lit *Literal) Expr {
	if sign.text == "+" {
		return &Literal{sign.pos, lit.Value}
	}
	return &Literal{sign.pos, attr.Num(lit.Value.Number().Neg())}
}

func (p *parser) postfix(x Expr) Expr {
	for !p.failed {
		switch {
		case !p.inOrder && p.accept("collate"):
			name := p.ident().name
			if !isBinaryCollation(name) {
				x = p.other(x, "COLLATE "+name)
			}
		case p.accept("::"):
			p.typeName()
			x = p.other(x, "a cast")
		default:
			return x
		}
	}
	return x
}

// other returns an expression of the language's outside that began with left.
func (p *parser) other(left Expr, what string) Expr {
	return &OtherExpr{left.At(), what, p.textAt(left.At()), columnsOf(left)}
}

// textAt returns the source from a place to the last token taken.
func (p *parser) textAt(pos Pos) string {
	at, _ := slices.BinarySearchFunc(p.toks, pos, func(t token, pos Pos) int { return comparePos(t.pos, pos) })
	return p.textFrom(p.toks[min(at, len(p.toks)-1)])
}

func (p *parser) primary() Expr {
	t := p.cur()
	switch t.kind {
	case tokString:
		p.advance()
		return &Literal{t.pos, attr.String(t.text)}
	case tokBlob:
		p.advance()
		return &Literal{t.pos, attr.Binary([]byte(t.text))}
	case tokNumber:
		return p.number()
	case tokParam:
		p.advance()
		return &ParamRef{t.pos, t.text}
	case tokQuoted:
		return p.column()
	case tokIdent:
		return p.word()
	}
	if t.is("(") {
		return p.parens()
	}
	p.unexpected("an expression")
	return p.nothing()
}

func (p *parser) number() Expr {
	t := p.advance()
	v, err := attr.ParseNum(t.text)
	if err != nil {
		p.failed = true
		p.notes.errorf(t.pos, "numbers have up to 38 digits and an exponent from -130 to 125", "%v", err)
		return &Literal{t.pos, attr.Null()}
	}
	return &Literal{t.pos, v}
}

// parens parses ( expr ), ( SELECT ... ) and row values.
func (p *parser) parens() Expr {
	open := p.cur()
	if p.peek(1).is("select") || p.peek(1).is("with") {
		p.skipParens()
		return &OtherExpr{Pos: open.pos, What: "a subquery", Text: p.textFrom(open)}
	}
	p.advance()
	inOrder := p.inOrder
	p.inOrder = false
	x := p.expr()
	list := []Expr{x}
	for p.accept(",") {
		list = append(list, p.expr())
	}
	p.expect(")")
	p.inOrder = inOrder
	if len(list) > 1 {
		return &OtherExpr{open.pos, "a row value", p.textFrom(open), columnsOf(list...)}
	}
	return x
}

// word parses what begins with an unquoted word: a constant, a call, EXISTS,
// CASE, or a column.
func (p *parser) word() Expr {
	t := p.cur()
	switch strings.ToLower(t.text) {
	case "null":
		p.advance()
		return &Literal{t.pos, attr.Null()}
	case "true", "false":
		if !p.peek(1).is(".") {
			p.advance()
			return &Literal{t.pos, attr.Bool(t.is("true"))}
		}
	case "exists":
		return p.exists(false)
	case "not": // NOT EXISTS
		p.advance()
		return p.exists(true)
	case "case":
		return p.caseExpr()
	case "cast":
		if p.peek(1).is("(") {
			return p.cast()
		}
	case "current_timestamp", "current_date", "current_time":
		p.advance()
		return &CallExpr{Pos: t.pos, Name: strings.ToLower(t.text)}
	}
	switch {
	case p.peek(1).is("(") && !isReserved(t.text):
		return p.call()
	case isReserved(t.text):
		p.unexpected("an expression")
		return p.nothing()
	}
	return p.column()
}

// cast parses CAST (expr AS type).
func (p *parser) cast() Expr {
	t := p.advance()
	p.expect("(")
	x := p.expr()
	p.expect("as")
	p.typeName()
	p.expect(")")
	return &OtherExpr{t.pos, "CAST", p.textFrom(t), columnsOf(x)}
}

func (p *parser) exists(not bool) Expr {
	t := p.advance()
	p.expect("(")
	sub := p.nestedSelect()
	p.expect(")")
	e := &ExistsExpr{t.pos, sub}
	if not {
		return &Unary{t.pos, "NOT", e}
	}
	return e
}

func (p *parser) caseExpr() Expr {
	t := p.advance()
	for depth := 1; depth > 0 && !p.failed; {
		switch c := p.advance(); {
		case c.is("case"):
			depth++
		case c.is("end"):
			depth--
		case c.kind == tokEOF, c.is(";"):
			p.fail(t.pos, "", "this CASE has no END")
		}
	}
	return &OtherExpr{Pos: t.pos, What: "CASE", Text: p.textFrom(t)}
}

func (p *parser) column() Expr {
	quoted := p.cur().kind == tokQuoted
	id := p.ident()
	if !p.accept(".") {
		return &ColumnRef{Pos: id.pos, Column: id.name, quoted: quoted}
	}
	col := p.ident()
	return &ColumnRef{Pos: id.pos, Table: id.name, Column: col.name}
}

func (p *parser) call() Expr {
	t := p.advance()
	call := &CallExpr{Pos: t.pos, Name: strings.ToLower(t.text)}
	p.expect("(")
	switch {
	case p.accept("*"):
		call.Star = true
	case !p.cur().is(")"):
		call.Distinct = p.accept("distinct")
		for !p.failed {
			call.Args = append(call.Args, p.expr())
			if !p.accept(",") {
				break
			}
		}
	}
	p.expect(")")
	if p.cur().is("filter") && p.peek(1).is("(") {
		p.advance()
		p.skipParens()
	}
	if p.accept("over") {
		if p.cur().is("(") {
			p.skipParens()
		} else {
			p.ident()
		}
		return &OtherExpr{t.pos, "a window function", p.textFrom(t), columnsOf(call)}
	}
	return hourCall(call)
}

// hourFormat is how SQLite, which has no hour(), spells it.
const hourFormat = "%Y-%m-%dT%H"

// hourCall returns hour(x) for strftime('%Y-%m-%dT%H', x).
func hourCall(c *CallExpr) Expr {
	if c.Name != "strftime" || len(c.Args) != 2 {
		return c
	}
	if f, ok := c.Args[0].(*Literal); ok && f.Value.Str() == hourFormat {
		return &CallExpr{Pos: c.Pos, Name: "hour", Args: c.Args[1:]}
	}
	return c
}

func isBinaryCollation(name string) bool {
	return strings.EqualFold(name, "binary") || name == "C" || strings.EqualFold(name, "ucs_basic")
}
