package expr

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
)

// Env is the placeholders of one request: ExpressionAttributeNames (keys with
// their #) and ExpressionAttributeValues (keys with their :). It remembers
// which of them the expressions parsed so far have used, so it belongs to one
// request and one goroutine. A nil *Env has no placeholders.
type Env struct {
	Names  map[string]string
	Values map[string]attr.Value

	usedNames  map[string]bool
	usedValues map[string]bool
}

const (
	paramNames  = "ExpressionAttributeNames"
	paramValues = "ExpressionAttributeValues"
)

// NewEnv checks the two maps and returns their Env. A nil map is a parameter
// that the request does not have. The error, an *Error, says that a map is
// there but empty or too large, that a key is not a placeholder, that a name
// is empty, or what is wrong with a value read from JSON.
func NewEnv(names map[string]string, values map[string]attr.Value) (*Env, error) {
	if err := checkKeys(paramNames, '#', names); err != nil {
		return nil, err
	}
	nameBytes := 0
	for _, key := range sortedKeys(names) {
		if names[key] == "" {
			return nil, refuse(msgMapNameEmpty, key)
		}
		nameBytes += len(key) + len(names[key])
	}
	if nameBytes > maxPlaceholdersBytes {
		return nil, refuse(msgMapSize, paramNames)
	}
	if err := checkKeys(paramValues, ':', values); err != nil {
		return nil, err
	}
	valueBytes := 0
	for _, key := range sortedKeys(values) {
		switch err := values[key].Err(); {
		case attr.IsTooDeep(err):
			return nil, refuse("%s", err)
		case err != nil:
			return nil, refuse(msgMapValue, err, key)
		}
		valueBytes += len(key) + values[key].Size()
	}
	switch {
	case valueBytes > maxPlaceholdersBytes:
		return nil, refuse(msgMapSize, paramValues)
	case nameBytes+valueBytes > maxPlaceholdersBytes:
		return nil, refuse(msgMapsSize)
	}
	return &Env{Names: names, Values: values}, nil
}

func checkKeys[V any](param string, sign byte, m map[string]V) error {
	if m != nil && len(m) == 0 {
		return refuse(msgMapEmpty, param)
	}
	for _, key := range sortedKeys(m) {
		if len(key) > maxPlaceholderBytes {
			return keyTooLong(param, key)
		}
		if len(key) < 2 || key[0] != sign || wordEnd(key, 1) != len(key) {
			return refuse(msgMapKey, param, key)
		}
	}
	return nil
}

// keyTooLong: DynamoDB gives the size for names only.
func keyTooLong(param, key string) error {
	if param == paramNames {
		return refuse(msgMapKeyLong+" size of key: %d", param, len(key))
	}
	return refuse(msgMapKeyLong, param)
}

// Unused returns an *Error that names the placeholders which no expression
// parsed with this Env has used, nil where there are none. DynamoDB looks at
// the names first. Call it after the request's last expression.
func (e *Env) Unused() error {
	if e == nil {
		return nil
	}
	if keys := unused(e.Names, e.usedNames); keys != "" {
		return refuse(msgUnused, paramNames, keys)
	}
	if keys := unused(e.Values, e.usedValues); keys != "" {
		return refuse(msgUnused, paramValues, keys)
	}
	return nil
}

// unused lists keys in byte order; DynamoDB's own order varies.
func unused[V any](m map[string]V, used map[string]bool) string {
	if len(m) == len(used) {
		return ""
	}
	keys := slices.DeleteFunc(sortedKeys(m), func(k string) bool { return used[k] })
	return strings.Join(keys, ", ")
}

func (e *Env) name(key string) (string, bool) {
	if e == nil {
		return "", false
	}
	name, ok := e.Names[key]
	if ok {
		e.usedNames = mark(e.usedNames, key)
	}
	return name, ok
}

func (e *Env) value(key string) (attr.Value, bool) {
	if e == nil {
		return attr.Value{}, false
	}
	v, ok := e.Values[key]
	if ok {
		e.usedValues = mark(e.usedValues, key)
	}
	return v, ok
}

func mark(used map[string]bool, key string) map[string]bool {
	if used == nil {
		used = make(map[string]bool)
	}
	used[key] = true
	return used
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
