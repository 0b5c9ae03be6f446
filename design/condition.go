package design

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// conditions are what must hold of the row's own item for the write to be
// right: WHERE's equalities and other predicates, and the old values of columns
// that were read before the write because keys are made of them.
func (w *writer) conditions(i *boundWriteItem, ph *phrase) []string {
	g := &guard{w, i.typ, ph}
	var out []string
	try := func(write func() (string, bool)) bool {
		kept := ph.clone()
		s, ok := write()
		if !ok {
			*ph = kept // placeholders that no expression uses are refused
		} else if !slices.Contains(out, s) {
			out = append(out, s)
		}
		return ok
	}
	var frozen []string // columns that must still have their old values
	for _, e := range w.Eq {
		if !slices.Contains(i.typ.keyColumns(), e.Column) { // what is in the key holds already
			try(func() (string, bool) { return g.compare(e.Column, "=", w.old[e.Column]) })
		}
	}
	for _, c := range w.Const {
		try(func() (string, bool) { return g.compare(c.Column, "=", c.Value) })
	}
	for _, x := range w.Guard {
		if try(func() (string, bool) { return g.isTrue(x) }) {
			continue
		}
		walkExpr(x, func(x model.Expr) {
			if c, ok := x.(*model.ColumnRef); ok {
				frozen = appendNew(frozen, c.Column)
			}
		})
	}
	for _, c := range w.unknown {
		frozen = appendNew(frozen, c)
	}
	for _, c := range frozen {
		try(func() (string, bool) { return g.unchanged(c) })
	}
	return out
}

// guard translates SQL predicates on a row to conditions on its item. The
// model has pushed NOT down to comparisons. A condition with a missing
// attribute is false where SQL says unknown, except for <>, which is guarded.
type guard struct {
	w   *writer
	typ *boundType
	ph  *phrase
}

// stored finds the attribute that holds a column as it is.
func (g *guard) stored(column string) (*boundAttribute, bool) {
	for j := range g.typ.attrs {
		a := &g.typ.attrs[j]
		if a.Column == column && a.parent == nil && a.codec == nil {
			return a, true
		}
	}
	return nil, false
}

// unchanged demands that a column still has its old value.
func (g *guard) unchanged(column string) (string, bool) {
	a, ok := g.stored(column)
	if !ok || a.column.Type.Kind == model.KindJSON {
		return "", false
	}
	if null(g.w.old[column]) {
		return "attribute_not_exists(" + g.ph.name(a.Name) + ")", true
	}
	return g.compare(column, "=", g.w.old[column])
}

// compare writes a comparison of a stored column with a value.
func (g *guard) compare(column, op string, v attr.Value) (string, bool) {
	a, ok := g.stored(column)
	if !ok || null(v) {
		return "", false
	}
	n, err := normal(a.column, v)
	equality := op == "=" || op == "<>"
	unordered := a.column.Type.Kind == model.KindBool || len(a.column.Values) > 0 // to DynamoDB an enum is text
	if err != nil || a.column.Type.Kind == model.KindJSON || unordered && !equality {
		return "", false
	}
	name := g.ph.name(a.Name)
	s := name + " " + op + " " + g.ph.value("if_"+a.Name, n)
	if op == "<>" {
		s = "(attribute_exists(" + name + ") AND " + s + ")"
	}
	return s, true
}

// isTrue writes a condition that holds exactly where the predicate is true.
func (g *guard) isTrue(x model.Expr) (string, bool) {
	switch x := x.(type) {
	case *model.Binary:
		if x.Op == "AND" || x.Op == "OR" {
			return g.both(x.Op, x.L, x.R)
		}
		return g.comparison(x.L, x.Op, x.R)
	case *model.BetweenExpr:
		return g.between(x)
	case *model.InExpr:
		return g.in(x)
	case *model.IsNullExpr:
		return g.isNull(x)
	}
	return "", false
}

// mirrored are the comparisons with their operands exchanged.
var mirrored = map[string]string{"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

func (g *guard) both(op string, l, r model.Expr) (string, bool) {
	x, ok := g.isTrue(l)
	if !ok {
		return "", false
	}
	y, ok := g.isTrue(r)
	return "(" + x + " " + op + " " + y + ")", ok
}

func (g *guard) comparison(l model.Expr, op string, r model.Expr) (string, bool) {
	if _, ok := l.(*model.ColumnRef); !ok {
		l, op, r = r, mirrored[op], l
	}
	c, ok := l.(*model.ColumnRef)
	if !ok || mirrored[op] == "" {
		return "", false
	}
	v, ok := g.operand(r)
	if !ok {
		return "", false
	}
	return g.compare(c.Column, op, v)
}

// operand finds the value of a literal or of a parameter.
func (g *guard) operand(x model.Expr) (attr.Value, bool) {
	switch x := x.(type) {
	case *model.Literal:
		return x.Value, !null(x.Value)
	case *model.ParamRef:
		if v, ok := g.w.change.Args[x.Name]; ok {
			return v, !null(v)
		}
		for _, a := range g.w.Set {
			if a.To.Param == x.Name && !a.Add && !a.Sub {
				v := g.w.new[a.Column]
				return v, !null(v)
			}
		}
		for _, e := range g.w.Eq {
			if e.Param == x.Name {
				v := g.w.old[e.Column]
				return v, !null(v)
			}
		}
	}
	return attr.Value{}, false
}

func (g *guard) between(x *model.BetweenExpr) (string, bool) {
	if x.Not {
		return g.both("OR", &model.Binary{Op: "<", L: x.X, R: x.Lo}, &model.Binary{Op: ">", L: x.X, R: x.Hi})
	}
	return g.both("AND", &model.Binary{Op: ">=", L: x.X, R: x.Lo}, &model.Binary{Op: "<=", L: x.X, R: x.Hi})
}

func (g *guard) in(x *model.InExpr) (string, bool) {
	op, joint := "=", " OR "
	if x.Not {
		op, joint = "<>", " AND "
	}
	var all []string
	for _, e := range x.List {
		s, ok := g.comparison(x.X, op, e)
		if !ok {
			return "", false
		}
		all = append(all, s)
	}
	return "(" + strings.Join(all, joint) + ")", len(all) > 0
}

func (g *guard) isNull(x *model.IsNullExpr) (string, bool) {
	c, ok := x.X.(*model.ColumnRef)
	if !ok {
		return "", false
	}
	a, ok := g.stored(c.Column)
	if !ok {
		return "", false
	}
	if x.Not {
		return "attribute_exists(" + g.ph.name(a.Name) + ")", true
	}
	return "attribute_not_exists(" + g.ph.name(a.Name) + ")", true
}
