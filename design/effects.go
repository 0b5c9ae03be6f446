package design

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// Effect is what a write does to one item: the whole item before and after.
type Effect struct {
	Type *ItemType
	Old  attr.Item // nil where there was none
	New  attr.Item // nil where it is gone
	// Each names the question that found the item, where it is a child's that
	// carries a copied column; "" for the written row's own.
	Each string
}

// Effects returns what the requests of Write do to items that are there as the
// design says: the whole items before and after, also of an update that writes
// a few attributes. A write of what is there already is an effect too: it is
// sent, and costs what a write costs. Where the key of an item changes there are two effects, one item that goes and one that comes.
func (b *Bound) Effects(w *model.Write, c Change) ([]Effect, error) {
	bw := b.write(w.Name)
	if bw == nil {
		return nil, fmt.Errorf("the model has no write %q", w.Name)
	}
	wr, err := b.newWriter(bw, c)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", w.Name, err)
	}
	var out []Effect
	for i := range wr.items {
		var list []Effect
		if wr.items[i].each != nil {
			list, err = wr.childEffects(&wr.items[i])
		} else {
			list, err = wr.ownEffects(&wr.items[i])
		}
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", w.Name, err)
		}
		out = append(out, list...)
	}
	return merge(out), nil
}

// ownEffects are the effects on the row's own item of one type.
func (w *writer) ownEffects(i *boundWriteItem) ([]Effect, error) {
	var before, after attr.Item
	var err error
	if w.old != nil {
		if before, err = i.typ.item(w.old, w.change.Parents); err != nil {
			return nil, err
		}
	}
	if w.new != nil {
		if after, err = i.typ.item(w.new, w.parents); err != nil {
			return nil, err
		}
	}
	switch {
	case before == nil && after == nil:
		return nil, nil
	case before != nil && after != nil && !i.typ.sameKey(before, after):
		return []Effect{{Type: i.typ.ItemType, Old: before}, {Type: i.typ.ItemType, New: after}}, nil
	case before != nil && after != nil && w.Kind == model.Update:
		if !i.writes() {
			return nil, nil
		}
		after = i.updated(before, after)
	}
	return []Effect{{Type: i.typ.ItemType, Old: before, New: after}}, nil
}

// writes says whether an update of an item whose key stays is sent at all.
func (i *boundWriteItem) writes() bool {
	return slices.ContainsFunc(i.Set, func(name string) bool { return !i.typ.table.Key.Has(name) })
}

// updated is the item after an update that writes the attributes listed.
func (i *boundWriteItem) updated(before, after attr.Item) attr.Item {
	for _, name := range i.Set {
		if v := after.Get(name); v.IsZero() {
			before = before.Without(name)
		} else {
			before = before.With(name, v)
		}
	}
	return before
}

// childEffects are the effects on the items of the child rows that are found.
func (w *writer) childEffects(i *boundWriteItem) ([]Effect, error) {
	rows, err := w.childRows(i)
	if err != nil {
		return nil, err
	}
	var out []Effect
	for _, row := range rows {
		full, err := fill(i.typ.entity, row)
		if err != nil {
			return nil, err
		}
		before, err := i.typ.item(full, w.change.Parents)
		if err != nil {
			return nil, err
		}
		after, err := i.typ.item(full, w.parents)
		if err != nil {
			return nil, err
		}
		if before != nil && after != nil {
			out = append(out, Effect{Type: i.typ.ItemType, Old: before, New: i.updated(before, after), Each: i.Each})
		}
	}
	return out, nil
}

// merge joins effects on one item: an item type that is listed twice, for its
// own columns and for its copies, is one item.
func merge(list []Effect) []Effect {
	var out []Effect
	for _, e := range list {
		k := slices.IndexFunc(out, func(o Effect) bool {
			return o.Type == e.Type && o.Old != nil && e.Old != nil && o.New != nil && e.New != nil && attr.EqualItems(o.Old, e.Old)
		})
		if k < 0 {
			out = append(out, e)
			continue
		}
		for _, f := range e.New {
			if !attr.Equal(f.Value, e.Old.Get(f.Name)) {
				out[k].New = out[k].New.With(f.Name, f.Value)
			}
		}
	}
	return out
}
