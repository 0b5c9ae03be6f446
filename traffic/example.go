package traffic

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// Change makes an example a change of the design's writes: made-up parents and
// children stand around the row.
func (t *Traffic) Change(m *model.Write, x *Example) design.Change {
	w := t.worker()
	return design.Change{
		Old: x.Old, New: x.New, Parents: w.parents(x.Old, m.Entity),
		Children: func(question string, args design.Args) ([]model.Row, error) {
			return w.childRow(question, args, nil), nil
		},
	}
}

// Parents finds made-up rows that columns are copied from.
func (t *Traffic) Parents() design.Parents { return t.worker().parents(nil, nil) }

func (t *Traffic) worker() *worker {
	return &worker{b: t.Bound, s: sampler{t.Bound.Model}, conds: map[string]*cond{}, places: t.Places}
}

// Row makes up the n-th row of an entity, of mean size.
func (t *Traffic) Row(e *model.Entity, n int) model.Row { return sampler{t.Bound.Model}.row(e, n) }

// Rows are rows of an entity.
type Rows struct {
	Entity *model.Entity
	Rows   []model.Row
}

// Ask makes up the arguments of a question, and the rows that it finds: n of
// each entity of which it may return several. Questions with different key
// numbers ask for different rows, as far as columns have different values.
func (t *Traffic) Ask(op *Op, key, n int) (design.Args, []Rows, error) {
	selects, err := t.selects(op)
	if err != nil {
		return nil, nil, err
	}
	w, args := t.worker(), design.Args{}
	var all []Rows
	for _, s := range selects {
		rows, err := w.answer(s, args, key, n)
		if err != nil {
			return nil, nil, fmt.Errorf("question %s: %w", op.Name, err)
		}
		all = append(all, Rows{s.Entity, rows})
	}
	return args, all, nil
}

func (t *Traffic) selects(op *Op) ([]*model.Select, error) {
	if op.Question != nil {
		return op.Question.Selects, nil
	}
	for i := range t.Bound.Design.Questions {
		if d := &t.Bound.Design.Questions[i]; d.Name == op.Name && d.Support != nil {
			asked, err := t.Bound.Model.SupportQuestion(t.Bound.Model.Entity(d.Support.Entity), d.Support.Via, 0)
			if err != nil {
				return nil, err
			}
			return asked.Selects, nil
		}
	}
	return nil, fmt.Errorf("%s is no question", op.Name)
}

// answer makes up rows that a SELECT returns and adds its arguments.
func (w *worker) answer(s *model.Select, args design.Args, key, n int) ([]model.Row, error) {
	e, fixed := s.Entity, model.Row{}
	for _, q := range s.Eq {
		c := e.Column(q.Column)
		if c.Computed != nil {
			c = e.Column(c.Computed.Column)
		}
		fixed[c.Name] = w.s.value(c, key)
		args[q.Param] = valueOf(e, q.Column, fixed)
	}
	for _, c := range s.Const {
		fixed[c.Column] = c.Value
	}
	if s.Unique || s.Exists {
		n = 1
	}
	var wishes []wish
	for _, x := range s.Member {
		c, err := w.cond(e, x.String())
		if err != nil {
			return nil, err
		}
		wishes = append(wishes, wish{c, true})
	}
	var rows []model.Row
	for i := range n {
		row, is := w.s.row(e, key*n+i), map[string]bool{}
		for name, v := range fixed {
			row[name], is[name] = v, true
		}
		if row = w.solve(e, row, is, wishes); row == nil {
			return nil, fmt.Errorf("no row of %s is an answer", e.Name)
		}
		rows = append(rows, row)
	}
	w.arguments(s, args, rows)
	return rows, nil
}

// arguments adds those that are no equalities: bounds around the rows, lists
// of what they have, the most that LIMIT allows, and what guards test.
func (w *worker) arguments(s *model.Select, args design.Args, rows []model.Row) {
	first, last := rows[0], rows[len(rows)-1]
	if r := s.Range; r != nil {
		low, high := valueOf(s.Entity, r.Column, first), valueOf(s.Entity, r.Column, last)
		if r.Op == model.Prefix {
			low = attr.String(low.Str()[:min(1, len(low.Str()))])
		}
		if r.Low.Param != "" {
			args[r.Low.Param] = low
		}
		if r.High.Param != "" {
			args[r.High.Param] = high
		}
	}
	if s.In != nil {
		var list []attr.Value
		for _, row := range rows {
			list = append(list, row[s.In.Column])
		}
		args[s.In.Param] = attr.List(list...)
	}
	if s.LimitParam != "" {
		args[s.LimitParam] = attr.Int(s.Limit)
	}
	for _, g := range s.Guard {
		guardArguments(g, args, first)
	}
}

// valueOf is a column's value in a row; computed ones are made of texts and of
// times in UTC.
func valueOf(e *model.Entity, name string, row model.Row) attr.Value {
	c := e.Column(name)
	if c.Computed == nil {
		return row[name]
	}
	s := row[c.Computed.Column].Str()
	switch c.Computed.Func {
	case "lower":
		s = strings.ToLower(s)
	case "upper":
		s = strings.ToUpper(s)
	case "date":
		s = s[:min(len(s), len("2026-05-28"))]
	case "hour":
		s = s[:min(len(s), len("2026-05-28T19"))]
	}
	return attr.String(s)
}

// guardArguments gives the parameters of a test on the one row its values.
func guardArguments(g model.Expr, args design.Args, row model.Row) {
	b, ok := g.(*model.Binary)
	if !ok {
		return
	}
	c, okColumn := b.L.(*model.ColumnRef)
	p, okParam := b.R.(*model.ParamRef)
	if okColumn && okParam {
		if _, given := args[p.Name]; !given {
			args[p.Name] = row[c.Column]
		}
	}
}
