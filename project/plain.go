package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
)

// Values in a request may be typed, as the API has them ({"S": "x"}), or
// plain, as people write them ("x"). These are the members of requests that
// hold values; itemLists hold lists of maps of values, and holders hold other
// objects in which such members occur.
var (
	itemMembers = []string{"Item", "Key", "ExpressionAttributeValues", "ExclusiveStartKey"}
	itemLists   = []string{"Keys"}
)

// typeRequest returns the request with every plain value typed. A member is
// taken as typed when all of its values are, so plain maps that look like a
// typed value have to be written typed.
func typeRequest(src []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("the request is not JSON: %w", err)
	}
	if dec.More() {
		return nil, fmt.Errorf("the request goes on after its closing brace; give one request at a time")
	}
	top, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the request is not a JSON object")
	}
	if err := typeMembers(top); err != nil {
		return nil, err
	}
	return json.Marshal(top)
}

func typeMembers(obj map[string]any) error {
	for _, name := range sortedKeys(obj) {
		val := obj[name]
		var err error
		switch {
		case slices.Contains(itemMembers, name):
			obj[name], err = typeItem(val)
		case slices.Contains(itemLists, name):
			err = typeEach(val)
		default:
			err = typeNested(val)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func typeEach(v any) error {
	list, _ := v.([]any)
	for i := range list {
		typed, err := typeItem(list[i])
		if err != nil {
			return err
		}
		list[i] = typed
	}
	return nil
}

func typeNested(v any) error {
	switch v := v.(type) {
	case map[string]any:
		return typeMembers(v)
	case []any:
		for _, e := range v {
			if err := typeNested(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func typeItem(v any) (any, error) {
	obj, ok := v.(map[string]any)
	if !ok {
		return v, nil // the API's own decoder says what is wrong
	}
	typed := true
	for _, e := range obj {
		typed = typed && looksTyped(e)
	}
	if typed {
		return obj, nil
	}
	out := make(map[string]any, len(obj))
	for name, e := range obj {
		src, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		val, err := attr.FromPlain(src)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = json.RawMessage(val.AppendJSON(nil))
	}
	return out, nil
}

// looksTyped says whether a value is {"S": "text"} or another typed form.
func looksTyped(v any) bool {
	obj, ok := v.(map[string]any)
	if !ok || len(obj) != 1 {
		return false
	}
	for typ, val := range obj {
		switch val.(type) {
		case string:
			return typ == "S" || typ == "N" || typ == "B"
		case bool:
			return typ == "BOOL" || typ == "NULL"
		case []any:
			return typ == "L" || typ == "SS" || typ == "NS" || typ == "BS"
		case map[string]any:
			return typ == "M"
		}
	}
	return false
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// plainMembers is the reverse of typeRequest for responses.
func plainMembers(src []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	plain, err := plainNested(v)
	if err != nil {
		return nil, err
	}
	return json.Marshal(plain)
}

// plainNested makes every object whose values are all typed a plain one.
func plainNested(v any) (any, error) {
	switch v := v.(type) {
	case []any:
		for i := range v {
			p, err := plainNested(v[i])
			if err != nil {
				return nil, err
			}
			v[i] = p
		}
	case map[string]any:
		if isTypedItem(v) {
			return plainItem(v)
		}
		for _, name := range sortedKeys(v) {
			p, err := plainNested(v[name])
			if err != nil {
				return nil, err
			}
			v[name] = p
		}
	}
	return v, nil
}

func isTypedItem(obj map[string]any) bool {
	for _, e := range obj {
		if !looksTyped(e) {
			return false
		}
	}
	return len(obj) > 0
}

func plainItem(obj map[string]any) (any, error) {
	src, err := json.Marshal(obj)
	if err != nil {
		return nil, err
	}
	var it attr.Item
	if err := json.Unmarshal(src, &it); err != nil {
		return nil, err
	}
	return json.RawMessage(attr.Map(it).AppendPlain(nil)), nil
}
