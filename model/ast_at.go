package model

import "slices"

// At returns where the expression begins.
func (e *ColumnRef) At() Pos { return e.Pos }

// At returns where the expression begins.
func (e *ParamRef) At() Pos { return e.Pos }

// At returns where the expression begins.
func (e *Literal) At() Pos { return e.Pos }

// At returns where the expression begins.
func (e *Unary) At() Pos { return e.Pos }

// At returns where the expression begins.
func (e *Binary) At() Pos { return e.Pos }

// At returns where the expression begins.
func (e *BetweenExpr) At() Pos { return e.X.At() }

// At returns where the expression begins.
func (e *InExpr) At() Pos { return e.X.At() }

// At returns where the expression begins.
func (e *IsNullExpr) At() Pos { return e.X.At() }

// At returns where the expression begins.
func (e *CallExpr) At() Pos { return e.Pos }

// At returns where the expression begins.
func (e *ExistsExpr) At() Pos { return e.Pos }

// At returns where the expression begins.
func (e *OtherExpr) At() Pos { return e.Pos }

// operands returns the expressions directly within e. The select of EXISTS is
// not looked into.
func operands(e Expr) []Expr {
	switch e := e.(type) {
	case *Unary:
		return []Expr{e.X}
	case *Binary:
		return []Expr{e.L, e.R}
	case *BetweenExpr:
		return []Expr{e.X, e.Lo, e.Hi}
	case *InExpr:
		return append([]Expr{e.X}, e.List...)
	case *IsNullExpr:
		return []Expr{e.X}
	case *CallExpr:
		return e.Args
	}
	return nil
}

// walk calls visit for e and everything within it, outermost first.
func walk(e Expr, visit func(Expr)) {
	if e == nil {
		return
	}
	visit(e)
	for _, o := range operands(e) {
		walk(o, visit)
	}
}

// WalkExpr calls visit for an expression and all within it, from the outside
// in; nil has none.
func WalkExpr(e Expr, visit func(Expr)) { walk(e, visit) }

// mapExpr returns a copy of e in which change has replaced expressions from
// the inside out. change may return what it got.
func mapExpr(e Expr, change func(Expr) Expr) Expr {
	switch x := e.(type) {
	case *Unary:
		e = &Unary{x.Pos, x.Op, mapExpr(x.X, change)}
	case *Binary:
		e = &Binary{x.Pos, x.Op, mapExpr(x.L, change), mapExpr(x.R, change)}
	case *BetweenExpr:
		e = &BetweenExpr{mapExpr(x.X, change), mapExpr(x.Lo, change), mapExpr(x.Hi, change), x.Not}
	case *InExpr:
		e = &InExpr{mapExpr(x.X, change), mapExprs(x.List, change), x.Not}
	case *IsNullExpr:
		e = &IsNullExpr{mapExpr(x.X, change), x.Not}
	case *CallExpr:
		e = &CallExpr{x.Pos, x.Name, mapExprs(x.Args, change), x.Star, x.Distinct}
	}
	return change(e)
}

func mapExprs(list []Expr, change func(Expr) Expr) []Expr {
	out := make([]Expr, len(list))
	for i, e := range list {
		out[i] = mapExpr(e, change)
	}
	return out
}

// conjuncts returns the operands of a tree of ANDs in order.
func conjuncts(e Expr) []Expr { return chain(e, "AND") }

// disjuncts returns the operands of a tree of ORs in order.
func disjuncts(e Expr) []Expr { return chain(e, "OR") }

func chain(e Expr, op string) []Expr {
	if e == nil {
		return nil
	}
	if b, ok := e.(*Binary); ok && b.Op == op {
		return append(chain(b.L, op), chain(b.R, op)...)
	}
	return []Expr{e}
}

// columnsOf returns the columns in expressions, in order, each once.
func columnsOf(list ...Expr) []string {
	var out []string
	for _, e := range list {
		walk(e, func(x Expr) {
			if ref, ok := x.(*ColumnRef); ok && !slices.Contains(out, ref.Column) {
				out = append(out, ref.Column)
			}
		})
	}
	return out
}
