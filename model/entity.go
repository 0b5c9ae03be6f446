package model

import (
	"fmt"
	"slices"
	"strings"
)

// entities builds an entity for each CREATE TABLE.
func (b *builder) entities() {
	for i := range b.statements {
		st := &b.statements[i]
		if st.create == nil {
			continue
		}
		t := &table{
			Entity: &Entity{Name: st.create.table.name, Pos: st.create.table.pos},
			st:     st, create: st.create, byName: map[string]*Column{},
		}
		if first := b.table(t.Name); first != nil {
			b.errorf(t.Pos, fmt.Sprintf("the first is on line %d", first.Pos.Line), "there are two tables %s", t.Name)
			continue
		}
		t.Prefix = strings.ToUpper(t.Name)
		b.tables = append(b.tables, t)
		b.m.Entities = append(b.m.Entities, t.Entity)
		b.columns(t)
		b.keys(t)
		b.checks(t)
		b.defaults(t)
	}
}

// table finds a table by its name in any case.
func (b *builder) table(name string) *table {
	for _, t := range b.tables {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// unknownTable reports that there is no table of a name, but not where its
// CREATE TABLE has an error of its own.
func (b *builder) unknownTable(name string, pos Pos) {
	for _, st := range b.statements {
		if st.broken == "?" || strings.EqualFold(st.broken, name) {
			return
		}
	}
	b.errorf(pos, didYouMean(name, b.tableNames()), "there is no table %s", clip(name))
}

func (b *builder) tableNames() []string {
	var list []string
	for _, t := range b.tables {
		list = append(list, t.Name)
	}
	return list
}

// column finds a column by its name in any case.
func (t *table) column(name string) *Column { return t.byName[strings.ToLower(name)] }

func (t *table) columnNames() []string {
	var list []string
	for _, c := range t.Columns {
		list = append(list, c.Name)
	}
	return list
}

// known returns the column of that name or reports that there is none.
func (b *builder) known(t *table, id ident) *Column {
	c := t.column(id.name)
	if c == nil {
		b.errorf(id.pos, didYouMean(id.name, t.columnNames()), "table %s has no column %s", t.Name, clip(id.name))
	}
	return c
}

func (b *builder) columns(t *table) {
	for _, def := range t.create.columns {
		if first := t.column(def.name.name); first != nil {
			b.errorf(def.name.pos, "", "table %s has two columns %s", t.Name, def.name.name)
			continue
		}
		c := &Column{Name: def.name.name, Pos: def.name.pos, Type: b.typeOf(def.typ)}
		t.Columns = append(t.Columns, c)
		t.byName[strings.ToLower(c.Name)] = c
		for _, con := range def.constraints {
			if con.kind == conNotNull {
				c.NotNull = true
			}
			if con.kind == conCollate && !isBinaryCollation(con.name) {
				b.errorf(con.pos, "leave it out and ask by lower("+c.Name+") = :"+c.Name,
					"COLLATE %s: a key compares bytes", con.name)
			}
		}
	}
	if len(t.Columns) == 0 {
		b.errorf(t.Pos, "", "table %s has no columns", t.Name)
	}
}

// constraintsOf calls visit for each constraint of a kind. column is nil for a
// table constraint.
func (t *table) constraintsOf(kind constraintKind, visit func(column *Column, con constraint)) {
	for _, def := range t.create.columns {
		for _, con := range def.constraints {
			if c := t.column(def.name.name); con.kind == kind && c != nil {
				visit(c, con)
			}
		}
	}
	for _, con := range t.create.constraints {
		if con.kind == kind {
			visit(nil, con)
		}
	}
}

// keys reads PRIMARY KEY and UNIQUE.
func (b *builder) keys(t *table) {
	t.constraintsOf(conPrimaryKey, func(c *Column, con constraint) {
		if t.Key != nil {
			b.errorf(con.pos, "keep one", "table %s has two primary keys", t.Name)
			return
		}
		t.Key = b.keyColumns(t, c, con)
	})
	if t.Key == nil {
		b.errorf(t.Pos, "name the columns that tell rows apart: PRIMARY KEY (a, b)", "table %s has no primary key", t.Name)
	}
	for _, name := range t.Key {
		t.Column(name).NotNull = true
	}
	t.constraintsOf(conUnique, func(c *Column, con constraint) {
		list := b.keyColumns(t, c, con)
		if len(list) > 0 && !sameColumns(list, t.Key) && !slices.ContainsFunc(t.Unique, func(u []string) bool { return sameColumns(u, list) }) {
			t.Unique = append(t.Unique, list)
		}
	})
}

func sameColumns(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(c string) bool { return !slices.Contains(b, c) })
}

// keyColumns returns the columns of a key constraint, in declared spelling.
func (b *builder) keyColumns(t *table, c *Column, con constraint) []string {
	list := con.columns
	if c != nil {
		list = []ident{{c.Name, con.pos}}
	}
	names := []string{}
	for _, id := range list {
		col := b.known(t, id)
		switch {
		case col == nil:
		case slices.Contains(names, col.Name):
			b.errorf(id.pos, "", "column %s is named twice in one key", col.Name)
		case !col.Type.canBeKey():
			b.errorf(id.pos, "use a column of another type, such as ulid, text or int", "a %s cannot be part of a key", col.Type.Kind)
		default:
			names = append(names, col.Name)
		}
	}
	return names
}

// defaults reads DEFAULT, when ranges are known.
func (b *builder) defaults(t *table) {
	t.constraintsOf(conDefault, func(c *Column, con constraint) {
		lit, ok := con.expr.(*Literal)
		if !ok {
			b.warnf(con.pos, "the application hands the value in, as DynamoDB has no defaults", "%s is not read", con.text)
			return
		}
		v, ok := b.literal(c, lit)
		if !ok {
			return
		}
		if err := c.CheckValue(v); err != nil {
			b.errorf(lit.Pos, "", "this default is never right: %v", err)
			return
		}
		c.Default = v
	})
}
