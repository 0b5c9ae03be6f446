package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/keywright/keywright/attr"
)

// Encode writes a request or a response as it goes over the wire: compact
// JSON, absent members left out, no HTML escapes.
func Encode(v any) ([]byte, error) { return AppendJSON(nil, v) }

// AppendJSON appends what Encode writes.
func AppendJSON(dst []byte, v any) ([]byte, error) {
	rv := reflect.ValueOf(v)
	e := encoder{dst: dst}
	if err := e.value(shapeOf(rv.Type()), rv); err != nil {
		return nil, fmt.Errorf("api: encoding a %T: %w", v, err)
	}
	return e.dst, nil
}

type encoder struct {
	dst []byte

	// Of EncodeRequest.
	request bool     // what is empty is written, what is absent is not
	empty   []string // Sent.Empty
	path    []step   // to the value being written, where empty has any
	refused error    // the first value that cannot be written
}

func (e *encoder) text(s string) { e.dst = append(e.dst, s...) }

// value writes one value as encoding/json would.
func (e *encoder) value(s *shape, v reflect.Value) error {
	switch s.kind {
	case shapeItem:
		it := v.Interface().(attr.Item)
		if e.request && e.refuse(sendableItem(it)) {
			return nil
		}
		e.dst = it.AppendJSON(e.dst)
	case shapeValue:
		val := v.Interface().(attr.Value)
		if e.request && e.refuse(sendable(val)) {
			return nil
		}
		e.dst = val.AppendJSON(e.dst)
	case shapeStructure:
		return e.structure(s, v)
	case shapePointer:
		if v.IsNil() {
			e.text("null")
			return nil
		}
		return e.value(s.elem, v.Elem())
	case shapeMap:
		return e.mapping(s, v)
	case shapeList:
		return e.list(s, v)
	case shapeText:
		e.dst = attr.AppendJSONString(e.dst, v.String())
	case shapeBool:
		e.dst = strconv.AppendBool(e.dst, v.Bool())
	case shapeInteger:
		e.dst = strconv.AppendInt(e.dst, v.Int(), 10)
	default:
		return e.other(v)
	}
	return nil
}

func (e *encoder) structure(s *shape, v reflect.Value) error {
	sep := byte('{')
	for i := range s.members {
		m := &s.members[i]
		f := v.Field(m.field)
		if e.absent(m, f) {
			continue
		}
		e.dst = append(e.dst, sep, '"')
		e.text(m.name)
		e.text(`":`)
		if err := e.inside(step{name: m.path}, m.shape, f); err != nil {
			return err
		}
		sep = ','
	}
	if sep == '{' {
		e.dst = append(e.dst, sep)
	}
	e.dst = append(e.dst, '}')
	return nil
}

// absent says whether a member is left out.
func (e *encoder) absent(m *member, f reflect.Value) bool {
	if !e.request {
		return m.omitEmpty && isEmpty(f) || m.omitZero && f.IsZero()
	}
	switch m.shape.kind {
	case shapeItem, shapePointer, shapeMap, shapeList:
		return f.IsNil()
	case shapeText:
		return f.Len() == 0 && !e.wasEmpty(m)
	case shapeValue:
		return f.Interface().(attr.Value).Type() == 0 && f.Interface().(attr.Value).Err() == nil
	}
	return m.omitEmpty && isEmpty(f)
}

// wasEmpty says whether a text was sent as "".
func (e *encoder) wasEmpty(m *member) bool {
	return len(e.empty) > 0 && slices.Contains(e.empty, where(append(e.path, step{name: m.path})))
}

// inside writes a value one step further down.
func (e *encoder) inside(st step, s *shape, v reflect.Value) error {
	if len(e.empty) == 0 {
		return e.value(s, v)
	}
	e.path = append(e.path, st)
	err := e.value(s, v)
	e.path = e.path[:len(e.path)-1]
	return err
}

// refuse notes what is wrong with a value that cannot be written.
func (e *encoder) refuse(err error) bool {
	if e.refused == nil {
		e.refused = err
	}
	return err != nil
}

// isEmpty is encoding/json's idea of empty.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func (e *encoder) mapping(s *shape, v reflect.Value) error {
	if v.IsNil() {
		e.text("null")
		return nil
	}
	sep := byte('{')
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	for _, k := range keys {
		e.dst = append(e.dst, sep)
		e.dst = attr.AppendJSONString(e.dst, k.String())
		e.dst = append(e.dst, ':')
		if e.request && e.refusePlaceholder(k.String(), v.MapIndex(k)) {
			continue
		}
		if err := e.inside(step{name: k.String(), ofMap: true}, s.elem, v.MapIndex(k)); err != nil {
			return err
		}
		sep = ','
	}
	if sep == '{' {
		e.dst = append(e.dst, sep)
	}
	e.dst = append(e.dst, '}')
	return nil
}

func (e *encoder) list(s *shape, v reflect.Value) error {
	if v.IsNil() {
		e.text("null")
		return nil
	}
	e.dst = append(e.dst, '[')
	for i := range v.Len() {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		if err := e.inside(step{element: i + 1}, s.elem, v.Index(i)); err != nil {
			return err
		}
	}
	e.dst = append(e.dst, ']')
	return nil
}

// other leaves what has no shape of its own, such as a float, to
// encoding/json.
func (e *encoder) other(v reflect.Value) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v.Interface()); err != nil {
		return err
	}
	e.dst = append(e.dst, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
	return nil
}
