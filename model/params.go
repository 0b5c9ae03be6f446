package model

// paramTypes are the types of the parameters of one question or write, as its
// first use of each tells.
type paramTypes struct {
	of map[string]paramType
}

type paramType struct {
	typ  Type
	list bool // IN (:p)
	line int
}

func newParamTypes() *paramTypes { return &paramTypes{of: map[string]paramType{}} }

// bind gives a parameter a type, or reports that it has another one.
func (ps *paramTypes) bind(n *notes, p *ParamRef, t Type, list bool) {
	first, seen := ps.of[p.Name]
	switch {
	case !seen:
		ps.of[p.Name] = paramType{t, list, p.Pos.Line}
	case first.list != list:
		n.errorf(p.Pos, "use two parameters", "parameter :%s is a list in one place and a single value in another (line %d)", p.Name, first.line)
	case !comparableTypes(first.typ, t):
		n.errorf(p.Pos, "use two parameters", "parameter :%s is %s here and %s on line %d",
			p.Name, article(t.String()), article(first.typ.String()), first.line)
	}
}

// paramsIn returns the names of the parameters among tokens, in order of
// appearance, each once.
func paramsIn(toks []token) []string {
	var list []string
	seen := map[string]bool{}
	for _, t := range toks {
		if t.kind == tokParam && !seen[t.text] {
			seen[t.text] = true
			list = append(list, t.text)
		}
	}
	return list
}
