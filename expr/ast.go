package expr

import (
	"strings"

	"github.com/keywright/keywright/attr"
)

// path is a document path. Parse leaves names as written; resolve replaces
// the placeholders by what they stand for and keeps the written names for
// printing.
type path struct {
	steps    attr.Path
	written  []string // by step, nil where no step is a placeholder
	tooLarge string   // the first index beyond maxListIndex
	at       span
}

// document prints a path as DynamoDB's messages do: [a, [0], b].
func (p path) document() string {
	parts := make([]string, len(p.steps))
	for i, s := range p.steps {
		if s.Index >= 0 {
			parts[i] = attr.Path{s}.String()
		} else {
			parts[i] = s.Name
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// same says whether two resolved paths name the same place.
func (p path) same(q path) bool {
	if len(p.steps) != len(q.steps) {
		return false
	}
	for i, s := range p.steps {
		if s != q.steps[i] {
			return false
		}
	}
	return true
}

// value returns what is at the path, the zero Value where nothing is.
func (p *path) value(it attr.Item) attr.Value {
	if len(p.steps) == 1 {
		return it.Get(p.steps[0].Name)
	}
	return it.At(p.steps)
}

type operandKind uint8

const (
	opPath operandKind = iota + 1
	opValue
	opCall // size in conditions; if_not_exists, list_append in updates
)

// operand is what comparators, functions and SET work on.
type operand struct {
	kind operandKind
	path path
	name string // of the :value or of the function
	val  attr.Value
	fn   *function // set by the walk over the text
	args []operand
	at   span
}

type condOp uint8

const (
	condOr condOp = iota + 1
	condAnd
	condNot
	condEq
	condNe
	condDiffers // PartiQL's <>: both operands are there, and differ
	condLt
	condLe
	condGt
	condGe
	condBetween
	condIn
	condCall
)

var condOpNames = [...]string{
	condOr: "OR", condAnd: "AND", condNot: "NOT",
	condEq: "=", condNe: "<>", condDiffers: "<>", condLt: "<", condLe: "<=", condGt: ">", condGe: ">=",
	condBetween: "BETWEEN", condIn: "IN",
}

// String returns the operator as expressions write it. A condCall has none.
func (o condOp) String() string { return condOpNames[o] }

// cond is a condition: OR, AND and NOT over kids, everything else over args.
// An OR never has an OR among its kids, nor an AND an AND: the parser joins
// them, since grouping does not change their meaning.
type cond struct {
	op   condOp
	kids []*cond
	args []operand
	name string    // of the function of a condCall
	fn   *function // set by the walk over the text
	at   span
}

type section uint8

const (
	secSet section = iota + 1
	secRemove
	secAdd
	secDelete
)

var sectionNames = [...]string{secSet: "SET", secRemove: "REMOVE", secAdd: "ADD", secDelete: "DELETE"}

func (s section) String() string { return sectionNames[s] }

// clause is one section of an update with its actions.
type clause struct {
	section section
	actions []*action
	at      span
}

// action is one change: target = args[0] [op args[1]], REMOVE target, or ADD
// and DELETE target args[0].
type action struct {
	target path
	op     byte // '+' or '-' of a SET, 0 where there is none
	args   []operand
	legacy bool // of AttributeUpdates
}

// walkPaths calls f for the paths in operands, in the order of the text.
func walkPaths(args []operand, f func(*path)) {
	for i := range args {
		switch a := &args[i]; a.kind {
		case opPath:
			f(&a.path)
		case opCall:
			walkPaths(a.args, f)
		}
	}
}

func (c *cond) walkPaths(f func(*path)) {
	for _, k := range c.kids {
		k.walkPaths(f)
	}
	walkPaths(c.args, f)
}
