package api

import (
	"fmt"
	"reflect"

	"github.com/keywright/keywright/attr"
)

// The client's side of the wire: Decode and Encode are the server's.

// EncodeRequest writes a request so that Decode makes the same one of it: a
// member that is absent is left out, one that is there and empty is written.
// A request with a value that DynamoDB refuses (attr.Value.Err) cannot be
// written, for what was sent is gone: the error is the one that DynamoDB
// answers.
func EncodeRequest(request any) ([]byte, error) {
	v := reflect.ValueOf(request).Elem()
	e := encoder{request: true}
	if sent := v.FieldByName("Sent"); sent.IsValid() && !sent.IsNil() {
		e.empty = sent.Interface().(*Sent).Empty
	}
	if err := e.value(shapeOf(v.Type()), v); err != nil {
		return nil, fmt.Errorf("api: encoding a %T: %w", request, err)
	}
	if e.refused == nil {
		return e.dst, nil
	}
	if r, ok := request.(interface{ Validate() error }); ok {
		if err := r.Validate(); err != nil {
			return nil, err
		}
	}
	return nil, invalid(e.refused.Error())
}

// DecodeResponse reads the body of an answer into a pointer to the
// operation's response struct. Members that the struct does not have are
// skipped. A body of another form is an error that says what is wrong.
func DecodeResponse(body []byte, response any) error {
	v := reflect.ValueOf(response).Elem()
	d := &decoder{json: attr.NewJSONReader(body), response: true}
	err := d.value(shapeOf(v.Type()), v)
	if err == nil {
		err = d.json.End()
	}
	if err != nil {
		return fmt.Errorf("api: the body is no %s: %w", v.Type().Name(), err)
	}
	return nil
}

// refusePlaceholder is refuse for an element of ExpressionAttributeValues, of
// which DynamoDB tells the name.
func (e *encoder) refusePlaceholder(name string, elem reflect.Value) bool {
	v, ok := elem.Interface().(attr.Value)
	if !ok {
		return false
	}
	err := sendable(v)
	if err != nil {
		err = fmt.Errorf("ExpressionAttributeValues contains invalid value: %w for key %s", err, name)
	}
	return e.refuse(err)
}

// sendable says whether a value can be written: not one that DynamoDB refuses,
// and not the zero Value.
func sendable(v attr.Value) error {
	switch v.Type() {
	case 0:
		if err := v.Err(); err != nil {
			return err
		}
		_, err := attr.ParseValue([]byte("{}")) // DynamoDB's word for no value
		return err
	case attr.TypeMap:
		return sendableItem(v.Item())
	case attr.TypeList:
		for _, e := range v.Elems() {
			if err := sendable(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func sendableItem(it attr.Item) error {
	for _, f := range it {
		if err := sendable(f.Value); err != nil {
			return err
		}
	}
	return nil
}
