package expr

import "github.com/keywright/keywright/attr"

// Condition is a condition or filter expression. It is immutable.
type Condition struct{ root *cond }

// ParseCondition reads a condition (KindCondition) or filter (KindFilter)
// expression; kind goes into messages. The error is an *Error.
func ParseCondition(src string, kind Kind, env *Env) (*Condition, error) {
	root, err := parseChecked(src, kind, env)
	if err != nil {
		return nil, err
	}
	return &Condition{root}, nil
}

// parseChecked reads a condition of any kind and runs both walks.
func parseChecked(src string, kind Kind, env *Env) (*cond, error) {
	p, err := newParser(src, kind)
	if err != nil {
		return nil, err
	}
	root, err := p.parseCondition()
	if err != nil {
		return nil, err
	}
	if err := (textCheck{kind}).condition(root); err != nil {
		return nil, err
	}
	check := operandCheck{resolver{kind: kind, env: env}}
	if err := check.condition(root); err != nil {
		return nil, err
	}
	return root, nil
}

// Eval says whether the condition holds for an item; nil stands for an item
// that does not exist. A missing attribute, or one of another type than it is
// compared with, makes every comparison false but <>, which is then true.
func (c *Condition) Eval(it attr.Item) bool { return c.root.eval(it) }

// Paths returns the document paths in the condition in the order of the text,
// one for each occurrence. Rules about key attributes need them.
func (c *Condition) Paths() []attr.Path {
	var out []attr.Path
	c.root.walkPaths(func(p *path) { out = append(out, p.steps) })
	return out
}

// String prints the condition in canonical form.
func (c *Condition) String() string {
	var b printer
	b.cond(c.root)
	return b.String()
}
