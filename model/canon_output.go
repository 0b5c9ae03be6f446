package model

import (
	"fmt"
	"slices"
)

// outputs fills in what is returned: Need, Copies, Answer, Exists.
func (c *canon) outputs(sel *Select) {
	if sel.Exists || c.onlyConstants() {
		sel.Exists = true
		sel.Need = c.needOf(c.entity().Key)
		return
	}
	for _, it := range c.stmt.Items {
		switch {
		case it.Star:
			c.star(sel, it)
		default:
			c.output(sel, it)
		}
	}
	sel.Need = c.needOf(answerColumns(sel))
	c.distinct(sel)
}

// onlyConstants says whether the SELECT returns nothing of its rows: SELECT 1.
func (c *canon) onlyConstants() bool {
	return !slices.ContainsFunc(c.stmt.Items, func(it SelectItem) bool {
		_, constant := it.Expr.(*Literal)
		return !constant
	})
}

func answerColumns(sel *Select) []string {
	var list []string
	for _, a := range sel.Answer {
		if a.Copy == nil {
			list = append(list, a.Column)
		}
	}
	return list
}

// needOf returns columns in the entity's order, each once.
func (c *canon) needOf(columns []string) []string {
	var list []string
	for _, col := range c.entity().Columns {
		if slices.Contains(columns, col.Name) {
			list = append(list, col.Name)
		}
	}
	return list
}

// star adds all columns of all tables, or of one.
func (c *canon) star(sel *Select, it SelectItem) {
	for i, st := range c.tables {
		if it.Table != "" && it.Table != st.name {
			continue
		}
		for _, col := range st.t.Columns {
			if col.Computed != nil || it.Table == "" && c.mergedEarlier(i, col) {
				continue
			}
			c.answer(sel, binding{i, col}, col.Name, it)
		}
	}
}

// mergedEarlier says whether USING made the column one with that of an earlier
// table, so that * returns it once.
func (c *canon) mergedEarlier(table int, col *Column) bool {
	for _, u := range c.using {
		if u.name == col.Name && u.of[len(u.of)-1] == table {
			return true
		}
	}
	return false
}

func (c *canon) output(sel *Select, it SelectItem) {
	ref, ok := it.Expr.(*ColumnRef)
	if !ok {
		if beyondLanguage(it.Expr) || isAggregate(it.Expr) {
			return // refused already
		}
		c.refuse(EText, it.Pos, columnsOf(it.Expr), fmt.Sprintf("a request returns what is stored, and %s is computed", it.Expr),
			"select the columns themselves and compute it in the application")
		return
	}
	name := it.Alias
	if name == "" {
		name = ref.Column
	}
	c.answer(sel, c.bound[ref], name, it)
}

// answer adds one column of the answer.
func (c *canon) answer(sel *Select, bd binding, name string, it SelectItem) {
	a := Answer{As: name}
	if own := c.heldBy(c.base, bd, c.via); own != "" {
		a.Column = own
	} else {
		cp := Copy{Parent: c.tables[bd.table].t.Entity, Via: c.via[bd.table], Column: bd.col.Name, As: name}
		a.Column, a.Copy = bd.col.Name, &cp
	}
	for _, other := range sel.Answer {
		if other.As != name {
			continue
		}
		if !sameAnswer(other, a) {
			cure := fmt.Sprintf("write %s.%s AS %s_%s", c.tables[bd.table].name, bd.col.Name, c.tables[bd.table].name, bd.col.Name)
			if it.Star {
				cure = "name the columns instead of *, and " + cure
			}
			c.errorf(it.Pos, cure, "two columns of the answer are called %s", name)
		}
		return
	}
	sel.Answer = append(sel.Answer, a)
	if a.Copy != nil {
		sel.Copies = append(sel.Copies, *a.Copy)
	}
}

func sameAnswer(a, b Answer) bool {
	if a.Copy == nil || b.Copy == nil {
		return a.Copy == b.Copy && a.Column == b.Column
	}
	return a.Copy.Parent == b.Copy.Parent && a.Column == b.Column && slices.Equal(a.Copy.Via, b.Copy.Via)
}

// distinct drops DISTINCT where the answer holds a key, so that no two rows are
// alike, and refuses it elsewhere.
func (c *canon) distinct(sel *Select) {
	if !c.stmt.Distinct || sel.Unique {
		return
	}
	key := c.keyWithin(func(column string) bool {
		return c.entity().Column(column).NotNull && (slices.Contains(sel.Need, column) || c.isEqual(column))
	})
	if key == nil {
		c.refuse(EGroup, c.stmt.Pos, c.entity().Key, "DISTINCT reads and pays for every row to find the different ones",
			"keep one item per value and ask for those; or return the primary key too, and no two rows are alike")
	}
}
