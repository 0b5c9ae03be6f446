package design

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// predicate is a compiled When: an SQL predicate over one entity's columns,
// with SQL's logic of true, false and unknown. The prover's oracle has an
// evaluator of its own.
type predicate struct {
	entity *model.Entity
	expr   model.Expr
}

// newPredicate parses and checks a When; "" is no predicate, which holds.
func newPredicate(e *model.Entity, text string) (*predicate, error) {
	if text == "" {
		return nil, nil
	}
	x, err := model.ParsePredicate(e, text)
	if err != nil {
		return nil, err
	}
	p := &predicate{e, x}
	if _, err := p.truth(x, model.Row{}); err != nil {
		return nil, err
	}
	return p, nil
}

// columns are the columns that the predicate reads, in order.
func (p *predicate) columns() []string {
	if p == nil {
		return nil
	}
	var out []string
	walkExpr(p.expr, func(x model.Expr) {
		if c, ok := x.(*model.ColumnRef); ok {
			out = appendNew(out, c.Column)
		}
	})
	return out
}

// holds says whether the predicate is true for a row.
func (p *predicate) holds(row model.Row) (bool, error) {
	if p == nil {
		return true, nil
	}
	v, err := p.truth(p.expr, row)
	return !null(v) && v.Bool(), err
}

func walkExpr(x model.Expr, visit func(model.Expr)) {
	visit(x)
	switch x := x.(type) {
	case *model.Unary:
		walkExpr(x.X, visit)
	case *model.Binary:
		walkExpr(x.L, visit)
		walkExpr(x.R, visit)
	case *model.BetweenExpr:
		walkExpr(x.X, visit)
		walkExpr(x.Lo, visit)
		walkExpr(x.Hi, visit)
	case *model.InExpr:
		walkExpr(x.X, visit)
		for _, e := range x.List {
			walkExpr(e, visit)
		}
	case *model.IsNullExpr:
		walkExpr(x.X, visit)
	case *model.CallExpr:
		for _, e := range x.Args {
			walkExpr(e, visit)
		}
	}
}

// truth evaluates to BOOL or NULL. A number is true where it is not 0.
func (p *predicate) truth(x model.Expr, row model.Row) (attr.Value, error) {
	v, err := p.eval(x, row)
	if err != nil || null(v) || v.Type() == attr.TypeBool {
		return v, err
	}
	if v.Type() == attr.TypeNumber {
		return attr.Bool(v.Number().Sign() != 0), nil
	}
	return v, fmt.Errorf("%s is not true or false", x.String())
}

func (p *predicate) eval(x model.Expr, row model.Row) (attr.Value, error) {
	switch x := x.(type) {
	case *model.Literal:
		return x.Value, nil
	case *model.ColumnRef:
		c := p.entity.Column(x.Column)
		v := row[x.Column]
		if null(v) || c.Type.Kind != model.KindTimestamp {
			return v, nil
		}
		return instant(v)
	case *model.Unary:
		return p.unary(x, row)
	case *model.Binary:
		return p.binary(x, row)
	case *model.BetweenExpr:
		both := &model.Binary{Op: "AND",
			L: &model.Binary{Op: ">=", L: x.X, R: x.Lo}, R: &model.Binary{Op: "<=", L: x.X, R: x.Hi}}
		v, err := p.truth(both, row)
		return negateIf(x.Not, v), err
	case *model.InExpr:
		return p.in(x, row)
	case *model.IsNullExpr:
		v, err := p.eval(x.X, row)
		return attr.Bool(null(v) != x.Not), err
	case *model.CallExpr:
		return p.call(x, row)
	}
	return attr.Value{}, fmt.Errorf("%s may not stand in a predicate of a design", x.String())
}

func negateIf(not bool, v attr.Value) attr.Value {
	if not && !null(v) {
		return attr.Bool(!v.Bool())
	}
	return v
}

func (p *predicate) unary(x *model.Unary, row model.Row) (attr.Value, error) {
	if x.Op == "NOT" {
		v, err := p.truth(x.X, row)
		return negateIf(true, v), err
	}
	v, err := p.eval(x.X, row)
	if err != nil || null(v) {
		return v, err
	}
	if v.Type() != attr.TypeNumber {
		return v, fmt.Errorf("%s is no number", x.X.String())
	}
	if x.Op == "-" {
		return attr.Num(v.Number().Neg()), nil
	}
	return v, nil
}

func (p *predicate) binary(x *model.Binary, row model.Row) (attr.Value, error) {
	switch x.Op {
	case "AND", "OR":
		return p.junction(x, row)
	case "=", "<>", "<", "<=", ">", ">=", "LIKE", "NOT LIKE", "+", "-":
	default: // said for NULL too, so that Bind finds it
		return attr.Value{}, fmt.Errorf("%s: the operator %s may not stand in a predicate of a design", x.String(), x.Op)
	}
	l, err := p.eval(x.L, row)
	if err != nil {
		return l, err
	}
	r, err := p.eval(x.R, row)
	if err != nil {
		return r, err
	}
	if l, r, err = p.alike(x, l, r); err != nil || null(l) || null(r) {
		return attr.Value{}, err
	}
	switch x.Op {
	case "=", "<>", "<", "<=", ">", ">=":
		return p.comparison(x, l, r)
	case "LIKE", "NOT LIKE":
		if l.Type() != attr.TypeString || r.Type() != attr.TypeString {
			return l, fmt.Errorf("%s: LIKE compares text", x.String())
		}
		return attr.Bool(like(l.Str(), r.Str()) == (x.Op == "LIKE")), nil
	}
	if l.Type() != attr.TypeNumber || r.Type() != attr.TypeNumber {
		return l, fmt.Errorf("%s: %s computes with numbers", x.String(), x.Op)
	}
	sum, err := l.Number().Add(r.Number())
	if x.Op == "-" {
		sum, err = l.Number().Sub(r.Number())
	}
	return attr.Num(sum), err
}

// junction is AND and OR: one operand may decide although the other is
// unknown.
func (p *predicate) junction(x *model.Binary, row model.Row) (attr.Value, error) {
	l, err := p.truth(x.L, row)
	if err != nil {
		return l, err
	}
	r, err := p.truth(x.R, row)
	if err != nil {
		return r, err
	}
	decides := x.Op == "OR"
	for _, v := range []attr.Value{l, r} {
		if !null(v) && v.Bool() == decides {
			return attr.Bool(decides), nil
		}
	}
	if null(l) || null(r) {
		return attr.Value{}, nil
	}
	return attr.Bool(!decides), nil
}

func (p *predicate) in(x *model.InExpr, row model.Row) (attr.Value, error) {
	unknown := false
	for _, e := range x.List {
		v, err := p.binary(&model.Binary{Op: "=", L: x.X, R: e}, row)
		if err != nil {
			return v, err
		}
		if null(v) {
			unknown = true
		} else if v.Bool() {
			return attr.Bool(!x.Not), nil
		}
	}
	if unknown {
		return attr.Value{}, nil
	}
	return attr.Bool(x.Not), nil
}

// alike brings the operands of a comparison to one type: text beside a
// timestamp is an instant, 0 and 1 beside a boolean are false and true.
func (p *predicate) alike(x *model.Binary, l, r attr.Value) (attr.Value, attr.Value, error) {
	var err error
	if p.isTime(x.L) != p.isTime(x.R) {
		if p.isTime(x.L) && !null(r) {
			r, err = instant(r)
		} else if !null(l) && p.isTime(x.R) {
			l, err = instant(l)
		}
	}
	if l.Type() == attr.TypeBool && r.Type() == attr.TypeNumber {
		r = attr.Bool(r.Number().Sign() != 0)
	}
	if r.Type() == attr.TypeBool && l.Type() == attr.TypeNumber {
		l = attr.Bool(l.Number().Sign() != 0)
	}
	return l, r, err
}

func (p *predicate) isTime(x model.Expr) bool {
	c, ok := x.(*model.ColumnRef)
	return ok && p.entity.Column(c.Column).Type.Kind == model.KindTimestamp
}

// enum returns the list of the enum column that is compared: its values are
// ordered as the list is, after any text that is not in it.
func (p *predicate) enum(x *model.Binary) []string {
	for _, side := range []model.Expr{x.L, x.R} {
		if c, ok := side.(*model.ColumnRef); ok && len(p.entity.Column(c.Column).Values) > 0 {
			return p.entity.Column(c.Column).Values
		}
	}
	return nil
}

// instant is the text of a time that compares as times do.
func instant(v attr.Value) (attr.Value, error) {
	t, err := model.ParseTimestamp(v.Str())
	return attr.String(model.FormatTimestamp(t, 9)), err
}

func (p *predicate) comparison(x *model.Binary, l, r attr.Value) (attr.Value, error) {
	c, ok := attr.Compare(l, r)
	if list := p.enum(x); ok && list != nil {
		c = slices.Index(list, l.Str()) - slices.Index(list, r.Str())
		if c == 0 { // two texts that are not in the list
			c = strings.Compare(l.Str(), r.Str())
		}
	}
	if l.Type() == attr.TypeBool && r.Type() == attr.TypeBool {
		c, ok = boolOrder(l)-boolOrder(r), true
	}
	if !ok {
		return l, fmt.Errorf("%s compares values of different types", x.String())
	}
	return attr.Bool(map[string]bool{
		"=": c == 0, "<>": c != 0, "<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0,
	}[x.Op]), nil
}

func boolOrder(v attr.Value) int {
	if v.Bool() {
		return 1
	}
	return 0
}

// like matches a LIKE pattern: % any text, _ one character, case sensitive.
func like(s, pattern string) bool {
	if pattern == "" {
		return s == ""
	}
	p, size := utf8.DecodeRuneInString(pattern)
	rest := pattern[size:]
	if p == '%' {
		for i := range s {
			if like(s[i:], rest) {
				return true
			}
		}
		return like("", rest)
	}
	c, n := utf8.DecodeRuneInString(s)
	return n > 0 && (p == '_' || p == c) && like(s[n:], rest)
}

func (p *predicate) call(x *model.CallExpr, row model.Row) (attr.Value, error) {
	var args []attr.Value
	for _, e := range x.Args {
		v, err := p.eval(e, row)
		if err != nil {
			return v, err
		}
		args = append(args, v)
	}
	if x.Name == "coalesce" || x.Name == "ifnull" {
		for _, v := range args {
			if !null(v) {
				return v, nil
			}
		}
		return attr.Value{}, nil
	}
	known := map[string]int{"lower": 1, "upper": 1, "length": 1, "date": 1, "hour": 1, "abs": 1, "starts_with": 2}
	if want, ok := known[x.Name]; !ok || len(args) != want || x.Star {
		return attr.Value{}, fmt.Errorf("%s may not stand in a predicate of a design", x.String())
	}
	for _, v := range args {
		if null(v) {
			return attr.Value{}, nil
		}
	}
	return apply(x, args)
}

func apply(x *model.CallExpr, args []attr.Value) (attr.Value, error) {
	v := args[0]
	if x.Name == "abs" {
		if v.Type() != attr.TypeNumber {
			return v, fmt.Errorf("%s: abs is of a number", x.String())
		}
		if v.Number().Sign() < 0 {
			v = attr.Num(v.Number().Neg())
		}
		return v, nil
	}
	if v.Type() != attr.TypeString {
		return v, fmt.Errorf("%s: %s is of text", x.String(), x.Name)
	}
	switch s := v.Str(); x.Name {
	case "lower":
		return attr.String(lowerASCII(s)), nil
	case "upper":
		return attr.String(upperASCII(s)), nil
	case "length":
		return attr.Int(int64(utf8.RuneCountInString(s))), nil
	case "date":
		return attr.String(s[:min(len(s), len("2026-05-28"))]), nil
	case "hour":
		return attr.String(s[:min(len(s), len("2026-05-28T19"))]), nil
	default:
		return attr.Bool(strings.HasPrefix(s, args[1].Str())), nil
	}
}
