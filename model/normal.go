package model

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

// normal returns a condition in normal form: NOT pushed down to comparisons,
// the column on the left, a lone boolean column as column = TRUE, IN with one
// literal as =, lists of literals in ascending order without doubles. It means
// the same, NULL included.
func normal(e Expr) Expr {
	switch e := e.(type) {
	case *Unary:
		if e.Op == "NOT" {
			return negated(e.X)
		}
	case *Binary:
		return normalBinary(e)
	case *InExpr:
		return normalIn(e)
	case *ColumnRef:
		return &Binary{e.Pos, "=", e, &Literal{e.Pos, attr.Bool(true)}}
	}
	return e
}

func normalBinary(e *Binary) Expr {
	if e.Op == "AND" || e.Op == "OR" {
		return &Binary{e.Pos, e.Op, normal(e.L), normal(e.R)}
	}
	if op, ok := swapped[e.Op]; ok && !holdsColumn(e.L) && holdsColumn(e.R) {
		return normalTruth(&Binary{e.R.At(), op, e.R, e.L})
	}
	return normalTruth(e)
}

// normalTruth writes column <> FALSE as column = TRUE.
func normalTruth(e *Binary) Expr {
	lit, ok := e.R.(*Literal)
	if ok && e.Op == "<>" && lit.Value.Type() == attr.TypeBool {
		return &Binary{e.Pos, "=", e.L, &Literal{lit.Pos, attr.Bool(!lit.Value.Bool())}}
	}
	return e
}

func normalIn(e *InExpr) Expr {
	list := slices.Clone(e.List)
	for _, x := range list {
		if _, ok := x.(*Literal); !ok {
			return e
		}
	}
	slices.SortStableFunc(list, compareLiterals)
	list = slices.CompactFunc(list, func(a, b Expr) bool { return compareLiterals(a, b) == 0 })
	if len(list) == 1 {
		op := "="
		if e.Not {
			op = "<>"
		}
		return normalTruth(&Binary{e.At(), op, e.X, list[0]})
	}
	return &InExpr{e.X, list, e.Not}
}

func compareLiterals(a, b Expr) int {
	x, y := a.(*Literal), b.(*Literal)
	switch {
	case x.Value.Type() == y.Value.Type() && lessLiteral(x, y):
		return -1
	case x.Value.Type() == y.Value.Type() && lessLiteral(y, x):
		return 1
	}
	return strings.Compare(x.String(), y.String())
}

var opposite = map[string]string{
	"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
	"LIKE": "NOT LIKE", "NOT LIKE": "LIKE", "GLOB": "NOT GLOB", "NOT GLOB": "GLOB",
}

// negated returns the normal form of NOT e.
func negated(e Expr) Expr {
	switch e := e.(type) {
	case *Unary:
		if e.Op == "NOT" {
			return normal(e.X)
		}
	case *Binary:
		switch e.Op {
		case "AND":
			return &Binary{e.Pos, "OR", negated(e.L), negated(e.R)}
		case "OR":
			return &Binary{e.Pos, "AND", negated(e.L), negated(e.R)}
		}
		if op, ok := opposite[e.Op]; ok {
			return normalBinary(&Binary{e.Pos, op, e.L, e.R})
		}
	case *BetweenExpr:
		return &BetweenExpr{e.X, e.Lo, e.Hi, !e.Not}
	case *InExpr:
		return normalIn(&InExpr{e.X, e.List, !e.Not})
	case *IsNullExpr:
		return &IsNullExpr{e.X, !e.Not}
	case *ColumnRef:
		return &Binary{e.Pos, "=", e, &Literal{e.Pos, attr.Bool(false)}}
	case *Literal:
		if e.Value.Type() == attr.TypeBool {
			return &Literal{e.Pos, attr.Bool(!e.Value.Bool())}
		}
	}
	return &Unary{e.At(), "NOT", e}
}

func holdsColumn(e Expr) bool {
	found := false
	walk(e, func(x Expr) {
		if _, ok := x.(*ColumnRef); ok {
			found = true
		}
	})
	return found
}
