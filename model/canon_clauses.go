package model

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

var aggregates = []string{"count", "sum", "avg", "min", "max", "total", "group_concat", "string_agg", "array_agg", "json_group_array"}

// refuseClauses refuses what no request can do whatever the keys are.
func (c *canon) refuseClauses() {
	s := c.stmt
	for _, it := range s.Items {
		c.refuseExprs(it.Expr)
	}
	for _, o := range s.OrderBy {
		c.refuseExprs(o.Expr)
	}
	c.refuseExprs(s.Where)
	for _, j := range s.Joins {
		c.refuseExprs(j.On)
	}
	if len(s.GroupBy) > 0 {
		c.refuse(EGroup, s.GroupBy[0].At(), columnsOf(s.GroupBy...), "GROUP BY reads all rows of every group, and all of them are paid for",
			"keep one item per group and update it with each write; for the latest row of each group overwrite that item")
	}
	if s.Having != nil {
		c.refuse(EGroup, s.Having.At(), columnsOf(s.Having), "HAVING throws away groups after all of their rows are read",
			"keep one item per group and ask by its attribute")
	}
	if s.Offset != nil {
		c.refuse(EOffset, s.Offset.At(), nil, "OFFSET reads and pays for the rows that it skips",
			"page by key: hand the last row's key back (LastEvaluatedKey), or ask for rows below the last one seen")
	}
}

// isAggregate says whether e is a call of an aggregate function.
func isAggregate(e Expr) bool {
	call, ok := e.(*CallExpr)
	return ok && slices.Contains(aggregates, call.Name) && (call.Star || len(call.Args) > 0)
}

// refuseExprs refuses aggregates and everything outside of the language in an
// expression.
func (c *canon) refuseExprs(e Expr) {
	walk(e, func(x Expr) {
		switch x := x.(type) {
		case *CallExpr:
			if isAggregate(x) {
				c.refuseAggregate(x)
			}
		case *ExistsExpr:
			c.refuse(EJoin, x.Pos, nil, "EXISTS (SELECT) asks a second question for every row",
				"keep the answer in a column of the row, or ask SELECT EXISTS (...) as a question of its own")
		case *OtherExpr:
			c.refuseOther(x)
		}
	})
}

func (c *canon) refuseAggregate(x *CallExpr) {
	cure := "keep a counter item and change it with each write: exact in a transaction, late by a stream"
	reason := x.Name + " reads every row that goes into it, and all of them are paid for"
	if x.Name == "min" || x.Name == "max" {
		column, dir := "column", ""
		if cols := columnsOf(x.Args...); len(cols) > 0 {
			column = cols[0]
		}
		if x.Name == "max" {
			dir = " DESC"
		}
		cure = "ask for the first row instead: ORDER BY " + column + dir + " LIMIT 1"
	}
	c.refuse(EAgg, x.Pos, columnsOf(x.Args...), reason, cure)
}

func (c *canon) refuseOther(x *OtherExpr) {
	switch x.What {
	case "a window function":
		c.refuse(EGroup, x.Pos, x.columns, "a window function reads all rows of its window, and all of them are paid for",
			"number the rows in the application, or keep the value in a column that each write sets")
	case "a subquery", "IN (SELECT)":
		c.refuse(EJoin, x.Pos, x.columns, x.What+" asks a second question, and this is one request",
			"ask it first and hand its answer in as a parameter, or copy the column into the row")
	case "a row value":
		c.refuse(ERange2, x.Pos, x.columns, "a row value compares several columns at once, and a key range is on one",
			"page by LastEvaluatedKey, or compare one column")
	default:
		cure := "keep its value in a column of its own and ask by that column"
		if strings.HasPrefix(x.What, "COLLATE") && len(x.columns) == 1 {
			cure = "ask by lower(" + x.columns[0] + ") = :p, and hand the parameter in in lower case"
		}
		c.refuse(EText, x.Pos, x.columns, x.What+" is computed for every row, and a key holds columns", cure)
	}
}

// hasParams says whether e holds a parameter.
func hasParams(e Expr) bool {
	found := false
	walk(e, func(x Expr) {
		if _, ok := x.(*ParamRef); ok {
			found = true
		}
	})
	return found
}

// lessLiteral says whether a sorts before b; both are of one type.
func lessLiteral(a, b *Literal) bool {
	if a.Value.Type() == attr.TypeNumber {
		return a.Value.Number().Cmp(b.Value.Number()) < 0
	}
	return a.Value.Str() < b.Value.Str()
}
