package model

import "slices"

// variants fills in the other forms of the statement.
func (c *canon) variants(sel *Select) {
	for _, k := range c.byKey {
		v := *sel
		v.Eq, v.Const, v.Guard = k.Eq, k.Const, k.Guard
		sel.Variants = append(sel.Variants, &v)
	}
	if sel.Unique || sel.In != nil {
		return
	}
	switch r := sel.Range; {
	case r == nil:
		c.rangedMembers(sel)
	case r.Op == Prefix && r.Low.Param == "":
		v := *sel
		v.Range = nil
		v.Member = append(slices.Clone(sel.Member), c.prefixExpr())
		sortExprs(v.Member)
		sel.Variants = append(sel.Variants, &v)
	}
}

// rangedMembers makes the range of each membership that is a comparison with a
// literal, where the order allows it.
func (c *canon) rangedMembers(sel *Select) {
	for i, m := range sel.Member {
		l, ok := c.asLimit(m)
		if !ok || len(sel.Order) > 0 && sel.Order[0].Column != l.column || !c.entity().Column(l.column).Type.canBeKey() {
			continue
		}
		v := *sel
		v.Range = l.asRange()
		v.Member = slices.Delete(slices.Clone(sel.Member), i, i+1)
		sel.Variants = append(sel.Variants, &v)
	}
}

// asRange returns a limit as a range of its own.
func (l limit) asRange() *Range {
	if l.op == Less || l.op == LessOrEqual {
		return &Range{Column: l.column, Op: l.op, High: l.value}
	}
	return &Range{Column: l.column, Op: l.op, Low: l.value, High: l.high}
}

// prefixExpr returns the condition of which the range was made.
func (c *canon) prefixExpr() Expr {
	for _, e := range c.rest {
		if l, ok := c.asLimit(e); ok && l.op == Prefix {
			return e
		}
	}
	return nil // a range of a literal prefix came from one
}
