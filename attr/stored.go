package attr

import "encoding/base64"

// Stored is the storage form of an item, for readers that hand it on or look
// at little of it: nothing is decoded that is not asked for. It may be memory
// that is used again: what the methods return does not refer to it.
type Stored []byte

// AppendJSON appends the DynamoDB JSON of the item, as Item.AppendJSON does.
// The error says where the form is corrupt, as DecodeItem's does.
func (s Stored) AppendJSON(dst []byte) ([]byte, error) {
	d := storedReader[[]byte]{src: s}
	if err := d.version(); err != nil {
		return dst, err
	}
	dst, err := d.appendFields(dst, 0)
	if err != nil {
		return dst, err
	}
	return dst, d.end()
}

// Get returns the value of an attribute, the zero Value where it is missing.
// What stands behind the attribute is not looked at.
func (s Stored) Get(name string) (Value, error) {
	d := storedReader[[]byte]{src: s}
	if err := d.version(); err != nil {
		return Value{}, err
	}
	n, err := d.uvarint()
	for ; n > 0 && err == nil; n-- {
		var have []byte
		if have, err = d.bytes(); err != nil {
			break
		}
		switch {
		case string(have) == name:
			return d.value(1)
		case string(have) > name:
			return Value{}, nil
		}
		err = d.skip(1)
	}
	return Value{}, err
}

// skip reads over a value.
func (d *storedReader[T]) skip(level int) error {
	if d.pos < len(d.src) {
		switch Type(d.src[d.pos]) {
		case TypeString, TypeNumber, TypeBinary:
			d.pos++
			_, err := d.bytes()
			return err
		}
	}
	_, err := d.value(level) // the larger types are seldom passed over
	return err
}

func (d *storedReader[T]) appendFields(dst []byte, level int) ([]byte, error) {
	n, err := d.uvarint()
	if err != nil {
		return dst, err
	}
	dst = append(dst, '{')
	before := d.src[:0]
	for i := range n {
		name, err := d.bytes()
		if err != nil {
			return dst, err
		}
		if i > 0 {
			if string(before) >= string(name) {
				return dst, d.corrupt("order of attributes")
			}
			dst = append(dst, ',')
		}
		before = name
		dst = append(appendText(dst, name), ':')
		if dst, err = d.appendValue(dst, level+1); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

// appendValue appends the types that most of an item's bytes are of without a
// Value between; the others are decoded first.
func (d *storedReader[T]) appendValue(dst []byte, level int) ([]byte, error) {
	if d.pos < len(d.src) && level <= maxLevels {
		switch Type(d.src[d.pos]) {
		case TypeString:
			return d.appendString(append(dst, `{"S":`...))
		case TypeNumber:
			return d.appendNumber(append(dst, `{"N":"`...))
		case TypeBinary:
			return d.appendBinary(append(dst, `{"B":"`...))
		case TypeMap:
			d.pos++
			dst, err := d.appendFields(append(dst, `{"M":`...), level)
			return append(dst, '}'), err
		}
	}
	v, err := d.value(level)
	if err != nil {
		return dst, err
	}
	return v.AppendJSON(dst), nil
}

func (d *storedReader[T]) appendString(dst []byte) ([]byte, error) {
	d.pos++
	text, err := d.bytes()
	return append(appendText(dst, text), '}'), err
}

func (d *storedReader[T]) appendNumber(dst []byte) ([]byte, error) {
	d.pos++
	digits, err := d.bytes()
	if err == nil && !isStoredNumber(string(digits)) {
		err = d.corrupt("number")
	}
	return append(append(dst, digits...), `"}`...), err
}

func (d *storedReader[T]) appendBinary(dst []byte) ([]byte, error) {
	d.pos++
	b, err := d.bytes()
	return append(base64.StdEncoding.AppendEncode(dst, []byte(b)), `"}`...), err
}
