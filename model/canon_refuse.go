package model

import (
	"fmt"
	"slices"
	"strings"
)

// refuseCondition refuses a condition with parameters that no key condition
// can express, or takes it as the list parameter.
func (c *canon) refuseCondition(sel *Select, e Expr) {
	switch e := e.(type) {
	case *InExpr:
		c.list(sel, e)
	case *Binary:
		c.refuseBinary(e)
	case *BetweenExpr:
		if e.Not {
			c.refuse(EOr, e.At(), c.columns(e), "NOT BETWEEN is two ranges", "ask two questions, one below and one above")
			return
		}
		c.refuse(ERange2, e.At(), c.columns(e), "a key condition is one column between two values", "write column BETWEEN :a AND :b")
	case *IsNullExpr:
		c.refuse(EOr, e.At(), c.columns(e), "whether a parameter is given changes the question", "ask two questions: one with the condition and one without")
	case *CallExpr:
		c.refuseCall(e)
	default:
		c.refuseComputed(e)
	}
}

// refuseComputed refuses something that is neither a column nor a known
// function of one.
func (c *canon) refuseComputed(e Expr) {
	c.refuse(EText, e.At(), c.columns(e), c.shown(e)+" is computed for every row, and a key holds columns",
		"keep its value in a column of its own and ask by that column")
}

func (c *canon) refuseBinary(e *Binary) {
	cols := c.columns(e)
	ref := asColumn(e.L)
	call := callIn(e)
	switch {
	case e.Op == "OR":
		c.refuseOr(e)
	case e.Op == "<>":
		c.refuse(EOr, e.At(), cols, fmt.Sprintf("%s is everything below and everything above, two ranges", c.shown(e)),
			"ask for the values that are wanted, or test it in the application")
	case isPattern(e.Op):
		c.refuseText(e)
	case e.Op == "=" && ref != nil && c.eqs[ref.Column] != nil:
		c.refuse(ERange2, e.At(), cols, ref.Column+" is bound twice", "keep one condition and test the other in the application")
	case !holdsColumn(e):
		c.refuse(EOr, e.At(), nil, fmt.Sprintf("%s is the same for every row: it changes the question", e), "ask two questions, or leave it out")
	case call != nil:
		c.refuseCall(call)
	default:
		c.refuse(EText, e.At(), cols, fmt.Sprintf("%s compares something that is computed for every row, and a key holds columns", c.shown(e)),
			"compute the value in the application and compare the column itself")
	}
}

// asWritten returns e with the calls that computed columns stand for.
func (c *canon) asWritten(e Expr) Expr {
	return mapExpr(e, func(x Expr) Expr {
		if ref := asColumn(x); ref != nil {
			if col := c.entity().Column(ref.Column); col != nil && col.Computed != nil {
				return &CallExpr{Pos: ref.Pos, Name: col.Computed.Func, Args: []Expr{&ColumnRef{Pos: ref.Pos, Column: col.Computed.Column}}}
			}
		}
		return x
	})
}

func (c *canon) shown(e Expr) string { return c.asWritten(e).String() }

func (c *canon) columns(e Expr) []string { return columnsOf(c.asWritten(e)) }

// callIn returns a function call on either side of a comparison, nil where
// there is none.
func callIn(e *Binary) *CallExpr {
	for _, side := range []Expr{e.L, e.R} {
		if call, ok := side.(*CallExpr); ok {
			return call
		}
	}
	return nil
}

func (c *canon) refuseText(e *Binary) {
	cols := c.columns(e.L)
	name := "the column"
	if len(cols) > 0 {
		name = cols[0]
	}
	reason, cure := "a key finds text by its beginning, and "+c.shown(e)+" does not say how it begins",
		"ask by a beginning: "+name+" LIKE 'abc%' or "+name+" LIKE :p || '%'; for words keep one item per word"
	if ref := asColumn(e.L); ref != nil && !c.prefixable(ref) {
		c.refuseEnumPrefix(e, name)
		return
	}
	c.refuse(EText, e.At(), cols, reason, cure)
}

func (c *canon) refuseEnumPrefix(e Expr, column string) {
	c.refuse(EText, e.At(), []string{column}, column+" is an enum, whose order is that of its CHECK, and a beginning is no range of it",
		"name the values: "+column+" IN ('A', 'B')")
}

func (c *canon) refuseCall(e *CallExpr) {
	if isAggregate(e) {
		return // refused already
	}
	cols := c.columns(e)
	if e.Name == "starts_with" && len(e.Args) == 2 {
		if ref := asColumn(e.Args[0]); ref != nil && !c.prefixable(ref) {
			c.refuseEnumPrefix(e, ref.Column)
			return
		}
	}
	cure := "keep its value in a column of its own; computed columns are made for lower, upper, date and hour of a column"
	switch e.Name {
	case "year", "month", "day", "date_trunc", "strftime", "extract":
		cure = "ask for a range: at BETWEEN :from AND :to; date(at) = :day and hour(at) = :hour are known too"
	case "current_timestamp", "current_date", "now", "datetime":
		cure = "hand the time in as a parameter"
	case "lower", "upper", "date", "hour":
		cure = "take " + e.Name + " of one column, and hand the parameter in as it is to be compared"
	}
	c.refuse(EText, e.Pos, cols, c.shown(e)+" is computed for every row, and a key holds columns", cure)
}

// refuseOr tells apart: one column with several values, one value in several
// columns, and everything else.
func (c *canon) refuseOr(e *Binary) {
	cols := c.columns(e)
	var params []string
	plain := true
	for _, d := range disjuncts(e) {
		eq, ok := d.(*Binary)
		if !ok || eq.Op != "=" || asColumn(eq.L) == nil {
			plain = false
			continue
		}
		switch r := eq.R.(type) {
		case *ParamRef:
			if !slices.Contains(params, r.Name) {
				params = append(params, r.Name)
			}
		case *Literal:
		default:
			plain = false
		}
	}
	switch {
	case plain && len(cols) == 1:
		c.refuse(EIn, e.At(), cols, fmt.Sprintf("%s may have one of several values, and each is a request of its own", cols[0]),
			"ask for one value at a time")
	case plain && len(cols) > 1 && len(params) == 1:
		c.refuse(EMulti, e.At(), cols, fmt.Sprintf("a row is found by any of %s, and an index holds one entry for a row", strings.Join(cols, " and ")),
			"keep a row for each of them in an entity of its own, written in the same transaction")
	default:
		c.refuse(EOr, e.At(), cols, "OR with a parameter is several key ranges, and a request reads one",
			"ask a question for each side; OR over constants alone is free")
	}
}

// list takes column IN (:list) as the list parameter.
func (c *canon) list(sel *Select, e *InExpr) {
	ref := asColumn(e.X)
	param, isParam := e.List[0].(*ParamRef)
	switch {
	case e.Not:
		c.refuse(EOr, e.At(), c.columns(e), "NOT IN is everything between the values, several ranges", "ask for the values that are wanted, or test it in the application")
	case ref == nil || len(e.List) != 1 || !isParam:
		c.refuse(EIn, e.At(), c.columns(e), "IN with several parameters is a request for each of them", "hand one list in: IN (:list) by the primary key is one BatchGetItem")
	case sel.In != nil:
		c.refuse(EIn, e.At(), []string{sel.In.Column, ref.Column}, "two lists are a request for each pair of their values", "ask with one list")
	case c.eqs[ref.Column] != nil:
		c.refuse(EIn, e.At(), []string{ref.Column}, ref.Column+" is bound by an equality and by a list", "keep one of them")
	default:
		sel.In = &In{ref.Column, param.Name}
	}
}

// checkList refuses a list parameter unless it completes the primary key and
// nothing else is asked: BatchGetItem takes keys, and answers in no order.
func (c *canon) checkList(sel *Select) {
	t := c.entity()
	cols := []string{sel.In.Column}
	for _, e := range sel.Eq {
		cols = append(cols, e.Column)
	}
	for _, k := range sel.Const {
		cols = append(cols, k.Column)
	}
	pos := c.rest[slices.IndexFunc(c.rest, func(e Expr) bool { _, ok := e.(*InExpr); return ok && hasParams(e) })].At()
	switch {
	case !sameColumns(cols, t.Key):
		c.refuse(EIn, pos, cols, fmt.Sprintf("a list is one BatchGetItem only if it completes the primary key (%s) and nothing else is asked", strings.Join(t.Key, ", ")),
			"ask by the whole primary key, or ask for one value at a time")
	case sel.Range != nil || len(sel.Member) > 0:
		c.refuse(EIn, pos, cols, "a list is one BatchGetItem, which takes keys and no other condition", "test the other conditions in the application")
	case len(c.stmt.OrderBy) > 0:
		c.refuse(EIn, pos, cols, "a list is one BatchGetItem, which answers in no order", "leave ORDER BY out and sort in the application")
	case c.stmt.Limit != nil:
		c.refuse(EIn, pos, cols, "a list is one BatchGetItem, which has no limit", "leave LIMIT out and hand a shorter list in")
	}
}
