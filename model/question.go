package model

import "github.com/keywright/keywright/attr"

// Rate is how often something happens, in millionths per second: rate=0.1/s is
// 100_000. Annotations may say /s, /min, /h, /day, /month (30 days).
type Rate int64

// Question is what the application asks: one SELECT, or several on the same
// parameters that one request must answer (a collection).
type Question struct {
	Name   string
	Pos    Pos
	Rate   Rate
	Strong bool  // consistency=strong
	Skew   *Skew // skew= : how the asking is spread over the partition keys asked for; nil as the columns' values are
	Rows   int64 // rows= : mean number of rows in the answer; 0 unknown
	// Shards is shards= : over how many partition keys the rows of one answer
	// may be spread, so that it takes as many requests; 0 is one, AutoShards as
	// many as the load needs.
	Shards     int
	Text       string        // the SQL as written, without the annotation
	Statements []*SelectStmt // the syntax trees, one for each SELECT
	Selects    []*Select     // canonical forms, one for each statement; empty where Refusals is not
	Params     []string      // parameter names in order of appearance, without ':'
	Refusals   []Refusal     // why it cannot be one request; empty where it may be
}

// Select is the canonical form of one SELECT (planner.md 2.1): rows of one
// entity, found by equalities, constants, at most one range, in an order.
type Select struct {
	Entity *Entity
	Eq     []Eq    // column = :param, each column once, in the entity's column order
	In     *In     // column IN (:list): one list parameter; nil without
	Const  []Const // column = literal, in column order
	Member []Expr  // other predicates on constants only (IN list, IS NOT NULL, OR, >= literal): index membership; canonical, sorted by String
	Range  *Range  // at most one
	Order  []Order // columns of Eq and Const dropped; cut where a key is complete
	Total  bool    // Order (with Eq and Const) ends in a key: no ties
	// Limit is LIMIT n, or the declared maximum of LIMIT :param (LimitParam);
	// 0 without LIMIT.
	Limit      int64
	LimitParam string
	Need       []string // columns of Entity to return, in the entity's column order; computed ones never
	Copies     []Copy   // columns of parents to return (joins by the parent's key)
	Answer     []Answer // the columns of the answer in the order of the SELECT; empty where Exists
	Guard      []Expr   // where Unique: predicates that the client tests on the one row, over columns in Need or fetched for it
	Unique     bool     // Eq and Const contain a key: at most one row
	Exists     bool     // SELECT 1 / EXISTS: only whether there is a row
	// Variants are other canonical forms of the same statement, as right as
	// this one but served by other keys: by another key that the equalities
	// contain; with a comparison to a literal as Range instead of Member (a
	// key holds it without an index of its own), or a LIKE 'p%' as Member
	// instead of Range. They have no Variants of their own.
	Variants []*Select
}

// Eq is column = :param.
type Eq struct {
	Column, Param string
}

// In is column IN (:param), where the parameter is a list.
type In struct {
	Column, Param string
}

// Const is column = literal.
type Const struct {
	Column string
	Value  attr.Value
}

// RangeOp is the operator of a Range.
type RangeOp string

// The range operators. Prefix is LIKE 'p%' with a literal, LIKE :p || '%', or
// starts_with(column, :p). The parameter of a prefix is plain text: a % or _
// in it stands for itself.
const (
	Less           RangeOp = "<"
	LessOrEqual    RangeOp = "<="
	Greater        RangeOp = ">"
	GreaterOrEqual RangeOp = ">="
	Between        RangeOp = "BETWEEN" // both bounds inclusive
	Prefix         RangeOp = "PREFIX"
)

// Range is a condition on one column. Low is the bound of > and >=, the lower
// bound of BETWEEN, the text of PREFIX; High that of < and <= and the upper
// bound of BETWEEN.
type Range struct {
	Column    string
	Op        RangeOp
	Low, High Operand
}

// Operand is a parameter or a literal; the zero Operand is none.
type Operand struct {
	Param   string
	Literal attr.Value
}

// Order is a term of ORDER BY.
type Order struct {
	Column string
	Desc   bool
}

// Answer is one column of a SELECT's answer: its name there, and the column
// of Entity (a name in Need), or of a parent where Copy is set.
type Answer struct {
	As, Column string
	Copy       *Copy
}

// Copy is a parent's column that a question returns: the child's item carries
// a copy of it. Via are the child's columns that hold the parent's key, in the
// order of the parent's Key.
type Copy struct {
	Parent *Entity
	Via    []string
	Column string // of the parent
	As     string // name in the answer
}

// WriteKind is what a write does.
type WriteKind string

// The kinds of writes.
const (
	Insert  WriteKind = "INSERT"            // INSERT INTO; fails where the row is there
	Ignore  WriteKind = "INSERT OR IGNORE"  // does nothing where the row is there
	Replace WriteKind = "INSERT OR REPLACE" // replaces the row
	Update  WriteKind = "UPDATE"
	Delete  WriteKind = "DELETE"
)

// Write is one of the application's writes.
type Write struct {
	Name   string
	Pos    Pos
	Rate   Rate
	Kind   WriteKind
	Entity *Entity
	Set    []Assign // UPDATE: in statement order; INSERT: literals of VALUES (columns set to a constant)
	Eq     []Eq     // UPDATE and DELETE: column = :param of WHERE
	Const  []Const  // UPDATE and DELETE: column = literal of WHERE (status = 'PENDING')
	Guard  []Expr   // other predicates of WHERE: a condition on the write
	// Share= : of the rows written, the part (in millionths) that ends in each
	// membership is unknown to a parameter; share.<column>.<value>=10% tells.
	Shares []Share
	Skew   *Skew // skew= : how the writing is spread over the partition keys written; nil as the columns' values are
	Text   string
	Stmt   *WriteStmt
	Params []string
}

// Assign is column = operand, or column = column + operand where Add is set,
// or column = NULL where Null is set.
type Assign struct {
	Column string
	To     Operand
	Add    bool
	Sub    bool
	Null   bool
}

// Share says that of a write's rows the given part, in millionths, gets Value
// in Column.
type Share struct {
	Column string
	Value  attr.Value
	Part   int64
}

// Code is the code of a refusal.
type Code string

// The refusals (planner.md 2.3). The model finds those that follow from the
// statement alone; the planner finds those that depend on keys: E-DIR,
// E-STRONG, E-HOT, E-SIZE, E-NULLORDER, E-NORANGE, E-LEN, E-ADDR, and of
// others the cases that only keys decide.
const (
	ERange2    Code = "E-RANGE2"
	EOrder     Code = "E-ORDER"
	EDir       Code = "E-DIR"
	EStrong    Code = "E-STRONG"
	EHot       Code = "E-HOT"
	ESize      Code = "E-SIZE"
	EAgg       Code = "E-AGG"
	EGroup     Code = "E-GROUP"
	EJoin      Code = "E-JOIN"
	EOr        Code = "E-OR"
	EIn        Code = "E-IN"
	EMulti     Code = "E-MULTI"
	ENullOrder Code = "E-NULLORDER"
	ENoRange   Code = "E-NORANGE"
	ELen       Code = "E-LEN"
	EOffset    Code = "E-OFFSET"
	EText      Code = "E-TEXT"
	EAddr      Code = "E-ADDR"
)

// Refusal says why a question cannot be one request.
type Refusal struct {
	Code    Code
	Pos     Pos
	Columns []string // the exact columns that stand in the way; a parent's as parent.column
	Reason  string   // one sentence
	// Cure is the cheapest honest way out, without a price; the planner adds
	// priced alternatives.
	Cure string
}
