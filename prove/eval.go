package prove

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// An oracle answers the questions of a model from plain rows, by the meaning
// of their SQL. It reads syntax trees, never canonical forms.
type oracle struct {
	m    *model.Model
	rows func(*model.Entity) []model.Row
}

// A reader evaluates one statement for given arguments.
type reader struct {
	*oracle
	args map[string]attr.Value
}

// eval computes an expression. Logic is three-valued: unknown is NULL.
func (r *reader) eval(e model.Expr, s *scope) (val, error) {
	switch e := e.(type) {
	case *model.ColumnRef:
		return s.column(e)
	case *model.ParamRef:
		v, ok := r.args[e.Name]
		if !ok {
			return null, fmt.Errorf("no argument for :%s", e.Name)
		}
		return valOf(v)
	case *model.Literal:
		return valOf(e.Value)
	case *model.Unary:
		return r.unary(e, s)
	case *model.Binary:
		return r.binary(e, s)
	case *model.BetweenExpr:
		return r.between(e, s)
	case *model.InExpr:
		return r.in(e, s)
	case *model.IsNullExpr:
		v, err := r.eval(e.X, s)
		return boolean((v.kind == kindNull) != e.Not), err
	case *model.CallExpr:
		return r.call(e, s)
	case *model.ExistsExpr:
		rows, err := r.match(e.Select, s)
		return boolean(len(rows) > 0), err
	}
	return null, fmt.Errorf("cannot evaluate %T", e)
}

// holds says whether a predicate is true: neither false nor unknown.
func (r *reader) holds(e model.Expr, s *scope) (bool, error) {
	if e == nil {
		return true, nil
	}
	v, err := r.truth(e, s)
	return v.kind == kindBool && v.flag, err
}

// truth evaluates a predicate to true, false or NULL; numbers are true where
// they are not 0, as SQL has it.
func (r *reader) truth(e model.Expr, s *scope) (val, error) {
	v, err := r.eval(e, s)
	if err != nil {
		return null, err
	}
	switch v.kind {
	case kindNull, kindBool:
		return v, nil
	case kindNumber:
		return boolean(v.num.Sign() != 0), nil
	}
	return null, fmt.Errorf("%s is %s, not true or false", e.String(), kindNames[v.kind])
}

func (r *reader) unary(e *model.Unary, s *scope) (val, error) {
	if strings.EqualFold(e.Op, "NOT") {
		v, err := r.truth(e.X, s)
		return not(v), err
	}
	v, err := r.eval(e.X, s)
	if err != nil || v.kind == kindNull {
		return null, err
	}
	if v.kind != kindNumber {
		return null, fmt.Errorf("%s of %s", e.Op, kindNames[v.kind])
	}
	if e.Op == "-" {
		return negate(v), nil
	}
	return v, nil
}

func not(v val) val {
	if v.kind == kindBool {
		return boolean(!v.flag)
	}
	return v
}

func (r *reader) binary(e *model.Binary, s *scope) (val, error) {
	switch op := strings.ToUpper(e.Op); op {
	case "AND", "OR":
		return r.junction(op == "OR", e, s)
	case "LIKE", "NOT LIKE", "GLOB", "NOT GLOB":
		return r.pattern(op, e, s)
	default:
		l, err := r.eval(e.L, s)
		if err != nil {
			return null, err
		}
		m, err := r.eval(e.R, s)
		if err != nil || l.kind == kindNull || m.kind == kindNull {
			return null, err
		}
		switch op {
		case "||":
			return concat(l, m)
		case "+", "-", "*", "/", "%":
			return arithmetic(op, l, m)
		}
		return relation(op, l, m)
	}
}

// junction is AND, or OR where or is set: the value that decides (false for
// AND, true for OR) wins over NULL.
func (r *reader) junction(or bool, e *model.Binary, s *scope) (val, error) {
	l, err := r.truth(e.L, s)
	if err != nil || l.kind == kindBool && l.flag == or {
		return l, err
	}
	m, err := r.truth(e.R, s)
	if err != nil || m.kind == kindBool && m.flag == or {
		return m, err
	}
	if l.kind == kindNull || m.kind == kindNull {
		return null, nil
	}
	return boolean(!or), nil
}

// relation compares two values that are not NULL.
func relation(op string, l, m val) (val, error) {
	c, err := compareVals(l, m)
	if err != nil {
		return null, err
	}
	switch op {
	case "=":
		return boolean(c == 0), nil
	case "<>":
		return boolean(c != 0), nil
	case "<":
		return boolean(c < 0), nil
	case "<=":
		return boolean(c <= 0), nil
	case ">":
		return boolean(c > 0), nil
	case ">=":
		return boolean(c >= 0), nil
	}
	return null, fmt.Errorf("unknown operator %s", op)
}

// between is lo <= x AND x <= hi with the logic of AND.
func (r *reader) between(e *model.BetweenExpr, s *scope) (val, error) {
	v, err := r.junction(false, &model.Binary{
		L: &model.Binary{Op: ">=", L: e.X, R: e.Lo},
		R: &model.Binary{Op: "<=", L: e.X, R: e.Hi},
	}, s)
	if e.Not {
		v = not(v)
	}
	return v, err
}

func (r *reader) in(e *model.InExpr, s *scope) (val, error) {
	x, err := r.eval(e.X, s)
	if err != nil {
		return null, err
	}
	list, err := r.list(e.List, s)
	if err != nil {
		return null, err
	}
	found := boolean(false)
	for _, v := range list {
		if x.kind == kindNull || v.kind == kindNull {
			found = null
			continue
		}
		c, err := compareVals(x, v)
		if err != nil {
			return null, err
		}
		if c == 0 {
			found = boolean(true)
			break
		}
	}
	if e.Not {
		found = not(found)
	}
	return found, nil
}

// list evaluates the elements of IN; a single parameter that holds a list or a
// set stands for its elements.
func (r *reader) list(exprs []model.Expr, s *scope) ([]val, error) {
	if p, ok := single[*model.ParamRef](exprs); ok {
		if elems := r.args[p.Name].Elems(); elems != nil || isList(r.args[p.Name]) {
			out := make([]val, len(elems))
			for i, v := range elems {
				var err error
				if out[i], err = valOf(v); err != nil {
					return nil, err
				}
			}
			return out, nil
		}
	}
	out := make([]val, len(exprs))
	for i, e := range exprs {
		var err error
		if out[i], err = r.eval(e, s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func isList(v attr.Value) bool {
	switch v.Type() {
	case attr.TypeList, attr.TypeStringSet, attr.TypeNumberSet, attr.TypeBinarySet:
		return true
	}
	return false
}

func single[T model.Expr](exprs []model.Expr) (t T, ok bool) {
	if len(exprs) != 1 {
		return t, false
	}
	t, ok = exprs[0].(T)
	return t, ok
}

// pattern is [NOT] LIKE and [NOT] GLOB. In LIKE :p || '%' the parameter is
// plain text, so that '%' and '_' in it stand for themselves: the model
// language's way to say "begins with".
func (r *reader) pattern(op string, e *model.Binary, s *scope) (val, error) {
	x, err := r.eval(e.L, s)
	if err != nil {
		return null, err
	}
	match, right := likeMatch, e.R
	switch prefix := plainPrefix(e.R); {
	case strings.HasSuffix(op, "GLOB"):
		match = globMatch
	case prefix != nil:
		match, right = strings.HasPrefix, prefix
	}
	p, err := r.eval(right, s)
	if err != nil || x.kind == kindNull || p.kind == kindNull {
		return null, err
	}
	if x.kind != kindText || p.kind != kindText {
		return null, fmt.Errorf("%s of %s and %s", op, kindNames[x.kind], kindNames[p.kind])
	}
	return boolean(match(x.text, p.text) != strings.HasPrefix(op, "NOT")), nil
}

// plainPrefix returns :p of :p || '%', nil for every other pattern.
func plainPrefix(e model.Expr) model.Expr {
	b, ok := e.(*model.Binary)
	if !ok || b.Op != "||" {
		return nil
	}
	l, ok := b.R.(*model.Literal)
	if _, param := b.L.(*model.ParamRef); !ok || !param || l.Value.Type() != attr.TypeString || l.Value.Str() != "%" {
		return nil
	}
	return b.L
}
