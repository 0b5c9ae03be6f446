package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
)

// typeRequest returns the request with every plain value typed. Values may be
// typed, as the API has them ({"S": "x"}), or plain, as people write them
// ("x"), each for itself; a plain map that looks like a typed value is taken
// for one.
func typeRequest(op api.Operation, src []byte) ([]byte, error) {
	return op.RewriteValues(src, func(v json.RawMessage) (json.RawMessage, error) {
		var any any
		dec := json.NewDecoder(bytes.NewReader(v))
		dec.UseNumber()
		if err := dec.Decode(&any); err != nil {
			return nil, err
		}
		if looksTyped(any) {
			return v, nil
		}
		val, err := attr.FromPlain(v)
		if err != nil {
			return nil, err
		}
		return val.AppendJSON(nil), nil
	})
}

// checkObject refuses what is not one JSON object.
func checkObject(src []byte) error {
	dec := json.NewDecoder(bytes.NewReader(src))
	var obj map[string]json.RawMessage
	if err := dec.Decode(&obj); err != nil || obj == nil {
		return errors.Join(errors.New("the request is not a JSON object"), err)
	}
	if dec.More() {
		return errors.New("the request goes on after its closing brace; give one request at a time")
	}
	return nil
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
