package model

import "strings"

// ParsePredicate reads a condition on the columns of one entity, as a design
// file holds them: status = 'OPEN' AND due_at IS NOT NULL. The result is in
// normal form (NOT pushed down to comparisons, the column on the left, no
// qualifiers, literals as stored); lower(c) and the like stand as the computed
// column where the entity has it. The error is of type Errors, with places
// within src.
func ParsePredicate(e *Entity, src string) (Expr, error) {
	if err := checkText("", []byte(src)); err != nil {
		return nil, err
	}
	n := newNotes("", src)
	toks, comments := lex(n, src)
	p := &parser{notes: n, src: src, toks: toks, comments: comments}
	x := p.expr()
	if t := p.cur(); !p.failed && t.kind != tokEOF {
		p.fail(t.pos, "", "expected the end of the condition, found %s", t.describe())
	}
	s := newScope(n, nil, newParamTypes())
	s.tables = []scopeTable{{t: tableOf(e, true), name: e.Name}}
	if len(n.errors) == 0 && s.plainCondition(x) && s.expr(x) {
		s.condition(x)
	}
	if len(n.errors) > 0 {
		n.sort()
		return nil, n.errors
	}
	return normal(s.withComputed(unqualified(x), e)), nil
}

// tableOf wraps an entity so that its columns can be looked up.
func tableOf(e *Entity, computed bool) *table {
	t := &table{Entity: e, byName: map[string]*Column{}}
	for _, c := range e.Columns {
		if computed || c.Computed == nil {
			t.byName[strings.ToLower(c.Name)] = c
		}
	}
	return t
}

// plainCondition reports what a condition on a row cannot hold.
func (s *scope) plainCondition(e Expr) bool {
	before := len(s.errors)
	walk(e, func(x Expr) {
		switch x := x.(type) {
		case *ParamRef:
			s.errorf(x.Pos, "write a constant", "a condition on a row has no parameters")
		case *OtherExpr:
			s.errorf(x.Pos, "compare columns with constants", "%s is not part of a condition", x.What)
		case *ExistsExpr:
			s.errorf(x.Pos, "compare columns with constants", "a condition on a row asks no other table")
		}
	})
	return len(s.errors) == before
}

// withComputed puts the entity's computed columns in the place of their calls.
func (s *scope) withComputed(e Expr, entity *Entity) Expr {
	return mapExpr(e, func(x Expr) Expr {
		call, ok := x.(*CallExpr)
		if !ok || len(call.Args) != 1 {
			return x
		}
		ref := asColumn(call.Args[0])
		for _, c := range entity.Columns {
			if ref != nil && c.Computed != nil && *c.Computed == (Computed{call.Name, ref.Column}) {
				return &ColumnRef{Pos: call.Pos, Column: c.Name}
			}
		}
		return x
	})
}
