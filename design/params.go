package design

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/model"
)

// param is a parameter of a question: which column it is compared with.
type param struct {
	name   string
	column *model.Column // nil where it is only a LIMIT or in a guard
	prefix bool          // the bound of a PREFIX range
	list   bool          // the list of IN
	needed bool          // the request has to use it
}

// paramsOf derives the parameters of a question from its canonical form. A
// parameter may stand in several SELECTs of a collection; its columns then
// are of one type. One that only some forms of a SELECT use, or that the client
// tests on the one row, may be left out of the request.
func paramsOf(q *model.Question) (map[string]*param, error) {
	out := map[string]*param{}
	for _, name := range q.Params {
		out[name] = &param{name: name}
	}
	for _, s := range q.Selects {
		for _, u := range usesOfForms(s) {
			p := out[u.name]
			if p == nil {
				p = &param{name: u.name}
				out[u.name] = p
			}
			if p.column != nil && u.column != nil && (p.prefix != u.prefix || p.list != u.list || !sameForm(p.column, u.column)) {
				return nil, fmt.Errorf("parameter :%s is compared with columns of different types (%s and %s); use two parameters", u.name, p.column.Name, u.column.Name)
			}
			if p.column == nil {
				p.column, p.prefix, p.list = u.column, u.prefix, u.list
			}
			p.needed = p.needed || u.needed
		}
	}
	for _, s := range q.Selects { // last, for what a key is made of comes first
		for _, u := range guarded(s) {
			if p := out[u.name]; p != nil && p.column == nil {
				p.column, p.list = u.column, u.list
			}
		}
	}
	return out, nil
}

// usesOfForms are the places of parameters in a SELECT and its other forms.
// What not all of them use is not needed.
func usesOfForms(s *model.Select) []param {
	out := uses(s)
	for _, v := range s.Variants {
		other := uses(v)
		for i := range out {
			out[i].needed = out[i].needed && slices.ContainsFunc(other, func(u param) bool { return u.name == out[i].name })
		}
		for _, u := range other {
			if !slices.ContainsFunc(out, func(o param) bool { return o.name == u.name }) {
				u.needed = false
				out = append(out, u)
			}
		}
	}
	return out
}

// guarded are the parameters that the client compares with a column of the one
// row: column = :param, :param < column, column BETWEEN :low AND :high, column
// IN (:list), and such tests joined by AND and OR.
func guarded(s *model.Select) []param {
	var out []param
	compare := func(side, other model.Expr, list bool) {
		c, column := side.(*model.ColumnRef)
		p, given := other.(*model.ParamRef)
		if column && given {
			out = append(out, param{name: p.Name, column: s.Entity.Column(c.Column), list: list})
		}
	}
	for _, g := range s.Guard {
		walkExpr(g, func(x model.Expr) {
			switch x := x.(type) {
			case *model.Binary:
				if mirrored[x.Op] != "" {
					compare(x.L, x.R, false)
					compare(x.R, x.L, false)
				}
			case *model.BetweenExpr:
				compare(x.X, x.Lo, false)
				compare(x.X, x.Hi, false)
			case *model.InExpr:
				for _, e := range x.List {
					compare(x.X, e, true)
				}
			}
		})
	}
	return out
}

// uses are the places of parameters in a SELECT.
func uses(s *model.Select) []param {
	var out []param
	add := func(name, column string, u param) {
		if name == "" {
			return
		}
		u.name, u.needed = name, true
		if column != "" {
			u.column = s.Entity.Column(column)
		}
		out = append(out, u)
	}
	for _, e := range s.Eq {
		add(e.Param, e.Column, param{})
	}
	if s.In != nil {
		add(s.In.Param, s.In.Column, param{list: true})
	}
	if r := s.Range; r != nil {
		add(r.Low.Param, r.Column, param{prefix: r.Op == model.Prefix})
		add(r.High.Param, r.Column, param{})
	}
	add(s.LimitParam, "", param{})
	return out
}

// sameForm says whether values of two columns have the same text in a key.
func sameForm(a, b *model.Column) bool {
	return a.Type == b.Type && a.Safe == b.Safe && slices.Equal(a.Values, b.Values) &&
		(a.Min == nil) == (b.Min == nil) && (a.Min == nil || *a.Min == *b.Min) &&
		(a.Max == nil) == (b.Max == nil) && (a.Max == nil || *a.Max == *b.Max)
}

// constant returns the literal that a question compares a column with.
func constant(q *model.Question, column string) (*model.Column, *model.Const) {
	for _, s := range q.Selects {
		for i, c := range s.Const {
			if c.Column == column {
				return s.Entity.Column(column), &s.Const[i]
			}
		}
	}
	return nil, nil
}
