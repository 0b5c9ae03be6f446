package design

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// action is what a write does to one item. A transaction may not name an item
// twice, so a second change of an item joins the first.
type action struct {
	phrase
	table       string
	key         attr.Item // of an update or a delete
	item        attr.Item // of a put
	conditions  []string
	set, remove []string // of an update
	deletes     bool
}

// requests are the actions that change something.
func (w *writer) requests() []api.TransactWriteItem {
	var out []api.TransactWriteItem
	for _, a := range w.actions {
		condition := optional(strings.Join(a.conditions, " AND "))
		switch {
		case a.item != nil:
			out = append(out, api.TransactWriteItem{Put: &api.TransactPut{
				TableName: a.table, Item: a.item, ConditionExpression: condition,
				ExpressionAttributeNames: a.names, ExpressionAttributeValues: a.values,
			}})
		case a.deletes:
			out = append(out, api.TransactWriteItem{Delete: &api.TransactDelete{
				TableName: a.table, Key: a.key, ConditionExpression: condition,
				ExpressionAttributeNames: a.names, ExpressionAttributeValues: a.values,
			}})
		case len(a.set)+len(a.remove) > 0:
			out = append(out, api.TransactWriteItem{Update: &api.TransactUpdate{
				TableName: a.table, Key: a.key, UpdateExpression: optional(a.clauses()), ConditionExpression: condition,
				ExpressionAttributeNames: a.names, ExpressionAttributeValues: a.values,
			}})
		}
	}
	return out
}

// clauses is SET for the attributes that get a value and REMOVE for those that
// lose theirs.
func (a *action) clauses() string {
	var out []string
	if len(a.set) > 0 {
		out = append(out, "SET "+strings.Join(a.set, ", "))
	}
	if len(a.remove) > 0 {
		out = append(out, "REMOVE "+strings.Join(a.remove, ", "))
	}
	return strings.Join(out, " ")
}

// put writes a whole item; isNew demands that there is none under its key.
func (w *writer) put(i *boundWriteItem, it attr.Item, isNew bool) {
	a := &action{table: i.typ.Table, item: it}
	if isNew {
		a.conditions = []string{"attribute_not_exists(" + a.name(i.typ.table.Key.Partition[0]) + ")"}
	}
	w.actions = append(w.actions, a)
}

// delete removes an item. The row's own item must still be what WHERE asks for
// and what the other keys were found by.
func (w *writer) delete(i *boundWriteItem, key attr.Item) {
	a := &action{table: i.typ.Table, key: key, deletes: true}
	if i.typ.Role == RoleRow && w.Kind != model.Replace {
		if w.Kind == model.Update {
			a.conditions = []string{"attribute_exists(" + a.name(i.typ.table.Key.Partition[0]) + ")"}
		}
		a.conditions = append(a.conditions, w.conditions(i, &a.phrase)...)
	}
	w.actions = append(w.actions, a)
}

// update changes the attributes of an item that the design lists: those that
// have a value in after are set, the others removed. The item must exist.
func (w *writer) update(i *boundWriteItem, after attr.Item) *action {
	a := w.updateOf(i, i.typ.baseKey(after))
	for _, name := range i.Set {
		if i.typ.table.Key.Has(name) {
			continue // it is the item's key, and has not changed
		}
		ref := a.name(name)
		if slices.ContainsFunc(append(a.set, a.remove...), func(s string) bool { return s == ref || strings.HasPrefix(s, ref+" = ") }) {
			continue // written already, from the same row
		}
		v := after.Get(name)
		if v.IsZero() {
			a.remove = append(a.remove, ref)
			continue
		}
		if sign, by, ok := w.counts(i, name); ok {
			a.set = append(a.set, ref+" = "+ref+" "+sign+" "+a.value(name, attr.Num(by)))
			continue
		}
		a.set = append(a.set, ref+" = "+a.value(name, v))
	}
	return a
}

// updateOf returns the update of an item, a new one or the one that there is.
// A put needs none: what is put is the new row already.
func (w *writer) updateOf(i *boundWriteItem, key attr.Item) *action {
	for _, a := range w.actions {
		if a.table == i.typ.Table && a.item == nil && attr.EqualItems(a.key, key) {
			return a
		}
		if a.table == i.typ.Table && a.item != nil && attr.EqualItems(i.typ.baseKey(a.item), key) {
			return &action{}
		}
	}
	a := &action{table: i.typ.Table, key: key}
	a.conditions = []string{"attribute_exists(" + a.name(i.typ.table.Key.Partition[0]) + ")"}
	w.actions = append(w.actions, a)
	return a
}

// counts says whether an attribute is a counter: a plain number that the
// statement adds to, and that nothing else of the item is made of. DynamoDB
// then adds, and concurrent writers do not lose each other's counts.
func (w *writer) counts(i *boundWriteItem, attribute string) (sign string, by attr.Number, ok bool) {
	k := slices.IndexFunc(i.typ.attrs, func(a boundAttribute) bool { return a.Name == attribute })
	if k < 0 || !i.typ.isCounter(i.typ.attrs[k]) {
		return "", by, false
	}
	column := i.typ.attrs[k].Column
	j := slices.IndexFunc(w.Set, func(a model.Assign) bool { return a.Column == column && (a.Add || a.Sub) })
	if j < 0 || null(w.old[column]) || null(w.new[column]) {
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
