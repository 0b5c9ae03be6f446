package prove

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/model"
)

func negate(v val) val { return number(new(big.Rat).Neg(v.num)) }

// arithmetic computes with exact rationals. Division of integers drops the
// fraction and division by zero is NULL, as in SQLite.
func arithmetic(op string, l, m val) (val, error) {
	if l.kind != kindNumber || m.kind != kindNumber {
		return null, fmt.Errorf("%s of %s and %s", op, kindNames[l.kind], kindNames[m.kind])
	}
	z := new(big.Rat)
	switch op {
	case "+":
		return number(z.Add(l.num, m.num)), nil
	case "-":
		return number(z.Sub(l.num, m.num)), nil
	case "*":
		return number(z.Mul(l.num, m.num)), nil
	}
	ints := l.num.IsInt() && m.num.IsInt()
	switch {
	case m.num.Sign() == 0:
		return null, nil
	case op == "/" && ints:
		return number(z.SetInt(new(big.Int).Quo(l.num.Num(), m.num.Num()))), nil
	case op == "/":
		return number(z.Quo(l.num, m.num)), nil
	case ints:
		return number(z.SetInt(new(big.Int).Rem(l.num.Num(), m.num.Num()))), nil
	}
	return null, fmt.Errorf("%% of fractions")
}

func concat(l, m val) (val, error) {
	a, err := asText(l)
	if err != nil {
		return null, err
	}
	b, err := asText(m)
	return text(a + b), err
}

func asText(v val) (string, error) {
	switch v.kind {
	case kindText:
		return v.text, nil
	case kindNumber:
		if v.num.IsInt() {
			return v.num.Num().String(), nil
		}
		if n, exact := v.num.FloatPrec(); exact {
			return v.num.FloatString(n), nil
		}
	}
	return "", fmt.Errorf("%s as text", kindNames[v.kind])
}

// call computes the functions of the model language.
func (r *reader) call(e *model.CallExpr, s *scope) (val, error) {
	args := make([]val, len(e.Args))
	for i, a := range e.Args {
		var err error
		if args[i], err = r.eval(a, s); err != nil {
			return null, err
		}
	}
	name := strings.ToLower(e.Name)
	if name == "coalesce" || name == "ifnull" {
		for _, a := range args {
			if a.kind != kindNull {
				return a, nil
			}
		}
		return null, nil
	}
	f, ok := functions[name]
	if !ok || e.Star || e.Distinct || len(args) != f.args {
		return null, fmt.Errorf("no function %s", e.String())
	}
	for _, a := range args {
		if a.kind == kindNull {
			return null, nil
		}
	}
	v, err := f.apply(args)
	if err != nil {
		return null, fmt.Errorf("%s: %w", e.String(), err)
	}
	return v, nil
}

type function struct {
	args  int
	apply func([]val) (val, error) // of arguments that are not NULL
}

var functions = map[string]function{
	"lower":       {1, func(a []val) (val, error) { return mapBytes(a[0], 'A', 'Z', 'a'-'A') }},
	"upper":       {1, func(a []val) (val, error) { return mapBytes(a[0], 'a', 'z', -('a' - 'A')) }},
	"date":        {1, func(a []val) (val, error) { return datePart(a[0], "2006-01-02") }},
	"hour":        {1, func(a []val) (val, error) { return datePart(a[0], "2006-01-02T15") }},
	"length":      {1, length},
	"abs":         {1, absolute},
	"starts_with": {2, startsWith},
}

// mapBytes shifts the letters from lo to hi, which are ASCII, as SQLite's
// lower and upper do: İ and É stay as they are.
func mapBytes(v val, lo, hi byte, shift int) (val, error) {
	if v.kind != kindText {
		return null, fmt.Errorf("of %s", kindNames[v.kind])
	}
	fold := func(s string) string {
		b := []byte(s)
		for i, c := range b {
			if lo <= c && c <= hi {
				b[i] = byte(int(c) + shift)
			}
		}
		return string(b)
	}
	out := text(fold(v.text))
	for _, e := range v.enum { // an enum keeps its order
		out.enum = append(out.enum, fold(e))
	}
	return out, nil
}

// datePart prints a timestamp in UTC by a layout. A date is its own date.
func datePart(v val, layout string) (val, error) {
	if v.kind == kindText && len(v.text) == len("2006-01-02") && layout == "2006-01-02" {
		return v, nil
	}
	if v.kind == kindText {
		i, err := parseInstant(v.text)
		if err != nil {
			return null, err
		}
		v = timestamp(i)
	}
	if v.kind != kindTime {
		return null, fmt.Errorf("of %s", kindNames[v.kind])
	}
	return text(v.at.time().Format(layout)), nil
}

func length(a []val) (val, error) {
	switch a[0].kind {
	case kindText:
		return integer(int64(utf8.RuneCountInString(a[0].text))), nil
	case kindBlob:
		return integer(int64(len(a[0].text))), nil
	}
	return null, fmt.Errorf("of %s", kindNames[a[0].kind])
}

func absolute(a []val) (val, error) {
	if a[0].kind != kindNumber {
		return null, fmt.Errorf("of %s", kindNames[a[0].kind])
	}
	return number(new(big.Rat).Abs(a[0].num)), nil
}

func startsWith(a []val) (val, error) {
	if a[0].kind != kindText || a[1].kind != kindText {
		return null, fmt.Errorf("of %s and %s", kindNames[a[0].kind], kindNames[a[1].kind])
	}
	return boolean(strings.HasPrefix(a[0].text, a[1].text)), nil
}
