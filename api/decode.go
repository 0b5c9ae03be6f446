package api

import (
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/keywright/keywright/attr"
)

// Sent keeps what Decode saw in a request body that the Go form cannot hold,
// because DynamoDB answers it only after other checks. (Attribute values that
// DynamoDB refuses are held by attr.Value itself.)
type Sent struct {
	// Empty are members that were sent as "" where the Go form's "" means
	// absent, as paths of constraint messages: "tableName",
	// "transactItems.1.member.put.tableName".
	Empty []string
}

// Decode reads a request from the body of a call, as DynamoDB does: member
// names are case-sensitive, null means absent, unknown members are skipped. A
// member that DynamoDB knows and this module does not implement is refused by
// name. request is a pointer to a request struct; a body of the wrong form is
// a SerializationException.
func Decode(body []byte, request any) error {
	v := reflect.ValueOf(request).Elem()
	d := &decoder{json: attr.NewJSONReader(body)}
	if err := d.value(shapeOf(v.Type()), v); err != nil {
		return serialization(err)
	}
	if d.json.End() != nil {
		return &Error{Code: SerializationException, Message: "Unexpected data after the request"}
	}
	if d.refused != "" {
		return &Error{Code: ValidationException, Message: "The parameter " + d.refused +
			" of " + strings.TrimSuffix(v.Type().Name(), "Request") + " is not implemented"}
	}
	if len(d.empty) > 0 {
		v.FieldByName("Sent").Set(reflect.ValueOf(&Sent{Empty: d.empty}))
	}
	return nil
}

// serialization turns whatever went wrong while reading into an API error.
func serialization(err error) error {
	var syntax *attr.SyntaxError
	if errors.As(err, &syntax) {
		return &Error{Code: SerializationException} // not JSON: DynamoDB sends no message
	}
	var form *attr.SerializationError
	if errors.As(err, &form) {
		return &Error{Code: SerializationException, Message: form.Message}
	}
	return &Error{Code: SerializationException}
}

type decoder struct {
	json    *attr.JSONReader
	path    []step // to the value being read
	empty   []string
	refused string // the first member known to DynamoDB but not to us

	response bool // an answer is read: nobody looks at a value's Err later
}

// step is one step of the path to a value: a member, a key of a map, or the
// element of a list, counted from 1.
type step struct {
	name    string
	element int
	ofMap   bool
}

// where writes a path as constraint messages do.
func where(path []step) string {
	var b strings.Builder
	for i, s := range path {
		if i > 0 {
			b.WriteByte('.')
		}
		if s.element > 0 {
			b.WriteString(strconv.Itoa(s.element))
		} else {
			b.WriteString(s.name)
		}
		if s.element > 0 || s.ofMap {
			b.WriteString(".member")
		}
	}
	return b.String()
}

// inside reads a value one step further down.
func (d *decoder) inside(st step, s *shape, v reflect.Value) error {
	d.path = append(d.path, st)
	err := d.value(s, v)
	d.path = d.path[:len(d.path)-1]
	return err
}

// value reads the next JSON value into v.
func (d *decoder) value(s *shape, v reflect.Value) error {
	if s.kind == shapeValue {
		val, err := d.json.Value()
		if err == nil {
			*v.Addr().Interface().(*attr.Value) = val
			if d.response {
				err = val.Err()
			}
		}
		return err
	}
	if d.json.Null() {
		return nil
	}
	switch s.kind {
	case shapeItem:
		it, err := d.json.Item()
		if err == nil && it == nil {
			it = attr.Item{} // sent, though empty
		}
		if err == nil && d.response {
			err = it.Err()
		}
		*v.Addr().Interface().(*attr.Item) = it
		return err
	case shapePointer:
		v.Set(reflect.New(s.elem.typ))
		return d.value(s.elem, v.Elem())
	case shapeStructure:
		return d.structure(s, v)
	case shapeMap:
		return d.mapping(s, v)
	case shapeList:
		return d.list(s, v)
	}
	return d.scalar(s, v)
}

func (d *decoder) structure(s *shape, v reflect.Value) error {
	if err := d.opens('{', s); err != nil {
		return err
	}
	return d.json.Object(func(name string) error {
		i, ok := s.byName[name]
		if !ok {
			return d.skip(name, s.refused)
		}
		m := &s.members[i]
		if m.shape.kind == shapeValue && d.json.Null() {
			return nil
		}
		return d.inside(step{name: m.path}, m.shape, v.Field(m.field))
	})
}

// skip passes over a member that the struct does not have.
func (d *decoder) skip(name string, refused []string) error {
	if d.json.Null() {
		return nil
	}
	for _, r := range refused {
		if r == name && d.refused == "" {
			d.refused = name
		}
	}
	return d.json.Skip()
}

func (d *decoder) mapping(s *shape, v reflect.Value) error {
	if err := d.opens('{', s); err != nil {
		return err
	}
	if v.Type() == reflect.TypeFor[Values]() {
		return d.values(v.Addr().Interface().(*Values))
	}
	v.Set(reflect.MakeMap(s.typ))
	return d.json.Object(func(name string) error {
		elem := reflect.New(s.elem.typ).Elem()
		if err := d.inside(step{name: name, ofMap: true}, s.elem, elem); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(name), elem)
		return nil
	})
}

// values is mapping for the map that most requests have.
func (d *decoder) values(into *Values) error {
	*into = Values{}
	return d.json.Object(func(name string) error {
		val, err := d.json.Value()
		(*into)[name] = val
		return err
	})
}

func (d *decoder) list(s *shape, v reflect.Value) error {
	if err := d.opens('[', s); err != nil {
		return err
	}
	v.Set(reflect.MakeSlice(s.typ, 0, 4))
	return d.json.Array(func() error {
		n := v.Len()
		v.Grow(1)
		v.SetLen(n + 1)
		v.Index(n).SetZero()
		return d.inside(step{element: n + 1}, s.elem, v.Index(n))
	})
}

// scalar sets a string, a boolean or an integer. The texts are those of
// recorded answers of AWS.
func (d *decoder) scalar(s *shape, v reflect.Value) error {
	switch c := d.json.Peek(); {
	case c == '[':
		return &attr.SerializationError{Message: "Unrecognized collection type class java.lang." + s.javaClass()}
	case c == '{':
		return &attr.SerializationError{Message: "Start of structure or map found where not expected"}
	case c == '"':
		return d.text(s, v)
	case c == 't' || c == 'f':
		word, err := d.json.Word()
		if err != nil {
			return err
		}
		if s.kind == shapeBool {
			v.SetBool(word == "true")
			return nil
		}
		return &attr.SerializationError{Message: strings.ToUpper(word) + "_VALUE cannot be converted to " + s.javaClass()}
	}
	return d.number(s, v)
}

func (d *decoder) text(s *shape, v reflect.Value) error {
	text, err := d.json.Text()
	switch {
	case err != nil:
		return err
	case s.kind == shapeText:
		v.SetString(text)
		if text == "" {
			d.empty = append(d.empty, where(d.path))
		}
		return nil
	case s.kind == shapeBool:
		return &attr.SerializationError{Message: "Unexpected token received from parser"}
	}
	return &attr.SerializationError{Message: "STRING_VALUE cannot be converted to " + s.javaClass()}
}

// number stores a JSON number, cut to an integer as DynamoDB does.
func (d *decoder) number(s *shape, v reflect.Value) error {
	text, err := d.json.Number()
	if err != nil {
		return err
	}
	if s.kind == shapeFloat {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return &attr.SerializationError{Message: "NUMBER_VALUE cannot be converted to Double"}
		}
		v.SetFloat(f)
		return nil
	}
	if s.kind != shapeInteger {
		if strings.ContainsAny(text, ".eE") {
			return &attr.SerializationError{Message: "DECIMAL_VALUE cannot be converted to " + s.javaClass()}
		}
		return &attr.SerializationError{Message: "NUMBER_VALUE cannot be converted to " + s.javaClass()}
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		v.SetInt(i)
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f >= 1<<63 || f < -1<<63 {
		return &attr.SerializationError{Message: "NUMBER_VALUE cannot be converted to Long"}
	}
	v.SetInt(int64(f))
	return nil
}

// opens checks that the next value is an object or a list, which begins with
// the byte want. A value of another kind is read over, so that an error of
// syntax in it is found.
func (d *decoder) opens(want byte, s *shape) error {
	switch c := d.json.Peek(); c {
	case want:
		return nil
	case '[':
		return &attr.SerializationError{Message: "Unrecognized collection type " + javaType(s.typ)}
	case '{':
		return &attr.SerializationError{Message: "Start of structure or map found where not expected"}
	}
	if err := d.json.Skip(); err != nil {
		return err
	}
	return &attr.SerializationError{Message: "Unexpected field type"}
}

// javaClass names a scalar's type as DynamoDB's decoder does.
func (s *shape) javaClass() string {
	switch s.typ.Kind() {
	case reflect.String:
		return "String"
	case reflect.Bool:
		return "Boolean"
	case reflect.Int64:
		return "Long"
	case reflect.Float64:
		return "Double"
	}
	return "Integer"
}

// javaType names a structure or map as DynamoDB's decoder does.
func javaType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Map:
		return "java.util.Map<java.lang.String, " + javaType(t.Elem()) + ">"
	case reflect.Pointer:
		return javaType(t.Elem())
	case reflect.Slice:
		return "java.util.List<" + javaType(t.Elem()) + ">"
	case reflect.String:
		return "java.lang.String"
	}
	name := t.Name()
	if t == reflect.TypeFor[attr.Value]() {
		name = "AttributeValue"
	}
	return dynamo + "." + name
}

// notImplemented lists, by request or structure, the members that DynamoDB
// knows and this module does not (API reference, read 2026-11).
func notImplemented(structure string) []string {
	switch structure {
	case "CreateTableRequest":
		return []string{"ResourcePolicy", "VectorIndexes", "GlobalTableSourceArn", "GlobalTableSettingsReplicationMode"}
	case "UpdateTableRequest":
		return []string{"ReplicaUpdates", "GlobalTableWitnessUpdates", "MultiRegionConsistency", "VectorIndexUpdates",
			"GlobalTableSettingsReplicationMode"}
	}
	return nil
}
