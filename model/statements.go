package model

// statement is one statement with its place among the tokens: toks[from:to],
// the semicolon left out.
type statement struct {
	from, to int
	create   *createStmt
	sel      *SelectStmt
	write    *WriteStmt
	broken   string // table of a CREATE TABLE with an error, "?" where its name is unknown
}

// statements parses all statements. Those with an error are left out; the
// error is recorded, and the flag of their tokens' range tells later stages
// that a statement was there.
func (p *parser) statements() (list []statement) {
	for p.cur().kind != tokEOF {
		if p.accept(";") {
			continue
		}
		st := statement{from: p.i}
		p.statement(&st)
		st.to = p.i
		if !p.failed && !p.accept(";") && p.cur().kind != tokEOF {
			p.endOfStatement()
		}
		if p.failed {
			p.recover(st.from)
			list = append(list, statement{from: st.from, to: max(p.i, st.from+1), broken: brokenTable(st.create)})
			continue
		}
		list = append(list, st)
	}
	return list
}

// brokenTable names a table that could not be parsed.
func brokenTable(c *createStmt) string {
	switch {
	case c == nil:
		return ""
	case c.table.name == "":
		return "?"
	}
	return c.table.name
}

func (p *parser) statement(st *statement) {
	t := p.cur()
	switch {
	case t.is("create"):
		st.create = p.create()
	case t.is("select"), t.is("with"), t.is("values"):
		st.sel = p.selectStmt()
	case t.is("insert"), t.is("replace"), t.is("update"), t.is("delete"):
		st.write = p.writeStmt()
	default:
		p.unknownStatement(t)
	}
}

var statementWords = []string{"CREATE", "SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE"}

func (p *parser) unknownStatement(t token) {
	if t.kind != tokIdent {
		p.fail(t.pos, "a model file holds CREATE TABLE, SELECT, INSERT, UPDATE and DELETE", "expected a statement, found %s", t.describe())
		return
	}
	cure := "a model file holds CREATE TABLE, SELECT, INSERT, UPDATE and DELETE"
	if near := nearest(t.text, statementWords); near != "" {
		cure = "did you mean " + near + "?"
	}
	p.fail(t.pos, cure, "%s is no statement of a model file", clip(t.text))
}

// endOfStatement reports what stands where a semicolon should. Where the next
// statement stands there, both are kept.
func (p *parser) endOfStatement() {
	t := p.cur()
	if startsStatement(t) && t.pos.Line > p.last().pos.Line {
		end := p.last()
		pos := end.pos
		pos.Col += len([]rune(p.src[end.from:end.to]))
		p.notes.errorf(pos, "end the statement with ;", "a semicolon is missing before %s", t.describe())
		return
	}
	p.fail(t.pos, "", "expected the end of the statement, found %s", t.describe())
}
