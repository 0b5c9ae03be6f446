package prove

import (
	"fmt"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// An ask is a question with arguments.
type ask struct {
	of   *inquiry
	args map[string]attr.Value
	// limit stands in for a literal LIMIT of the question and for the Limit of
	// the request, so that a LIMIT 100 cuts worlds of five rows too. 0: as written.
	limit int
	// page is the Limit of the pages in which the request is run a second
	// time, all pages joined. 0: no second run.
	page int
}

// asks aims each question at the rows there are, twice, and half of the time
// just beside them.
func (g *generator) asks() []ask {
	var out []ask
	for _, q := range g.inquiries {
		for range 2 {
			if a, ok := g.ask(q); ok {
				out = append(out, a)
			}
		}
	}
	return out
}

func (g *generator) ask(q *inquiry) (ask, bool) {
	a := ask{of: q, args: make(map[string]attr.Value, len(q.q.Params))}
	order := g.rng.Perm(len(q.q.Statements))
	for _, i := range order { // the first one that finds rows sets the target
		if err := g.aim(q, q.q.Statements[i], a.args); err != nil {
			return a, false
		}
	}
	if g.chance(50) {
		g.miss(q, a.args)
	}
	if q.reversed(a.args) && g.chance(90) {
		q.turn(a.args)
	}
	for _, p := range q.q.Params {
		if a.args[p].IsZero() {
			return a, false // nothing to ask for: no row has a value there
		}
	}
	if q.limit > 1 && g.chance(70) {
		a.limit = 1 + g.rng.IntN(min(3, q.limit))
	}
	if g.chance(40) {
		a.page = 1 + g.rng.IntN(2)
	}
	return a, true
}

// aim sets the parameters of a statement that are still open, so that the
// statement finds a row, where there is any.
func (g *generator) aim(q *inquiry, stmt *model.SelectStmt, args map[string]attr.Value) error {
	open := *body(stmt)
	open.Where = nil
	r := &reader{g.truth.oracle(), args}
	scopes, err := r.match(&open, nil)
	if err != nil {
		return err
	}
	var target *scope
	if len(scopes) > 0 {
		target = pick(g.rng, scopes)
	}
	for _, u := range q.uses[stmt] {
		if _, set := args[u.param]; set && u.op != "HI" && u.op != "LO" {
			continue
		}
		if err := g.argument(q, r, u, target, args); err != nil {
			return err
		}
	}
	for _, p := range paramsOf(stmt.Limit) {
		args[p] = attr.Int(int64(g.rng.IntN(int(min(3, max(1, q.maxLimit)) + 1))))
	}
	return nil
}

// argument gives one parameter the value that the target row has.
func (g *generator) argument(q *inquiry, r *reader, u use, target *scope, args map[string]attr.Value) error {
	c := q.columnOf(u)
	if c == nil {
		return fmt.Errorf("no column %s", u.column)
	}
	v := attr.Null()
	if target != nil {
		if got, err := r.eval(u.side, target); err == nil && got.kind != kindNull {
			if v, err = attrOf(c, got); err != nil {
				return err
			}
		}
	}
	if v.IsNull() {
		if v = g.made(q, r, u, c); v.IsNull() {
			return nil
		}
	}
	switch u.op {
	case "LIKE":
		if ps := prefixes(v.Str()); len(ps) > 0 {
			args[u.param] = pick(g.rng, ps)
		}
	case "IN":
		args[u.param] = g.listArgument(v, g.others(q, r, u, c, v))
	case "LO", "HI":
		g.boundArgument(c, u, v, g.others(q, r, u, c, v), args)
	default:
		args[u.param] = g.asArgument(c, u, v)
	}
	return nil
}

// made is an argument where no row has one: of a value of the column's pool.
func (g *generator) made(q *inquiry, r *reader, u use, c *model.Column) attr.Value {
	pool := g.pool(c)
	if len(pool) == 0 {
		return attr.Null()
	}
	s := &scope{}
	for _, name := range sortedNames(q.tables) {
		if e := q.tables[name]; e != nil && columnOf(e, c.Name) == c {
			s = s.with(binding{name, e, model.Row{c.Name: pick(g.rng, pool)}})
			break
		}
	}
	got, err := r.eval(u.side, s)
	if err != nil {
		return attr.Null()
	}
	v, err := attrOf(c, got)
	if err != nil {
		return attr.Null()
	}
	return v
}

// asArgument hands in a value as an application would, functions of columns
// in their plain text.
func (g *generator) asArgument(c *model.Column, u use, v attr.Value) attr.Value {
	if _, direct := u.side.(*model.ColumnRef); direct {
		return g.handIn(c, v)
	}
	return v
}

// listArgument is a list for IN: the value, one or two others, now and then
// one of them twice.
func (g *generator) listArgument(v attr.Value, others family) attr.Value {
	list := []attr.Value{v}
	for range g.rng.IntN(3) {
		if len(others) > 0 {
			list = append(list, pick(g.rng, others))
		}
	}
	if g.chance(20) {
		list = append(list, v)
	}
	return attr.List(list...)
}

// boundArgument sets one bound of BETWEEN: the value itself or a neighbour or
// another value of the pool, on the right side of the other bound.
func (g *generator) boundArgument(c *model.Column, u use, v attr.Value, others family, args map[string]attr.Value) {
	if len(others) > 0 && g.chance(50) {
		v = pick(g.rng, others)
	}
	if old, set := args[u.param]; !set || old.IsNull() {
		args[u.param] = g.asArgument(c, u, v)
	}
}

// others are values to compare with beside a row's own: those of the pool and
// the neighbours, of a function of the column what it makes of them.
func (g *generator) others(q *inquiry, r *reader, u use, c *model.Column, v attr.Value) family {
	if _, direct := u.side.(*model.ColumnRef); direct {
		return append(append(family{}, g.pool(c)...), neighbours(c, v)...)
	}
	return keep(family{g.made(q, r, u, c), g.made(q, r, u, c)}, func(v attr.Value) bool { return !v.IsNull() })
}

// miss moves one argument to a neighbouring value.
func (g *generator) miss(q *inquiry, args map[string]attr.Value) {
	stmt := pick(g.rng, q.q.Statements)
	uses := q.uses[stmt]
	if len(uses) == 0 {
		return
	}
	u := pick(g.rng, uses)
	c := q.columnOf(u)
	v := args[u.param]
	if c == nil || v.IsNull() || v.IsZero() {
		return
	}
	_, direct := u.side.(*model.ColumnRef)
	switch outside := beyond(c, v); {
	case u.op == "IN":
		if g.chance(20) {
			args[u.param] = attr.List()
		}
	case g.chance(5):
		args[u.param] = attr.Null()
	case u.op == "LIKE":
		args[u.param] = pick(g.rng, nearPrefixes(v.Str()))
	case direct && len(outside) > 0 && g.chance(20):
		args[u.param] = pick(g.rng, outside)
	default:
		if near := neighbours(c, v); len(near) > 0 {
			args[u.param] = g.asArgument(c, u, pick(g.rng, near))
		}
	}
}

// bounds returns the lower and the upper bound of a question's range, where
// both are parameters.
func (in *inquiry) bounds() (c *model.Column, lo, hi string) {
	for _, sel := range in.q.Selects {
		if r := sel.Range; r != nil && r.Low.Param != "" && r.High.Param != "" {
			return sel.Entity.Column(r.Column), r.Low.Param, r.High.Param
		}
	}
	return nil, "", ""
}

// reversed says whether the lower bound of a range is above the upper one: it
// is asked too, but seldom.
func (in *inquiry) reversed(args map[string]attr.Value) bool {
	c, lo, hi := in.bounds()
	if c == nil {
		return false
	}
	l, err := columnVal(c, args[lo])
	if err != nil || l.kind == kindNull {
		return false
	}
	h, err := columnVal(c, args[hi])
	if err != nil || h.kind == kindNull {
		return false
	}
	order, err := compareVals(l, h)
	return err == nil && order > 0
}

func (in *inquiry) turn(args map[string]attr.Value) {
	_, lo, hi := in.bounds()
	args[lo], args[hi] = args[hi], args[lo]
}
