package expr

import "github.com/keywright/keywright/attr"

// KeyCondition is a key condition expression. It is immutable.
type KeyCondition struct{ root *cond }

// KeyOp is what a key condition asks of one key attribute.
type KeyOp uint8

// The operators of key conditions.
const (
	Eq KeyOp = iota + 1
	Lt
	Le
	Gt
	Ge
	Between
	BeginsWith
	// NotIndexable stands for what no key condition can ask. Only the legacy
	// KeyConditions get that far: package query refuses it.
	NotIndexable
)

var keyOpNames = [...]string{Eq: "=", Lt: "<", Le: "<=", Gt: ">", Ge: ">=", Between: "BETWEEN", BeginsWith: "begins_with", NotIndexable: "(not indexable)"}

// String returns the operator as expressions write it.
func (o KeyOp) String() string { return keyOpNames[o] }

// KeyPart is the condition on one attribute: one value, or the lower and the
// upper bound of a Between, which are of one type and in order.
type KeyPart struct {
	Attribute string
	Op        KeyOp
	Values    []attr.Value
}

// ParseKeyCondition reads a key condition expression as DynamoDB first does:
// as a condition, with the faults any condition can have. Whether it has the
// shape of a key condition is said by Parts, after the request's other
// expressions and Env.Unused. The error is an *Error.
func ParseKeyCondition(src string, env *Env) (*KeyCondition, error) {
	root, err := parseChecked(src, KindKeyCondition, env)
	if err != nil {
		return nil, err
	}
	return &KeyCondition{root}, nil
}

// String prints the key condition in canonical form.
func (k *KeyCondition) String() string {
	var b printer
	b.cond(k.root)
	return b.String()
}

// Parts returns the conditions in the order of the text, one per attribute;
// `:v < a` becomes a > :v. The error, an *Error, says in what way the
// expression is no conjunction of conditions on one top-level attribute each.
// Parts knows no table: which attributes must be there, with which operators
// and types of values, is for package query to say.
func (k *KeyCondition) Parts() ([]KeyPart, error) {
	conds := []*cond{k.root}
	if k.root.op == condAnd {
		conds = k.root.kids
	}
	parts := make([]KeyPart, 0, len(conds))
	for _, c := range conds {
		part, err := keyPart(c)
		if err != nil {
			return nil, err
		}
		for _, p := range parts {
			if p.Attribute == part.Attribute {
				return nil, refuseAt(c.at, msgKeyTwice)
			}
		}
		parts = append(parts, part)
	}
	return parts, nil
}

func keyPart(c *cond) (KeyPart, error) {
	op := keyOp(c)
	if op == 0 {
		name := c.name
		if c.op != condCall {
			name = c.op.String()
		}
		return KeyPart{}, refuseAt(c.at, msgKeyOperator, name)
	}
	if (op == Between || op == BeginsWith) && c.args[0].kind != opPath {
		return KeyPart{}, refuseAt(c.at, msgKeyFirst, op)
	}
	part := KeyPart{Op: op}
	for i := range c.args {
		switch a := &c.args[i]; {
		case a.kind == opCall:
			return KeyPart{}, refuseAt(a.at, msgKeyNested)
		case a.kind == opValue:
			part.Values = append(part.Values, a.val)
		case part.Attribute != "":
			return KeyPart{}, refuseAt(a.at, msgKeyTwoNames)
		case len(a.path.steps) > 1:
			return KeyPart{}, refuseAt(a.at, msgKeyPath)
		default:
			part.Attribute = a.path.steps[0].Name
			if i > 0 {
				part.Op = op.mirrored()
			}
		}
	}
	if part.Attribute == "" {
		return KeyPart{}, refuseAt(c.at, msgKeyNoName)
	}
	return part, nil
}

// keyOp returns 0 for what key conditions do not have.
func keyOp(c *cond) KeyOp {
	switch c.op {
	case condEq:
		return Eq
	case condLt:
		return Lt
	case condLe:
		return Le
	case condGt:
		return Gt
	case condGe:
		return Ge
	case condBetween:
		return Between
	case condCall:
		if c.fn == fnBeginsWith {
			return BeginsWith
		}
	}
	return 0
}

// mirrored is the operator with its operands exchanged.
func (o KeyOp) mirrored() KeyOp {
	switch o {
	case Lt:
		return Gt
	case Le:
		return Ge
	case Gt:
		return Lt
	case Ge:
		return Le
	}
	return o
}
