package model

import (
	"fmt"
	"strings"
	"time"

	"github.com/keywright/keywright/attr"
)

// boundNumber narrows the range of a number. Limits are moved inward to a
// value that the type can have: x > 0.5 of an int is x >= 1.
func (b *builder) boundNumber(c *Column, op string, n attr.Number, pos Pos) bool {
	up := op[0] == '>'
	exact := c.Type.Kind == KindNumeric && c.Type.Precision == 0 // every number is a value
	if exact && len(op) == 1 {
		b.errorf(pos, "write "+op+"=, or give the column a scale: numeric(10,2)", "the bound %s%s has no nearest number", op, n)
		return false
	}
	if !exact {
		n = inward(n, c.Type.Scale, up, len(op) == 1)
	}
	if up && (c.Min == nil || c.Min.Cmp(n) < 0) {
		c.Min = &n
	}
	if !up && (c.Max == nil || c.Max.Cmp(n) > 0) {
		c.Max = &n
	}
	return true
}

// inward rounds n up or down to scale fraction digits; where n itself is
// excluded and needs no rounding, it goes one step further.
func inward(n attr.Number, scale int, up, exclusive bool) attr.Number {
	step := powerOfTen(-scale)
	if !up {
		step = step.Neg()
	}
	cut := truncated(n, scale)
	towards := cut.Cmp(n) // where n lies below (1) or above (-1) the cut value
	switch {
	case towards == 0 && !exclusive, towards > 0 && up, towards < 0 && !up:
		return cut
	}
	if next, err := cut.Add(step); err == nil {
		return next
	}
	return cut
}

// truncated cuts the fraction of n to scale digits.
func truncated(n attr.Number, scale int) attr.Number {
	s := n.String()
	if whole, fraction, ok := strings.Cut(s, "."); ok && len(fraction) > scale {
		s = strings.TrimSuffix(whole+"."+fraction[:scale], ".")
	}
	cut, err := attr.ParseNumber(s)
	if err != nil {
		return n
	}
	return cut
}

func powerOfTen(exponent int) attr.Number {
	n, _ := attr.ParseNumber(fmt.Sprintf("1e%d", exponent)) // exponents of types are small
	return n
}

// boundTime narrows the range of a date or timestamp, which is in normal form.
func boundTime(c *Column, op string, s string) bool {
	if len(op) == 1 {
		s = nextTime(c.Type, s, op == ">")
	}
	if op[0] == '>' && s > c.MinText {
		c.MinText = s
	}
	if op[0] == '<' && (c.MaxText == "" || s < c.MaxText) {
		c.MaxText = s
	}
	return true
}

// nextTime returns the next later or earlier value of the type.
func nextTime(t Type, s string, later bool) string {
	sign := time.Duration(1)
	if !later {
		sign = -1
	}
	if t.Kind == KindDate {
		at, _ := ParseDate(s) // in normal form
		return at.AddDate(0, 0, int(sign)).Format(time.DateOnly)
	}
	at, _ := ParseTimestamp(s)
	unit := time.Second
	for range t.Precision {
		unit /= 10
	}
	return FormatTimestamp(at.Add(sign*unit), t.Precision)
}

// finishBounds adds what the type implies and reports contradictions.
func (b *builder) finishBounds(t *table, c *Column) {
	if c.Type.Kind == KindNumeric && c.Type.Precision > 0 {
		most, _ := powerOfTen(c.Type.Precision).Sub(attr.NumberFromInt(1))
		most = shifted(most, -c.Type.Scale)
		least := most.Neg()
		if c.Min == nil || c.Min.Cmp(least) < 0 {
			c.Min = &least
		}
		if c.Max == nil || c.Max.Cmp(most) > 0 {
			c.Max = &most
		}
	}
	switch {
	case c.Min != nil && c.Max != nil && c.Min.Cmp(*c.Max) > 0:
		b.contradiction(t, c, "it would have to be at least %s and at most %s", c.Min, c.Max)
	case c.MinText != "" && c.MaxText != "" && c.MinText > c.MaxText:
		b.contradiction(t, c, "it would have to be at least %s and at most %s", c.MinText, c.MaxText)
	case c.Type.Length > 0 && c.MinLen > c.Type.Length:
		b.contradiction(t, c, "it would have at least %d and at most %d characters", c.MinLen, c.Type.Length)
	}
	b.finishEnum(t, c)
	c.Safe = c.isSafe()
}

// shifted returns n times ten to the exponent.
func shifted(n attr.Number, exponent int) attr.Number {
	s, err := attr.ParseNumber(fmt.Sprintf("%se%d", n, exponent))
	if err != nil {
		return n
	}
	return s
}

func (b *builder) contradiction(t *table, c *Column, format string, args ...any) {
	pos := c.Pos
	t.constraintsOf(conCheck, func(col *Column, con constraint) {
		if col == c || col == nil && mentions(con.expr, c.Name) {
			pos = con.expr.At()
		}
	})
	b.errorf(pos, "", "no value of column %s passes its checks: %s", c.Name, fmt.Sprintf(format, args...))
}

// mentions says whether e holds a column of that name.
func mentions(e Expr, column string) bool {
	found := false
	walk(e, func(x Expr) {
		if c, ok := x.(*ColumnRef); ok && strings.EqualFold(c.Column, column) {
			found = true
		}
	})
	return found
}

// finishEnum reports values of an enum that the column cannot have.
func (b *builder) finishEnum(t *table, c *Column) {
	for _, v := range c.Values {
		if err := c.checkText(v); err != nil {
			b.contradiction(t, c, "%v", err)
		}
	}
}

// isSafe says whether no value holds a byte up to '$', and so neither the
// delimiter nor anything that a text key would have to escape.
func (c *Column) isSafe() bool {
	switch {
	case c.Type.Kind == KindULID, c.Type.Kind == KindUUID, c.Type.Kind == KindDate, c.Type.Kind == KindTimestamp:
		return true
	case c.Values != nil:
		return !strings.ContainsFunc(strings.Join(c.Values, ""), isLow)
	case c.Alphabet != "":
		return !strings.ContainsFunc(c.Alphabet, isLow)
	}
	return false
}

func isLow(r rune) bool { return r <= '$' }
