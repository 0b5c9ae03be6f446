package attr

import (
	"encoding/base64"
	"fmt"
)

// AppendPlain appends the value as plain JSON, the form in which people write
// documents: S as a string, N as a number with all its digits, BOOL and NULL
// as themselves, M as an object, L and the sets as arrays, B as a string of
// base64. FromPlain reads all of it back but B (which becomes S) and the sets
// (which become L). It panics on the zero Value, which has no form.
func (v Value) AppendPlain(dst []byte) []byte {
	switch v.typ {
	case TypeString:
		return AppendJSONString(dst, v.str)
	case TypeNumber:
		return append(dst, v.str...)
	case TypeBinary:
		dst = append(dst, '"')
		dst = base64.StdEncoding.AppendEncode(dst, []byte(v.str))
		return append(dst, '"')
	case TypeBool:
		return appendBool(dst, v.flag)
	case TypeNull:
		return append(dst, "null"...)
	case TypeMap:
		return v.Item().AppendPlain(dst)
	case TypeList, TypeStringSet, TypeNumberSet, TypeBinarySet:
		return appendArray(dst, v.Elems(), func(dst []byte, e Value) []byte { return e.AppendPlain(dst) })
	}
	panic("attr: a zero Value has no JSON: " + v.str)
}

// AppendPlain appends the item as a plain JSON object, attributes in order of
// name.
func (it Item) AppendPlain(dst []byte) []byte {
	dst = append(dst, '{')
	for i, f := range it {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendJSONString(dst, f.Name)
		dst = append(dst, ':')
		dst = f.Value.AppendPlain(dst)
	}
	return append(dst, '}')
}

// FromPlain reads plain JSON: strings become S, numbers N with all their
// digits, true and false BOOL, null NULL, objects M, arrays L. The error is a
// *SerializationError for malformed JSON, a *ValidationError for a number that
// DynamoDB cannot hold and for more than 32 levels; the latter names the
// place. Of two names in one object the later is kept.
func FromPlain(data []byte) (Value, error) {
	p := plainReader{scanner{src: string(data)}}
	v, err := p.value(1)
	if err != nil {
		return Value{}, err
	}
	return v, p.end()
}

// ItemFromPlain reads a plain JSON object as an item, with the errors of
// FromPlain.
func ItemFromPlain(data []byte) (Item, error) {
	p := plainReader{scanner{src: string(data)}}
	if p.peek() != '{' {
		return nil, p.malformed("expected an object")
	}
	v, err := p.value(0) // an item's values are level 1
	if err != nil {
		return nil, err
	}
	return v.Item(), p.end()
}

type plainReader struct{ scanner }

func (p *plainReader) value(level int) (Value, error) {
	if level > maxLevels {
		return Value{}, p.refused(msgNesting)
	}
	switch p.peek() {
	case '{':
		fields := []Field{}
		err := p.object(func(name string) error {
			v, err := p.value(level + 1)
			fields = append(fields, Field{name, v})
			return err
		})
		return Map(NewItem(fields...)), err
	case '[':
		list := []Value{}
		err := p.array(func() error {
			v, err := p.value(level + 1)
			list = append(list, v)
			return err
		})
		return List(list...), err
	case '"':
		s, err := p.text()
		return String(s), err
	case 't', 'f':
		w, err := p.word()
		return Bool(w == "true"), err
	case 'n':
		_, err := p.word()
		return Null(), err
	}
	s, err := p.number()
	if err != nil {
		return Value{}, err
	}
	v, err := ParseNum(s)
	if err != nil {
		return Value{}, p.refused(err.Error())
	}
	return v, nil
}

func (p *plainReader) refused(message string) error {
	return &ValidationError{fmt.Sprintf("%s (byte %d)", message, p.pos)}
}
