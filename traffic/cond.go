package traffic

import (
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// cond is a predicate of an entity's rows that decides whether there is an
// item or a key attribute.
type cond struct {
	entity *model.Entity
	when   design.When
	cols   []string
	share  int64 // of the rows for which it is true, in millionths
	values []attr.Value
}

// cond returns a predicate, nil for one that always holds. Equal ones are one.
func (w *worker) cond(e *model.Entity, text string) (*cond, error) {
	if text == "" {
		return nil, nil
	}
	key := e.Name + " " + text
	if c, ok := w.conds[key]; ok {
		return c, nil
	}
	when, err := design.ParseWhen(e, text)
	if err != nil {
		return nil, err
	}
	c := &cond{entity: e, when: when, share: w.b.Model.Selectivity(e, when.Expr())}
	for _, name := range when.Columns() {
		if col := e.Column(name); col.Computed != nil {
			name = col.Computed.Column
		}
		if !slices.Contains(c.cols, name) {
			c.cols = append(c.cols, name)
		}
	}
	model.WalkExpr(when.Expr(), func(x model.Expr) {
		if l, ok := x.(*model.Literal); ok {
			c.values = append(c.values, l.Value)
		}
	})
	w.conds[key] = c
	return c, nil
}

// wish is a predicate and what it is to be.
type wish struct {
	c    *cond
	want bool
}

// solve changes columns of a row that are not fixed so that the predicates
// are as wished; nil where none of the values tried does it.
func (w *worker) solve(e *model.Entity, row model.Row, fixed map[string]bool, wishes []wish) model.Row {
	var cols []string
	for _, x := range wishes {
		for _, name := range x.c.cols {
			if !slices.Contains(cols, name) && !fixed[name] {
				cols = append(cols, name)
			}
		}
	}
	out := model.Row{}
	for k, v := range row {
		out[k] = v
	}
	tries := 0
	var try func(i int) bool
	try = func(i int) bool {
		if i == len(cols) {
			tries++
			return holds(out, wishes)
		}
		for _, v := range w.candidates(e, cols[i], row[cols[i]], wishes) {
			out[cols[i]] = v
			if try(i + 1) {
				return true
			}
			if tries > maxTries {
				return false
			}
		}
		return false
	}
	if !try(0) {
		return nil
	}
	return out
}

// maxTries bounds the search for values that satisfy predicates: predicates
// of indexes compare one or two columns with a few constants.
const maxTries = 20_000

func holds(row model.Row, wishes []wish) bool {
	for _, x := range wishes {
		if ok, err := x.c.when.Holds(row); err != nil || ok != x.want {
			return false
		}
	}
	return true
}

// candidates are the values worth trying in a column: the one it has, the
// constants it may be compared with and their neighbours, enum values, NULL.
func (w *worker) candidates(e *model.Entity, name string, has attr.Value, wishes []wish) []attr.Value {
	c := e.Column(name)
	list := []attr.Value{has}
	add := func(v attr.Value) {
		if c.CheckValue(v) == nil && !slices.ContainsFunc(list, func(o attr.Value) bool { return attr.Equal(o, v) }) {
			list = append(list, v)
		}
	}
	for _, v := range c.Values {
		add(attr.String(v))
	}
	for _, x := range wishes {
		for _, v := range x.c.values {
			add(v)
			if v.Type() == attr.TypeNumber {
				for _, d := range []int64{1, -1} {
					if n, err := v.Number().Add(attr.NumberFromInt(d)); err == nil {
						add(attr.Num(n))
					}
				}
			}
		}
	}
	for n := range 4 {
		add(w.s.value(c, n))
	}
	add(attr.Bool(true))
	add(attr.Bool(false))
	add(attr.Null())
	return list
}
