package model

import "github.com/keywright/keywright/attr"

// Expr is a node of a statement's syntax tree: *ColumnRef, *ParamRef,
// *Literal, *Unary, *Binary, *BetweenExpr, *InExpr, *IsNullExpr, *CallExpr,
// *ExistsExpr, and, only in questions that are refused, *OtherExpr.
type Expr interface {
	// At returns where the expression begins.
	At() Pos
	// String prints the expression as SQL in one canonical form.
	String() string
}

// ColumnRef is a column, with the table name or alias it was qualified with.
type ColumnRef struct {
	Pos           Pos
	Table, Column string

	quoted bool // written as "column"
}

// ParamRef is :name.
type ParamRef struct {
	Pos  Pos
	Name string
}

// Literal is a constant. NULL is attr.Null.
type Literal struct {
	Pos   Pos
	Value attr.Value
}

// Unary is NOT x, -x or +x.
type Unary struct {
	Pos Pos
	Op  string
	X   Expr
}

// Binary is l op r: AND OR = <> < <= > >= LIKE NOT LIKE GLOB NOT GLOB || + - * / %.
// == and != are read as = and <>.
type Binary struct {
	Pos  Pos // of the left operand
	Op   string
	L, R Expr
}

// BetweenExpr is x [NOT] BETWEEN lo AND hi.
type BetweenExpr struct {
	X, Lo, Hi Expr
	Not       bool
}

// InExpr is x [NOT] IN (list). IN (:p) and IN :p with a single parameter is
// one list parameter.
type InExpr struct {
	X    Expr
	List []Expr
	Not  bool
}

// IsNullExpr is x IS [NOT] NULL.
type IsNullExpr struct {
	X   Expr
	Not bool
}

// CallExpr is name(args), or count(*) where Star is set.
type CallExpr struct {
	Pos      Pos
	Name     string // lower case
	Args     []Expr
	Star     bool
	Distinct bool
}

// OtherExpr is valid SQL that the language has no answer for: a window
// function, a subquery, CASE. A question that holds one is refused by name.
type OtherExpr struct {
	Pos  Pos
	What string // "a window function"
	Text string // as written

	columns []string // that it is known to hold
}

// ExistsExpr is EXISTS (select).
type ExistsExpr struct {
	Pos    Pos
	Select *SelectStmt
}

// SelectStmt is a SELECT. From.Name is "" in SELECT EXISTS (...).
type SelectStmt struct {
	Pos      Pos
	Distinct bool
	Items    []SelectItem
	From     TableRef
	Joins    []Join
	Where    Expr // nil without
	GroupBy  []Expr
	Having   Expr
	OrderBy  []OrderTerm
	Limit    Expr // *Literal or *ParamRef, nil without
	Offset   Expr

	// refusals are of clauses that this tree cannot hold: UNION, WITH.
	refusals []Refusal
	opaque   bool // tables and columns cannot be looked up: WITH, FROM (SELECT)
}

// SelectItem is one output: an expression, * or table.*.
type SelectItem struct {
	Pos   Pos
	Star  bool
	Table string // of table.*
	Expr  Expr
	Alias string
}

// TableRef names a table, with its alias or "".
type TableRef struct {
	Pos         Pos
	Name, Alias string
}

// Join is [LEFT] JOIN table ON expr or USING (columns); a comma is a Join
// without either.
type Join struct {
	Left  bool
	Table TableRef
	On    Expr
	Using []string

	usingPos []Pos
}

// OrderTerm is a term of ORDER BY.
type OrderTerm struct {
	Expr    Expr
	Desc    bool
	Collate string // upper case, "" without
}

// WriteStmt is an INSERT, UPDATE or DELETE.
type WriteStmt struct {
	Pos     Pos
	Kind    WriteKind
	Table   TableRef
	Columns []string // INSERT: the column list, or all columns
	Values  []Expr   // INSERT: VALUES; empty for the short form INSERT INTO t
	Set     []SetTerm
	Where   Expr

	columnPos []Pos // of Columns, where they were written
	short     bool  // INSERT INTO t; without VALUES
}

// SetTerm is column = expr of UPDATE.
type SetTerm struct {
	Pos    Pos
	Column string
	Expr   Expr
}
