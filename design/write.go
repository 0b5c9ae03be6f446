package design

import (
	"errors"
	"fmt"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/schema"
)

// Change is one execution of a write of the model: the row before and after.
type Change struct {
	// Old is the whole row before, nil for an INSERT of a new row. New is the
	// whole row after, nil for a DELETE.
	Old, New model.Row
	// Args are the statement's arguments, as far as they are no values of New:
	// those in a condition such as AND rating < :best. They may be left out:
	// then the write demands that the columns of such a condition still have
	// the values of Old.
	Args Args
	// Parents finds the rows that columns are copied from.
	Parents Parents
	// Children runs a question of the design and decodes what it finds: the
	// rows whose copied columns follow this write. Nil where there are none.
	Children func(question string, args Args) ([]model.Row, error)
}

// Write returns the requests that carry out a write of the model, so that
// every item and every index key is right afterwards. One element may be sent
// as a plain PutItem, UpdateItem or DeleteItem; several belong in one
// TransactWriteItems. None means that nothing has to change.
//
// An INSERT fails, by a condition, where the row is there, and so does a value
// that a UNIQUE constraint holds already; an UPDATE fails where the row is
// gone, or is no longer what WHERE asks for or what the keys were made from.
//
// More elements than one transaction takes are an error: the write fans out to
// too many copies, and could not be made as a whole.
func (b *Bound) Write(w *model.Write, c Change) ([]api.TransactWriteItem, error) {
	bw := b.write(w.Name)
	if bw == nil {
		return nil, fmt.Errorf("the model has no write %q", w.Name)
	}
	out, err := b.newWriter(bw, c)
	if err == nil {
		err = out.write()
	}
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", w.Name, err)
	}
	list := out.requests()
	if most := schema.Documented().TransactionItemsMax; len(list) > most {
		return nil, fmt.Errorf("write %s: it touches %d items, and one transaction writes %d: let the copies follow the row in writes of their own, or ask for the parent instead of copying its columns", w.Name, len(list), most)
	}
	return list, nil
}

// writer builds the requests of one write.
type writer struct {
	*boundWrite
	change   Change
	old, new model.Row // whole, with computed columns; nil where there is none
	parents  Parents
	actions  []*action
}

func (b *Bound) newWriter(bw *boundWrite, c Change) (*writer, error) {
	w := &writer{boundWrite: bw, change: c}
	var err error
	if c.New != nil {
		if w.new, err = wholeRow(bw.Entity, c.New); err != nil {
			return nil, err
		}
	}
	if c.Old != nil {
		if w.old, err = fill(bw.Entity, c.Old); err != nil {
			return nil, err
		}
	}
	switch {
	case bw.Kind == model.Delete && w.old == nil:
		return nil, errors.New("a DELETE needs the row before it")
	case bw.Kind == model.Delete:
		w.new = nil
	case w.new == nil:
		return nil, fmt.Errorf("an %s needs the row after it", bw.Kind)
	case bw.Kind == model.Update && w.old == nil:
		return nil, errors.New("an UPDATE needs the row before it")
	}
	w.parents = c.Parents
	if w.new != nil {
		w.parents = w.parentsAfter(c.Parents)
	}
	return w, nil
}

// parentsAfter sees the written row as it will be.
func (w *writer) parentsAfter(before Parents) Parents {
	return func(e *model.Entity, key model.Row) model.Row {
		if e == w.Entity && !slices.ContainsFunc(e.Key, func(c string) bool { return !attr.Equal(key[c], w.new[c]) }) {
			return w.new
		}
		if before == nil {
			return nil
		}
		return before(e, key)
	}
}

func (w *writer) write() error {
	for i := range w.items {
		var err error
		if w.items[i].each != nil {
			err = w.children(&w.items[i])
		} else {
			err = w.own(&w.items[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// own writes the row's own item of one type.
func (w *writer) own(i *boundWriteItem) error {
	var before, after attr.Item
	var err error
	if w.old != nil {
		if before, err = i.typ.keyIfThere(w.old); err != nil {
			return err
		}
	}
	if w.new != nil {
		if after, err = i.typ.item(w.new, w.parents); err != nil {
			return err
		}
	}
	switch {
	case before == nil && after == nil:
		return nil
	case after == nil:
		w.delete(i, before)
		return nil
	case before == nil:
		w.put(i, after, w.Kind == model.Insert || w.Kind == model.Ignore || i.typ.Role == RoleUnique)
		return nil
	case !i.typ.sameKey(before, after):
		w.delete(i, before)
		w.put(i, after, i.typ.Role == RoleUnique || w.Kind == model.Update && i.typ.Role == RoleRow)
		return nil
	case w.Kind == model.Update:
		u := w.update(i, after)
		if i.typ.Role == RoleRow {
			u.conditions = append(u.conditions, w.conditions(i, &u.phrase)...)
		}
		return nil
	}
	w.put(i, after, w.Kind != model.Replace)
	return nil
}

// children writes the copies that items of child rows carry.
func (w *writer) children(i *boundWriteItem) error {
	rows, err := w.childRows(i)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := w.child(i, row); err != nil {
			return err
		}
	}
	return nil
}

// childRows finds the rows whose items carry copies of the written row.
func (w *writer) childRows(i *boundWriteItem) ([]model.Row, error) {
	if w.change.Children == nil {
		return nil, fmt.Errorf("the copies in %q follow this write, but there is no way to find them", i.Item)
	}
	args := Args{}
	via := i.typ.viaTo(w.Entity, i.Set)
	for _, e := range i.each.asked.Selects[0].Eq {
		args[e.Param] = w.new[w.Entity.Key[slices.Index(via, e.Column)]]
	}
	return w.change.Children(i.Each, args)
}

// child writes the copies of one child row, whose item was found and so exists.
func (w *writer) child(i *boundWriteItem, row model.Row) error {
	full, err := fill(i.typ.entity, row)
	if err != nil {
		return err
	}
	key, err := i.typ.keyOf(full)
	if err != nil {
		return err
	}
	fields := slices.Clone(key)
	for j := range i.typ.attrs {
		a := &i.typ.attrs[j]
		if !slices.Contains(i.Set, a.Name) || a.base {
			continue
		}
		v, err := a.value(full, w.parents)
		if err != nil {
			return err
		}
		if !v.IsZero() {
			fields = append(fields, attr.Field{Name: a.Name, Value: v})
		}
	}
	w.update(i, attr.NewItem(fields...))
	return nil
}
