package model

import "strings"

// createStmt is a CREATE TABLE as parsed.
type createStmt struct {
	pos         Pos // of CREATE
	table       ident
	columns     []*columnDef
	constraints []constraint
	end         Pos // of the last token
}

// columnDef is a column definition; its tokens are toks[from:to].
type columnDef struct {
	name        ident
	typ         typeName
	constraints []constraint
	from, to    int
}

// typeName is a type as written: words in lower case, joined by one blank.
type typeName struct {
	pos  Pos
	name string
	args []token
}

type constraintKind uint8

const (
	conPrimaryKey constraintKind = iota
	conNotNull
	conNull
	conUnique
	conCheck
	conReferences
	conDefault
	conCollate
	conGenerated
)

// constraint is a constraint of a column or a table.
type constraint struct {
	kind    constraintKind
	pos     Pos
	columns []ident // of a table constraint
	parent  ident   // REFERENCES
	refs    []ident // REFERENCES parent (refs)
	expr    Expr    // CHECK, DEFAULT
	text    string  // as written
	name    string  // COLLATE
}

// create parses CREATE TABLE up to, not with, its semicolon.
func (p *parser) create() *createStmt {
	c := &createStmt{pos: p.cur().pos}
	p.expect("create")
	if t := p.cur(); !t.is("table") {
		p.refuseCreate(t)
		return c
	}
	p.advance()
	p.accept("if", "not", "exists")
	c.table = p.ident()
	if t := p.cur(); t.is("as") {
		p.fail(t.pos, "list the columns", "CREATE TABLE AS declares no columns")
	}
	p.expect("(")
	for !p.failed {
		p.definition(c)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	for p.tableOption() {
		p.accept(",")
	}
	c.end = p.last().pos
	return c
}

func (p *parser) refuseCreate(t token) {
	what := strings.ToUpper(t.text)
	cure := "leave it out: a model declares tables, questions and writes"
	switch {
	case t.is("index"), t.is("unique"):
		what, cure = "INDEX", "leave it out: indexes are designed from the questions (a UNIQUE constraint belongs into CREATE TABLE)"
	case t.is("temp"), t.is("temporary"):
		cure = "write CREATE TABLE"
	case t.is("view"):
		cure = "write its SELECT as a question"
	case t.is("type"):
		cure = "write an enum as a text column with CHECK (column IN ('A', 'B'))"
	}
	p.fail(t.pos, cure, "CREATE %s is not part of a model file", what)
}

// tableOption takes one option behind CREATE TABLE (...). None changes the model.
func (p *parser) tableOption() bool {
	return p.accept("strict") || p.accept("without", "rowid")
}

// definition parses one column or table constraint.
func (p *parser) definition(c *createStmt) {
	from := p.i
	if con, ok := p.tableConstraint(); ok {
		c.constraints = append(c.constraints, con)
		return
	}
	col := &columnDef{name: p.ident(), from: from}
	col.typ = p.typeName()
	for !p.failed {
		con, ok := p.columnConstraint()
		if !ok {
			break
		}
		col.constraints = append(col.constraints, con)
	}
	if t := p.cur(); !p.failed && !t.is(",") && !t.is(")") {
		p.fail(t.pos, "", "expected a constraint, a comma or ) after column %s, found %s", col.name.name, t.describe())
	}
	col.to = p.i
	c.columns = append(c.columns, col)
}

// typeName parses the words of a type and its arguments.
func (p *parser) typeName() typeName {
	t := p.cur()
	name := typeName{pos: t.pos}
	if t.kind != tokIdent || isReserved(t.text) {
		p.fail(t.pos, "write a type such as text, int or timestamp(3)", "expected a type, found %s", t.describe())
		return name
	}
	var words []string
	for w := p.cur(); w.kind == tokIdent && !isReserved(w.text) && !startsConstraint[strings.ToLower(w.text)]; w = p.cur() {
		words = append(words, strings.ToLower(p.advance().text))
		if p.cur().is("(") {
			name.args = p.typeArgs()
		}
		if p.cur().is("with") || p.cur().is("without") { // timestamp with time zone
			words = append(words, strings.ToLower(p.advance().text))
		}
	}
	name.name = strings.Join(words, " ")
	return name
}

var startsConstraint = wordSet(`generated`)

func (p *parser) typeArgs() []token {
	p.expect("(")
	var args []token
	for !p.failed {
		t := p.cur()
		if t.kind != tokNumber {
			p.fail(t.pos, "write a number, as in varchar(20)", "expected a number, found %s", t.describe())
			break
		}
		args = append(args, p.advance())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return args
}

func (p *parser) columnConstraint() (constraint, bool) {
	p.constraintName()
	t := p.cur()
	con := constraint{pos: t.pos}
	switch {
	case p.accept("primary", "key"):
		con.kind = conPrimaryKey
		p.keyOrder()
	case p.accept("not", "null"):
		con.kind = conNotNull
	case p.accept("null"):
		con.kind = conNull
	case p.accept("unique"):
		con.kind = conUnique
	case p.accept("check"):
		p.checkClause(&con)
	case p.accept("references"):
		p.referencesClause(&con)
	case p.accept("default"):
		con.kind, con.expr = conDefault, p.defaultValue()
		con.text = p.textFrom(t)
	case p.accept("collate"):
		con.kind, con.name = conCollate, p.ident().name
	case t.is("generated"), t.is("as"):
		p.fail(t.pos, "leave the column out and write its expression in the question: lower(handle) = :h",
			"generated columns are not part of the language")
	default:
		return con, false
	}
	p.conflictClause()
	return con, true
}

func (p *parser) constraintName() {
	if p.accept("constraint") {
		p.ident()
	}
}

// keyOrder takes ASC, DESC and AUTOINCREMENT behind PRIMARY KEY.
func (p *parser) keyOrder() {
	p.accept("asc")
	p.accept("desc")
	if t := p.cur(); t.is("autoincrement") {
		p.fail(t.pos, "use a ulid or uuid that the application makes", "DynamoDB has no counter to make keys from")
	}
}

func (p *parser) conflictClause() {
	if p.accept("on", "conflict") {
		p.advance()
	}
}

func (p *parser) checkClause(con *constraint) {
	con.kind = conCheck
	open := p.cur()
	p.expect("(")
	con.expr = p.expr()
	con.text = strings.TrimSpace(strings.TrimPrefix(p.textFrom(open), "("))
	p.expect(")")
}

func (p *parser) referencesClause(con *constraint) {
	con.kind = conReferences
	con.parent = p.ident()
	if p.cur().is("(") {
		con.refs = p.identList()
	}
	for !p.failed {
		switch {
		case p.accept("on", "delete"), p.accept("on", "update"):
			p.referenceAction()
		case p.accept("match"):
			p.ident()
		case p.accept("not", "deferrable"), p.accept("deferrable"):
		case p.accept("initially"):
			p.ident()
		default:
			return
		}
	}
}

// referenceAction takes what happens to children. DynamoDB does none of it:
// only those that do nothing are taken.
func (p *parser) referenceAction() {
	t := p.cur()
	if p.accept("no", "action") || p.accept("restrict") {
		return
	}
	if !p.accept("set", "null") && !p.accept("set", "default") {
		p.expect("cascade")
	}
	if !p.failed {
		p.notes.errorf(t.pos, "write the DELETE or UPDATE of the children as a write of its own",
			"DynamoDB changes no other items by itself: ON DELETE and ON UPDATE take RESTRICT or NO ACTION")
	}
}

func (p *parser) defaultValue() Expr {
	return p.binary(precAdd)
}

func (p *parser) tableConstraint() (constraint, bool) {
	p.constraintName()
	t := p.cur()
	con := constraint{pos: t.pos}
	switch {
	case p.accept("primary", "key"):
		con.kind, con.columns = conPrimaryKey, p.keyColumns()
	case p.accept("unique"):
		con.kind, con.columns = conUnique, p.keyColumns()
	case p.accept("check"):
		p.checkClause(&con)
	case p.accept("foreign", "key"):
		con.columns = p.identList()
		con.text = "FOREIGN KEY"
		p.expect("references")
		p.referencesClause(&con)
	default:
		return con, false
	}
	p.conflictClause()
	return con, true
}

// keyColumns is '(' column [ASC|DESC], ... ')'.
func (p *parser) keyColumns() []ident {
	p.expect("(")
	var list []ident
	for !p.failed {
		if p.peek(1).is("(") {
			t := p.cur()
			p.fail(t.pos, "use a column; for case-insensitive uniqueness keep a lower-case column", "a key is made of columns, not of expressions")
			break
		}
		list = append(list, p.ident())
		p.keyOrder()
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return list
}
