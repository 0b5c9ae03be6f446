package model

import (
	"slices"
	"strings"
)

// canon brings one SELECT into canonical form. What is wrong with the
// statement is an error of the file; what is right but cannot be one request is
// a refusal. sel is set where there is neither.
type canon struct {
	*scope
	stmt     *SelectStmt
	max      *limitMax // nil without max=
	sel      *Select
	refusals []Refusal

	base   int              // the table whose rows are returned
	via    map[int][]string // parent: the base columns that hold its key, in the order of its Key
	joined []Expr           // the conditions that join the tables, left out of the WHERE
	eqs    map[string]*bind // by column: what it must be equal to
	rest   []Expr           // conditions on the base that are no plain equality
	byKey  []*Select        // Eq, Const and Guard by each further key within the equalities
}

// bind is an equality of a column with a parameter or a literal.
type bind struct {
	expr  *Binary
	param string
	lit   *Literal
}

func (c *canon) run() {
	c.refusals = append(c.refusals, c.stmt.refusals...)
	if c.stmt.opaque {
		return
	}
	sel := &Select{}
	if c.stmt.From.Name == "" {
		c.existsStatement(sel)
		if c.stmt == nil {
			return
		}
	}
	before := len(c.errors)
	if !c.bindTables() || !c.bindExprs() {
		return
	}
	c.refuseClauses()
	if !c.findBase() {
		return
	}
	sel.Entity = c.entity().Entity
	c.conditions(sel)
	c.outputs(sel)
	c.orderAndLimit(sel)
	if len(c.errors) > before || len(c.refusals) > 0 {
		return
	}
	c.variants(sel)
	c.sel = sel
}

// entity is the table whose rows are returned.
func (c *canon) entity() *table { return c.tables[c.base].t }

// refuse records a refusal, each reason once. Columns may be nil.
func (c *canon) refuse(code Code, pos Pos, columns []string, reason, cure string) {
	r := Refusal{Code: code, Pos: pos, Columns: columns, Reason: reason, Cure: cure}
	same := func(o Refusal) bool { return o.Code == r.Code && o.Reason == r.Reason }
	if !slices.ContainsFunc(c.refusals, same) {
		c.refusals = append(c.refusals, r)
	}
}

// existsStatement reads SELECT EXISTS (SELECT ...): the inner SELECT becomes
// the statement to look at, nil where there is none.
func (c *canon) existsStatement(sel *Select) {
	outer := c.stmt
	c.stmt = nil
	if len(outer.Items) == 1 {
		if e, ok := outer.Items[0].Expr.(*ExistsExpr); ok && outer.Where == nil && outer.OrderBy == nil && outer.Limit == nil {
			c.refusals = append(c.refusals, e.Select.refusals...)
			if !e.Select.opaque && e.Select.From.Name != "" {
				c.stmt = e.Select
				sel.Exists = true
				return
			}
			if e.Select.opaque {
				return
			}
		}
	}
	c.errorf(outer.Pos, "write SELECT ... FROM table", "this question reads no table")
}

// bindTables puts the tables of FROM into the scope.
func (c *canon) bindTables() bool {
	ok := c.add(&c.stmt.From, false)
	for i := range c.stmt.Joins {
		j := &c.stmt.Joins[i]
		ok = c.add(&j.Table, j.Left) && ok
		if ok {
			ok = c.bindUsing(j)
		}
	}
	return ok
}

// bindUsing checks the columns of USING and makes them one.
func (c *canon) bindUsing(j *Join) bool {
	ok := true
	last := len(c.tables) - 1
	for i, name := range j.Using {
		col := c.tables[last].t.column(name)
		var of []int
		for k := range c.tables[:last] {
			if c.tables[k].t.column(name) != nil {
				of = append(of, k)
			}
		}
		switch {
		case col == nil:
			c.errorf(j.usingPos[i], didYouMean(name, c.tables[last].t.columnNames()), "table %s has no column %s", c.tables[last].t.Name, clip(name))
			ok = false
		case len(of) == 0:
			c.errorf(j.usingPos[i], "", "no table before %s has a column %s", c.tables[last].name, clip(name))
			ok = false
		default:
			j.Using[i] = col.Name
			c.using = append(c.using, usingColumn{col.Name, append(of, last)})
		}
	}
	return ok
}

// bindExprs binds every column of the statement.
func (c *canon) bindExprs() bool {
	s := c.stmt
	ok := true
	c.orderByAliases()
	each := func(e Expr) {
		if e != nil {
			ok = c.expr(e) && ok
		}
	}
	for i := range s.Items {
		if s.Items[i].Star {
			ok = c.bindStar(&s.Items[i]) && ok
			continue
		}
		each(s.Items[i].Expr)
	}
	for _, j := range s.Joins {
		each(j.On)
	}
	each(s.Where)
	for _, e := range s.GroupBy {
		each(e)
	}
	each(s.Having)
	for _, o := range s.OrderBy {
		each(o.Expr)
	}
	if ok && s.Where != nil {
		before := len(c.errors)
		c.condition(s.Where)
		ok = len(c.errors) == before
	}
	return ok
}

func (c *canon) bindStar(it *SelectItem) bool {
	if it.Table == "" {
		return true
	}
	for _, st := range c.tables {
		if strings.EqualFold(st.name, it.Table) {
			it.Table = st.name
			return true
		}
	}
	c.errorf(it.Pos, didYouMean(it.Table, c.tableNames()), "no table is called %s here", clip(it.Table))
	return false
}

// orderByAliases puts what an alias stands for into ORDER BY.
func (c *canon) orderByAliases() {
	for i, o := range c.stmt.OrderBy {
		ref, ok := o.Expr.(*ColumnRef)
		if !ok || ref.Table != "" {
			continue
		}
		for _, it := range c.stmt.Items {
			if it.Alias != "" && strings.EqualFold(it.Alias, ref.Column) {
				c.stmt.OrderBy[i].Expr = it.Expr
			}
		}
	}
}
