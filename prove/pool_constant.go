package prove

import (
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// Constants decide which rows a partial index holds and which a question
// finds, and hardly a value of the families is equal to one. So each constant
// that model or design compares a column with, or sets it to, is the first
// value of a family of its own, before values that are almost it.

// constantFamilies returns the families of all constants, by pool key.
func (s *subject) constantFamilies() map[string][]family {
	out := make(map[string][]family)
	seen := make(map[string]bool)
	add := func(c *model.Column, v attr.Value) {
		if c == nil || v.IsZero() || v.IsNull() {
			return
		}
		key := s.poolKeys[c]
		for _, v := range asColumn(c, v) {
			if id := key + rawCanonical(v); !seen[id] {
				seen[id] = true
				out[key] = append(out[key], append(family{v}, nearConstant(c, v)...))
			}
		}
	}
	for _, in := range s.inquiries {
		for _, stmt := range in.q.Statements {
			walkSelect(stmt, func(e model.Expr) {
				eachConstant(e, func(ref *model.ColumnRef, v attr.Value) { add(in.columnOf(use{column: ref}), v) })
			})
		}
	}
	for _, w := range s.m.Writes {
		s.writeConstants(w, add)
	}
	s.designConstants(add)
	return out
}

// designConstants are those of the predicates that say which rows have an item
// or a key.
func (s *subject) designConstants(add func(*model.Column, attr.Value)) {
	for i := range s.d.Items {
		it := &s.d.Items[i]
		of := s.m.Entity(it.Entity)
		predicates := []string{it.When}
		for _, name := range sortedNames(it.Keys) {
			predicates = append(predicates, it.Keys[name].When)
		}
		for _, p := range predicates {
			x, err := model.ParsePredicate(of, p)
			if p == "" || err != nil { // Bind has read it
				continue
			}
			walk(x, func(e model.Expr) {
				eachConstant(e, func(ref *model.ColumnRef, v attr.Value) { add(columnOf(of, ref.Column), v) })
			})
		}
	}
}

// writeConstants are the constants of one write: what it sets, what its WHERE
// asks for, and the defaults of columns that an INSERT leaves out.
func (s *subject) writeConstants(w *model.Write, add func(*model.Column, attr.Value)) {
	for _, c := range declared(w.Entity) {
		add(c, c.Default)
	}
	if w.Stmt == nil {
		return
	}
	walk(w.Stmt.Where, func(e model.Expr) {
		eachConstant(e, func(ref *model.ColumnRef, v attr.Value) { add(columnOf(w.Entity, ref.Column), v) })
	})
	for _, t := range w.Stmt.Set {
		add(columnOf(w.Entity, t.Column), constantOf(t.Expr))
	}
	for i, v := range w.Stmt.Values {
		add(columnOf(w.Entity, w.Stmt.Columns[i]), constantOf(v))
	}
}

// eachConstant visits the constants that one expression compares a column
// with.
func eachConstant(e model.Expr, visit func(*model.ColumnRef, attr.Value)) {
	compared := func(side model.Expr, others ...model.Expr) {
		ref := columnIn(side)
		for _, o := range others {
			if v := constantOf(o); ref != nil && !v.IsZero() {
				visit(ref, v)
			}
		}
	}
	switch e := e.(type) {
	case *model.Binary:
		compared(e.L, e.R)
		compared(e.R, e.L)
	case *model.BetweenExpr:
		compared(e.X, e.Lo, e.Hi)
	case *model.InExpr:
		compared(e.X, e.List...)
	case *model.CallExpr:
		if len(e.Args) == 2 {
			compared(e.Args[0], e.Args[1])
		}
	}
}

// constantOf is the value of a literal, the zero Value of everything else.
func constantOf(e model.Expr) attr.Value {
	switch e := e.(type) {
	case *model.Literal:
		return e.Value
	case *model.Unary:
		if v := constantOf(e.X); e.Op == "-" && v.Type() == attr.TypeNumber {
			return attr.Num(v.Number().Neg())
		}
	}
	return attr.Value{}
}

// limitFamilies returns families of the ends of the ranges that CHECKs give
// columns, by pool key. Number and time families have them too, among many.
func (s *subject) limitFamilies() map[string][]family {
	out := make(map[string][]family)
	for _, e := range s.m.Entities {
		for _, c := range declared(e) {
			key := s.poolKeys[c]
			if out[key] != nil {
				continue
			}
			for _, v := range limitsOf(c) {
				for _, v := range asColumn(c, v) {
					out[key] = append(out[key], append(family{v}, nearConstant(c, v)...))
				}
			}
		}
	}
	return out
}

// limitsOf are the ends of the range that a CHECK gives a column.
func limitsOf(c *model.Column) family {
	var out family
	if c.Min != nil {
		out = append(out, attr.Num(*c.Min))
	}
	if c.Max != nil {
		out = append(out, attr.Num(*c.Max))
	}
	for _, s := range []string{c.MinText, c.MaxText} {
		if s != "" {
			out = append(out, attr.String(s))
		}
	}
	return out
}

// asColumn returns the values of a column that a constant stands for: itself,
// a pattern of LIKE without its '%', the ends of a day that a function of a
// timestamp is compared with. What the column may not hold is none.
func asColumn(c *model.Column, v attr.Value) family {
	out := family{v}
	switch c.Type.Kind {
	case model.KindText, model.KindVarchar, model.KindChar:
		if s, pattern := strings.CutSuffix(v.Str(), "%"); pattern {
			out = append(out, attr.String(fit(c, s)))
		}
	case model.KindTimestamp:
		p := c.Type.Precision
		if i, err := parseInstant(v.Str()); err == nil {
			out = instants(p, i)
		} else if i, err := parseInstant(v.Str() + "T00:00:00Z"); err == nil {
			out = instants(p, i, i.add(24*3600, 0).add(-1, p))
		}
	}
	return keep(out, func(v attr.Value) bool { return allowed(c, v) })
}

// nearConstant are values that a comparison which is not exact takes for the
// constant: longer or shorter by a character, in other letter case, one unit
// away.
func nearConstant(c *model.Column, v attr.Value) family {
	out := neighbours(c, v)
	if isText(c) {
		s := v.Str()
		_, last := utf8.DecodeLastRuneInString(s)
		texts := []string{s + "x", s + "#", s[:len(s)-last], strings.ToLower(s), strings.ToUpper(s), s + " "}
		out = nil
		for _, t := range texts {
			if t != s {
				out = append(out, attr.String(fit(c, t)))
			}
		}
	}
	return distinct(keep(out, func(n attr.Value) bool { return allowed(c, n) && !attr.Equal(n, v) }))
}
