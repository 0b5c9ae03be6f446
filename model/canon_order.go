package model

import (
	"fmt"
	"slices"
)

// orderAndLimit fills in Order, Total and Limit.
func (c *canon) orderAndLimit(sel *Select) {
	c.limit(sel)
	terms := c.orderTerms()
	if sel.Unique || sel.Exists {
		sel.Total = sel.Unique
		return
	}
	seen := map[string]bool{}
	fixed := func(col string) bool { return c.isEqual(col) || seen[col] && c.entity().Column(col).NotNull }
	for _, o := range terms {
		if c.keyWithin(fixed) != nil {
			break
		}
		if c.isEqual(o.Column) || seen[o.Column] {
			continue
		}
		seen[o.Column] = true
		sel.Order = append(sel.Order, o)
	}
	sel.Total = c.keyWithin(fixed) != nil
	if sel.Range != nil && len(sel.Order) > 0 && sel.Order[0].Column != sel.Range.Column {
		c.refuse(EOrder, c.orderPos(sel.Order[0].Column), []string{sel.Range.Column, sel.Order[0].Column},
			fmt.Sprintf("rows are ranged over by %s and ordered by %s, and a key has one order", sel.Range.Column, sel.Order[0].Column),
			fmt.Sprintf("order by %s first, or sort the rows in the application", sel.Range.Column))
	}
}

// orderPos returns where a column stands in ORDER BY.
func (c *canon) orderPos(column string) Pos {
	for _, o := range c.stmt.OrderBy {
		if col := c.orderColumn(o.Expr); col != nil && col.Name == column {
			return o.Expr.At()
		}
	}
	return c.stmt.Pos
}

// orderColumn returns the base column, declared or computed, that a term of
// ORDER BY names; nil for anything else.
func (c *canon) orderColumn(e Expr) *Column {
	switch e := e.(type) {
	case *ColumnRef:
		return c.own(e)
	case *CallExpr:
		if own, ok := c.rewrite(e); ok {
			if ref := asColumn(own); ref != nil {
				return c.entity().Column(ref.Column)
			}
		}
	}
	return nil
}

// orderTerms returns the terms of ORDER BY and refuses what is no column.
func (c *canon) orderTerms() []Order {
	var list []Order
	for _, o := range c.stmt.OrderBy {
		ref := asColumn(o.Expr)
		if ref != nil && c.own(ref) == nil {
			c.refuseParentColumn(ref)
			continue
		}
		col := c.orderColumn(o.Expr)
		switch {
		case col == nil:
			if beyondLanguage(o.Expr) || isAggregate(o.Expr) {
				continue // refused already
			}
			c.refuse(EOrder, o.Expr.At(), columnsOf(o.Expr), fmt.Sprintf("the order is that of a key, and %s is no column", o.Expr),
				"order by columns, or by lower, upper, date or hour of one")
		case !col.Type.canBeKey():
			c.refuse(EOrder, o.Expr.At(), []string{col.Name}, fmt.Sprintf("the order is that of a key, and a %s cannot be part of one", col.Type.Kind),
				"order by a column of another type")
		case o.Collate != "" && !isBinaryCollation(o.Collate):
			c.refuse(EOrder, o.Expr.At(), []string{col.Name}, fmt.Sprintf("a key compares bytes, and COLLATE %s does not", o.Collate),
				"order by lower("+col.Name+")")
		default:
			c.warnOrder(o, col)
			list = append(list, Order{col.Name, o.Desc})
		}
	}
	return list
}

// warnOrder warns where a reader, or another database, may expect another
// order than the key's.
func (c *canon) warnOrder(o OrderTerm, col *Column) {
	switch {
	case c.isEqual(col.Name):
	case col.Values != nil:
		c.warnEnum(o.Expr.At(), col)
	case col.Type.IsText() && o.Collate == "" && col.Computed == nil:
		c.warnf(o.Expr.At(), `write COLLATE BINARY (or "C") to say that this is meant; for any case order by lower(`+col.Name+`)`,
			"%s sorts by its bytes: Z before a, z before é", col.Name)
	}
}

// warnEnum warns where the declared order of an enum is not that of text.
func (c *canon) warnEnum(pos Pos, col *Column) {
	if !slices.IsSorted(col.Values) {
		c.warnf(pos, "list the values of its CHECK in ascending order if text order is meant",
			"%s sorts in the order of its CHECK, not as text", col.Name)
	}
}

// limit reads LIMIT. One of a question that has at most one row says nothing.
func (c *canon) limit(sel *Select) {
	switch l := c.stmt.Limit.(type) {
	case *Literal:
		n, ok := l.Value.Number().Int64()
		if !ok || n < 1 {
			c.errorf(l.Pos, "write a whole number above 0", "LIMIT %s returns nothing", l)
			return
		}
		sel.Limit = n
	case *ParamRef:
		c.params.bind(c.notes, l, Type{Kind: KindInt}, false)
		if c.max == nil {
			c.errorf(l.Pos, "add max=100 to the question's annotation", "how large may LIMIT :%s be?", l.Name)
			return
		}
		c.max.used = true
		sel.Limit, sel.LimitParam = c.max.value, l.Name
	}
	switch {
	case sel.Exists:
		sel.Limit, sel.LimitParam = 1, ""
	case sel.Unique:
		sel.Limit, sel.LimitParam = 0, ""
	}
}
