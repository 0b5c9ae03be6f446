package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

// limit is one bound of a column: its operator, its operand, and the condition
// that it came from.
type limit struct {
	column string
	op     RangeOp
	value  Operand
	high   Operand // BETWEEN
	expr   Expr
}

// ranges sorts what is left of the WHERE, where no key is complete, into the
// list parameter, the range and the membership, and refuses the rest.
func (c *canon) ranges(sel *Select) {
	var limits []limit
	for _, e := range c.rest {
		l, isLimit := c.asLimit(e)
		switch {
		case isLimit && (hasParams(e) || l.op == Prefix):
			limits = append(limits, l)
		case !hasParams(e):
			c.member(sel, e)
		default:
			c.refuseCondition(sel, e)
		}
	}
	limits = c.literalPrefixes(sel, limits)
	sel.Range = c.rangeOf(sel, limits)
	if sel.In != nil {
		c.checkList(sel)
	}
	sortExprs(sel.Member)
	sel.Member = slices.CompactFunc(sel.Member, func(a, b Expr) bool { return a.String() == b.String() })
}

func sortExprs(list []Expr) {
	slices.SortFunc(list, func(a, b Expr) int { return strings.Compare(a.String(), b.String()) })
}

var rangeOps = map[string]RangeOp{"<": Less, "<=": LessOrEqual, ">": Greater, ">=": GreaterOrEqual}

// asLimit reads column op operand, BETWEEN and prefixes.
func (c *canon) asLimit(e Expr) (limit, bool) {
	switch e := e.(type) {
	case *Binary:
		ref, ok := e.L.(*ColumnRef)
		if !ok {
			return limit{}, false
		}
		if op, ok := rangeOps[e.Op]; ok {
			value, ok := operand(e.R)
			return limit{column: ref.Column, op: op, value: value, expr: e}, ok
		}
		if e.Op == "LIKE" {
			value, ok := prefixOperand(e.R)
			return limit{column: ref.Column, op: Prefix, value: value, expr: e}, ok && c.prefixable(ref)
		}
	case *BetweenExpr:
		ref, ok := e.X.(*ColumnRef)
		lo, okLo := operand(e.Lo)
		hi, okHi := operand(e.Hi)
		return limit{column: columnName(ref), op: Between, value: lo, high: hi, expr: e}, ok && okLo && okHi && !e.Not
	case *CallExpr:
		if e.Name != "starts_with" || len(e.Args) != 2 {
			return limit{}, false
		}
		ref, ok := e.Args[0].(*ColumnRef)
		value, okValue := operand(e.Args[1])
		return limit{column: columnName(ref), op: Prefix, value: value, expr: e}, ok && okValue && c.prefixable(ref)
	}
	return limit{}, false
}

func columnName(ref *ColumnRef) string {
	if ref == nil {
		return ""
	}
	return ref.Column
}

// prefixable says whether a prefix of the column's values is a range of its
// keys: not of an enum, whose keys are codes in declared order.
func (c *canon) prefixable(ref *ColumnRef) bool { return c.entity().Column(ref.Column).Values == nil }

func operand(e Expr) (Operand, bool) {
	switch e := e.(type) {
	case *ParamRef:
		return Operand{Param: e.Name}, true
	case *Literal:
		return Operand{Literal: e.Value}, !e.Value.IsNull()
	}
	return Operand{}, false
}

// prefixOperand reads the pattern of LIKE 'p%' and LIKE :p || '%'.
func prefixOperand(e Expr) (Operand, bool) {
	switch e := e.(type) {
	case *Literal:
		p, ok := strings.CutSuffix(e.Value.Str(), "%")
		return Operand{Literal: attr.String(p)}, ok && p != "" && !strings.ContainsAny(p, "%_")
	case *Binary:
		param, isParam := e.L.(*ParamRef)
		pattern, isLit := e.R.(*Literal)
		if e.Op == "||" && isParam && isLit && pattern.Value.Str() == "%" {
			return Operand{Param: param.Name}, true
		}
	}
	return Operand{}, false
}

// literalPrefixes decides of each LIKE 'p%': the range where it can be that,
// else a membership.
func (c *canon) literalPrefixes(sel *Select, limits []limit) []limit {
	order := c.firstOrderColumn()
	var kept []limit
	for _, l := range limits {
		constant := !hasParams(l.expr)
		free := len(limits) == 1 && (order == "" || order == l.column) && sel.In == nil
		if constant && !free {
			sel.Member = append(sel.Member, l.expr)
			continue
		}
		kept = append(kept, l)
	}
	return kept
}

// rangeOf joins the limits into one range, or refuses them.
func (c *canon) rangeOf(sel *Select, limits []limit) *Range {
	if len(limits) == 0 {
		return nil
	}
	for _, l := range limits {
		if !c.limitFits(l, limits[0]) {
			return nil
		}
	}
	l := limits[0]
	if len(limits) == 1 {
		return c.closedByLiteral(sel, l)
	}
	lo, hi := limits[0], limits[1]
	if lo.op == LessOrEqual || lo.op == Less {
		lo, hi = hi, lo
	}
	if len(limits) == 2 && lo.op == GreaterOrEqual && hi.op == LessOrEqual {
		return &Range{Column: l.column, Op: Between, Low: lo.value, High: hi.value}
	}
	cure := "ask with one range: BETWEEN, or >= and <="
	reason := fmt.Sprintf("%s has several bounds that are no single BETWEEN", l.column)
	if len(limits) == 2 && isLower(lo.op) && !isLower(hi.op) && hi.op != Between && hi.op != Prefix {
		cure = "write >= and <= and hand the next value in: a key condition has BETWEEN with both ends included"
		reason = fmt.Sprintf("%s has two bounds of which one is excluded, and BETWEEN includes both", l.column)
	}
	c.refuse(ERange2, limits[1].expr.At(), []string{l.column}, reason, cure)
	return nil
}

func isLower(op RangeOp) bool { return op == Greater || op == GreaterOrEqual }

// limitFits refuses a limit on a column that is bound already, or on another
// column than the first one.
func (c *canon) limitFits(l, first limit) bool {
	col := c.entity().Column(l.column)
	switch {
	case !col.Type.canBeKey():
		c.refuse(EText, l.expr.At(), []string{l.column}, fmt.Sprintf("rows are ranged over by %s, and a %s cannot be part of a key", l.column, col.Type.Kind),
			"keep what you ask by in a column of its own, of type text, int or timestamp")
	case c.eqs[l.column] != nil:
		c.refuse(ERange2, l.expr.At(), []string{l.column}, fmt.Sprintf("%s is bound by an equality and by a range", l.column),
			"keep the equality and test the range in the application")
	case l.column != first.column:
		c.refuse(ERange2, l.expr.At(), []string{first.column, l.column}, fmt.Sprintf("%s and %s are both ranged over, and a key condition has one range", first.column, l.column),
			"make one of them an equality (a day, a price class), or read one range and test the other in the application")
	default:
		c.warnEnum(l.expr.At(), col)
		return true
	}
	return false
}

// closedByLiteral joins column >= :a with a literal bound at the other end, if
// both are included: rule 1 comes before rule 6.
func (c *canon) closedByLiteral(sel *Select, l limit) *Range {
	r := l.asRange()
	other := map[RangeOp]RangeOp{LessOrEqual: GreaterOrEqual, GreaterOrEqual: LessOrEqual}[l.op]
	for i, m := range sel.Member {
		bound, ok := c.asLimit(m)
		if !ok || other == "" || bound.op != other || bound.column != l.column {
			continue
		}
		r.Op = Between
		if other == GreaterOrEqual {
			r.Low = bound.value
		} else {
			r.High = bound.value
		}
		sel.Member = slices.Delete(sel.Member, i, i+1)
		break
	}
	return r
}

func asColumn(e Expr) *ColumnRef {
	ref, _ := e.(*ColumnRef)
	return ref
}

// member takes a condition on constants alone as index membership.
func (c *canon) member(sel *Select, e Expr) {
	e = c.withEnumPrefixes(e)
	clean := true
	walk(e, func(x Expr) {
		switch x := x.(type) {
		case *Binary:
			_, isPrefix := prefixOperand(x.R)
			switch prec := binaryPrec[x.Op]; {
			case prec >= precAdd:
				c.refuseComputed(x)
				clean = false
			case x.Op != "LIKE" && isPattern(x.Op), x.Op == "LIKE" && !isPrefix:
				c.refuseText(x)
				clean = false
			}
		case *CallExpr:
			if x.Name != "starts_with" {
				c.refuseCall(x)
				clean = false
			}
		}
	})
	if clean {
		sel.Member = append(sel.Member, e)
	}
}

func isPattern(op string) bool { return strings.HasSuffix(op, "LIKE") || strings.HasSuffix(op, "GLOB") }

// withEnumPrefixes writes LIKE 'p%' on an enum as the list of its values.
func (c *canon) withEnumPrefixes(e Expr) Expr {
	return mapExpr(e, func(x Expr) Expr {
		b, ok := x.(*Binary)
		if !ok || b.Op != "LIKE" && b.Op != "NOT LIKE" {
			return x
		}
		ref := asColumn(b.L)
		prefix, isPrefix := prefixOperand(b.R)
		if ref == nil || !isPrefix || c.entity().Column(ref.Column).Values == nil {
			return x
		}
		in := &InExpr{X: ref, Not: b.Op == "NOT LIKE"}
		for _, v := range c.entity().Column(ref.Column).Values {
			if strings.HasPrefix(v, prefix.Literal.Str()) {
				in.List = append(in.List, &Literal{b.R.At(), attr.String(v)})
			}
		}
		if len(in.List) == 0 {
			c.errorf(x.At(), "", "no value of %s begins with '%s'", ref.Column, prefix.Literal.Str())
			return x
		}
		return normalIn(in)
	})
}

// firstOrderColumn returns the first column of ORDER BY that no equality
// fixes, "" where there is none.
func (c *canon) firstOrderColumn() string {
	for _, o := range c.stmt.OrderBy {
		if col := c.orderColumn(o.Expr); col == nil || !c.isEqual(col.Name) {
			return columnOr(col, "?")
		}
	}
	return ""
}

func columnOr(col *Column, otherwise string) string {
	if col == nil {
		return otherwise
	}
	return col.Name
}
