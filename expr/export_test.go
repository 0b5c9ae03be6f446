package expr

import (
	"fmt"
	"strings"
)

// Tree prints the parsed expression as nested lists, with resolved names and
// without positions: two expressions are the same exactly when their trees
// are.

func (c *Condition) Tree() string    { return c.root.tree() }
func (k *KeyCondition) Tree() string { return k.root.tree() }

func (p *Projection) Tree() string {
	parts := make([]string, len(p.paths))
	for i, doc := range p.paths {
		parts[i] = doc.tree()
	}
	return "(" + strings.Join(parts, " ") + ")"
}

func (u *Update) Tree() string {
	var parts []string
	for _, c := range u.clauses {
		for _, a := range c.actions {
			op := ""
			if a.op != 0 {
				op = string(a.op) + " "
			}
			parts = append(parts, strings.TrimSpace(fmt.Sprintf("(%s %s %s", c.section, a.target.tree(), op+trees(a.args)))+")")
		}
	}
	return strings.Join(parts, " ")
}

func (c *cond) tree() string {
	parts := []string{c.name}
	if c.op != condCall {
		parts[0] = c.op.String()
	}
	for _, k := range c.kids {
		parts = append(parts, k.tree())
	}
	if len(c.args) > 0 {
		parts = append(parts, trees(c.args))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

func trees(args []operand) string {
	parts := make([]string, len(args))
	for i := range args {
		switch a := &args[i]; a.kind {
		case opPath:
			parts[i] = a.path.tree()
		case opValue:
			parts[i] = a.name + "=" + string(a.val.AppendJSON(nil))
		default:
			parts[i] = "(" + a.name + " " + trees(a.args) + ")"
		}
	}
	return strings.Join(parts, " ")
}

func (p *path) tree() string {
	if p.written == nil {
		return p.document()
	}
	return p.document() + "as" + strings.Join(p.written, ".")
}
