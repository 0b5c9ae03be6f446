package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

// function is a deterministic function of one column that a question may ask
// by: it becomes a column of its own.
type function struct {
	result Type
	takes  func(Type) bool
	noun   string // what it takes
	apply  func(text string) (string, error)
}

// functions are the known ones. lower and upper change ASCII letters only, as
// SQLite's do, so that no locale and no Unicode version changes a key; date
// and hour are of the instant in UTC.
var functions = map[string]function{
	"lower": {Type{Kind: KindText}, Type.IsText, "text", func(s string) (string, error) { return mapASCII(s, 'A', 'Z', 'a'-'A'), nil }},
	"upper": {Type{Kind: KindText}, Type.IsText, "text", func(s string) (string, error) { return mapASCII(s, 'a', 'z', 'A'-'a'), nil }},
	"date":  {Type{Kind: KindDate}, isTimestamp, "a timestamp", timestampPrefix("2006-01-02")},
	"hour":  {Type{Kind: KindChar, Length: len("2006-01-02T15")}, isTimestamp, "a timestamp", timestampPrefix("2006-01-02T15")},
}

func isTimestamp(t Type) bool { return t.Kind == KindTimestamp }

func mapASCII(s string, lo, hi rune, shift rune) string {
	return strings.Map(func(r rune) rune {
		if lo <= r && r <= hi {
			return r + shift
		}
		return r
	}, s)
}

func timestampPrefix(form string) func(string) (string, error) {
	return func(s string) (string, error) {
		at, err := ParseTimestamp(s)
		if err != nil {
			return "", err
		}
		return at.Format(form), nil
	}
}

// Apply returns the value of the computed column for a value of the column
// that it is computed from. NULL gives NULL.
func (c *Computed) Apply(v attr.Value) (attr.Value, error) {
	if v.IsZero() || v.IsNull() {
		return attr.Null(), nil
	}
	f, ok := functions[c.Func]
	if !ok || v.Type() != attr.TypeString {
		return attr.Value{}, fmt.Errorf("%s(%s) of a value of type %s", c.Func, c.Column, v.Type())
	}
	s, err := f.apply(v.Str())
	if err != nil {
		return attr.Value{}, fmt.Errorf("%s(%s): %w", c.Func, c.Column, err)
	}
	return attr.String(s), nil
}

// callTypes checks the argument of a known function.
func (s *scope) callTypes(e *CallExpr) {
	if e.Name == "starts_with" && len(e.Args) == 2 {
		s.compare(e.Args[0], e.Args[1])
		return
	}
	f, ok := functions[e.Name]
	if !ok {
		return
	}
	if len(e.Args) != 1 {
		s.errorf(e.Pos, "", "%s takes one argument", e.Name)
		return
	}
	t, name, ok := s.typeOf(e.Args[0])
	if ok && !f.takes(t) {
		s.errorf(e.Args[0].At(), "", "%s takes %s, and %s is %s", e.Name, f.noun, name, article(t.String()))
	}
}

// computedColumn returns the column that keeps a function of another column,
// and adds it where it is new. It returns nil where the call is of another
// form, or a declared column has taken its name (that is reported).
func (s *scope) computedColumn(e *CallExpr) *Column {
	f, ok := functions[e.Name]
	if !ok || len(e.Args) != 1 {
		return nil
	}
	arg, ok := e.Args[0].(*ColumnRef)
	if !ok {
		return nil
	}
	bd := s.bound[arg]
	if bd.col == nil {
		return nil
	}
	t := s.tables[bd.table].t
	want := Computed{e.Name, bd.col.Name}
	for _, c := range t.Columns {
		if c.Computed != nil && *c.Computed == want {
			return c
		}
	}
	c := newComputed(f, want, bd.col)
	if t.column(c.Name) != nil {
		s.errorf(e.Pos, "rename that column, or ask by it: "+c.Name+" = :p", "%s is kept as column %s, and table %s has one of that name", e, c.Name, t.Name)
		return nil
	}
	t.Columns = append(t.Columns, c)
	s.added = append(s.added, c)
	return c
}

func newComputed(f function, want Computed, of *Column) *Column {
	c := &Column{
		Name: of.Name + "_" + want.Func, Pos: of.Pos, Type: f.result,
		NotNull: of.NotNull, Safe: true, Computed: &want,
	}
	switch f.result.Kind {
	case KindText: // lower and upper keep the length in bytes
		c.Type, c.MinLen, c.Safe, c.Avg = foldedType(of), of.MinLen, of.Safe, of.Avg
		c.Distinct, c.Top = of.Distinct, of.Top
		c.Alphabet = foldedAlphabet(f, of.Alphabet)
	case KindDate:
		c.MinText, c.MaxText = prefixOf(of.MinText, c.Type), prefixOf(of.MaxText, c.Type)
	case KindChar:
		c.Alphabet = hourAlphabet
	}
	return c
}

// hourAlphabet are the characters of an hour: 2026-05-28T19.
const hourAlphabet = "-0123456789T"

// foldedType returns the type of a folded column. A folded enum is a text like
// any other: it sorts by its bytes.
func foldedType(of *Column) Type {
	if of.Values == nil {
		return of.Type
	}
	return Type{Kind: KindVarchar, Length: max(1, of.maxEnumLen())}
}

func prefixOf(timestamp string, t Type) string {
	return timestamp[:min(len(timestamp), (&Column{Type: t}).MaxLen())]
}

func foldedAlphabet(f function, alphabet string) string {
	s, _ := f.apply(alphabet) // folding cannot fail
	r := []rune(s)
	slices.Sort(r)
	return string(slices.Compact(r))
}
