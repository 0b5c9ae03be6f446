package model

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

// checks reads the CHECK constraints of a table into bounds of its columns.
// NULL passes every CHECK, so "c IS NULL OR ..." is read as its second half.
func (b *builder) checks(t *table) {
	t.constraintsOf(conCheck, func(_ *Column, con constraint) {
		for _, e := range conjuncts(con.expr) {
			b.check(t, withoutNull(e), con)
		}
	})
	for _, c := range t.Columns {
		b.finishBounds(t, c)
	}
}

// withoutNull strips "c IS NULL OR" from a check of the same column.
func withoutNull(e Expr) Expr {
	d := disjuncts(e)
	if len(d) != 2 {
		return e
	}
	for i := range d {
		if n, ok := d[i].(*IsNullExpr); ok && !n.Not {
			return d[1-i]
		}
	}
	return e
}

// checkedColumn returns the only column in e, nil where there is another
// number of columns or anything that is no constant. An unknown column is
// reported.
func (b *builder) checkedColumn(t *table, e Expr) (col *Column, ok bool) {
	ok = true
	walk(e, func(x Expr) {
		switch x := x.(type) {
		case *ColumnRef:
			c := b.known(t, ident{x.Column, x.Pos})
			if c == nil {
				ok = false
				return
			}
			x.Column = c.Name
			if col != nil && col != c {
				col, ok = nil, false
				return
			}
			col = c
		case *ParamRef:
			b.errorf(x.Pos, "write a constant", "a CHECK has no parameters")
			ok = false
		}
	})
	return col, ok
}

func (b *builder) check(t *table, e Expr, con constraint) {
	errors := len(b.errors)
	c, ok := b.checkedColumn(t, e)
	if len(b.errors) > errors {
		return
	}
	if !ok || c == nil || !b.understood(c, e) {
		if len(b.errors) == errors {
			b.warnf(e.At(), "understood are: comparisons and BETWEEN with literals, IN, length(c), c NOT GLOB '*[^A-Za-z0-9_-]*'",
				"this CHECK is not read: values that break it count as possible")
		}
	}
}

// understood reads a condition on one column into its bounds, false where it
// is of no known form.
func (b *builder) understood(c *Column, e Expr) bool {
	switch e := e.(type) {
	case *Binary:
		return b.checkBinary(c, e)
	case *BetweenExpr:
		if e.Not {
			return false
		}
		return b.bound(c, e.X, ">=", e.Lo) && b.bound(c, e.X, "<=", e.Hi)
	case *InExpr:
		if _, isColumn := e.X.(*ColumnRef); e.Not || !isColumn {
			return false
		}
		return b.checkIn(c, e)
	case *IsNullExpr:
		if _, isColumn := e.X.(*ColumnRef); isColumn && e.Not {
			c.NotNull = true
			return true
		}
	}
	return false
}

var swapped = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "<>": "<>"}

func (b *builder) checkBinary(c *Column, e *Binary) bool {
	switch e.Op {
	case "NOT GLOB":
		return b.checkGlob(c, e)
	case "<", "<=", ">", ">=", "=":
		if _, ok := e.L.(*Literal); ok {
			return b.bound(c, e.R, swapped[e.Op], e.L)
		}
		return b.bound(c, e.L, e.Op, e.R)
	}
	return false
}

// bound reads x op limit, where x is the column or its length.
func (b *builder) bound(c *Column, x Expr, op string, limit Expr) bool {
	lit, ok := limit.(*Literal)
	if !ok {
		return false
	}
	if op == "=" {
		return b.bound(c, x, ">=", limit) && b.bound(c, x, "<=", limit)
	}
	if call, ok := x.(*CallExpr); ok {
		return b.boundLength(c, call, op, lit)
	}
	if _, ok := x.(*ColumnRef); !ok {
		return false
	}
	v, ok := b.literal(c, lit)
	if !ok || v.IsNull() {
		return ok
	}
	switch c.Type.Kind {
	case KindInt, KindNumeric:
		return b.boundNumber(c, op, v.Number(), lit.Pos)
	case KindDate, KindTimestamp:
		return boundTime(c, op, v.Str())
	}
	return false
}

// boundLength reads length(c) op n.
func (b *builder) boundLength(c *Column, call *CallExpr, op string, lit *Literal) bool {
	if !slices.Contains([]string{"length", "char_length", "character_length"}, call.Name) || len(call.Args) != 1 {
		return false
	}
	if _, ok := call.Args[0].(*ColumnRef); !ok || !c.Type.IsText() && c.Type.Kind != KindBlob {
		return false
	}
	n, ok := lit.Value.Number().Int64()
	if lit.Value.Type() != attr.TypeNumber || !ok || n < 0 || n > maxLength {
		b.errorf(lit.Pos, "", "a length is a whole number from 0 to %d", maxLength)
		return false
	}
	switch op {
	case ">":
		n++
		fallthrough
	case ">=":
		c.MinLen = max(c.MinLen, int(n))
	case "<":
		n--
		fallthrough
	case "<=":
		if n <= 0 {
			b.errorf(lit.Pos, "", "no value is that short")
			return false
		}
		limitLength(c, int(n))
	}
	return true
}

// limitLength gives a text or blob a longest length.
func limitLength(c *Column, n int) {
	if c.Type.Kind == KindText {
		c.Type = Type{Kind: KindVarchar, Length: n}
	}
	if c.Type.Kind != KindChar && (c.Type.Length == 0 || n < c.Type.Length) {
		c.Type.Length = n
	}
}

// checkIn reads c IN (literals).
func (b *builder) checkIn(c *Column, e *InExpr) bool {
	var values []attr.Value
	for _, x := range e.List {
		lit, ok := x.(*Literal)
		if !ok {
			return false
		}
		v, ok := b.literal(c, lit)
		if !ok {
			return false
		}
		if !v.IsNull() {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		b.errorf(e.At(), "list the values", "no value is IN an empty list")
		return false
	}
	switch {
	case c.Type.IsText():
		return b.checkEnum(c, e, values)
	case c.Type.IsNumber():
		return b.checkNumbers(c, e, values)
	}
	return false
}

func (b *builder) checkEnum(c *Column, e *InExpr, values []attr.Value) bool {
	var list []string
	for i, v := range values {
		s := v.Str()
		if slices.Contains(list, s) {
			b.errorf(e.List[i].At(), "", "'%s' is listed twice", clip(s))
			continue
		}
		if c.Values == nil || slices.Contains(c.Values, s) {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		b.errorf(e.At(), "", "no value of column %s passes all of its CHECKs", c.Name)
		return false
	}
	c.Values = list
	return true
}

func (b *builder) checkNumbers(c *Column, e *InExpr, values []attr.Value) bool {
	slices.SortFunc(values, func(x, y attr.Value) int { return x.Number().Cmp(y.Number()) })
	lo, hi := values[0].Number(), values[len(values)-1].Number()
	b.boundNumber(c, ">=", lo, e.At())
	b.boundNumber(c, "<=", hi, e.At())
	span, err := hi.Sub(lo)
	if n, ok := span.Int64(); err != nil || !ok || c.Type.Scale > 0 || n != int64(len(values)-1) {
		b.warnf(e.At(), "", "of this list only the least and the greatest value are read: %s to %s", lo, hi)
	}
	return true
}

// checkGlob reads c NOT GLOB '*[^...]*': every character is one of the set.
func (b *builder) checkGlob(c *Column, e *Binary) bool {
	lit, ok := e.R.(*Literal)
	if _, isColumn := e.L.(*ColumnRef); !ok || !isColumn || !c.Type.IsText() {
		return false
	}
	set, ok := strings.CutPrefix(lit.Value.Str(), "*[^")
	if !ok {
		return false
	}
	if set, ok = strings.CutSuffix(set, "]*"); !ok {
		return false
	}
	alphabet, ok := globSet(set)
	if !ok {
		return false
	}
	c.Alphabet = alphabet
	return true
}

// globSet expands the inside of [...]: A-Za-z0-9_-. The result is in ascending
// order, false where it is empty, malformed or huge.
func globSet(set string) (string, bool) {
	const most = 4096
	r := []rune(set)
	var out []rune
	for i := 0; i < len(r); i++ {
		lo, hi := r[i], r[i]
		if lo == ']' && i > 0 {
			return "", false
		}
		if i+2 < len(r) && r[i+1] == '-' {
			hi = r[i+2]
			i += 2
		}
		if hi < lo || int(hi-lo)+len(out) > most {
			return "", false
		}
		for x := lo; x <= hi; x++ {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	return string(slices.Compact(out)), len(out) > 0
}
