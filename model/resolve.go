package model

import (
	"fmt"
	"slices"
	"strings"
)

// scope looks up the columns of one statement and checks the types of what is
// compared. What it finds wrong are errors of the file.
type scope struct {
	*notes
	b      *builder // nil in ParsePredicate
	tables []scopeTable
	bound  map[*ColumnRef]binding
	using  []usingColumn
	params *paramTypes
	added  []*Column // computed columns that this statement brought
}

// scopeTable is a table of FROM.
type scopeTable struct {
	t    *table
	name string // alias or name
	left bool   // joined by LEFT JOIN
}

// binding is what a ColumnRef refers to.
type binding struct {
	table int // in scope.tables
	col   *Column
}

func newScope(n *notes, b *builder, params *paramTypes) *scope {
	return &scope{notes: n, b: b, params: params, bound: map[*ColumnRef]binding{}}
}

// add puts a table of FROM into the scope and corrects its spelling.
func (s *scope) add(ref *TableRef, left bool) bool {
	t := s.b.table(ref.Name)
	if t == nil {
		s.b.unknownTable(ref.Name, ref.Pos)
		return false
	}
	ref.Name = t.Name
	name := t.Name
	if ref.Alias != "" {
		name = ref.Alias
	}
	for _, other := range s.tables {
		if strings.EqualFold(other.name, name) {
			s.errorf(ref.Pos, "give it an alias: "+t.Name+" AS other", "two tables are called %s here", name)
			return false
		}
	}
	s.tables = append(s.tables, scopeTable{t, name, left})
	return true
}

// lookup binds a column reference and corrects its spelling.
func (s *scope) lookup(c *ColumnRef) (binding, bool) {
	if bd, ok := s.bound[c]; ok {
		return bd, true
	}
	var found []binding
	tableKnown := c.Table == ""
	for i, st := range s.tables {
		if c.Table != "" && !strings.EqualFold(c.Table, st.name) {
			continue
		}
		tableKnown = true
		if col := st.t.column(c.Column); col != nil {
			found = append(found, binding{i, col})
		}
	}
	switch {
	case !tableKnown:
		s.errorf(c.Pos, didYouMean(c.Table, s.tableNames()), "no table is called %s here", clip(c.Table))
		return binding{}, false
	case len(found) == 0:
		s.unknownColumn(c)
		return binding{}, false
	case len(found) > 1 && !s.sameByUsing(c, found):
		s.errorf(c.Pos, fmt.Sprintf("write %s.%s or %s.%s", s.tables[found[0].table].name, c.Column, s.tables[found[1].table].name, c.Column),
			"column %s is ambiguous: several tables have it", c.Column)
		return binding{}, false
	}
	c.Column = found[0].col.Name
	if c.Table != "" {
		c.Table = s.tables[found[0].table].name
	}
	s.bound[c] = found[0]
	return found[0], true
}

func (s *scope) unknownColumn(c *ColumnRef) {
	var candidates []string
	for _, st := range s.tables {
		if c.Table == "" || strings.EqualFold(c.Table, st.name) {
			candidates = append(candidates, st.t.columnNames()...)
		}
	}
	cure := didYouMean(c.Column, candidates)
	if c.quoted && nearest(c.Column, candidates) == "" {
		cure = "text stands in single quotes: '" + c.Column + "'"
	}
	where := "these tables have"
	if len(s.tables) == 1 {
		where = "table " + s.tables[0].t.Name + " has"
	}
	s.errorf(c.Pos, cure, "%s no column %s", where, clip(c.Column))
}

func (s *scope) tableNames() []string {
	var list []string
	for _, st := range s.tables {
		list = append(list, st.name)
	}
	return list
}

// usingColumn is a column that USING made one of those of several tables.
type usingColumn struct {
	name string
	of   []int // tables
}

// sameByUsing says whether all that were found are one column by USING.
func (s *scope) sameByUsing(c *ColumnRef, found []binding) bool {
	for _, u := range s.using {
		if strings.EqualFold(u.name, c.Column) && !slices.ContainsFunc(found, func(f binding) bool { return !slices.Contains(u.of, f.table) }) {
			return true
		}
	}
	return false
}

// expr binds all columns of e and checks what is compared with what.
func (s *scope) expr(e Expr) bool {
	ok := true
	walk(e, func(x Expr) {
		switch x := x.(type) {
		case *ColumnRef:
			if _, found := s.lookup(x); !found {
				ok = false
			}
		case *CallExpr:
			x.Name = strings.ToLower(x.Name)
		}
	})
	if !ok {
		return false
	}
	before := len(s.errors)
	walk(e, s.types)
	return len(s.errors) == before
}

// types checks one expression whose columns are bound.
func (s *scope) types(e Expr) {
	switch e := e.(type) {
	case *Binary:
		s.binaryTypes(e)
	case *BetweenExpr:
		s.compare(e.X, e.Lo)
		s.compare(e.X, e.Hi)
		s.orderedBetween(e)
	case *InExpr:
		s.inTypes(e)
	case *CallExpr:
		s.callTypes(e)
	}
}

func (s *scope) binaryTypes(e *Binary) {
	switch e.Op {
	case "=", "<>":
		s.compare(e.L, e.R)
		s.possible(e.L, e.R)
		s.possible(e.R, e.L)
	case "<", "<=", ">", ">=":
		s.compare(e.L, e.R)
	case "LIKE", "NOT LIKE", "GLOB", "NOT GLOB":
		if t, name, ok := s.typeOf(e.L); ok && !isTextual(t) {
			s.errorf(e.At(), "", "%s compares text, and %s is %s", e.Op, name, article(t.String()))
			return
		}
		s.compare(e.L, e.R)
	case "+", "-", "*", "/", "%":
		for _, x := range []Expr{e.L, e.R} {
			s.want(x, Type{Kind: KindNumeric}, "a number")
		}
	case "||":
		for _, x := range []Expr{e.L, e.R} {
			s.want(x, Type{Kind: KindText}, "text")
		}
	case "AND", "OR":
		s.condition(e.L)
		s.condition(e.R)
	}
}

// condition reports what is no condition where one has to stand.
func (s *scope) condition(e Expr) {
	t, name, ok := s.typeOf(e)
	if ok && t.Kind != KindBool {
		s.errorf(e.At(), "compare it with something", "%s is no condition", name)
	}
	if p, isParam := e.(*ParamRef); isParam {
		s.params.bind(s.notes, p, Type{Kind: KindBool}, false)
	}
}

func isTextual(t Type) bool { return t.IsText() || t.Kind == KindULID || t.Kind == KindUUID }

// want says that x has to be of a type.
func (s *scope) want(x Expr, t Type, noun string) {
	switch x := x.(type) {
	case *ParamRef:
		s.params.bind(s.notes, x, t, false)
		return
	case *Literal:
		if x.Value.IsNull() || x.Value.Type() == t.AttributeType() {
			return
		}
	default:
		got, _, ok := s.typeOf(x)
		if !ok || comparableTypes(got, t) || t.IsText() && isTextual(got) {
			return
		}
	}
	s.errorf(x.At(), "", "%s is not %s", x, noun)
}

// compare checks that two expressions are of one type, and gives parameters
// and literals the type of the other side.
func (s *scope) compare(a, b Expr) {
	ta, nameA, okA := s.typeOf(a)
	tb, nameB, okB := s.typeOf(b)
	switch {
	case okA && okB:
		if !comparableTypes(ta, tb) {
			s.errorf(b.At(), "", "%s is %s and %s is %s", nameA, article(ta.String()), nameB, article(tb.String()))
		}
	case okA:
		s.give(b, ta, nameA)
	case okB:
		s.give(a, tb, nameB)
	}
}

// give gives a parameter or literal the type of what it is compared with.
func (s *scope) give(x Expr, t Type, name string) {
	switch x := x.(type) {
	case *ParamRef:
		s.params.bind(s.notes, x, t, false)
	case *Literal:
		if x.Value.IsNull() {
			s.errorf(x.Pos, "write IS NULL or IS NOT NULL", "nothing is equal to NULL")
			return
		}
		s.literal(&Column{Name: name, Type: t}, x)
	}
}

// possible reports a literal that the column it is compared with cannot have.
func (s *scope) possible(column, value Expr) {
	ref := asColumn(column)
	lit, ok := value.(*Literal)
	if ref == nil || !ok || lit.Value.IsNull() || s.reported(lit.Pos) {
		return
	}
	if col := s.bound[ref].col; col != nil && col.Type.Kind != KindJSON {
		if err := col.CheckValue(lit.Value); err != nil {
			s.errorf(lit.Pos, nearestValue(lit, col), "this is never true: %v", err)
		}
	}
}

func nearestValue(lit *Literal, col *Column) string {
	if n := nearest(lit.Value.Str(), col.Values); n != "" {
		return "did you mean '" + n + "'?"
	}
	return ""
}

// reported says whether there is an error at a place already.
func (s *scope) reported(pos Pos) bool {
	return slices.ContainsFunc(s.errors, func(e *Error) bool { return e.Pos == pos })
}

func (s *scope) inTypes(e *InExpr) {
	t, name, ok := s.typeOf(e.X)
	if len(e.List) == 0 {
		s.errorf(e.At(), "list the values", "nothing is IN an empty list")
	}
	single := len(e.List) == 1
	for _, x := range e.List {
		if p, isParam := x.(*ParamRef); isParam && single && ok {
			s.params.bind(s.notes, p, t, true)
			continue
		}
		if ok {
			s.compareTo(x, t, name)
			s.possible(e.X, x)
		}
	}
}

func (s *scope) compareTo(x Expr, t Type, name string) {
	if tx, nameX, ok := s.typeOf(x); ok {
		if !comparableTypes(t, tx) {
			s.errorf(x.At(), "", "%s is %s and %s is %s", name, article(t.String()), nameX, article(tx.String()))
		}
		return
	}
	s.give(x, t, name)
}

// orderedBetween reports a BETWEEN of literals that is never true.
func (s *scope) orderedBetween(e *BetweenExpr) {
	lo, okLo := e.Lo.(*Literal)
	hi, okHi := e.Hi.(*Literal)
	if okLo && okHi && !e.Not && lo.Value.Type() == hi.Value.Type() && lessLiteral(hi, lo) {
		s.errorf(e.At(), "swap the bounds", "nothing is BETWEEN %s AND %s", lo, hi)
	}
}

// typeOf returns the type of a column, a known function, or a condition, with
// a name for messages; false for everything that takes its type from where it
// stands.
func (s *scope) typeOf(e Expr) (Type, string, bool) {
	switch e := e.(type) {
	case *ColumnRef:
		if bd, ok := s.bound[e]; ok {
			return bd.col.Type, bd.col.Name, true
		}
	case *CallExpr:
		if f, ok := functions[e.Name]; ok {
			return f.result, e.String(), true
		}
		switch e.Name {
		case "length":
			return Type{Kind: KindInt}, e.String(), true
		case "starts_with":
			return Type{Kind: KindBool}, e.String(), true
		}
	case *Binary:
		switch binaryPrec[e.Op] {
		case precAdd, precMul:
			return Type{Kind: KindNumeric}, e.String(), true
		case precConcat:
			return Type{Kind: KindText}, e.String(), true
		}
		return Type{Kind: KindBool}, e.String(), true
	case *BetweenExpr, *InExpr, *IsNullExpr, *ExistsExpr:
		return Type{Kind: KindBool}, e.String(), true
	}
	return Type{}, "", false
}
