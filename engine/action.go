package engine

import (
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/index"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/schema"
)

// verb is what an action does to its item.
type verb uint8

const (
	verbPut verb = iota
	verbUpdate
	verbDelete
	verbCheck // demands a condition and writes nothing
)

// action is one write of one item, ready to run: PutItem and its kin have
// one, batches and transactions several. It is fixed before the transaction,
// which may run it more than once.
type action struct {
	t         *table
	verb      verb
	key       []byte    // the item's key in the store
	item      attr.Item // of a put the item, of the others the key attributes
	size      int       // of a put the item's size
	update    *expr.Update
	cond      *expr.Condition
	invalid   error // in a transaction: why the action cannot be
	insert    bool  // of a put: a failed condition means that the item is there already
	returnOld bool  // a failed condition returns the item it failed on
	wantOld   bool  // the old image is needed for the response
	expiry    bool  // the item's time to live is over, and no request deletes it
}

// effect is what an action did, or would do, to the table and its indexes.
type effect struct {
	old              bool // there was an item
	oldItem          attr.Item
	oldSize          int
	new              attr.Item // nil after a delete
	newSize          int
	unchanged        bool // the item is stored as it was
	entries          []entryChange
	collectionGrowth int // bytes, of the item and its local index entries
}

// entryChange is what an effect does to one index.
type entryChange struct {
	ix               *tableIndex
	old, new         attr.Item
	hasOld, hasNew   bool
	oldSize, newSize int
	moved            bool // the entry's key changes
}

// needsOld says whether the old item has to be decoded: its size alone does
// for a plain put or delete on a table without indexes, time to live or stream.
func (a *action) needsOld() bool {
	return a.cond != nil || a.verb == verbUpdate || a.wantOld || len(a.t.indexes) > 0 || a.t.ttl != "" || a.t.stream != nil
}

// evaluate runs the action on the stored record, nil where there is none. It
// changes nothing.
func (a *action) evaluate(rec []byte) (effect, error) {
	e := effect{old: rec != nil}
	var err error
	switch {
	case rec == nil:
	case a.needsOld():
		e.oldItem, e.oldSize, err = decodeRecord(rec)
	default:
		e.oldSize, _, err = splitRecord(rec)
	}
	if err != nil {
		return e, err
	}
	if a.cond != nil && !a.cond.Eval(e.oldItem) {
		if a.insert {
			return e, duplicateItem()
		}
		failed := conditionFailed(nil)
		if a.returnOld {
			failed.Item = e.oldItem
		}
		return e, failed
	}
	switch a.verb {
	case verbPut:
		e.new, e.newSize = a.item, a.size
	case verbUpdate:
		if e.new, err = a.applyUpdate(e.oldItem); err != nil {
			return e, err
		}
		e.newSize = e.new.Size()
	case verbCheck:
		e.new, e.newSize, e.unchanged = e.oldItem, e.oldSize, true
		return e, nil
	}
	e.unchanged = e.oldItem != nil && attr.EqualItems(e.oldItem, e.new) || !e.old && e.new == nil
	e.changes(a.t)
	return e, nil
}

// applyUpdate returns the updated item. An item that was not there begins
// with its key; it stays away if the update creates none.
func (a *action) applyUpdate(old attr.Item) (attr.Item, error) {
	missing := old == nil
	if missing {
		old = a.item
	}
	if a.update == nil {
		return old, nil
	}
	updated, err := a.update.Apply(old)
	if err != nil || missing && !a.update.Creates() {
		return nil, err
	}
	if err := index.CheckUpdatedKeys(a.t.def, old, updated); err != nil {
		return nil, err
	}
	if err := schema.CheckNames(updated); err != nil {
		return nil, err
	}
	if err := updated.CheckLevels(); err != nil {
		return nil, err
	}
	return updated, schema.CheckUpdateSize(updated)
}

// changes fills in what the effect does to the table's indexes.
func (e *effect) changes(t *table) {
	if t.local {
		e.collectionGrowth = e.newSize - e.oldSize
	}
	if len(t.indexes) == 0 || e.unchanged {
		return
	}
	for _, ch := range index.Changes(t.def, e.oldItem, e.new) {
		ix := t.index(ch.Index)
		c := entryChange{ix: ix, old: ch.Old, new: ch.New, hasOld: ch.Old != nil, hasNew: ch.New != nil}
		if c.hasOld {
			c.oldSize = ch.Old.Size()
		}
		if c.hasNew {
			c.newSize = ch.New.Size()
		}
		c.moved = ch.KeyChanged()
		if ix.def.Local {
			e.collectionGrowth += c.newSize - c.oldSize
		}
		e.entries = append(e.entries, c)
	}
}

// put makes the action that stores an item.
func (t *table) put(it attr.Item, x expressions) (*action, error) {
	if err := t.checkConditionPaths(x); err != nil {
		return nil, err
	}
	if err := t.def.CheckItemKeys(it); err != nil {
		return nil, err
	}
	if err := index.CheckKeys(t.def, it); err != nil {
		return nil, err
	}
	return &action{t: t, verb: verbPut, key: t.appendItemKey(nil, it), item: it, size: it.Size(), cond: x.condition}, nil
}

// onKey makes an action on the item of a key.
func (t *table) onKey(v verb, key attr.Item, x expressions) (*action, error) {
	if err := t.checkConditionPaths(x); err != nil {
		return nil, err
	}
	if x.update != nil {
		for _, p := range x.update.Paths() {
			if err := query.CheckUpdatePath(t.def, p); err != nil {
				return nil, err
			}
		}
	}
	if err := t.def.CheckKey(key); err != nil {
		return nil, err
	}
	return &action{t: t, verb: v, key: t.appendItemKey(nil, key), item: key, update: x.update, cond: x.condition}, nil
}

// renew goes over to the newest generation of the action's table, whose lock
// is held. A put is then judged by the indexes that it did not know; an update
// is anyway when it is evaluated.
func (a *action) renew() error {
	if a.t == a.t.newest {
		return nil
	}
	a.t = a.t.newest
	if a.verb != verbPut {
		return nil
	}
	return index.CheckKeys(a.t.def, a.item)
}

// checkConditionPaths refuses a condition that reaches into a key attribute.
func (t *table) checkConditionPaths(x expressions) error {
	if x.condition == nil {
		return nil
	}
	for _, p := range x.condition.Paths() {
		if err := query.CheckDocumentPath(t.def, p); err != nil {
			return err
		}
	}
	return nil
}
