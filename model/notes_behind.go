package model

import (
	"slices"
	"strings"
)

// notesBehind gives the annotations that stand behind a table or a column to
// what they describe.
func (b *builder) notesBehind() {
	for _, nt := range b.list {
		if nt.kind != noteBehind {
			continue
		}
		nt.pairs = b.dedupe(nt.pairs)
		t := b.tableAt(nt)
		switch {
		case t != nil:
			b.noteBehindTable(t, nt)
		case nt.own && !b.inFailedStatement(nt):
			b.errorf(nt.pos, "put it behind what it describes, on the same line", "this annotation stands alone")
		case !b.inFailedStatement(nt):
			b.errorf(nt.pos, "put it into the line -- question NAME rate=... or -- write NAME rate=...", "an annotation of a statement stands before it")
		}
	}
}

// tableAt returns the table whose CREATE TABLE the annotation stands in or
// behind on the same line, nil where there is none.
func (b *builder) tableAt(nt note) *table {
	if nt.own {
		return nil
	}
	before := b.toks[max(nt.at-1, 0)]
	if before.pos.Line != nt.pos.Line {
		return nil
	}
	for _, t := range b.tables {
		if t.st.from < nt.at && nt.at <= t.st.to+1 {
			return t
		}
	}
	return nil
}

// inFailedStatement says whether the annotation stands in or behind a
// statement that was reported already.
func (b *builder) inFailedStatement(nt note) bool {
	for _, st := range b.statements {
		failed := st.create == nil && st.sel == nil && st.write == nil
		unnamed := st.create != nil && !slices.ContainsFunc(b.tables, func(t *table) bool { return t.create == st.create })
		if (failed || unnamed) && st.from < nt.at && nt.at <= st.to+1 {
			return true
		}
	}
	return false
}

// noteBehindTable sorts out whether an annotation is of the table or of a
// column: on the line of CREATE TABLE it is the table's; elsewhere it is the
// column's on that line; behind the end of the statement its keys decide.
func (b *builder) noteBehindTable(t *table, nt note) {
	cols := t.columnsOnLine(b, nt)
	ended := nt.at > t.st.to || t.create.end.Line == nt.pos.Line && t.create.end == b.toks[nt.at-1].pos
	if t.create.pos.Line == nt.pos.Line || ended && len(cols) == 0 {
		for _, p := range nt.pairs {
			b.entityPair(t, p)
		}
		return
	}
	for _, p := range nt.pairs {
		switch {
		case ended && b.isEntityKey(p.key, cols):
			b.entityPair(t, p)
		case len(cols) == 1:
			b.columnPair(t, cols[0], p)
		case len(cols) == 0:
			b.errorf(p.keyPos, "put it on the line of CREATE TABLE", "no column is declared on this line")
		default:
			b.ambiguousColumn(t, p, cols)
		}
	}
}

func (b *builder) ambiguousColumn(t *table, p pair, cols []*Column) {
	cure := "put each column on a line of its own"
	if slices.Contains(dottedKeys, p.key) {
		cure += ", or write " + p.key + "." + cols[0].Name + "= on the line of CREATE TABLE"
	}
	b.errorf(p.keyPos, cure, "%d columns are declared on this line: %s= is of which?", len(cols), p.key)
}

// isEntityKey decides a key behind a statement's end on a column's line.
func (b *builder) isEntityKey(key string, cols []*Column) bool {
	if key == "per" || key == "max" {
		return len(cols) != 1 || !b.hasReference(cols[0])
	}
	return slices.Contains(entityKeys, key) || strings.Contains(key, ".")
}

// hasReference says whether a column is declared with REFERENCES. It is asked
// before references are resolved.
func (b *builder) hasReference(c *Column) bool {
	for _, t := range b.tables {
		for _, def := range t.create.columns {
			if t.column(def.name.name) == c && slices.ContainsFunc(def.constraints, func(con constraint) bool { return con.kind == conReferences }) {
				return true
			}
		}
	}
	return false
}

// columnsOnLine returns the columns that have a part before the annotation on
// its line.
func (t *table) columnsOnLine(b *builder, nt note) []*Column {
	var list []*Column
	for _, def := range t.create.columns {
		for i := def.from; i < def.to && i < nt.at; i++ {
			if b.toks[i].pos.Line == nt.pos.Line {
				if c := t.column(def.name.name); c != nil && !slices.Contains(list, c) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

func (b *builder) entityPair(t *table, p pair) {
	key, column, dotted := strings.Cut(p.key, ".")
	if dotted && slices.Contains(dottedKeys, key) {
		b.dottedPair(t, key, column, p)
		return
	}
	switch p.key {
	case "rows":
		rows, ok := b.count(p)
		t.Rows, t.rowsReported = rows, !ok
	case "per":
		t.Per, _ = b.count(p)
	case "max":
		t.MaxPer, _ = b.count(p)
	case "prefix":
		if strings.ContainsFunc(p.value, isLow) || p.value == "" {
			b.errorf(p.valuePos, "use letters, digits, - and _", "prefix=%s is not a prefix", clip(p.value))
			return
		}
		t.Prefix = p.value
	case "pk":
		t.PK = b.pinned(t, p)
	case "sk":
		t.SK = b.pinned(t, p)
	default:
		b.unknownEntityKey(t, p)
	}
}

// dottedPair reads key.column=value on the line of a table.
func (b *builder) dottedPair(t *table, key, column string, p pair) {
	pos := p.keyPos
	pos.Col += len([]rune(key)) + 1
	p.key = key
	if call, ok := t.computedName(column); ok && key != "avg" {
		t.told = append(t.told, computedPair{column, call, p})
		return
	}
	if c := b.known(t, ident{column, pos}); c != nil {
		b.columnPair(t, c, p)
	}
}

func (b *builder) unknownEntityKey(t *table, p pair) {
	if slices.Contains(dottedKeys, p.key) && len(t.Columns) > 0 {
		b.errorf(p.keyPos, "write "+p.key+"."+t.Columns[0].Name+"=, or put it on the line of a column",
			"%s= is of a column, and this is the line of a table", p.key)
		return
	}
	b.unknownKey(p, "a table", append(slices.Clone(entityKeys), "avg.column", "distinct.column", "top.column", "skew.column"))
}

// pinned checks the slots of a pinned key template.
func (b *builder) pinned(t *table, p pair) string {
	rest := strings.NewReplacer("{{", "", "}}", "").Replace(p.value)
	for {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			break
		}
		slot, tail, closed := strings.Cut(after, "}")
		if !closed {
			b.errorf(p.valuePos, "close the slot with }", "a slot of %s= is never closed", p.key)
			return ""
		}
		name, _, _ := strings.Cut(slot, ":")
		if t.column(name) == nil {
			b.errorf(p.valuePos, didYouMean(name, t.columnNames()), "table %s has no column %s", t.Name, clip(name))
			return ""
		}
		rest = tail
	}
	if p.value == "" {
		b.errorf(p.valuePos, "write "+p.key+"='"+t.Prefix+"#{"+t.firstKey()+"}'", "%s= has no template", p.key)
	}
	return p.value
}

func (t *table) firstKey() string {
	if len(t.Key) > 0 {
		return t.Key[0]
	}
	return "id"
}

func (b *builder) columnPair(t *table, c *Column, p pair) {
	switch p.key {
	case "avg":
		c.Avg, _ = b.size(p)
	case "distinct":
		c.Distinct, _ = b.count(p)
	case "top":
		c.Top, _ = b.percent(p)
	case "skew":
		c.Skew = b.skew(p)
	case "per":
		c.Per, _ = b.count(p)
		b.needsReference(c, p)
	case "max":
		c.MaxPer, _ = b.count(p)
		b.needsReference(c, p)
	default:
		if slices.Contains(entityKeys, p.key) {
			b.errorf(p.keyPos, "put it on the line of CREATE TABLE "+t.Name, "%s= is of the table, and this is the line of column %s", p.key, c.Name)
			return
		}
		b.unknownKey(p, "a column", columnKeys)
	}
}

// needsReference reports rows per parent on a column that has no parent.
func (b *builder) needsReference(c *Column, p pair) {
	for _, t := range b.tables {
		inForeignKey := slices.ContainsFunc(t.create.constraints, func(con constraint) bool {
			return con.kind == conReferences && slices.ContainsFunc(con.columns, func(id ident) bool { return t.column(id.name) == c })
		})
		if inForeignKey {
			return
		}
	}
	if !b.hasReference(c) {
		b.errorf(p.keyPos, "write distinct= on a column without a parent", "%s= counts rows per parent, and column %s has no REFERENCES", p.key, c.Name)
	}
}
