package api

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/keywright/keywright/attr"
)

// RewriteValues returns a request body in which every attribute value (each
// attribute of a key, an item or a start key, each ExpressionAttributeValue,
// each of a statement's Parameters) is what fn makes of it. It is how a
// command line that takes plain values types them before Decode: it knows from the request's Go type which members
// are values. Members it does not know are kept as they are; members that are
// not of the form the request has are kept too, for Decode to complain about.
func (op Operation) RewriteValues(body []byte, fn func(value json.RawMessage) (json.RawMessage, error)) ([]byte, error) {
	w := valueWalk{fn}
	out, err := w.walk(body, reflect.TypeOf(op.NewRequest()))
	if err != nil {
		return nil, fmt.Errorf("%s request: %w", op.Name, err)
	}
	return out, nil
}

type valueWalk struct {
	fn func(json.RawMessage) (json.RawMessage, error)
}

func (w valueWalk) walk(raw json.RawMessage, t reflect.Type) (json.RawMessage, error) {
	switch {
	case t == reflect.TypeFor[attr.Value]():
		return w.fn(raw)
	case t == reflect.TypeFor[attr.Item](), t == reflect.TypeFor[Values]():
		return w.object(raw, func(_ string, v json.RawMessage) (json.RawMessage, error) { return w.fn(v) })
	case t.Kind() == reflect.Pointer:
		return w.walk(raw, t.Elem())
	case t.Kind() == reflect.Struct:
		return w.object(raw, func(name string, v json.RawMessage) (json.RawMessage, error) {
			field, ok := t.FieldByName(name)
			if !ok {
				return v, nil
			}
			return w.walk(v, field.Type)
		})
	case t.Kind() == reflect.Map:
		return w.object(raw, func(_ string, v json.RawMessage) (json.RawMessage, error) { return w.walk(v, t.Elem()) })
	case t.Kind() == reflect.Slice:
		return w.list(raw, t.Elem())
	}
	return raw, nil
}

func (w valueWalk) object(raw json.RawMessage, each func(string, json.RawMessage) (json.RawMessage, error)) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		return raw, nil
	}
	for name, v := range members {
		out, err := each(name, v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		members[name] = out
	}
	return Encode(members)
}

func (w valueWalk) list(raw json.RawMessage, elem reflect.Type) (json.RawMessage, error) {
	var elems []json.RawMessage
	if json.Unmarshal(raw, &elems) != nil || elems == nil {
		return raw, nil
	}
	for i, v := range elems {
		out, err := w.walk(v, elem)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", i, err)
		}
		elems[i] = out
	}
	return Encode(elems)
}
