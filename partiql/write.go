package partiql

import (
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/schema"
)

// Write is what an INSERT, an UPDATE, a DELETE or an EXISTS comes to on a
// table: one action on one item.
type Write struct {
	Item      attr.Item       // of an INSERT, which puts it
	Key       attr.Item       // of the others, as the statement has it: unchecked
	Update    *expr.Update    // of an UPDATE
	Condition *expr.Condition // nil where there is none
}

// Write lowers a statement that is no SELECT. An INSERT demands that there is
// no item, an UPDATE that there is one; a DELETE of an item that is not there
// is done whatever else it asks (developer guide, ql-reference.insert, .update
// and .delete). The error is an *Error.
func (b *Bound) Write(t *schema.Table) (*Write, error) {
	hash := t.Key.Partition[0]
	if b.Kind == Insert {
		return &Write{Item: b.item, Condition: expr.IfNoItem(hash, nil)}, nil
	}
	key, rest, ok := b.wholeKey(t.Key.Names())
	if !ok {
		return nil, refuse(msgMandatoryKey)
	}
	w := &Write{Key: key}
	var err error
	if w.Condition, err = b.build(rest); err != nil {
		return nil, err
	}
	switch {
	case b.Kind == Update:
		w.Update, err = expr.BuildUpdate(b.changes)
		fallthrough
	case b.Kind == Exists:
		w.Condition = expr.IfItem(hash, w.Condition)
	case w.Condition != nil:
		w.Condition = expr.IfNoItem(hash, w.Condition)
	}
	return w, err
}

// Target returns the key of the one item that a statement is about; false
// where it names none. The key is unchecked.
func (b *Bound) Target(t *schema.Table) (attr.Item, bool) {
	if b.Kind == Insert {
		return b.item.Pick(t.Key.Names()...), true
	}
	key, _, ok := b.wholeKey(t.Key.Names())
	return key, ok
}
