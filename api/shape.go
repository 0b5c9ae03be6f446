package api

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync"

	"github.com/keywright/keywright/attr"
)

// shape is what Decode and Encode know of a Go type. They are made once for
// each type, so that a request costs no look at types and tags.
type shape struct {
	kind    shapeKind
	typ     reflect.Type
	elem    *shape         // of a pointer, a slice, a map
	members []member       // of a structure, in the order of its fields
	byName  map[string]int // into members
	refused []string       // members that DynamoDB knows and this module does not
}

// member is a field of a structure as it goes over the wire.
type member struct {
	name      string
	path      string // the name as constraint messages write it
	field     int
	shape     *shape
	omitEmpty bool
	omitZero  bool
}

type shapeKind uint8

const (
	shapeItem shapeKind = iota
	shapeValue
	shapeStructure
	shapePointer
	shapeMap
	shapeList
	shapeText
	shapeBool
	shapeInteger
	shapeFloat
	shapeOther // written by encoding/json; not part of any request
)

// shapes caches by reflect.Type; what it holds follows from the types alone.
var shapes sync.Map

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s, _ := shapes.LoadOrStore(t, newShape(t))
	return s.(*shape)
}

// newShape looks at a type. The types of the API are not recursive.
func newShape(t reflect.Type) *shape {
	s := &shape{typ: t}
	switch {
	case t == reflect.TypeFor[attr.Item]():
		s.kind = shapeItem
		return s
	case t == reflect.TypeFor[attr.Value]():
		s.kind = shapeValue
		return s
	case t.Implements(reflect.TypeFor[json.Marshaler]()), t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		s.kind = shapeOther
		return s
	}
	switch t.Kind() {
	case reflect.Struct:
		s.kind = shapeStructure
		s.structure()
	case reflect.Pointer:
		s.kind, s.elem = shapePointer, shapeOf(t.Elem())
	case reflect.Map:
		s.kind, s.elem = shapeMap, shapeOf(t.Elem())
	case reflect.Slice:
		s.kind, s.elem = shapeList, shapeOf(t.Elem())
	case reflect.String:
		s.kind = shapeText
	case reflect.Bool:
		s.kind = shapeBool
	case reflect.Int, reflect.Int64:
		s.kind = shapeInteger
	case reflect.Float64:
		s.kind = shapeFloat
	default:
		s.kind = shapeOther
	}
	return s
}

func (s *shape) structure() {
	s.byName = map[string]int{}
	s.refused = notImplemented(s.typ.Name())
	for i := range s.typ.NumField() {
		f := s.typ.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = f.Name
		}
		s.byName[name] = len(s.members)
		s.members = append(s.members, member{
			name: name, path: lowerFirst(name), field: i, shape: shapeOf(f.Type),
			omitEmpty: options == "omitempty", omitZero: options == "omitzero",
		})
	}
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
