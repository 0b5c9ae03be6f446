package design

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
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
	return out.actions, nil
}

// writer builds the requests of one write.
type writer struct {
	*boundWrite
	change   Change
	old, new model.Row // whole, with computed columns; nil where there is none
	parents  Parents
	actions  []api.TransactWriteItem
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
		if before, err = i.typ.keyItem(w.old); err != nil {
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
		w.remove(i, before)
		return nil
	case before == nil:
		w.put(i, after, w.Kind == model.Insert || w.Kind == model.Ignore || i.typ.Role == RoleUnique)
		return nil
	case !i.typ.sameKey(before, after):
		w.remove(i, before)
		w.put(i, after, i.typ.Role == RoleUnique || w.Kind == model.Update && i.typ.Role == RoleRow)
		return nil
	case w.Kind == model.Update:
		w.update(i, after)
		return nil
	}
	w.put(i, after, w.Kind != model.Replace)
	return nil
}

// keyItem is the base key of a row's item, nil where the type has none for it.
func (t *boundType) keyItem(row model.Row) (attr.Item, error) {
	ok, err := t.when.holds(row)
	if err != nil || !ok {
		return nil, err
	}
	var fields []attr.Field
	for _, name := range t.table.Key.Names() {
		v, err := t.keyValue(name, row)
		if errors.Is(err, ErrNull) && t.Role != RoleRow {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		fields = append(fields, attr.Field{Name: name, Value: v})
	}
	return attr.NewItem(fields...), nil
}

func (t *boundType) keyValue(name string, row model.Row) (attr.Value, error) {
	for i := range t.keys {
		if t.keys[i].name == name {
			return t.keys[i].value(row)
		}
	}
	for i := range t.attrs {
		if a := &t.attrs[i]; a.Name == name {
			v, err := a.value(row, nil)
			if err == nil && v.IsZero() {
				err = fmt.Errorf("column %s: %w", a.Column, ErrNull)
			}
			return v, err
		}
	}
	return attr.Value{}, fmt.Errorf("key attribute %s has no template", name)
}

// put writes a whole item; isNew demands that there is none under its key.
func (w *writer) put(i *boundWriteItem, it attr.Item, isNew bool) {
	p := &api.TransactPut{TableName: i.typ.Table, Item: it}
	if isNew {
		var ph phrase
		p.ConditionExpression = optional("attribute_not_exists(" + ph.name(i.typ.table.Key.Partition[0]) + ")")
		p.ExpressionAttributeNames = ph.names
	}
	w.actions = append(w.actions, api.TransactWriteItem{Put: p})
}

// remove deletes an item. The row's own item must still be what WHERE asks.
func (w *writer) remove(i *boundWriteItem, key attr.Item) {
	d := &api.TransactDelete{TableName: i.typ.Table, Key: key}
	if i.typ.Role == RoleRow && w.Kind != model.Replace {
		var ph phrase
		conditions := w.conditions(i, &ph)
		if w.Kind == model.Update {
			conditions = append([]string{"attribute_exists(" + ph.name(i.typ.table.Key.Partition[0]) + ")"}, conditions...)
		}
		d.ConditionExpression = optional(strings.Join(conditions, " AND "))
		d.ExpressionAttributeNames, d.ExpressionAttributeValues = ph.names, ph.values
	}
	w.actions = append(w.actions, api.TransactWriteItem{Delete: d})
}

// update changes the attributes of an item that the design lists.
func (w *writer) update(i *boundWriteItem, after attr.Item) {
	var ph phrase
	clauses := w.clauses(i, after, &ph)
	conditions := []string{"attribute_exists(" + ph.name(i.typ.table.Key.Partition[0]) + ")"}
	if i.typ.Role == RoleRow {
		conditions = append(conditions, w.conditions(i, &ph)...)
	}
	if clauses == "" {
		return
	}
	w.actions = append(w.actions, api.TransactWriteItem{Update: &api.TransactUpdate{
		TableName: i.typ.Table, Key: i.typ.baseKey(after), UpdateExpression: &clauses,
		ConditionExpression:      optional(strings.Join(conditions, " AND ")),
		ExpressionAttributeNames: ph.names, ExpressionAttributeValues: ph.values,
	}})
}

// clauses is SET for the attributes that have a value and REMOVE for those
// that have none.
func (w *writer) clauses(i *boundWriteItem, after attr.Item, ph *phrase) string {
	var set, remove []string
	for _, name := range i.Set {
		if i.typ.table.Key.Has(name) {
			continue // it is the item's key, and has not changed
		}
		v := after.Get(name)
		if v.IsZero() {
			remove = append(remove, ph.name(name))
			continue
		}
		ref := ph.name(name)
		if sign, by, ok := w.counts(i, name); ok {
			set = append(set, ref+" = "+ref+" "+sign+" "+ph.value(name, attr.Num(by)))
			continue
		}
		set = append(set, ref+" = "+ph.value(name, v))
	}
	var out []string
	if len(set) > 0 {
		out = append(out, "SET "+strings.Join(set, ", "))
	}
	if len(remove) > 0 {
		out = append(out, "REMOVE "+strings.Join(remove, ", "))
	}
	return strings.Join(out, " ")
}

// counts says whether an attribute is a counter: a plain number that the
// statement adds to, and that nothing else of the item is made of. DynamoDB
// then adds, and concurrent writers do not lose each other's counts.
func (w *writer) counts(i *boundWriteItem, attribute string) (sign string, by attr.Number, ok bool) {
	k := slices.IndexFunc(i.typ.attrs, func(a boundAttribute) bool { return a.Name == attribute })
	if k < 0 || i.typ.attrs[k].codec != nil || i.typ.attrs[k].parent != nil {
		return "", by, false
	}
	column := i.typ.attrs[k].Column
	j := slices.IndexFunc(w.Set, func(a model.Assign) bool { return a.Column == column && (a.Add || a.Sub) })
	if j < 0 || len(i.typ.touched([]string{column})) > 1 || null(w.old[column]) || null(w.new[column]) {
		return "", by, false
	}
	sign = "+"
	from, to := w.old[column].Number(), w.new[column].Number()
	if w.Set[j].Sub {
		sign, from, to = "-", to, from
	}
	by, err := to.Sub(from)
	return sign, by, err == nil
}

// children writes the copies that items of child rows carry.
func (w *writer) children(i *boundWriteItem) error {
	if w.change.Children == nil {
		return fmt.Errorf("the copies in %q follow this write, but there is no way to find them", i.Item)
	}
	args := Args{}
	via := i.typ.viaTo(w.Entity)
	for _, e := range i.each.asked.Selects[0].Eq {
		args[e.Param] = w.new[w.Entity.Key[slices.Index(via, e.Column)]]
	}
	rows, err := w.change.Children(i.Each, args)
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

func (w *writer) child(i *boundWriteItem, row model.Row) error {
	full, err := fill(i.typ.entity, row)
	if err != nil {
		return err
	}
	key, err := i.typ.keyItem(full)
	if err != nil || key == nil {
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
	var ph phrase
	clauses := w.clauses(i, attr.NewItem(fields...), &ph)
	if clauses == "" {
		return nil
	}
	exists := "attribute_exists(" + ph.name(i.typ.table.Key.Partition[0]) + ")"
	w.actions = append(w.actions, api.TransactWriteItem{Update: &api.TransactUpdate{
		TableName: i.typ.Table, Key: key, UpdateExpression: &clauses, ConditionExpression: &exists,
		ExpressionAttributeNames: ph.names, ExpressionAttributeValues: ph.values,
	}})
	return nil
}
