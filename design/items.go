package design

import (
	"errors"
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// Placed is an item and where it belongs.
type Placed struct {
	Type  *ItemType
	Table string
	Item  attr.Item
}

// Items returns the items that stand for a row: one for each item type of the
// entity whose When holds. The row is whole; times may have any offset. Copied
// columns come from parents, which may be nil where the entity has none.
//
// It is an error, which names the column and the value, if the row does not
// keep to the model (a range, a length, NOT NULL), or if a key has no form for
// a value. A row with NULL in the base key of a copy or a sentinel has none.
func (b *Bound) Items(e *model.Entity, row model.Row, parents Parents) ([]Placed, error) {
	full, err := wholeRow(e, row)
	if err != nil {
		return nil, err
	}
	var out []Placed
	for _, t := range b.types {
		if t.entity != e {
			continue
		}
		it, err := t.item(full, parents)
		if err != nil {
			return nil, err
		}
		if it != nil {
			out = append(out, Placed{t.ItemType, t.Table, it})
		}
	}
	return out, nil
}

// wholeRow fills in computed columns and checks a row against the model.
func wholeRow(e *model.Entity, row model.Row) (model.Row, error) {
	full, err := fill(e, row)
	if err != nil {
		return nil, err
	}
	for _, c := range e.Columns {
		v := full[c.Name]
		switch {
		case c.Computed != nil:
		case null(v) && c.NotNull:
			return nil, fmt.Errorf("column %s of %s is NULL, but it is NOT NULL", c.Name, e.Name)
		case !null(v):
			if _, err := normal(c, v); err != nil {
				return nil, err
			}
		}
	}
	return full, nil
}

// item makes the item of a row, nil where the type has none for it.
func (t *boundType) item(row model.Row, parents Parents) (attr.Item, error) {
	ok, err := t.when.holds(row)
	if err != nil || !ok {
		return nil, err
	}
	var fields []attr.Field
	for i := range t.keys {
		v, err := t.keys[i].value(row)
		if errors.Is(err, ErrNull) && t.keys[i].base && t.Role != RoleRow {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if !v.IsZero() {
			fields = append(fields, attr.Field{Name: t.keys[i].name, Value: v})
		}
	}
	for i := range t.attrs {
		v, err := t.attrs[i].value(row, parents)
		if err != nil {
			return nil, err
		}
		if v.IsZero() {
			if !t.attrs[i].base {
				continue
			}
			if t.Role != RoleRow {
				return nil, nil
			}
			return nil, fmt.Errorf("column %s: %w", t.attrs[i].column.Name, ErrNull)
		}
		fields = append(fields, attr.Field{Name: t.attrs[i].Name, Value: v})
	}
	return attr.NewItem(fields...), nil
}

// value is the attribute's value for a row, the zero Value where it is left
// out. The error is ErrNull only for a base key.
func (k *boundKey) value(row model.Row) (attr.Value, error) {
	ok, err := k.when.holds(row)
	if err != nil || !ok {
		return attr.Value{}, err
	}
	v, err := k.text.ofRow(row)
	if errors.Is(err, ErrNull) && !k.base {
		return attr.Value{}, nil
	}
	return v, err
}

// value is the stored value for a row, the zero Value where it is NULL.
func (a *boundAttribute) value(row model.Row, parents Parents) (attr.Value, error) {
	v := row[a.Column]
	if a.parent != nil {
		var err error
		if v, err = a.copied(row, parents); err != nil {
			return v, err
		}
	}
	if null(v) {
		return attr.Value{}, nil
	}
	if a.codec == nil {
		return normal(a.column, v)
	}
	s, err := a.codec.Encode(v)
	if err != nil {
		return attr.Value{}, err
	}
	return typed(a.typ, s)
}

// copied reads the parent's column.
func (a *boundAttribute) copied(row model.Row, parents Parents) (attr.Value, error) {
	key := model.Row{}
	for i, via := range a.Via {
		if null(row[via]) {
			return attr.Value{}, nil
		}
		key[a.parent.Key[i]] = row[via]
	}
	if parents == nil {
		return attr.Value{}, fmt.Errorf("attribute %s is copied from %s, but no parents were given", a.Name, a.parent.Name)
	}
	full, err := fill(a.parent, parents(a.parent, key))
	return full[a.Column], err
}

// CopyName is the name under which Decode returns a column copied from a
// parent: the columns that lead to the parent, and the parent's column, as in
// "player_id.handle". No column of the entity has a name like it.
func CopyName(via []string, column string) string {
	name := ""
	for i, v := range via {
		if i > 0 {
			name += ","
		}
		name += v
	}
	return name + "." + column
}

// baseKey returns the base key of an item.
func (t *boundType) baseKey(it attr.Item) attr.Item { return it.Pick(t.table.Key.Names()...) }

// sameKey says whether two items of the type have one base key.
func (t *boundType) sameKey(a, b attr.Item) bool {
	return !slices.ContainsFunc(t.table.Key.Names(), func(name string) bool { return !attr.Equal(a.Get(name), b.Get(name)) })
}
