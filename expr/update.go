package expr

import "github.com/keywright/keywright/attr"

// Update is an update expression. It is immutable.
type Update struct {
	clauses []clause
	actions []located // of all clauses, in the order of the text
	root    *node     // of the targets; leaves are numbers of actions
}

// located is an action with the section and the number of the clause that it
// stands in.
type located struct {
	*action
	section section
	clause  int
}

// ParseUpdate reads an update expression. The error is an *Error.
func ParseUpdate(src string, env *Env) (*Update, error) {
	p, err := newParser(src, KindUpdate)
	if err != nil {
		return nil, err
	}
	clauses, err := p.parseUpdate()
	if err != nil {
		return nil, err
	}
	if err := (textCheck{KindUpdate}).update(clauses); err != nil {
		return nil, err
	}
	u := &Update{clauses: clauses}
	for i, c := range clauses {
		for _, a := range c.actions {
			u.actions = append(u.actions, located{a, c.section, i})
		}
	}
	if u.root, err = checkUpdate(KindUpdate, u.actions, env); err != nil {
		return nil, err
	}
	return u, nil
}

// Creates says whether the update makes an item where there is none. One that
// only takes away, by REMOVE and DELETE, does not (measured on AWS by
// scylladb's authors, issue 5862).
func (u *Update) Creates() bool {
	for _, c := range u.clauses {
		if c.section == secSet || c.section == secAdd {
			return true
		}
	}
	return false
}

// Paths returns the paths that the update writes to, in the order of the text.
func (u *Update) Paths() []attr.Path {
	out := make([]attr.Path, len(u.actions))
	for i, a := range u.actions {
		out[i] = a.target.steps
	}
	return out
}

// Reads returns the paths that the right sides of SET read, in the order of
// the text, one for each occurrence.
func (u *Update) Reads() []attr.Path {
	var out []attr.Path
	for _, a := range u.actions {
		walkPaths(a.args, func(p *path) { out = append(out, p.steps) })
	}
	return out
}

// Touched returns the parts of an item at the paths that the update writes
// to, nil where there are none. Of the item before the update that is
// UPDATED_OLD, of the item after it UPDATED_NEW. Both go by the path as it is
// written (measured on AWS by scylladb's alternator tests): an element that
// SET appended under an index beyond the end is not in UPDATED_NEW, and after
// REMOVE l[1] the element that moved to l[1] is.
func (u *Update) Touched(it attr.Item) attr.Item {
	if out := u.root.pick(it); len(out) > 0 {
		return out
	}
	return nil
}

// String prints the update in canonical form, its sections in their order.
func (u *Update) String() string {
	var b printer
	for i, c := range u.clauses {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.clause(c)
	}
	return b.String()
}

func (b *printer) clause(c clause) {
	b.WriteString(c.section.String())
	for i, a := range c.actions {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte(' ')
		b.path(&a.target)
		switch {
		case c.section == secSet:
			b.words("=")
		case len(a.args) > 0:
			b.WriteByte(' ')
		}
		for j := range a.args {
			if j > 0 {
				b.words(string(a.op))
			}
			b.operand(&a.args[j])
		}
	}
}
