package expr

import "github.com/keywright/keywright/schema"

// textCheck is the first walk after parsing. It looks at the text alone:
// reserved words, list indexes, names of functions and where they stand, in
// the order in which they are written, an outer function before its operands.
type textCheck struct{ kind Kind }

func (k textCheck) condition(c *cond) error {
	for _, kid := range c.kids {
		if err := k.condition(kid); err != nil {
			return err
		}
	}
	if c.op == condCall {
		fn, err := k.function(c.name, roleCondition, c.at)
		if err != nil {
			return err
		}
		c.fn = fn
	}
	return k.operands(c.args)
}

func (k textCheck) operands(args []operand) error {
	for i := range args {
		if err := k.operand(&args[i]); err != nil {
			return err
		}
	}
	return nil
}

func (k textCheck) operand(o *operand) error {
	switch o.kind {
	case opPath:
		return k.path(&o.path)
	case opCall:
		want := roleOperand
		if k.kind == KindUpdate {
			want = roleUpdate
		}
		fn, err := k.function(o.name, want, o.at)
		if err != nil {
			return err
		}
		o.fn = fn
		return k.operands(o.args)
	}
	return nil
}

func (k textCheck) function(name string, want role, at span) (*function, error) {
	fn := lookup(name)
	switch {
	case fn == nil:
		return nil, invalid(k.kind, at, msgNoFunction, name)
	case fn.role == want:
		return fn, nil
	case k.kind == KindUpdate:
		return nil, invalid(k.kind, at, msgNotInUpdate, name)
	case fn.role == roleUpdate:
		return nil, invalid(k.kind, at, msgNotInCondition, name)
	}
	return nil, invalid(k.kind, at, msgMisused, name)
}

func (k textCheck) path(p *path) error {
	for _, s := range p.steps {
		switch {
		case s.Index >= 0:
			if s.Index == maxListIndex && p.tooLarge != "" {
				return invalid(k.kind, p.at, msgListIndex, p.tooLarge)
			}
		case s.Name[0] != '#' && schema.IsReserved(s.Name):
			return invalid(k.kind, p.at, msgReserved, s.Name)
		}
	}
	return nil
}

// update checks section by section, in the order in which sections first
// appear, so that a fault in the second SET comes before "only be used once".
func (k textCheck) update(clauses []clause) error {
	for i, first := range clauses {
		var repeated *clause
		for j := i; j < len(clauses); j++ {
			c := &clauses[j]
			if c.section != first.section {
				continue
			}
			if err := k.actions(c.actions); err != nil {
				return err
			}
			if j > i && repeated == nil {
				repeated = c
			}
		}
		if repeated != nil {
			return invalid(k.kind, repeated.at, msgSectionTwice, first.section)
		}
	}
	return nil
}

func (k textCheck) actions(actions []*action) error {
	for _, a := range actions {
		if err := k.path(&a.target); err != nil {
			return err
		}
		if err := k.operands(a.args); err != nil {
			return err
		}
	}
	return nil
}
