package model

// writeStmt parses INSERT, REPLACE, UPDATE or DELETE up to, not with, its
// semicolon.
func (p *parser) writeStmt() *WriteStmt {
	t := p.cur()
	w := &WriteStmt{Pos: t.pos}
	switch {
	case p.accept("insert"):
		w.Kind = p.insertKind()
		p.insert(w)
	case p.accept("replace"):
		w.Kind = Replace
		p.insert(w)
	case p.accept("update"):
		w.Kind = Update
		p.update(w)
	default:
		p.expect("delete")
		w.Kind = Delete
		p.expect("from")
		w.Table = p.writeTable()
		p.writeWhere(w)
	}
	if t := p.cur(); t.is("returning") {
		p.fail(t.pos, "ask for the row with a question", "RETURNING is not part of the language")
	}
	return w
}

// writeTable parses a table with an optional alias.
func (p *parser) writeTable() TableRef {
	id := p.ident()
	ref := TableRef{Pos: id.pos, Name: id.name}
	if p.accept("as") {
		ref.Alias = p.ident().name
	}
	return ref
}

func (p *parser) insertKind() WriteKind {
	if !p.accept("or") {
		return Insert
	}
	t := p.cur()
	switch {
	case p.accept("ignore"):
		return Ignore
	case p.accept("replace"):
		return Replace
	case p.accept("abort"), p.accept("fail"), p.accept("rollback"):
		return Insert
	}
	p.fail(t.pos, "write INSERT OR IGNORE or INSERT OR REPLACE", "INSERT OR %s is not part of the language", t.describe())
	return Insert
}

func (p *parser) insert(w *WriteStmt) {
	p.expect("into")
	w.Table = p.writeTable()
	if p.cur().is("(") {
		list := p.identList()
		w.Columns, w.columnPos = names(list), places(list)
	}
	t := p.cur()
	switch {
	case p.accept("values"):
		p.values(w)
	case t.is("select"), t.is("with"):
		p.fail(t.pos, "write INSERT INTO "+w.Table.Name+" VALUES (:a, :b)", "INSERT ... SELECT writes many rows; a write of a model writes one")
	case t.is("default"):
		p.fail(t.pos, "write VALUES (...)", "DEFAULT VALUES gives no key")
	case w.Columns != nil:
		p.unexpected("VALUES")
	default:
		w.short = true
	}
	p.onConflict(w)
}

func (p *parser) values(w *WriteStmt) {
	p.expect("(")
	w.Values = p.exprList()
	p.expect(")")
	if t := p.cur(); t.is(",") {
		p.fail(t.pos, "write one row; the rate says how many there are", "a write of a model writes one row")
	}
}

func (p *parser) onConflict(w *WriteStmt) {
	t := p.cur()
	if !p.accept("on", "conflict") {
		return
	}
	if p.cur().is("(") {
		p.identList()
	}
	p.expect("do")
	if p.cur().is("update") {
		p.fail(t.pos, "write INSERT OR REPLACE, or an INSERT and an UPDATE with a rate each",
			"ON CONFLICT DO UPDATE is two writes in one: how often is it which?")
		return
	}
	p.expect("nothing")
	w.Kind = Ignore
}

func (p *parser) update(w *WriteStmt) {
	if t := p.cur(); t.is("or") {
		p.fail(t.pos, "write UPDATE", "UPDATE OR ... is not part of the language")
	}
	w.Table = p.writeTable()
	p.expect("set")
	for !p.failed {
		id := p.ident()
		p.expect("=")
		w.Set = append(w.Set, SetTerm{Pos: id.pos, Column: id.name, Expr: p.expr()})
		if !p.accept(",") {
			break
		}
	}
	if t := p.cur(); t.is("from") {
		p.fail(t.pos, "hand the value in as a parameter", "UPDATE ... FROM reads another table")
	}
	p.writeWhere(w)
}

func (p *parser) writeWhere(w *WriteStmt) {
	if !p.accept("where") {
		p.fail(p.last().pos, "name the row: WHERE key = :key", "%s without WHERE writes every row", w.Kind)
		return
	}
	w.Where = p.expr()
}
