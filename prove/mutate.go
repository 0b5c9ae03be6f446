package prove

import (
	"maps"
	"math/big"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// mutate updates and deletes rows. Each UPDATE and DELETE of the model is
// tried on rows that exist, mostly with all that its WHERE asks for.
func (g *generator) mutate() {
	if len(g.mutations) == 0 {
		return
	}
	for range 2 + g.rng.IntN(7) {
		w := pick(g.rng, g.mutations)
		if w.Kind == model.Delete && g.chance(40) {
			continue // keep most of the rows
		}
		if s, ok := g.statement(w); ok {
			g.add(s)
		}
		if g.chance(15) {
			g.insert(pick(g.rng, g.entities))
		}
	}
}

// statement gives an UPDATE or DELETE arguments that hit a row.
func (g *generator) statement(w *model.Write) (step, bool) {
	targets := g.targets(w)
	if len(targets) == 0 {
		return step{}, false
	}
	row := pick(g.rng, targets)
	s := step{write: w, args: make(map[string]attr.Value, len(w.Params))}
	for _, eq := range w.Eq {
		s.args[eq.Param] = row[eq.Column]
	}
	if w.Kind == model.Update {
		for _, t := range w.Stmt.Set {
			g.setArgument(w.Entity, t, s.args)
		}
	}
	for _, p := range w.Params {
		if v, set := s.args[p]; set && !v.IsZero() {
			continue
		}
		s.args[p] = g.guardArgument(w, p, row)
	}
	return s, true
}

// targets are the rows that a statement's constants let it write, or all rows
// where there are none of those.
func (g *generator) targets(w *model.Write) []model.Row {
	all := g.truth.rows[w.Entity]
	var out []model.Row
	for _, row := range all {
		ok := true
		for _, c := range w.Const {
			ok = ok && rawCanonical(row[c.Column]) == rawCanonical(c.Value)
		}
		if ok {
			out = append(out, row)
		}
	}
	if len(out) == 0 || g.chance(10) {
		return all
	}
	return out
}

// setArgument chooses the parameters of one SET term: values of the column's
// pool, or small steps where the term computes.
func (g *generator) setArgument(e *model.Entity, t model.SetTerm, args map[string]attr.Value) {
	c := columnOf(e, t.Column)
	if c == nil {
		return
	}
	if p, ok := t.Expr.(*model.ParamRef); ok {
		if _, set := args[p.Name]; !set {
			args[p.Name] = g.newValue(e, c)
		}
		return
	}
	for _, p := range paramsOf(t.Expr) {
		if _, set := args[p]; !set {
			args[p] = attr.Int(int64(1 + g.rng.IntN(3)))
		}
	}
}

// newValue is a value for a column that an UPDATE sets; a reference is set to
// another parent.
func (g *generator) newValue(e *model.Entity, c *model.Column) attr.Value {
	if c.References == nil {
		return g.value(e, c)
	}
	parents := g.truth.rows[g.m.Entity(c.References.Entity)]
	if len(parents) == 0 || !c.NotNull && g.chance(20) {
		return attr.Null()
	}
	return pick(g.rng, parents)[c.References.Column]
}

// guardArgument chooses a parameter that only a guard of WHERE uses: the
// row's own value of the column beside it, or one of its neighbours.
func (g *generator) guardArgument(w *model.Write, param string, row model.Row) attr.Value {
	for _, u := range usesOf(w.Stmt.Where) {
		if u.param != param {
			continue
		}
		if c := columnOf(w.Entity, u.column.Column); c != nil {
			v := row[c.Name]
			if near := neighbours(c, v); len(near) > 0 && g.chance(40) {
				v = pick(g.rng, near)
			}
			if !v.IsZero() {
				return v
			}
			return g.value(w.Entity, c)
		}
	}
	return attr.Int(1)
}

// probe adds an INSERT that breaks one rule of one column on purpose: below
// the lowest or above the highest value, too long, not in the list, NULL. The
// design has to refuse it, for its codecs are right within the rules only.
func (g *generator) probe() {
	e := pick(g.rng, g.entities)
	w := pick(g.rng, g.inserts[e])
	row := g.row(e, w)
	if violation(e, normal(e, row)) != "" || g.truth.conflict(e, normal(e, row), -1) != "" {
		return
	}
	c := pick(g.rng, declared(e))
	bad := offences(c)
	if len(bad) == 0 || c.References != nil || !g.keyed[c] {
		return
	}
	row = maps.Clone(row)
	row[c.Name] = pick(g.rng, bad)
	s := step{write: w, row: row}
	constants(w, s.row)
	if rule := violation(e, normal(e, s.row)); rule != "" {
		s.refuse = rule + " cannot hold " + plain(s.row[c.Name])
		g.add(s)
	}
}

// offences are values that a column's declaration forbids.
func offences(c *model.Column) []attr.Value {
	var out []attr.Value
	if c.NotNull {
		out = append(out, attr.Null())
	}
	switch c.Type.Kind {
	case model.KindInt, model.KindNumeric:
		out = append(out, numberOffences(c)...)
	case model.KindChar, model.KindVarchar:
		if len(c.Values) == 0 {
			out = append(out, attr.String(strings.Repeat("x", c.Type.Length+1)))
		}
	case model.KindTimestamp:
		if lo, hi := timeBounds(c); lo != nil && hi != nil {
			out = append(out, instants(c.Type.Precision, lo.add(-1, c.Type.Precision), hi.add(1, c.Type.Precision))...)
		}
	}
	if len(c.Values) > 0 {
		out = append(out, attr.String(c.Values[0]+"x"))
	}
	if c.Alphabet != "" && inAlphabet(c.Alphabet, "a#b") != "a#b" {
		out = append(out, attr.String("#"+fit(c, strings.Repeat("a", max(1, c.MinLen, c.Type.Length)))[1:]))
	}
	return out
}

func numberOffences(c *model.Column) []attr.Value {
	lo, hi := bounds(c)
	unit := unitOf(c)
	var rats []*big.Rat
	if lo != nil {
		rats = append(rats, diff(lo, unit))
	}
	if hi != nil {
		rats = append(rats, sum(hi, unit))
	}
	var out []attr.Value
	for _, r := range rats {
		if v, err := attrNumber(r); err == nil {
			out = append(out, v)
		}
	}
	return out
}
