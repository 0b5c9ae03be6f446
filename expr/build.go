package expr

import "github.com/keywright/keywright/attr"

// Operand is an operand of a condition or an update that is built without
// text.
type Operand struct{ o operand }

// PathOperand is a document path of at least one step, the first by name.
func PathOperand(p attr.Path) Operand { return Operand{operand{kind: opPath, path: builtPath(p)}} }

// builtPath is a path without placeholders, however its names begin.
func builtPath(p attr.Path) path {
	written := make([]string, len(p))
	for i, s := range p {
		written[i] = s.Name
	}
	return path{steps: p, written: written}
}

// ValueOperand is a value; text is how String prints it, "" for its JSON.
func ValueOperand(text string, v attr.Value) Operand {
	return Operand{operand{kind: opValue, name: text, val: v}}
}

// CallOperand is a call of size in a condition, or of list_append, set_add or
// set_delete in an update.
func CallOperand(name string, args ...Operand) Operand {
	return Operand{operand{kind: opCall, name: name, fn: statementFunction(name), args: operands(args)}}
}

func operands(args []Operand) []operand {
	out := make([]operand, len(args))
	for i, a := range args {
		out[i] = a.o
	}
	return out
}

// statementFunction is lookup with the functions that only PartiQL has. The
// caller asks for names that it knows to be functions.
func statementFunction(name string) *function {
	switch name {
	case fnSetAdd.name:
		return fnSetAdd
	case fnSetDelete.name:
		return fnSetDelete
	}
	fn := lookup(name)
	if fn == nil {
		panic("expr: no function " + name)
	}
	return fn
}

// Predicate is a condition that is built without text. The zero Predicate is
// none.
type Predicate struct{ c *cond }

// IsZero says whether there is no predicate.
func (p Predicate) IsZero() bool { return p.c == nil }

// Comparison is left op right; op is =, <>, <, <=, > or >=. In a statement <>
// holds only where both sides are there (R17: measured by dynoxide's author);
// else comparisons are those of the other expressions.
func Comparison(op string, left, right Operand) Predicate {
	ops := map[string]condOp{"=": condEq, "<>": condDiffers, "<": condLt, "<=": condLe, ">": condGt, ">=": condGe}
	return Predicate{&cond{op: ops[op], args: operands([]Operand{left, right})}}
}

// RangeOf is operand BETWEEN low AND high.
func RangeOf(o, low, high Operand) Predicate {
	return Predicate{&cond{op: condBetween, args: operands([]Operand{o, low, high})}}
}

// OneOf is operand IN (list...).
func OneOf(o Operand, list ...Operand) Predicate {
	return Predicate{&cond{op: condIn, args: operands(append([]Operand{o}, list...))}}
}

// CallOf is a function that is a condition by itself: attribute_exists,
// attribute_not_exists, attribute_type, begins_with or contains.
func CallOf(name string, args ...Operand) Predicate {
	return Predicate{&cond{op: condCall, name: name, fn: statementFunction(name), args: operands(args)}}
}

// Not is the negation.
func Not(p Predicate) Predicate { return Predicate{&cond{op: condNot, kids: []*cond{p.c}}} }

// AllOf is the conjunction of those that are there; the zero Predicate of
// none.
func AllOf(ps ...Predicate) Predicate { return joined(condAnd, ps) }

// AnyOf is the disjunction of those that are there; the zero Predicate of
// none.
func AnyOf(ps ...Predicate) Predicate { return joined(condOr, ps) }

// joined keeps the rule of cond: no AND directly under an AND, no OR under an
// OR.
func joined(op condOp, ps []Predicate) Predicate {
	var kids []*cond
	for _, p := range ps {
		switch {
		case p.c == nil:
		case p.c.op == op:
			kids = append(kids, p.c.kids...)
		default:
			kids = append(kids, p.c)
		}
	}
	switch len(kids) {
	case 0:
		return Predicate{}
	case 1:
		return Predicate{kids[0]}
	}
	return Predicate{&cond{op: op, kids: kids}}
}

// BuildCondition checks a predicate as ParseCondition checks a text. The
// error is an *Error.
func BuildCondition(p Predicate) (*Condition, error) {
	check := operandCheck{resolver{kind: KindStatement}}
	if err := check.condition(p.c); err != nil {
		return nil, err
	}
	return &Condition{p.c}, nil
}

// IfItem returns the condition that there is an item and c holds for it; c
// may be nil. key is an attribute of the item's key.
func IfItem(key string, c *Condition) *Condition {
	return &Condition{AllOf(CallOf(fnExists.name, keyOperand(key)), c.predicate()).c}
}

// IfNoItem returns the condition that there is no item, or that c holds for
// it; c may be nil.
func IfNoItem(key string, c *Condition) *Condition {
	return &Condition{AnyOf(CallOf(fnNotExists.name, keyOperand(key)), c.predicate()).c}
}

func keyOperand(name string) Operand { return PathOperand(attr.Path{{Name: name, Index: -1}}) }

func (c *Condition) predicate() Predicate {
	if c == nil {
		return Predicate{}
	}
	return Predicate{c.root}
}

// append adds an action to the last clause, or to a new one if that is of
// another section.
func (u *Update) append(s section, a *action) {
	if n := len(u.clauses); n == 0 || u.clauses[n-1].section != s {
		u.clauses = append(u.clauses, clause{section: s})
	}
	last := &u.clauses[len(u.clauses)-1]
	last.actions = append(last.actions, a)
	u.actions = append(u.actions, located{a, s, len(u.clauses) - 1})
}

// Change is one change of an update that is built without text: Target =
// Args[0], or Target = Args[0] Op Args[1] where Op is '+' or '-'. A change
// without Args removes the target.
type Change struct {
	Target attr.Path
	Op     byte
	Args   []Operand
}

// BuildUpdate checks changes, at least one, as ParseUpdate checks a text. The
// error is an *Error.
func BuildUpdate(changes []Change) (*Update, error) {
	u := &Update{}
	for _, ch := range changes {
		section := secSet
		if len(ch.Args) == 0 {
			section = secRemove
		}
		u.append(section, &action{target: builtPath(ch.Target), op: ch.Op, args: operands(ch.Args)})
	}
	var err error
	if u.root, err = checkUpdate(KindStatement, u.actions, nil); err != nil {
		return nil, err
	}
	return u, nil
}
