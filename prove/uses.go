package prove

import "github.com/keywright/keywright/model"

// A use is a place where a statement compares a parameter with a column.
type use struct {
	param  string
	column *model.ColumnRef
	side   model.Expr // the column, or the function of it that is compared
	op     string     // "=", "<", ..., "IN", "LIKE", "LO" and "HI" of BETWEEN
}

// usesOf lists the comparisons of an expression, in order.
func usesOf(e model.Expr) []use {
	var out []use
	walk(e, func(e model.Expr) {
		switch e := e.(type) {
		case *model.Binary:
			out = appendUse(out, e.L, e.R, e.Op)
			out = appendUse(out, e.R, e.L, e.Op)
		case *model.BetweenExpr:
			out = appendUse(out, e.X, e.Lo, "LO")
			out = appendUse(out, e.X, e.Hi, "HI")
		case *model.InExpr:
			for _, x := range e.List {
				out = appendUse(out, e.X, x, "IN")
			}
		case *model.CallExpr:
			if len(e.Args) == 2 {
				out = appendUse(out, e.Args[0], e.Args[1], "LIKE")
			}
		}
	})
	return out
}

func appendUse(out []use, side, other model.Expr, op string) []use {
	if p := plainPrefix(other); p != nil {
		other = p
	}
	p, ok := other.(*model.ParamRef)
	if !ok {
		return out
	}
	column := columnIn(side)
	if column == nil {
		return out
	}
	return append(out, use{p.Name, column, side, op})
}

// columnIn is the first column of an expression, nil where there is none.
func columnIn(e model.Expr) *model.ColumnRef {
	var column *model.ColumnRef
	walk(e, func(e model.Expr) {
		if c, ok := e.(*model.ColumnRef); ok && column == nil {
			column = c
		}
	})
	return column
}

// paramsOf lists the parameters of an expression in order, repeats included.
func paramsOf(e model.Expr) []string {
	var out []string
	walk(e, func(e model.Expr) {
		if p, ok := e.(*model.ParamRef); ok {
			out = append(out, p.Name)
		}
	})
	return out
}

// walk calls visit for an expression and everything within it, statements of
// EXISTS included.
func walk(e model.Expr, visit func(model.Expr)) {
	if e == nil {
		return
	}
	visit(e)
	switch e := e.(type) {
	case *model.Unary:
		walk(e.X, visit)
	case *model.Binary:
		walk(e.L, visit)
		walk(e.R, visit)
	case *model.BetweenExpr:
		walk(e.X, visit)
		walk(e.Lo, visit)
		walk(e.Hi, visit)
	case *model.InExpr:
		walk(e.X, visit)
		for _, x := range e.List {
			walk(x, visit)
		}
	case *model.IsNullExpr:
		walk(e.X, visit)
	case *model.CallExpr:
		for _, x := range e.Args {
			walk(x, visit)
		}
	case *model.ExistsExpr:
		walkSelect(e.Select, visit)
	}
}

// walkSelect calls visit for every expression of a SELECT.
func walkSelect(q *model.SelectStmt, visit func(model.Expr)) {
	for _, it := range q.Items {
		walk(it.Expr, visit)
	}
	for _, j := range q.Joins {
		walk(j.On, visit)
	}
	walk(q.Where, visit)
	for _, t := range q.OrderBy {
		walk(t.Expr, visit)
	}
	walk(q.Limit, visit)
}
