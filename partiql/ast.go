package partiql

import "github.com/keywright/keywright/attr"

// Kind is what a statement does.
type Kind uint8

// The kinds of statements.
const (
	Select Kind = iota + 1
	Insert
	Update
	Delete
	Exists // EXISTS(SELECT ...), in transactions only
)

// Returning is the clause of that name: "" or the words between RETURNING and
// the star.
type Returning string

// What UPDATE can return, and DELETE the first of.
const (
	AllOld      Returning = "ALL OLD"
	ModifiedOld Returning = "MODIFIED OLD"
	AllNew      Returning = "ALL NEW"
	ModifiedNew Returning = "MODIFIED NEW"
)

// Statement is a parsed statement. It is immutable.
type Statement struct {
	Kind      Kind
	Table     string
	Index     string // "" for the table
	Returning Returning

	columns    []*node // of a SELECT, paths; nil for *
	where      *node   // nil where there is none
	order      []order
	item       *node // of an INSERT
	changes    []change
	parameters int
}

// Reads says whether the statement is a read.
func (s *Statement) Reads() bool { return s.Kind == Select }

// order is one term of ORDER BY.
type order struct {
	path *node
	desc bool
}

// change is one SET assignment, or a REMOVE where it has no value.
type change struct {
	target *node
	value  *node
}

type nodeKind uint8

const (
	nodePath nodeKind = iota + 1
	nodeScalar
	nodeMissing
	nodeParam
	nodeList
	nodeSet
	nodeMap
	nodeCall
	nodeSum     // kids[0] op kids[1]
	nodeCompare // kids[0] op kids[1]
	nodeBetween // kids: operand, low, high
	nodeIn      // kids: operand, then the list
	nodeIs      // kids[0] IS op
	nodeAnd
	nodeOr
	nodeNot
)

// node is an expression.
type node struct {
	kind  nodeKind
	at    span       // of its first token, which messages give as the place
	path  attr.Path  // of a nodePath
	value attr.Value // of a nodeScalar
	param int        // of a nodeParam, from 0
	op    string     // operator, or a function's name in lower case
	not   bool       // NOT BETWEEN, NOT IN, IS NOT
	names []string   // of a nodeMap, one for each of kids
	kids  []*node
}
