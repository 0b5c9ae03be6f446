package expr

// resolver replaces placeholders by what the Env says and counts operators.
// Both walks over operands (conditions, updates) use it.
type resolver struct {
	kind      Kind
	env       *Env
	operators int
}

// path resolves the names in a path. A path is resolved once.
func (r *resolver) path(p *path) error {
	if p.written != nil {
		return nil
	}
	for i := range p.steps {
		s := &p.steps[i]
		if s.Index >= 0 || s.Name[0] != '#' {
			continue
		}
		name, ok := r.env.name(s.Name)
		if !ok {
			return invalid(r.kind, p.at, msgNameUndefined, s.Name)
		}
		if p.written == nil {
			p.written = make([]string, len(p.steps))
		}
		p.written[i], s.Name = s.Name, name
	}
	for i, s := range p.steps {
		if p.written != nil && p.written[i] == "" {
			p.written[i] = s.Name
		}
	}
	return nil
}

// depth comes after the names of a path.
func (r *resolver) depth(p *path) error {
	if n := len(p.steps); n > maxPathSteps {
		return invalid(r.kind, p.at, msgTooDeep, n)
	}
	return nil
}

// value resolves a placeholder. A value built without text is there already.
func (r *resolver) value(o *operand) error {
	if !o.val.IsZero() {
		return nil
	}
	v, ok := r.env.value(o.name)
	if !ok {
		return invalid(r.kind, o.at, msgValueUndefined, o.name)
	}
	o.val = v
	return nil
}

func (r *resolver) operator(at span) error {
	r.operators++
	if r.operators > maxOperators {
		return invalid(r.kind, at, msgManyOperators, r.operators)
	}
	return nil
}
