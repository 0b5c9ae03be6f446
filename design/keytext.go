package design

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// keyText is a compiled template: how one key attribute, or one value of a
// request, is made of literals and of columns or parameters.
type keyText struct {
	source string
	typ    attr.Type // S, N or B
	parts  []keyPart
}

// keyPart is a literal, or a slot with its codec.
type keyPart struct {
	literal string
	name    string
	codec   *Codec // nil for a literal
}

// compile joins a template to columns: find returns the column of a slot's
// name, or an error that says why there is none. The error joins all that is
// wrong.
func compile(src string, typ attr.Type, delim byte, find func(name string) (*model.Column, error)) (*keyText, error) {
	parsed, err := parseTemplate(src)
	if err != nil {
		return nil, err
	}
	k := &keyText{source: src, typ: typ}
	var errs []error
	for _, p := range parsed {
		if p.name == "" {
			k.parts = append(k.parts, keyPart{literal: p.literal})
			continue
		}
		col, err := find(p.name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		codec, err := newKeyCodec(col, p.codec, delim, typ)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		k.parts = append(k.parts, keyPart{name: p.name, codec: codec})
	}
	if err := k.check(); err != nil && errs == nil {
		errs = append(errs, err)
	}
	for i, err := range errs {
		errs[i] = fmt.Errorf("template %q: %w", src, err)
	}
	return k, errors.Join(errs...)
}

// newKeyCodec compiles a codec for an attribute of the given type: bytes stay
// bytes in an attribute of type B.
func newKeyCodec(col *model.Column, spec string, delim byte, typ attr.Type) (*Codec, error) {
	if typ == attr.TypeBinary && col.Type.Kind == model.KindBlob && spec == "" {
		return &Codec{column: col, scheme: rawBytes{}, traits: rawBytes{}.traits(), delim: delim}, nil
	}
	c, err := NewCodec(col, spec, delim)
	switch {
	case err != nil:
		return nil, err
	case typ == attr.TypeNumber && !c.Number():
		return nil, fmt.Errorf("column %s: %s gives text, but the attribute is of type N", col.Name, describeCodec(col, spec))
	case typ == attr.TypeNumber && c.nulls:
		return nil, fmt.Errorf("column %s: NULL has no form in an attribute of type N", col.Name)
	case typ != attr.TypeNumber && c.traits.numberOnly:
		return nil, fmt.Errorf("column %s: codec %q is for an attribute of type N; declare it in the table's types", col.Name, spec)
	}
	return c, nil
}

// describeCodec names a codec in messages.
func describeCodec(col *model.Column, spec string) string {
	if spec == "" {
		return "plain " + string(col.Type.Kind) + " text"
	}
	return fmt.Sprintf("codec %q", spec)
}

// check refuses what cannot be a value of the attribute's type.
func (k *keyText) check() error {
	if k.typ != attr.TypeNumber {
		return nil
	}
	if len(k.parts) != 1 {
		return fmt.Errorf("a value of type N is one slot or one number, without other text")
	}
	if p := k.parts[0]; p.codec == nil {
		if _, err := attr.ParseNumber(p.literal); err != nil {
			return fmt.Errorf("%q is no number, but the value is of type N", p.literal)
		}
	}
	return nil
}

// columns are the names in the slots, each once, in order.
func (k *keyText) columns() []string {
	var out []string
	for _, p := range k.parts {
		if p.codec != nil {
			out = appendNew(out, p.name)
		}
	}
	return out
}

// value joins the texts of the slots into the attribute's value.
func (k *keyText) value(encode func(p keyPart) (string, error)) (attr.Value, error) {
	var b strings.Builder
	for _, p := range k.parts {
		if p.codec == nil {
			b.WriteString(p.literal)
			continue
		}
		s, err := encode(p)
		if err != nil {
			return attr.Value{}, err
		}
		b.WriteString(s)
	}
	return typed(k.typ, b.String())
}

// ofRow is the value for a row.
func (k *keyText) ofRow(row model.Row) (attr.Value, error) {
	return k.value(func(p keyPart) (string, error) { return p.codec.Encode(row[p.name]) })
}

// typed makes a value of a key type.
func typed(typ attr.Type, s string) (attr.Value, error) {
	switch typ {
	case attr.TypeNumber:
		n, err := attr.ParseNumber(s)
		return attr.Num(n), err
	case attr.TypeBinary:
		return attr.Binary([]byte(s)), nil
	}
	if !utf8.ValidString(s) {
		return attr.Value{}, fmt.Errorf("key text %q is not valid UTF-8", s)
	}
	return attr.String(s), nil
}

// longest is the length in bytes of the longest text, 0 without a bound.
func (k *keyText) longest() int {
	n := 0
	for _, p := range k.parts {
		if p.codec != nil && p.codec.Longest() == 0 {
			return 0
		}
		if p.codec != nil {
			n += p.codec.Longest()
		}
		n += len(p.literal)
	}
	return n
}

// literalLength is how much of the template is literal: what tells item types
// apart.
func (k *keyText) literalLength() int {
	n := 0
	for _, p := range k.parts {
		n += len(p.literal)
	}
	return n
}

func appendNew(list []string, s string) []string {
	for _, e := range list {
		if e == s {
			return list
		}
	}
	return append(list, s)
}

// rawBytes is a blob in an attribute of type B.
type rawBytes struct{}

func (rawBytes) encode(v attr.Value) (string, error) { return v.Str(), nil }
func (rawBytes) arg(v attr.Value) (string, error)    { return v.Str(), nil }
func (rawBytes) prefix(v attr.Value) (string, error) { return v.Str(), nil }
func (rawBytes) decode(s string) (attr.Value, error) { return attr.Binary([]byte(s)), nil }
func (rawBytes) traits() traits                      { return traits{bytes: allBytes()} }
