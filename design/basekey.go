package design

import (
	"errors"
	"fmt"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// keyIfThere is the base key of a row's item, nil where the type has none for
// the row.
func (t *boundType) keyIfThere(row model.Row) (attr.Item, error) {
	ok, err := t.when.holds(row)
	if err != nil || !ok {
		return nil, err
	}
	key, err := t.keyOf(row)
	if errors.Is(err, ErrNull) && t.Role != RoleRow {
		return nil, nil
	}
	return key, err
}

// keyOf is the base key that the templates make of a row. Its other columns
// need not be there.
func (t *boundType) keyOf(row model.Row) (attr.Item, error) {
	var fields []attr.Field
	for _, name := range t.table.Key.Names() {
		v, err := t.keyValue(name, row)
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
