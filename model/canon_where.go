package model

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
)

// conditions sorts the WHERE (and the ON of inner joins) into equalities,
// range, membership and guard.
func (c *canon) conditions(sel *Select) {
	c.eqs = map[string]*bind{}
	for _, e := range c.ownConditions() {
		c.condense(e)
	}
	c.dropImplied()
	c.plainEqualities(sel)
	if key := c.keyWithin(c.isEqual); key != nil {
		c.guard(sel, key)
		c.otherKeys(sel, key)
		return
	}
	c.keylessTypes()
	c.ranges(sel)
}

// plainEqualities fills in Eq and Const in column order.
func (c *canon) plainEqualities(sel *Select) {
	for _, col := range c.entity().Columns {
		b := c.eqs[col.Name]
		switch {
		case b == nil:
		case b.lit != nil:
			sel.Const = append(sel.Const, Const{col.Name, b.lit.Value})
		default:
			sel.Eq = append(sel.Eq, Eq{col.Name, b.param})
		}
	}
}

// ownConditions returns the conditions in normal form over the base's columns
// alone. One on a parent's column is refused.
func (c *canon) ownConditions() []Expr {
	var list []Expr
	add := func(e Expr) {
		for _, x := range conjuncts(e) {
			if slices.Contains(c.joined, x) {
				continue
			}
			if beyondLanguage(x) { // refused already
				continue
			}
			if own, ok := c.rewrite(x); ok {
				list = append(list, conjuncts(normal(own))...)
			}
		}
	}
	for _, j := range c.stmt.Joins {
		if !j.Left {
			add(j.On)
		}
	}
	add(c.stmt.Where)
	return append(list, c.viaNotNull()...)
}

// beyondLanguage says whether e holds what only refused questions hold.
func beyondLanguage(e Expr) bool {
	found := false
	walk(e, func(x Expr) {
		switch x.(type) {
		case *OtherExpr, *ExistsExpr:
			found = true
		}
	})
	return found
}

// rewrite returns e over the base's columns, without qualifiers, with computed
// columns for known functions. It refuses a parent's column.
func (c *canon) rewrite(e Expr) (Expr, bool) {
	ok := true
	out := mapExpr(e, func(x Expr) Expr {
		switch x := x.(type) {
		case *ColumnRef:
			col := c.own(x)
			if col == nil {
				c.refuseParentColumn(x)
				ok = false
				return x
			}
			return &ColumnRef{Pos: x.Pos, Column: col.Name}
		case *CallExpr:
			return c.rewriteCall(x)
		}
		return x
	})
	return out, ok
}

// rewriteCall returns the computed column of a known function. Its argument
// has been rewritten and is bound here.
func (c *canon) rewriteCall(x *CallExpr) Expr {
	if len(x.Args) == 1 {
		if ref, ok := x.Args[0].(*ColumnRef); ok {
			if col := c.entity().Column(ref.Column); col != nil {
				c.bound[ref] = binding{c.base, col}
			}
		}
	}
	if col := c.computedColumn(x); col != nil {
		return &ColumnRef{Pos: x.Pos, Column: col.Name}
	}
	return x
}

func (c *canon) refuseParentColumn(x *ColumnRef) {
	bd := c.bound[x]
	parent := c.tables[bd.table].t.Name
	c.refuse(EJoin, x.Pos, []string{parent + "." + x.Column},
		fmt.Sprintf("rows of %s are found or ordered by %s of their parent %s, and a key holds a row's own columns", c.entity().Name, x.Column, parent),
		fmt.Sprintf("give %s a column %s of its own, set when the row is written", c.entity().Name, x.Column))
}

// condense records an equality, or keeps the condition for later.
func (c *canon) condense(e Expr) {
	b, ok := e.(*Binary)
	if ok && b.Op == "=" {
		if ref, isCol := b.L.(*ColumnRef); isCol && c.equality(ref, b) {
			return
		}
	}
	if lit, ok := e.(*Literal); ok {
		c.truth(lit)
		return
	}
	if !holdsColumn(e) && !hasParams(e) {
		c.errorf(e.At(), "leave it out", "%s is the same for every row", e)
		return
	}
	c.rest = append(c.rest, e)
}

// truth reads a condition without columns.
func (c *canon) truth(lit *Literal) {
	if lit.Value.Type() != attr.TypeBool || !lit.Value.Bool() {
		c.errorf(lit.Pos, "leave it out", "%s is no condition", lit)
	}
}

// equality records column = parameter or literal. It is false for anything
// else, and for a second equality of the column that says something new.
func (c *canon) equality(ref *ColumnRef, e *Binary) bool {
	nb := &bind{expr: e}
	switch r := e.R.(type) {
	case *ParamRef:
		nb.param = r.Name
	case *Literal:
		nb.lit = r
	default:
		return false
	}
	old := c.eqs[ref.Column]
	switch {
	case old == nil:
		c.eqs[ref.Column] = nb
		return true
	case old.lit != nil && nb.lit != nil:
		if old.lit.String() != nb.lit.String() {
			c.errorf(e.Pos, "", "%s is never both %s and %s", ref.Column, old.lit, nb.lit)
		}
		return true
	}
	return old.lit == nil && nb.lit == nil && old.param == nb.param
}

// dropImplied drops what is always true and reports what never is.
func (c *canon) dropImplied() {
	c.rest = slices.DeleteFunc(c.rest, func(e Expr) bool {
		n, ok := e.(*IsNullExpr)
		if !ok {
			return false
		}
		ref, ok := n.X.(*ColumnRef)
		if !ok {
			return false
		}
		col := c.entity().Column(ref.Column)
		if n.Not {
			return col.NotNull || c.eqs[ref.Column] != nil || c.hasLimit(ref.Column)
		}
		if col.NotNull || c.eqs[ref.Column] != nil {
			c.errorf(e.At(), "leave it out", "%s is never NULL here", ref.Column)
		}
		return false
	})
}

// hasLimit says whether a column is compared by a range, which no NULL passes.
func (c *canon) hasLimit(column string) bool {
	return slices.ContainsFunc(c.rest, func(e Expr) bool {
		l, ok := c.asLimit(e)
		return ok && l.column == column
	})
}

// isEqual says whether a column is bound by an equality.
func (c *canon) isEqual(column string) bool { return c.eqs[column] != nil }

// keyWithin returns the first key, the primary key before the others, all of
// whose columns are in.
func (c *canon) keyWithin(in func(column string) bool) []string {
	for _, key := range c.keys() {
		if !slices.ContainsFunc(key, func(col string) bool { return !in(col) }) {
			return key
		}
	}
	return nil
}

func (c *canon) keys() [][]string {
	t := c.entity()
	keys := append([][]string{t.Key}, t.Unique...)
	return slices.DeleteFunc(keys, func(k []string) bool { return len(k) == 0 }) // reported
}

// guard makes everything but the key's equalities a test of the one row.
func (c *canon) guard(sel *Select, key []string) {
	sel.Unique = true
	inKey := func(column string) bool { return slices.Contains(key, column) }
	for _, e := range sel.Eq {
		if !inKey(e.Column) {
			sel.Guard = append(sel.Guard, c.eqs[e.Column].expr)
		}
	}
	for _, k := range sel.Const {
		if !inKey(k.Column) {
			sel.Guard = append(sel.Guard, c.eqs[k.Column].expr)
		}
	}
	sel.Eq = slices.DeleteFunc(sel.Eq, func(e Eq) bool { return !inKey(e.Column) })
	sel.Const = slices.DeleteFunc(sel.Const, func(k Const) bool { return !inKey(k.Column) })
	sel.Guard = append(sel.Guard, c.rest...)
	slices.SortStableFunc(sel.Guard, func(a, b Expr) int { return comparePos(a.At(), b.At()) })
}

// otherKeys keeps the forms by the further keys within the equalities.
func (c *canon) otherKeys(sel *Select, first []string) {
	for _, key := range c.keys() {
		if sameColumns(key, first) || slices.ContainsFunc(key, func(col string) bool { return !c.isEqual(col) }) {
			continue
		}
		v := &Select{}
		c.plainEqualities(v)
		c.guard(v, key)
		c.byKey = append(c.byKey, v)
	}
}

// keylessTypes refuses equalities of columns that no key can hold.
func (c *canon) keylessTypes() {
	for _, col := range c.entity().Columns {
		if b := c.eqs[col.Name]; b != nil && b.lit == nil && !col.Type.canBeKey() {
			c.refuse(EText, b.expr.Pos, []string{col.Name}, fmt.Sprintf("rows are found by %s, and a %s cannot be part of a key", col.Name, col.Type.Kind),
				"keep what you ask by in a column of its own, of type text, int or timestamp")
		}
	}
}
