package design

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// conditions are what must hold of the row's own item for the write to be
// right: WHERE's constants and other predicates, and the old values of columns
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

// guard translates SQL predicates on a row to conditions on its item. A
// condition with a missing attribute is false where SQL says unknown, except
// for <> and NOT, which are therefore pushed down and guarded.
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
	case *model.Unary:
		if x.Op == "NOT" {
			return g.isFalse(x.X)
		}
	case *model.Binary:
		if x.Op == "AND" || x.Op == "OR" {
			return g.both(x, " "+x.Op+" ", (*guard).isTrue)
		}
		return g.comparison(x, x.Op)
	case *model.BetweenExpr:
		return g.between(x, x.Not)
	case *model.InExpr:
		return g.in(x, x.Not)
	case *model.IsNullExpr:
		return g.isNull(x, x.Not)
	}
	return "", false
}

// isFalse writes a condition that holds exactly where the predicate is false.
func (g *guard) isFalse(x model.Expr) (string, bool) {
	switch x := x.(type) {
	case *model.Unary:
		if x.Op == "NOT" {
			return g.isTrue(x.X)
		}
	case *model.Binary:
		switch x.Op {
		case "AND":
			return g.both(x, " OR ", (*guard).isFalse)
		case "OR":
			return g.both(x, " AND ", (*guard).isFalse)
		}
		return g.comparison(x, inverse[x.Op])
	case *model.BetweenExpr:
		return g.between(x, !x.Not)
	case *model.InExpr:
		return g.in(x, !x.Not)
	case *model.IsNullExpr:
		return g.isNull(x, !x.Not)
	}
	return "", false
}

var (
	inverse  = map[string]string{"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
	mirrored = map[string]string{"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
)

func (g *guard) both(x *model.Binary, joint string, one func(*guard, model.Expr) (string, bool)) (string, bool) {
	l, ok := one(g, x.L)
	if !ok {
		return "", false
	}
	r, ok := one(g, x.R)
	return "(" + l + joint + r + ")", ok
}

func (g *guard) comparison(x *model.Binary, op string) (string, bool) {
	if mirrored[op] == "" {
		return "", false
	}
	if c, ok := x.L.(*model.ColumnRef); ok {
		v, ok := g.operand(x.R)
		if !ok {
			return "", false
		}
		return g.compare(c.Column, op, v)
	}
	if c, ok := x.R.(*model.ColumnRef); ok {
		if v, ok := g.operand(x.L); ok {
			return g.compare(c.Column, mirrored[op], v)
		}
	}
	return "", false
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

func (g *guard) between(x *model.BetweenExpr, not bool) (string, bool) {
	low := &model.Binary{Op: ">=", L: x.X, R: x.Lo}
	high := &model.Binary{Op: "<=", L: x.X, R: x.Hi}
	if not {
		return g.both(&model.Binary{L: low, R: high}, " OR ", (*guard).isFalse)
	}
	return g.both(&model.Binary{L: low, R: high}, " AND ", (*guard).isTrue)
}

func (g *guard) in(x *model.InExpr, not bool) (string, bool) {
	op, joint := "=", " OR "
	if not {
		op, joint = "<>", " AND "
	}
	var all []string
	for _, e := range x.List {
		s, ok := g.comparison(&model.Binary{Op: op, L: x.X, R: e}, op)
		if !ok {
			return "", false
		}
		all = append(all, s)
	}
	return "(" + strings.Join(all, joint) + ")", len(all) > 0
}

func (g *guard) isNull(x *model.IsNullExpr, not bool) (string, bool) {
	c, ok := x.X.(*model.ColumnRef)
	if !ok {
		return "", false
	}
	a, ok := g.stored(c.Column)
	if !ok {
		return "", false
	}
	if not {
		return "attribute_exists(" + g.ph.name(a.Name) + ")", true
	}
	return "attribute_not_exists(" + g.ph.name(a.Name) + ")", true
}
