package design

import "github.com/keywright/keywright/model"

// When is an SQL predicate over the columns of an entity, as an item type and
// a key attribute have it.
type When struct{ p *predicate }

// ParseWhen reads a predicate; "" is one that always holds. The error is of
// type model.Errors.
func ParseWhen(e *model.Entity, text string) (When, error) {
	p, err := newPredicate(e, text)
	return When{p}, err
}

// Columns are the columns that the predicate reads, in order.
func (w When) Columns() []string { return w.p.columns() }

// Expr is the predicate's syntax tree, nil for one that always holds.
func (w When) Expr() model.Expr {
	if w.p == nil {
		return nil
	}
	return w.p.expr
}

// Holds says whether the predicate is true, neither false nor unknown, for a
// row. Computed columns are computed.
func (w When) Holds(row model.Row) (bool, error) {
	if w.p == nil {
		return true, nil
	}
	full, err := fill(w.p.entity, row)
	if err != nil {
		return false, err
	}
	return w.p.holds(full)
}

// Source tells where a stored attribute of an item type comes from: the column,
// and the entity that has it, which is a parent's where the attribute is a
// copy. made tells that the attribute is a key made by a template, of the
// columns listed, without those that only choose a shard; other attributes
// have one.
func (b *Bound) Source(item, attribute string) (owner *model.Entity, columns []string, made bool) {
	t := b.typeOf(item)
	if t == nil {
		return nil, nil, false
	}
	for i := range t.keys {
		if t.keys[i].name == attribute {
			return t.entity, t.keys[i].text.spread(), true
		}
	}
	for i := range t.attrs {
		a := &t.attrs[i]
		switch {
		case a.Name != attribute:
		case a.parent != nil:
			return a.parent, []string{a.Column}, false
		case a.codec != nil:
			return t.entity, []string{a.Column}, true
		default:
			return t.entity, []string{a.Column}, false
		}
	}
	return nil, nil, false
}
