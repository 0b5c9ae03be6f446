package expr

import "github.com/keywright/keywright/attr"

// Projection is a projection expression. It is immutable.
type Projection struct {
	paths []*path
	root  *node
}

// ParseProjection reads a projection expression. The error is an *Error.
func ParseProjection(src string, env *Env) (*Projection, error) {
	p, err := newParser(src, KindProjection)
	if err != nil {
		return nil, err
	}
	paths, err := p.paths()
	if err != nil {
		return nil, err
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	for _, doc := range paths {
		if err := (textCheck{KindProjection}).path(doc); err != nil {
			return nil, err
		}
	}
	names := resolver{kind: KindProjection, env: env}
	for _, doc := range paths {
		if err := names.path(doc); err != nil {
			return nil, err
		}
		if err := names.depth(doc); err != nil {
			return nil, err
		}
	}
	root := buildTree(paths)
	if err := checkOverlap(KindProjection, root, paths); err != nil {
		return nil, err
	}
	root.sort()
	return &Projection{paths, root}, nil
}

// paths = path { "," path }.
func (p *parser) paths() ([]*path, error) {
	var out []*path
	for {
		doc, err := p.path()
		if err != nil {
			return nil, err
		}
		out = append(out, &doc)
		if !p.accept(tokComma) {
			return out, nil
		}
	}
}

// Apply returns the projected parts of an item within the maps and lists that
// they stand in. Parts of one list come in the order of the list, without
// gaps, and parts of one element as one element. What is not there is left
// out; the result of an item with no projected part is empty, of nil is nil.
func (p *Projection) Apply(it attr.Item) attr.Item {
	if it == nil {
		return nil
	}
	return p.root.pick(it)
}

// Paths returns the projected paths in the order of the text.
func (p *Projection) Paths() []attr.Path { return plainPaths(p.paths) }

func plainPaths(paths []*path) []attr.Path {
	out := make([]attr.Path, len(paths))
	for i, p := range paths {
		out[i] = p.steps
	}
	return out
}

// String prints the projection in canonical form.
func (p *Projection) String() string {
	var b printer
	for i, doc := range p.paths {
		if i > 0 {
			b.WriteString(", ")
		}
		b.path(doc)
	}
	return b.String()
}

// pick returns the attributes that the kids of a node name. Kids are sorted
// as items are.
func (n *node) pick(it attr.Item) attr.Item {
	out := make(attr.Item, 0, len(n.kids))
	for _, k := range n.kids {
		if v := k.pickValue(it.Get(k.step.Name)); !v.IsZero() {
			out = append(out, attr.Field{Name: k.step.Name, Value: v})
		}
	}
	return out
}

// pickValue returns what is left of a value, the zero Value for nothing.
func (n *node) pickValue(v attr.Value) attr.Value {
	if len(n.kids) == 0 || v.IsZero() {
		return v
	}
	byName := n.kids[0].step.Index < 0
	switch {
	case byName && v.Type() == attr.TypeMap:
		if it := n.pick(v.Item()); len(it) > 0 {
			return attr.Map(it)
		}
	case !byName && v.Type() == attr.TypeList:
		if list := n.pickElems(v.Elems()); len(list) > 0 {
			return attr.List(list...)
		}
	}
	return attr.Value{}
}

func (n *node) pickElems(elems []attr.Value) []attr.Value {
	out := make([]attr.Value, 0, len(n.kids))
	for _, k := range n.kids {
		if k.step.Index >= len(elems) {
			break
		}
		if v := k.pickValue(elems[k.step.Index]); !v.IsZero() {
			out = append(out, v)
		}
	}
	return out
}
