package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	d := &decoder{json: json.NewDecoder(bytes.NewReader(body)), sent: &Sent{}}
	d.json.UseNumber()
	if err := d.value(v, ""); err != nil {
		return serialization(err)
	}
	if _, err := d.json.Token(); err != io.EOF {
		return &Error{Code: SerializationException, Message: "Unexpected data after the request"}
	}
	if d.refused != "" {
		return &Error{Code: ValidationException, Message: "The parameter " + d.refused +
			" of " + strings.TrimSuffix(v.Type().Name(), "Request") + " is not implemented"}
	}
	if len(d.sent.Empty) > 0 {
		v.FieldByName("Sent").Set(reflect.ValueOf(d.sent))
	}
	return nil
}

// serialization turns whatever went wrong while reading into an API error.
func serialization(err error) error {
	var form *formError
	if errors.As(err, &form) {
		return &Error{Code: SerializationException, Message: form.message}
	}
	var value *attr.SerializationError
	if errors.As(err, &value) {
		return &Error{Code: SerializationException, Message: value.Message}
	}
	return &Error{Code: SerializationException} // not JSON: DynamoDB sends no message
}

// formError is JSON of another type than the member has.
type formError struct{ message string }

func (e *formError) Error() string { return e.message }

type decoder struct {
	json    *json.Decoder
	sent    *Sent
	refused string // the first member known to DynamoDB but not to us
}

// value reads the next JSON value into v, whose path in the request is given
// as constraint messages write it.
func (d *decoder) value(v reflect.Value, path string) error {
	if v.Type() == reflect.TypeFor[attr.Item]() {
		return d.item(v)
	}
	if v.Type() == reflect.TypeFor[attr.Value]() {
		return d.attribute(v)
	}
	tok, err := d.json.Token()
	if err != nil {
		return err
	}
	if tok == nil { // null
		return nil
	}
	for v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Struct:
		return d.structure(v, tok, path)
	case reflect.Map:
		return d.mapping(v, tok, path)
	case reflect.Slice:
		return d.list(v, tok, path)
	}
	return d.scalar(v, tok, path)
}

func (d *decoder) structure(v reflect.Value, tok json.Token, path string) error {
	if err := open(tok, '{', v.Type()); err != nil {
		return err
	}
	known := notImplemented(v.Type().Name())
	for d.json.More() {
		name, err := d.name()
		if err != nil {
			return err
		}
		field, ok := v.Type().FieldByName(name)
		if !ok || field.Tag.Get("json") == "-" {
			if err := d.skip(name, known); err != nil {
				return err
			}
			continue
		}
		if err := d.value(v.FieldByIndex(field.Index), join(path, lowerFirst(name))); err != nil {
			return err
		}
	}
	return d.close()
}

// skip passes over a member that the struct does not have.
func (d *decoder) skip(name string, known []string) error {
	var raw json.RawMessage
	if err := d.json.Decode(&raw); err != nil {
		return err
	}
	for _, k := range known {
		if k == name && d.refused == "" && string(raw) != "null" {
			d.refused = name
		}
	}
	return nil
}

func (d *decoder) mapping(v reflect.Value, tok json.Token, path string) error {
	if err := open(tok, '{', v.Type()); err != nil {
		return err
	}
	v.Set(reflect.MakeMap(v.Type()))
	for d.json.More() {
		name, err := d.name()
		if err != nil {
			return err
		}
		elem := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(elem, join(path, name)+".member"); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(name), elem)
	}
	return d.close()
}

func (d *decoder) list(v reflect.Value, tok json.Token, path string) error {
	if err := open(tok, '[', v.Type()); err != nil {
		return err
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 4))
	for i := 1; d.json.More(); i++ {
		elem := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(elem, join(path, strconv.Itoa(i))+".member"); err != nil {
			return err
		}
		v.Set(reflect.Append(v, elem))
	}
	return d.close()
}

// item reads an item. Its attributes that DynamoDB refuses are found later,
// by attr.Item.Err.
func (d *decoder) item(v reflect.Value) error {
	var raw json.RawMessage
	if err := d.json.Decode(&raw); err != nil || string(raw) == "null" {
		return err
	}
	it := attr.Item{}
	if err := it.UnmarshalJSON(raw); err != nil {
		return err
	}
	if it == nil {
		it = attr.Item{} // sent, though empty
	}
	v.Set(reflect.ValueOf(it))
	return nil
}

func (d *decoder) attribute(v reflect.Value) error {
	var raw json.RawMessage
	if err := d.json.Decode(&raw); err != nil {
		return err
	}
	var val attr.Value
	if err := val.UnmarshalJSON(raw); err != nil {
		return err
	}
	v.Set(reflect.ValueOf(val))
	return nil
}

// scalar sets a string, a boolean or an integer. The texts are those of
// recorded answers of AWS.
func (d *decoder) scalar(v reflect.Value, tok json.Token, path string) error {
	class := map[reflect.Kind]string{reflect.String: "String", reflect.Bool: "Boolean",
		reflect.Int: "Integer", reflect.Int64: "Long"}[v.Kind()]
	switch tok := tok.(type) {
	case json.Delim:
		if tok == '[' {
			return &formError{"Unrecognized collection type class java.lang." + class}
		}
		return &formError{"Start of structure or map found where not expected"}
	case string:
		if v.Kind() == reflect.String {
			v.SetString(tok)
			if tok == "" {
				d.sent.Empty = append(d.sent.Empty, path)
			}
			return nil
		}
		if v.Kind() == reflect.Bool {
			return &formError{"Unexpected token received from parser"}
		}
		return &formError{"STRING_VALUE cannot be converted to " + class}
	case bool:
		if v.Kind() == reflect.Bool {
			v.SetBool(tok)
			return nil
		}
		return &formError{strings.ToUpper(strconv.FormatBool(tok)) + "_VALUE cannot be converted to " + class}
	case json.Number:
		if v.Kind() == reflect.Int || v.Kind() == reflect.Int64 {
			return setInteger(v, tok)
		}
		if strings.ContainsAny(tok.String(), ".eE") {
			return &formError{"DECIMAL_VALUE cannot be converted to " + class}
		}
		return &formError{"NUMBER_VALUE cannot be converted to " + class}
	}
	return fmt.Errorf("unexpected token %v", tok)
}

// setInteger stores a JSON number, cut to an integer as DynamoDB does.
func setInteger(v reflect.Value, n json.Number) error {
	if i, err := n.Int64(); err == nil {
		v.SetInt(i)
		return nil
	}
	f, err := n.Float64()
	if err != nil || f >= 1<<63 || f < -1<<63 {
		return &formError{"NUMBER_VALUE cannot be converted to Long"}
	}
	v.SetInt(int64(f))
	return nil
}

// open checks that a token begins an object or a list.
func open(tok json.Token, want json.Delim, t reflect.Type) error {
	got, ok := tok.(json.Delim)
	switch {
	case !ok:
		return &formError{"Unexpected field type"}
	case got == want:
		return nil
	case got == '[':
		return &formError{"Unrecognized collection type " + javaType(t)}
	}
	return &formError{"Start of structure or map found where not expected"}
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

// name reads a member's name; the JSON decoder has made sure that it is one.
func (d *decoder) name() (string, error) {
	tok, err := d.json.Token()
	if err != nil {
		return "", err
	}
	return tok.(string), nil
}

func (d *decoder) close() error {
	_, err := d.json.Token()
	return err
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// notImplemented lists, by request or structure, the members that DynamoDB
// knows and this module does not (API reference, read 2026-11).
func notImplemented(structure string) []string {
	switch structure {
	case "PutItemRequest", "DeleteItemRequest":
		return []string{"Expected", "ConditionalOperator"}
	case "GetItemRequest", "KeysAndAttributes":
		return []string{"AttributesToGet"}
	case "UpdateItemRequest":
		return []string{"Expected", "ConditionalOperator", "AttributeUpdates"}
	case "QueryRequest":
		return []string{"AttributesToGet", "ConditionalOperator", "KeyConditions", "QueryFilter"}
	case "ScanRequest":
		return []string{"AttributesToGet", "ConditionalOperator", "ScanFilter"}
	case "CreateTableRequest":
		return []string{"StreamSpecification", "SSESpecification", "Tags", "ResourcePolicy", "OnDemandThroughput",
			"WarmThroughput", "VectorIndexes", "GlobalTableSourceArn", "GlobalTableSettingsReplicationMode"}
	case "GlobalSecondaryIndex":
		return []string{"OnDemandThroughput", "WarmThroughput"}
	}
	return nil
}
