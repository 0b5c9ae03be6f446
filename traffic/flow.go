package traffic

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// flow is what a write does to a predicate: the parts of the rows written for
// which it is true before and after, in millionths. Where touched is not set
// both are the same rows. Where a parameter decides and the model does not
// tell, the part is a million, and guessed.
type flow struct {
	touched       bool
	before, after int64
	guessed       bool
}

// changes are the columns that a write may change.
func changes(m *model.Write) []string {
	var list []string
	switch m.Kind {
	case model.Update:
		for _, a := range m.Set {
			list = append(list, a.Column)
		}
	case model.Replace:
		for _, c := range m.Entity.Columns {
			if c.Computed == nil && !slices.Contains(m.Entity.Key, c.Name) {
				list = append(list, c.Name)
			}
		}
	}
	return list
}

// known are the values that a statement fixes: those of WHERE before, those
// of SET or VALUES after.
func known(m *model.Write, after bool) model.Row {
	row := model.Row{}
	if m.Kind == model.Update || m.Kind == model.Delete {
		for _, k := range m.Const {
			row[k.Column] = k.Value
		}
	}
	if !after {
		return row
	}
	for _, a := range m.Set {
		switch {
		case a.Null:
			row[a.Column] = attr.Null()
		case a.To.Param == "" && !a.Add && !a.Sub && !a.To.Literal.IsZero():
			row[a.Column] = a.To.Literal
		default:
			delete(row, a.Column)
		}
	}
	return row
}

// flow works out what a write does to a predicate.
func (w *worker) flow(m *model.Write, c *cond) flow {
	insert := m.Kind == model.Insert || m.Kind == model.Ignore
	touched := slices.ContainsFunc(c.cols, func(col string) bool { return slices.Contains(changes(m), col) })
	before, after := w.judge(known(m, false), c), w.judge(known(m, true), c)
	switch {
	case insert:
		part, guessed := c.part(m, after)
		return flow{after: part, guessed: guessed}
	case m.Kind == model.Delete || !touched:
		part := c.share
		switch before {
		case yes:
			part = million
		case no:
			part = 0
		}
		return flow{before: part, after: part}
	}
	f := flow{touched: true}
	var g, h bool
	f.before, g = c.part(m, before)
	f.after, h = c.part(m, after)
	f.guessed = g || h
	return f
}

type truth uint8

const (
	maybe truth = iota
	yes
	no
)

// judge says whether a predicate is true of rows of which some values are
// known.
func (w *worker) judge(values model.Row, c *cond) truth {
	row, fixed := w.s.row(c.entity, 0), map[string]bool{}
	for name, v := range values {
		row[name], fixed[name] = v, true
	}
	can := w.solve(c.entity, row, fixed, []wish{{c, true}}) != nil
	cannot := w.solve(c.entity, row, fixed, []wish{{c, false}}) != nil
	switch {
	case can && !cannot:
		return yes
	case cannot && !can:
		return no
	}
	return maybe
}

// part is the part of the rows written for which a predicate holds: known,
// told by the write's shares, or all that may.
func (c *cond) part(m *model.Write, t truth) (part int64, guessed bool) {
	switch t {
	case yes:
		return million, false
	case no:
		return 0, false
	}
	if len(c.cols) != 1 {
		return million, true
	}
	in, told, found, exact := int64(0), int64(0), false, false
	for _, s := range m.Shares {
		if s.Column != c.cols[0] {
			continue
		}
		found = true
		told += s.Part
		if ok, err := c.when.Holds(model.Row{s.Column: s.Value}); err == nil && ok {
			in += s.Part
			exact = exact || isEquality(c.when.Expr())
		}
	}
	switch {
	case !found:
		return million, true
	case !exact:
		in += max(0, million-told)
	}
	return min(million, in), true
}

func isEquality(x model.Expr) bool {
	b, ok := x.(*model.Binary)
	return ok && b.Op == "="
}

// joint is what a write does to all predicates of a place together.
type joint struct {
	same   int64 // of the rows written, those within the predicates it does not touch
	flow         // of those it touches, together
	sure   bool  // before and after are known
	untold bool  // a parameter decides, and nothing tells how often
}

func (w *worker) joint(m *model.Write, conds []*cond) joint {
	j := joint{same: million, flow: flow{before: million, after: million}, sure: true}
	for _, c := range conds {
		f := w.flow(m, c)
		if !f.touched {
			if m.Kind == model.Insert || m.Kind == model.Ignore {
				j.same = j.same * f.after / million
			} else {
				j.same = j.same * f.before / million
			}
			continue
		}
		j.touched = true
		j.before, j.after = j.before*f.before/million, j.after*f.after/million
		j.sure = j.sure && !f.guessed
		j.untold = j.untold || f.guessed && f.before == million && f.after == million
	}
	j.sure = j.sure && j.before == million && j.after == million
	return j
}
