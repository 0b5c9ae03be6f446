package plan

import (
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// truth is what is known of a predicate before the row is seen.
type truth uint8

const (
	maybe truth = iota
	yes
	no // false or NULL: the row is not selected
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// values tells the value of a column, as far as it is known; ok is false where
// it is not.
type values func(column string) (v attr.Value, ok bool)

// judge evaluates a predicate with the values known. negated asks for the
// truth of NOT e: with NULL both e and NOT e are no.
func judge(e model.Expr, known values, negated bool) truth {
	switch x := e.(type) {
	case *model.Unary:
		if strings.EqualFold(x.Op, "NOT") {
			return judge(x.X, known, !negated)
		}
	case *model.Binary:
		if x.Op == "AND" || x.Op == "OR" {
			l, r := judge(x.L, known, negated), judge(x.R, known, negated)
			if (x.Op == "AND") != negated {
				return both(l, r)
			}
			return either(l, r)
		}
		return judgeComparison(x, known, negated)
	case *model.BetweenExpr:
		return judge(&model.Binary{Op: "AND",
			L: &model.Binary{Op: ">=", L: x.X, R: x.Lo},
			R: &model.Binary{Op: "<=", L: x.X, R: x.Hi},
		}, known, negated != x.Not)
	case *model.InExpr:
		t := no
		if negated != x.Not {
			t = yes
		}
		for _, v := range x.List {
			one := judge(&model.Binary{Op: "=", L: x.X, R: v}, known, negated != x.Not)
			if negated != x.Not {
				t = both(t, one)
			} else {
				t = either(t, one)
			}
		}
		return t
	case *model.IsNullExpr:
		v, ok := operand(x.X, known)
		if !ok {
			return maybe
		}
		return truthOf((v.IsNull() || v.IsZero()) == (x.Not == negated))
	}
	return maybe
}

func both(a, b truth) truth {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return maybe
}

func either(a, b truth) truth {
	switch {
	case a == yes || b == yes:
		return yes
	case a == no && b == no:
		return no
	}
	return maybe
}

// operand is the value of a column or literal.
func operand(e model.Expr, known values) (attr.Value, bool) {
	switch x := e.(type) {
	case *model.Literal:
		return x.Value, true
	case *model.ColumnRef:
		return known(x.Column)
	}
	return attr.Value{}, false
}

func judgeComparison(x *model.Binary, known values, negated bool) truth {
	l, okL := operand(x.L, known)
	r, okR := operand(x.R, known)
	if okL && (l.IsNull() || l.IsZero()) || okR && (r.IsNull() || r.IsZero()) {
		return no
	}
	if !okL || !okR {
		return maybe
	}
	order, ok := compareValues(l, r)
	if !ok {
		return maybe
	}
	var t bool
	switch x.Op {
	case "=":
		t = order == 0
	case "<>":
		t = order != 0
	case "<":
		t = order < 0
	case "<=":
		t = order <= 0
	case ">":
		t = order > 0
	case ">=":
		t = order >= 0
	default:
		return maybe
	}
	return truthOf(t != negated)
}

func compareValues(a, b attr.Value) (int, bool) {
	if a.Type() == attr.TypeBool && b.Type() == attr.TypeBool {
		if a.Bool() == b.Bool() {
			return 0, true
		}
		return 1, true
	}
	return attr.Compare(a, b)
}

// columnsIn lists the columns of a predicate.
func (e *entity) columnsIn(x model.Expr) colset {
	var s colset
	add := func(list ...model.Expr) {
		for _, y := range list {
			if y != nil {
				s = s.or(e.columnsIn(y))
			}
		}
	}
	switch x := x.(type) {
	case *model.ColumnRef:
		if c, ok := e.byName[x.Column]; ok {
			s.add(c)
		}
	case *model.Unary:
		add(x.X)
	case *model.Binary:
		add(x.L, x.R)
	case *model.BetweenExpr:
		add(x.X, x.Lo, x.Hi)
	case *model.InExpr:
		add(x.List...)
		add(x.X)
	case *model.IsNullExpr:
		add(x.X)
	case *model.CallExpr:
		add(x.Args...)
	}
	return s
}

// impliesNotNull are the columns that are not NULL in any row for which x is true.
func (e *entity) impliesNotNull(x model.Expr) colset {
	all := e.columnsIn(x)
	var s colset
	for c := range all.each {
		name := e.cols[c].name
		t := judge(x, func(column string) (attr.Value, bool) {
			return attr.Null(), column == name
		}, false)
		if t == no {
			s.add(c)
		}
	}
	return s
}

// intRange is the CHECK range of a number column, in whole numbers.
func intRange(c *model.Column) (lo, hi int64, ok bool) {
	if c.Min == nil || c.Max == nil {
		return 0, 0, false
	}
	lo, okLo := c.Min.Int64()
	hi, okHi := c.Max.Int64()
	const far = int64(1) << 61
	return lo, hi, okLo && okHi && lo > -far && hi < far && lo <= hi
}
