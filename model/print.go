package model

import (
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
)

// Precedence of operators, as in SQLite: loosest first.
const (
	precOr = iota + 1
	precAnd
	precNot
	precEqual // = <> IS IN LIKE GLOB BETWEEN
	precLess  // < <= > >=
	precAdd
	precMul
	precConcat
	precUnary
	precPrimary
)

var binaryPrec = map[string]int{
	"OR": precOr, "AND": precAnd,
	"=": precEqual, "<>": precEqual, "LIKE": precEqual, "NOT LIKE": precEqual, "GLOB": precEqual, "NOT GLOB": precEqual,
	"<": precLess, "<=": precLess, ">": precLess, ">=": precLess,
	"+": precAdd, "-": precAdd, "*": precMul, "/": precMul, "%": precMul, "||": precConcat,
}

func precOf(e Expr) int {
	switch e := e.(type) {
	case *Binary:
		return binaryPrec[e.Op]
	case *Unary:
		if e.Op == "NOT" {
			return precNot
		}
		return precUnary
	case *BetweenExpr, *InExpr, *IsNullExpr:
		return precEqual
	}
	return precPrimary
}

// printed returns e, in parentheses where its operator is looser than prec.
func printed(e Expr, prec int) string {
	if precOf(e) < prec {
		return "(" + e.String() + ")"
	}
	return e.String()
}

func (e *ColumnRef) String() string {
	if e.Table != "" {
		return printName(e.Table) + "." + printName(e.Column)
	}
	return printName(e.Column)
}

func (e *ParamRef) String() string { return ":" + e.Name }

func (e *Literal) String() string { return PrintLiteral(e.Value) }

func (e *Unary) String() string {
	if e.Op == "NOT" {
		return "NOT " + printed(e.X, precNot)
	}
	if precOf(e.X) == precUnary { // "--x" would be a comment
		return e.Op + "(" + e.X.String() + ")"
	}
	return e.Op + printed(e.X, precUnary)
}

func (e *Binary) String() string {
	prec := binaryPrec[e.Op]
	return printed(e.L, prec) + " " + e.Op + " " + printed(e.R, prec+1)
}

func (e *BetweenExpr) String() string {
	return fmt.Sprintf("%s %sBETWEEN %s AND %s", printed(e.X, precEqual), notWord(e.Not), printed(e.Lo, precLess), printed(e.Hi, precLess))
}

func (e *InExpr) String() string {
	return fmt.Sprintf("%s %sIN (%s)", printed(e.X, precEqual), notWord(e.Not), printList(e.List))
}

func (e *IsNullExpr) String() string {
	return printed(e.X, precEqual) + " IS " + notWord(e.Not) + "NULL"
}

func (e *CallExpr) String() string {
	switch {
	case e.Star:
		return e.Name + "(*)"
	case len(e.Args) == 0 && strings.HasPrefix(e.Name, "current_"):
		return strings.ToUpper(e.Name)
	case e.Distinct:
		return e.Name + "(DISTINCT " + printList(e.Args) + ")"
	}
	return e.Name + "(" + printList(e.Args) + ")"
}

func (e *ExistsExpr) String() string { return "EXISTS (" + e.Select.String() + ")" }

func (e *OtherExpr) String() string { return e.Text }

func notWord(not bool) string {
	if not {
		return "NOT "
	}
	return ""
}

func printList(list []Expr) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = e.String()
	}
	return strings.Join(parts, ", ")
}

// PrintLiteral returns a scalar value as an SQL literal: 'text', 12, TRUE,
// NULL, X'0A'.
func PrintLiteral(v attr.Value) string {
	switch v.Type() {
	case attr.TypeString:
		return "'" + strings.ReplaceAll(v.Str(), "'", "''") + "'"
	case attr.TypeBool:
		return strings.ToUpper(fmt.Sprint(v.Bool()))
	case attr.TypeNull:
		return "NULL"
	case attr.TypeBinary:
		return "X'" + strings.ToUpper(hex.EncodeToString([]byte(v.Str()))) + "'"
	}
	return v.Str()
}

// printName quotes a name where it has to be.
func printName(name string) string {
	plain := name != "" && !isReserved(name)
	for i, r := range name {
		if i == 0 && !isWordStart(r) || !isWordPart(r) || r == utf8.RuneError {
			plain = false
		}
	}
	if plain {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// String prints the statement as SQL in one canonical form, on one line.
func (s *SelectStmt) String() string {
	var b strings.Builder
	b.WriteString("SELECT ")
	if s.Distinct {
		b.WriteString("DISTINCT ")
	}
	for i, it := range s.Items {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(it.String())
	}
	if s.From.Name != "" {
		b.WriteString(" FROM " + s.From.String())
	}
	for _, j := range s.Joins {
		b.WriteString(j.String())
	}
	if s.Where != nil {
		b.WriteString(" WHERE " + s.Where.String())
	}
	if len(s.GroupBy) > 0 {
		b.WriteString(" GROUP BY " + printList(s.GroupBy))
	}
	if s.Having != nil {
		b.WriteString(" HAVING " + s.Having.String())
	}
	for i, o := range s.OrderBy {
		b.WriteString([]string{" ORDER BY ", ", "}[min(i, 1)] + o.String())
	}
	if s.Limit != nil {
		b.WriteString(" LIMIT " + s.Limit.String())
	}
	if s.Offset != nil {
		b.WriteString(" OFFSET " + s.Offset.String())
	}
	return b.String()
}

// String prints the item as SQL.
func (it SelectItem) String() string {
	switch {
	case it.Star && it.Table != "":
		return printName(it.Table) + ".*"
	case it.Star:
		return "*"
	case it.Alias != "":
		return it.Expr.String() + " AS " + printName(it.Alias)
	}
	return it.Expr.String()
}

// String prints the table as SQL.
func (t TableRef) String() string {
	if t.Alias != "" {
		return printName(t.Name) + " AS " + printName(t.Alias)
	}
	return printName(t.Name)
}

// String prints the join as SQL, with a leading blank or comma.
func (j Join) String() string {
	if j.On == nil && j.Using == nil && !j.Left {
		return ", " + j.Table.String()
	}
	s := " JOIN "
	if j.Left {
		s = " LEFT JOIN "
	}
	s += j.Table.String()
	if j.On != nil {
		s += " ON " + j.On.String()
	}
	if j.Using != nil {
		s += " USING (" + printNames(j.Using) + ")"
	}
	return s
}

// String prints the term as SQL.
func (o OrderTerm) String() string {
	s := o.Expr.String()
	if o.Collate != "" {
		s += " COLLATE " + printName(o.Collate)
	}
	if o.Desc {
		s += " DESC"
	}
	return s
}

func printNames(names []string) string {
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = printName(n)
	}
	return strings.Join(parts, ", ")
}

// String prints the statement as SQL in one canonical form, on one line.
func (w *WriteStmt) String() string {
	switch w.Kind {
	case Update:
		parts := make([]string, len(w.Set))
		for i, s := range w.Set {
			parts[i] = printName(s.Column) + " = " + s.Expr.String()
		}
		return "UPDATE " + w.Table.String() + " SET " + strings.Join(parts, ", ") + w.where()
	case Delete:
		return "DELETE FROM " + w.Table.String() + w.where()
	}
	s := string(w.Kind) + " INTO " + w.Table.String()
	if w.short {
		return s
	}
	if w.Columns != nil {
		s += " (" + printNames(w.Columns) + ")"
	}
	return s + " VALUES (" + printList(w.Values) + ")"
}

func (w *WriteStmt) where() string {
	if w.Where == nil {
		return ""
	}
	return " WHERE " + w.Where.String()
}
