package design

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// enumCode is the place of a value in the column's CHECK list, from 0, in a
// fixed width: an enum is ordered as its list is.
type enumCode struct {
	col      *model.Column
	width    int
	downward bool
}

func newEnum(col *model.Column, call codecCall) (scheme, error) {
	if err := wants(col, "enum", textKinds...); err != nil {
		return nil, err
	}
	if len(col.Values) == 0 {
		return nil, fmt.Errorf("enum needs the list of values; add CHECK (%s IN (...)) to the model", col.Name)
	}
	return enumCode{col, len(fmt.Sprint(len(col.Values) - 1)), call.desc}, nil
}

func (e enumCode) encode(v attr.Value) (string, error) {
	i := slices.Index(e.col.Values, v.Str())
	if i < 0 {
		return "", refuse(e.col, v, "is not one of %s", strings.Join(e.col.Values, ", "))
	}
	if e.downward {
		i = len(e.col.Values) - 1 - i
	}
	return fmt.Sprintf("%0*d", e.width, i), nil
}

// arg puts a value that is not in the list before all others, as the model's
// order does.
func (e enumCode) arg(v attr.Value) (string, error) {
	if slices.Contains(e.col.Values, v.Str()) {
		return e.encode(v)
	}
	return ifElse(e.downward, aboveAll, belowAll), nil
}

func (e enumCode) decode(s string) (attr.Value, error) {
	for _, name := range e.col.Values {
		if code, err := e.encode(attr.String(name)); err == nil && code == s {
			return attr.String(name), nil
		}
	}
	return attr.Value{}, nil
}

func (e enumCode) traits() traits {
	return traits{
		ordered: true, injective: true, descending: e.downward,
		width: e.width, longest: e.width, bytes: bytesOf("0123456789"), number: true,
	}
}

// plainBool writes false and true, which sort as they should.
type plainBool struct{}

func (plainBool) encode(v attr.Value) (string, error) { return fmt.Sprint(v.Bool()), nil }
func (b plainBool) arg(v attr.Value) (string, error)  { return b.encode(v) }
func (plainBool) decode(s string) (attr.Value, error) {
	if s != "true" && s != "false" {
		return attr.Value{}, nil
	}
	return attr.Bool(s == "true"), nil
}
func (plainBool) traits() traits {
	return traits{ordered: true, injective: true, longest: len("false"), bytes: bytesOf("aeflrstu")}
}

// boolDigit writes 0 and 1, or 1 and 0 downward.
type boolDigit struct{ downward bool }

func newBoolDigit(col *model.Column, call codecCall) (scheme, error) {
	return boolDigit{call.desc}, wants(col, "bool", model.KindBool)
}

func (b boolDigit) encode(v attr.Value) (string, error) {
	if v.Bool() != b.downward {
		return "1", nil
	}
	return "0", nil
}
func (b boolDigit) arg(v attr.Value) (string, error) { return b.encode(v) }
func (b boolDigit) decode(s string) (attr.Value, error) {
	if s != "0" && s != "1" {
		return attr.Value{}, nil
	}
	return attr.Bool((s == "1") != b.downward), nil
}
func (b boolDigit) traits() traits {
	return traits{
		ordered: true, injective: true, descending: b.downward,
		width: 1, longest: 1, bytes: bytesOf("01"), number: true,
	}
}
