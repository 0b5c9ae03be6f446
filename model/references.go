package model

import (
	"slices"
	"strings"
)

// references resolves REFERENCES and FOREIGN KEY and reports cycles.
func (b *builder) references() {
	for _, t := range b.tables {
		t.constraintsOf(conReferences, func(c *Column, con constraint) {
			cols := con.columns
			if c != nil {
				cols = []ident{{c.Name, con.pos}}
			}
			b.reference(t, cols, con)
		})
	}
	b.cycles()
}

// reference resolves one foreign key.
func (b *builder) reference(t *table, cols []ident, con constraint) {
	parent := b.table(con.parent.name)
	if parent == nil {
		b.unknownTable(con.parent.name, con.parent.pos)
		return
	}
	own := b.ownColumns(t, cols)
	if own == nil || len(parent.Key) == 0 {
		return // reported already
	}
	refs := parent.Key
	if con.refs != nil {
		refs = b.ownColumns(parent, con.refs)
		if refs == nil {
			return
		}
	}
	if !sameColumns(refs, parent.Key) || len(refs) != len(own) {
		b.errorf(con.parent.pos, "refer to the whole primary key: "+parent.Name+"("+strings.Join(parent.Key, ", ")+")",
			"a reference is by the parent's primary key")
		return
	}
	f := Foreign{Entity: parent.Name}
	for _, key := range parent.Key {
		i := slices.Index(refs, key)
		child := t.Column(own[i])
		f.Columns = append(f.Columns, child.Name)
		if p := parent.Column(key); !comparableTypes(child.Type, p.Type) {
			b.errorf(cols[i].pos, "give both one type", "column %s is %s and refers to %s.%s, %s",
				child.Name, article(child.Type.String()), parent.Name, key, article(p.Type.String()))
			return
		}
	}
	b.addForeign(t, f, parent)
}

// ownColumns returns the declared names of columns, nil where one is unknown.
func (b *builder) ownColumns(t *table, list []ident) []string {
	var out []string
	for _, id := range list {
		c := b.known(t, id)
		if c == nil {
			return nil
		}
		if slices.Contains(out, c.Name) {
			b.errorf(id.pos, "", "column %s is named twice in one key", c.Name)
			return nil
		}
		out = append(out, c.Name)
	}
	return out
}

func (b *builder) addForeign(t *table, f Foreign, parent *table) {
	for _, g := range t.Foreign {
		if g.Entity == f.Entity && slices.Equal(g.Columns, f.Columns) {
			return
		}
	}
	t.Foreign = append(t.Foreign, f)
	for i, name := range f.Columns {
		c := t.Column(name)
		if c.References == nil || len(f.Columns) == 1 {
			c.References = &Reference{f.Entity, parent.Key[i]}
		}
	}
}

// cycles reports tables that refer to one another in a ring, for then no first
// row could be written.
func (b *builder) cycles() {
	state := map[string]int{} // 1 on the path, 2 done
	var path []string
	var visit func(t *table)
	visit = func(t *table) {
		state[t.Name] = 1
		path = append(path, t.Name)
		for _, f := range t.Foreign {
			switch state[f.Entity] {
			case 0:
				visit(b.table(f.Entity))
			case 1:
				ring := append(slices.Clone(path[slices.Index(path, f.Entity):]), f.Entity)
				b.errorf(t.Column(f.Columns[0]).Pos, "drop the REFERENCES of the column that may be NULL and keep the column",
					"these tables refer to one another in a ring: %s", strings.Join(ring, " -> "))
			}
		}
		path = path[:len(path)-1]
		state[t.Name] = 2
	}
	for _, t := range b.tables {
		if state[t.Name] == 0 {
			visit(t)
		}
	}
}
