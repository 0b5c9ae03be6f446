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
	e := encoder{dst}
	if err := e.value(shapeOf(rv.Type()), rv); err != nil {
		return nil, fmt.Errorf("api: encoding a %T: %w", v, err)
	}
	return e.dst, nil
}

type encoder struct{ dst []byte }

func (e *encoder) text(s string) { e.dst = append(e.dst, s...) }

// value writes one value as encoding/json would.
func (e *encoder) value(s *shape, v reflect.Value) error {
	switch s.kind {
	case shapeItem:
		e.dst = v.Interface().(attr.Item).AppendJSON(e.dst)
	case shapeValue:
		e.dst = v.Interface().(attr.Value).AppendJSON(e.dst)
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
		if m.omitEmpty && isEmpty(f) || m.omitZero && f.IsZero() {
			continue
		}
		e.dst = append(e.dst, sep, '"')
		e.text(m.name)
		e.text(`":`)
		if err := e.value(m.shape, f); err != nil {
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
		if err := e.value(s.elem, v.MapIndex(k)); err != nil {
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
		if err := e.value(s.elem, v.Index(i)); err != nil {
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
