package model

import (
	"slices"
	"strings"
)

// A join is answered by copied columns: the child's item carries columns of
// its parent. So the rows returned are those of one table, the base, and every
// other table is a parent that the base REFERENCES by its whole key.

// equality is column = column between two tables.
type equality struct {
	a, b binding
	expr Expr // nil of USING
	left int  // the table whose LEFT JOIN it belongs to, -1 of none
}

// findBase finds the base and how each parent's key is held by it. It refuses
// other joins.
func (c *canon) findBase() bool {
	eqs := c.equalities()
	if len(c.tables) == 1 {
		c.base, c.via = 0, map[int][]string{}
		return true
	}
	for base := range c.tables {
		if c.tables[base].left {
			continue
		}
		if via, used := c.parentsOf(base, eqs); via != nil {
			c.base, c.via = base, via
			c.takeJoins(eqs, used)
			return c.leftJoinsArePlain()
		}
	}
	c.refuseJoin(eqs)
	return false
}

// equalities collects column = column of USING, ON and WHERE.
func (c *canon) equalities() []equality {
	var list []equality
	add := func(e Expr, left int) {
		for _, x := range conjuncts(e) {
			eq, ok := x.(*Binary)
			if !ok || eq.Op != "=" {
				continue
			}
			l, okL := eq.L.(*ColumnRef)
			r, okR := eq.R.(*ColumnRef)
			if okL && okR && c.bound[l].table != c.bound[r].table {
				list = append(list, equality{c.bound[l], c.bound[r], x, left})
			}
		}
	}
	for _, u := range c.using {
		last := u.of[len(u.of)-1]
		left := -1
		if c.tables[last].left {
			left = last
		}
		list = append(list, equality{
			binding{u.of[0], c.tables[u.of[0]].t.column(u.name)}, binding{last, c.tables[last].t.column(u.name)}, nil, left,
		})
	}
	for i, j := range c.stmt.Joins {
		left := -1
		if j.Left {
			left = i + 1
		}
		add(j.On, left)
	}
	add(c.stmt.Where, -1)
	return list
}

// parentsOf returns, for each table but base, the base columns that hold its
// key, and which equalities were used; nil where some table is no parent.
func (c *canon) parentsOf(base int, eqs []equality) (map[int][]string, []bool) {
	via := map[int][]string{}
	used := make([]bool, len(eqs))
	for progress := true; progress; {
		progress = false
		for t := range c.tables {
			if t == base || via[t] != nil {
				continue
			}
			cols, by := c.keyHeldBy(base, t, via, eqs)
			if cols == nil || !c.isReference(base, t, cols, via) {
				continue
			}
			via[t] = cols
			for _, i := range by {
				used[i] = true
			}
			progress = true
		}
	}
	if len(via) < len(c.tables)-1 {
		return nil, nil
	}
	return via, used
}

// keyHeldBy returns the base columns that equalities make equal to the key of
// table t, in the order of that key; nil where one is missing.
func (c *canon) keyHeldBy(base, t int, via map[int][]string, eqs []equality) (cols []string, by []int) {
	for _, key := range c.tables[t].t.Key {
		at := -1
		for i, eq := range eqs {
			if c.tables[t].left && eq.left != t || !c.tables[t].left && eq.left >= 0 {
				continue
			}
			for _, side := range [][2]binding{{eq.a, eq.b}, {eq.b, eq.a}} {
				if own := c.heldBy(base, side[1], via); at < 0 && side[0].table == t && side[0].col.Name == key && own != "" {
					at = i
					cols = append(cols, own)
				}
			}
		}
		if at < 0 {
			return nil, nil
		}
		by = append(by, at)
	}
	return cols, by
}

// heldBy returns the base column that has the value of a column: itself, or
// the one that refers to a parent's key column. "" where there is none.
func (c *canon) heldBy(base int, bd binding, via map[int][]string) string {
	if bd.table == base {
		return bd.col.Name
	}
	if cols := via[bd.table]; cols != nil {
		if i := slices.Index(c.tables[bd.table].t.Key, bd.col.Name); i >= 0 {
			return cols[i]
		}
	}
	return ""
}

// isReference says whether the base, or a parent already found, declares that
// the columns refer to table t. Without that a row without its parent would be
// missing from the answer.
func (c *canon) isReference(base, t int, cols []string, via map[int][]string) bool {
	parent := c.tables[t].t.Name
	for holder := range c.tables {
		if holder != base && via[holder] == nil {
			continue
		}
		for _, f := range c.tables[holder].t.Foreign {
			if f.Entity != parent {
				continue
			}
			held := make([]string, len(f.Columns))
			for i, name := range f.Columns {
				held[i] = c.heldBy(base, binding{holder, c.tables[holder].t.Column(name)}, via)
			}
			if slices.Equal(held, cols) {
				return true
			}
		}
	}
	return false
}

// takeJoins takes the conditions that join out of the WHERE.
func (c *canon) takeJoins(eqs []equality, used []bool) {
	for i, eq := range eqs {
		if used[i] && eq.expr != nil {
			c.joined = append(c.joined, eq.expr)
		}
	}
}

// leftJoinsArePlain refuses a LEFT JOIN with further conditions: they would
// decide row by row whether the parent's columns are shown.
func (c *canon) leftJoinsArePlain() bool {
	for _, j := range c.stmt.Joins {
		if !j.Left {
			continue
		}
		for _, e := range conjuncts(j.On) {
			if !slices.Contains(c.joined, e) {
				c.refuse(EJoin, e.At(), columnsOf(e), "this LEFT JOIN has a condition besides the parent's key",
					"move the condition to WHERE, or test it in the application")
				return false
			}
		}
	}
	return true
}

func (c *canon) refuseJoin(eqs []equality) {
	t := len(c.tables) - 1
	for i := range c.tables {
		if i > 0 && !c.joinedByKey(i, eqs) {
			t = i
			break
		}
	}
	ref := c.stmtTable(t)
	tab := c.tables[t].t
	reason := tab.Name + " is not joined as a parent by its whole key (" + strings.Join(tab.Key, ", ") + ")"
	cure := "join from the child to its parent by " + strings.Join(tab.Key, ", ") + ", ask two questions, or keep a pre-joined row"
	if c.joinedByKey(t, eqs) {
		reason = tab.Name + " is joined by its key, but no table declares that it REFERENCES it"
		cure = "declare it: REFERENCES " + tab.Name + " on the column that holds its key"
	}
	if through := c.grandparent(t, eqs); through != "" {
		reason = tab.Name + " is a parent of " + through + ", whose columns are copies already, and a copy of a copy is not followed"
		cure = "give the row a column of its own that REFERENCES " + tab.Name
	}
	if c.tables[t].left {
		cure = "join from the child: FROM child LEFT JOIN " + tab.Name + " ON " + tab.Name + "." + tab.Key[0] + " = child.column"
		reason = "LEFT JOIN " + tab.Name + " gives each row many, or none: it is not a join to a parent by its whole key (" + strings.Join(tab.Key, ", ") + ")"
	}
	c.refuse(EJoin, ref.Pos, tab.Key, reason, cure)
}

// grandparent returns the table through which a table is joined by its key,
// where that one declares the reference; "" where there is none.
func (c *canon) grandparent(t int, eqs []equality) string {
	for _, eq := range eqs {
		if eq.b.table == t {
			eq.a, eq.b = eq.b, eq.a
		}
		holder := c.tables[eq.b.table].t
		if eq.a.table == t && slices.ContainsFunc(holder.Foreign, func(f Foreign) bool {
			return f.Entity == c.tables[t].t.Name && slices.Contains(f.Columns, eq.b.col.Name)
		}) {
			return holder.Name
		}
	}
	return ""
}

// joinedByKey says whether equalities give every key column of a table.
func (c *canon) joinedByKey(t int, eqs []equality) bool {
	for _, key := range c.tables[t].t.Key {
		if !slices.ContainsFunc(eqs, func(eq equality) bool {
			return eq.a.table == t && eq.a.col.Name == key || eq.b.table == t && eq.b.col.Name == key
		}) {
			return false
		}
	}
	return true
}

func (c *canon) stmtTable(i int) TableRef {
	if i == 0 {
		return c.stmt.From
	}
	return c.stmt.Joins[i-1].Table
}

// own returns the base column that a reference stands for, nil where it is a
// parent's column that the base does not hold.
func (c *canon) own(ref *ColumnRef) *Column {
	bd := c.bound[ref]
	if name := c.heldBy(c.base, bd, c.via); name != "" {
		return c.entity().Column(name)
	}
	return nil
}

// viaNotNull returns the conditions that an inner join to a parent implies:
// rows whose reference is NULL are not returned.
func (c *canon) viaNotNull() []Expr {
	var list []Expr
	for t := range c.tables {
		if t == c.base || c.tables[t].left {
			continue
		}
		for _, name := range c.via[t] {
			if col := c.entity().Column(name); !col.NotNull {
				ref := c.stmtTable(t)
				list = append(list, &IsNullExpr{&ColumnRef{Pos: ref.Pos, Column: name}, true})
			}
		}
	}
	return list
}
