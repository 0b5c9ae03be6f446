package model

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

// write builds a write from its annotation and statement.
func (b *builder) write(nt note, st *statement) {
	w := &Write{
		Name: b.noteName(nt), Pos: nt.pos, Kind: st.write.Kind, Stmt: st.write,
		Text: b.textOf(st, st), Params: b.paramsOf(st, st),
	}
	if slices.ContainsFunc(b.m.Writes, func(o *Write) bool { return o.Name == w.Name && w.Name != "" }) {
		b.errorf(nt.name.pos, "", "there are two writes %s", w.Name)
	}
	b.m.Writes = append(b.m.Writes, w)
	wb := &writeBuilder{scope: newScope(b.notes, b, newParamTypes()), w: w}
	if wb.add(&st.write.Table, false) {
		wb.t = wb.tables[0].t
		w.Entity = wb.t.Entity
		wb.statement(st.write)
	}
	b.writePairs(w, wb.t, nt)
}

func (b *builder) writePairs(w *Write, t *table, nt note) {
	for _, p := range b.dedupe(nt.pairs) {
		switch {
		case p.key == "rate":
			w.Rate, _ = b.rate(p)
			if w.Rate == 0 {
				w.Rate = 1 // reported
			}
		case p.key == "skew":
			w.Skew = b.skew(p)
		case strings.HasPrefix(p.key, "share."):
			if t != nil {
				b.share(w, t, p)
			}
		default:
			b.unknownKey(p, "a write", append(slices.Clone(writeKeys), "share.column.value"))
		}
	}
	if w.Rate == 0 {
		b.errorf(nt.pos, "add rate=10/s", "write %s has no rate", clip(w.Name))
	}
	sums := map[string]int64{}
	for _, s := range w.Shares {
		if sums[s.Column] += s.Part; sums[s.Column] > 1_000_000 {
			b.errorf(nt.pos, "", "the shares of column %s are more than 100%%", s.Column)
			return
		}
	}
}

// share reads share.column.value=10%.
func (b *builder) share(w *Write, t *table, p pair) {
	_, rest, _ := strings.Cut(p.key, ".")
	name, text, ok := strings.Cut(rest, ".")
	pos := p.keyPos
	pos.Col += len("share.")
	if !ok {
		b.errorf(p.keyPos, "write share.column.value=10%", "share= names a column and a value")
		return
	}
	c := b.known(t, ident{name, pos})
	if c == nil {
		return
	}
	pos.Col += len([]rune(name)) + 1
	v, err := c.shareValue(text)
	if err != nil {
		b.errorf(pos, didYouMean(text, c.Values), "%s is no value of column %s", clip(text), c.Name)
		return
	}
	if part, ok := b.percent(p); ok {
		w.Shares = append(w.Shares, Share{c.Name, v, part})
	}
}

// shareValue reads the value in share.column.value=: bare, in quotes, or NULL.
func (c *Column) shareValue(text string) (attr.Value, error) {
	if strings.HasPrefix(text, "'") && strings.HasSuffix(text, "'") && len(text) > 1 {
		text = strings.ReplaceAll(text[1:len(text)-1], "''", "'")
	} else if strings.EqualFold(text, "NULL") && !c.NotNull {
		return attr.Null(), nil
	}
	v, err := c.parse(text)
	if err == nil {
		err = c.CheckValue(v)
	}
	return v, err
}

// parse reads a value of the column from bare text.
func (c *Column) parse(text string) (attr.Value, error) {
	switch c.Type.Kind {
	case KindInt, KindNumeric:
		return attr.ParseNum(text)
	case KindBool:
		return attr.Bool(strings.EqualFold(text, "true")), nil
	}
	v, _, err := typedLiteral(c.Type, attr.String(text))
	return v, err
}

// writeBuilder reads one write statement.
type writeBuilder struct {
	*scope
	t *table
	w *Write
}

func (wb *writeBuilder) statement(s *WriteStmt) {
	switch s.Kind {
	case Update:
		wb.set(s)
		wb.where(s)
	case Delete:
		wb.where(s)
	default:
		wb.insert(s)
	}
}

// where sorts the WHERE of an UPDATE or DELETE.
func (wb *writeBuilder) where(s *WriteStmt) {
	refs := wb.refusedExprs(s.Where)
	if refs || !wb.expr(s.Where) {
		return
	}
	wb.condition(s.Where)
	for _, e := range conjuncts(normal(unqualified(s.Where))) {
		wb.whereTerm(e)
	}
	byColumn := func(x, y string) int { return wb.index(x) - wb.index(y) }
	slices.SortStableFunc(wb.w.Eq, func(x, y Eq) int { return byColumn(x.Column, y.Column) })
	slices.SortStableFunc(wb.w.Const, func(x, y Const) int { return byColumn(x.Column, y.Column) })
}

func (wb *writeBuilder) index(column string) int {
	return slices.IndexFunc(wb.t.Columns, func(c *Column) bool { return c.Name == column })
}

func unqualified(e Expr) Expr {
	return mapExpr(e, func(x Expr) Expr {
		if ref, ok := x.(*ColumnRef); ok {
			return &ColumnRef{Pos: ref.Pos, Column: ref.Column}
		}
		return x
	})
}

func (wb *writeBuilder) whereTerm(e Expr) {
	w := wb.w
	b, ok := e.(*Binary)
	if ok && b.Op == "=" && asColumn(b.L) != nil {
		name := asColumn(b.L).Column
		taken := slices.ContainsFunc(w.Eq, func(q Eq) bool { return q.Column == name }) ||
			slices.ContainsFunc(w.Const, func(k Const) bool { return k.Column == name })
		switch r := b.R.(type) {
		case *ParamRef:
			if !taken {
				w.Eq = append(w.Eq, Eq{name, r.Name})
				return
			}
		case *Literal:
			if !taken {
				w.Const = append(w.Const, Const{name, r.Value})
				return
			}
		}
	}
	w.Guard = append(w.Guard, e)
}

// refusedExprs reports what a write cannot hold.
func (wb *writeBuilder) refusedExprs(e Expr) bool {
	found := false
	walk(e, func(x Expr) {
		switch x := x.(type) {
		case *OtherExpr:
			wb.errorf(x.Pos, "compute it in the application and hand it in as a parameter", "%s is not part of a write", x.What)
			found = true
		case *ExistsExpr:
			wb.errorf(x.Pos, "ask first, and hand the answer in as a parameter", "a write asks no other table")
			found = true
		}
	})
	return found
}

// set reads the SET of an UPDATE.
func (wb *writeBuilder) set(s *WriteStmt) {
	for i := range s.Set {
		term := &s.Set[i]
		c := wb.b.known(wb.t, ident{term.Column, term.Pos})
		if c == nil || wb.refusedExprs(term.Expr) || !wb.expr(term.Expr) {
			continue
		}
		term.Column = c.Name
		switch {
		case slices.Contains(wb.t.Key, c.Name):
			wb.errorf(term.Pos, "write a DELETE and an INSERT", "%s is part of the primary key, which tells which row it is", c.Name)
		case slices.ContainsFunc(wb.w.Set, func(a Assign) bool { return a.Column == c.Name }):
			wb.errorf(term.Pos, "", "column %s is set twice", c.Name)
		default:
			wb.assign(c, term.Expr)
		}
	}
}

// assign reads column = expr.
func (wb *writeBuilder) assign(c *Column, e Expr) {
	a := Assign{Column: c.Name}
	b, isBinary := e.(*Binary)
	switch {
	case isBinary && (b.Op == "+" || b.Op == "-") && sameColumn(b.L, c):
		a.Add, a.Sub = b.Op == "+", b.Op == "-"
		e = b.R
	case isBinary && b.Op == "+" && sameColumn(b.R, c):
		a.Add = true
		e = b.L
	}
	if (a.Add || a.Sub) && !c.Type.IsNumber() {
		wb.errorf(e.At(), "", "column %s is no number", c.Name)
		return
	}
	if wb.operandOf(c, e, &a) {
		wb.w.Set = append(wb.w.Set, a)
	}
}

func sameColumn(e Expr, c *Column) bool {
	ref := asColumn(e)
	return ref != nil && strings.EqualFold(ref.Column, c.Name)
}

// operandOf reads the parameter or literal that a column gets.
func (wb *writeBuilder) operandOf(c *Column, e Expr, a *Assign) bool {
	switch e := e.(type) {
	case *ParamRef:
		wb.params.bind(wb.notes, e, c.Type, false)
		a.To = Operand{Param: e.Name}
		return true
	case *Literal:
		v, ok := wb.literal(c, e)
		if !ok {
			return false
		}
		if err := c.CheckValue(v); err != nil && !a.Add && !a.Sub {
			wb.errorf(e.Pos, "", "%v", err)
			return false
		}
		a.Null = v.IsNull()
		a.To = Operand{Literal: v}
		return true
	}
	wb.errorf(e.At(), "hand the value in as a parameter: :"+c.Name,
		"a column is set to a parameter, a literal, or itself plus or minus one, not to %s", e)
	return false
}

// insert reads the columns and values of an INSERT.
func (wb *writeBuilder) insert(s *WriteStmt) {
	all := s.Columns == nil
	if all {
		for _, c := range wb.t.Columns {
			if c.Computed == nil {
				s.Columns = append(s.Columns, c.Name)
				s.columnPos = append(s.columnPos, s.Table.Pos)
			}
		}
	}
	if s.short {
		wb.w.Params = slices.Clone(s.Columns)
		return
	}
	if len(s.Values) != len(s.Columns) {
		wb.errorf(s.Pos, "", "%d values for %d columns (%s)", len(s.Values), len(s.Columns), strings.Join(s.Columns, ", "))
		return
	}
	given := map[string]bool{}
	for i, name := range s.Columns {
		c := wb.b.known(wb.t, ident{name, s.columnPos[i]})
		if c == nil {
			continue
		}
		if given[c.Name] {
			wb.errorf(s.columnPos[i], "", "column %s is named twice", c.Name)
		}
		given[c.Name] = true
		s.Columns[i] = c.Name
		wb.insertValue(c, s.Values[i])
	}
	wb.leftOut(s, given)
}

// insertValue keeps a literal as an assignment; a parameter is just typed.
func (wb *writeBuilder) insertValue(c *Column, e Expr) {
	if wb.refusedExprs(e) {
		return
	}
	a := Assign{Column: c.Name}
	if wb.operandOf(c, e, &a) && a.To.Param == "" {
		wb.w.Set = append(wb.w.Set, a)
	}
}

// leftOut gives columns that an INSERT does not name their default, or NULL.
func (wb *writeBuilder) leftOut(s *WriteStmt, given map[string]bool) {
	for _, c := range wb.t.Columns {
		switch {
		case given[c.Name] || c.Computed != nil:
		case !c.Default.IsZero():
			wb.w.Set = append(wb.w.Set, Assign{Column: c.Name, To: Operand{Literal: c.Default}, Null: c.Default.IsNull()})
		case c.NotNull:
			wb.errorf(s.Pos, "add "+c.Name+" to the column list", "column %s is NOT NULL and gets no value", c.Name)
		default:
			wb.w.Set = append(wb.w.Set, Assign{Column: c.Name, To: Operand{Literal: attr.Null()}, Null: true})
		}
	}
}
