package expr

import (
	"slices"

	"github.com/keywright/keywright/attr"
)

// checkUpdate is the second walk over an update. DynamoDB resolves the targets
// and compares them, then resolves the rest, then checks operands from the
// last action back to the first.
func checkUpdate(kind Kind, actions []located, env *Env) (*node, error) {
	k := operandCheck{resolver{kind: kind, env: env}}
	targets := make([]*path, len(actions))
	for i, a := range actions {
		targets[i] = &a.target
		if err := k.path(&a.target); err != nil {
			return nil, err
		}
	}
	root := buildTree(targets)
	if err := checkOverlap(kind, root, targets); err != nil {
		return nil, err
	}
	for _, a := range actions {
		if err := k.names(a.args); err != nil {
			return nil, err
		}
	}
	for _, a := range actions {
		if err := k.values(a.args); err != nil {
			return nil, err
		}
	}
	for _, a := range slices.Backward(actions) {
		if err := k.action(a); err != nil {
			return nil, err
		}
	}
	root.sort()
	return root, nil
}

func (k *operandCheck) names(args []operand) (err error) {
	walkPaths(args, func(p *path) {
		if err == nil {
			err = k.path(p)
		}
	})
	return err
}

func (k *operandCheck) values(args []operand) error {
	for i := range args {
		a := &args[i]
		if a.kind == opValue {
			if err := k.value(a); err != nil {
				return err
			}
		}
		if err := k.values(a.args); err != nil {
			return err
		}
	}
	return nil
}

func (k *operandCheck) action(a located) error {
	if err := k.depth(&a.target); err != nil {
		return err
	}
	if err := k.operands(a.args); err != nil {
		return err
	}
	switch a.section {
	case secAdd:
		return k.actionType(a, addTypes)
	case secDelete:
		return k.actionType(a, deleteTypes)
	}
	if a.op == 0 {
		return nil
	}
	if err := k.operator(a.args[0].at); err != nil {
		return err
	}
	return k.types(string(a.op), a.args, numberTypes)
}

func (k *operandCheck) actionType(a located, allowed []attr.Type) error {
	t := a.args[0].val.Type()
	if slices.Contains(allowed, t) {
		return nil
	}
	return invalid(k.kind, a.args[0].at, msgActionType, a.section, longTypeNames[t])
}

// longTypeNames are the names in the messages of ADD and DELETE of the types
// that one of them refuses.
var longTypeNames = [...]string{
	attr.TypeString: "STRING",
	attr.TypeNumber: "NUMBER",
	attr.TypeBinary: "BINARY",
	attr.TypeBool:   "BOOLEAN",
	attr.TypeNull:   "NULL",
	attr.TypeMap:    "MAP",
	attr.TypeList:   "LIST",
}
