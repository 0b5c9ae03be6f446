package model

import (
	"fmt"
	"math"
	"math/bits"
)

// rows fills in the number of rows of each entity, parents first, and checks
// the numbers against one another.
func (b *builder) rows() {
	done := map[string]bool{}
	var visit func(t *table)
	visit = func(t *table) {
		if done[t.Name] {
			return
		}
		done[t.Name] = true // before the parents: a ring was reported already
		for _, f := range t.Foreign {
			visit(b.table(f.Entity))
		}
		b.leadingPer(t)
		b.rowsOf(t)
		b.checkCounts(t)
	}
	for _, t := range b.tables {
		visit(t)
	}
}

// leading returns the entity's first key column where it refers to a parent.
func (t *table) leading() *Column {
	if len(t.Key) == 0 {
		return nil
	}
	if c := t.Column(t.Key[0]); c.References != nil {
		return c
	}
	return nil
}

// leadingPer makes the entity's rows per parent and those of its leading key
// column one.
func (b *builder) leadingPer(t *table) {
	c := t.leading()
	if c == nil {
		if t.Per != 0 || t.MaxPer != 0 {
			b.errorf(t.Pos, "write per= behind the column that REFERENCES the parent",
				"per= and max= of table %s count rows per parent, and its key begins with no REFERENCES", t.Name)
		}
		return
	}
	if t.Per != 0 && c.Per != 0 && t.Per != c.Per || t.MaxPer != 0 && c.MaxPer != 0 && t.MaxPer != c.MaxPer {
		b.errorf(c.Pos, "keep one", "rows per %s are given twice, and differ", c.References.Entity)
		return
	}
	t.Per, t.MaxPer = max(t.Per, c.Per), max(t.MaxPer, c.MaxPer)
	c.Per, c.MaxPer = t.Per, t.MaxPer
}

// rowsOf fills in Rows from a parent's.
func (b *builder) rowsOf(t *table) {
	reported := t.rowsReported
	for _, c := range t.Columns {
		if c.Per == 0 || c.References == nil {
			continue
		}
		parent := b.table(c.References.Entity)
		reported = reported || parent.Rows == 0 // then it was reported for the parent
		hi, lo := bits.Mul64(uint64(parent.Rows), uint64(c.Per))
		if hi != 0 || lo > math.MaxInt64 {
			b.errorf(c.Pos, "", "%d rows of %s with %d each are too many to count", parent.Rows, parent.Name, c.Per)
			reported = true
			continue
		}
		switch product := int64(lo); {
		case t.Rows == 0:
			t.Rows = product
		case product/2 >= t.Rows, c.NotNull && product > 0 && t.Rows/2 >= product:
			b.warnf(c.Pos, "set rows= or per= right", "table %s has %d rows, but %d rows of %s with %d each make %d",
				t.Name, t.Rows, parent.Rows, parent.Name, c.Per, product)
		}
	}
	if t.Rows == 0 && !reported {
		b.errorf(t.create.pos, "add -- rows=10k on the line of CREATE TABLE, or per= behind a REFERENCES", "the number of rows of table %s is not given", t.Name)
	}
}

// checkCounts reports numbers that cannot all be right.
func (b *builder) checkCounts(t *table) {
	for _, c := range t.Columns {
		b.checkCount(t, c)
		b.checkSkew(t, c)
	}
}

func (b *builder) checkCount(t *table, c *Column) {
	switch {
	case c.MaxPer != 0 && c.MaxPer < c.Per:
		b.errorf(c.Pos, "", "max=%d is less than per=%d, the mean", c.MaxPer, c.Per)
	case t.Rows != 0 && c.Distinct > t.Rows:
		b.errorf(c.Pos, "", "column %s cannot have %d distinct values in %d rows", c.Name, c.Distinct, t.Rows)
	case c.Top != 0 && c.Distinct != 0 && c.Top < 1_000_000/c.Distinct:
		b.errorf(c.Pos, fmt.Sprintf("top= is at least %s%%", percentText(1_000_000/c.Distinct)),
			"the most frequent of %d values has a larger share than %s%%", c.Distinct, percentText(c.Top))
	}
}

func percentText(millionths int64) string {
	return Rate(millionths * 100).String()[:len(Rate(millionths*100).String())-len("/s")]
}
