package attr

import (
	"encoding/binary"
	"fmt"
)

// The storage form of an item:
//
//	0x01 | fields
//	fields: count | (name | value)...      names in strictly ascending order
//	name:   length | bytes
//	value:  type byte | payload
//	payload of S, N, B: length | bytes     N in normal form
//	           BOOL:    0 or 1
//	           NULL:    nothing
//	           M:       fields
//	           L:       count | value...
//	           sets:    count | payload... strictly ascending
//
// Counts and lengths are unsigned varints. The first byte is the version.
const itemVersion = 1

// maxReserve bounds what is allocated on the word of a count alone, so that a
// corrupt one cannot take more memory than the buffer warrants.
const maxReserve = 256

// AppendItem appends the storage form of an item. It panics on a zero Value
// in the item, which has no form.
func AppendItem(dst []byte, it Item) []byte {
	return appendFields(append(dst, itemVersion), it)
}

func appendFields(dst []byte, it Item) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(it)))
	for _, f := range it {
		dst = appendBytes(dst, f.Name)
		dst = appendStored(dst, f.Value)
	}
	return dst
}

func appendBytes(dst []byte, s string) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(s)))
	return append(dst, s...)
}

func appendStored(dst []byte, v Value) []byte {
	dst = append(dst, byte(v.typ))
	switch v.typ {
	case TypeString, TypeNumber, TypeBinary:
		return appendBytes(dst, v.str)
	case TypeBool:
		if v.flag {
			return append(dst, 1)
		}
		return append(dst, 0)
	case TypeNull:
		return dst
	case TypeMap:
		return appendFields(dst, v.Item())
	case TypeList:
		dst = binary.AppendUvarint(dst, uint64(len(v.Elems())))
		for _, e := range v.Elems() {
			dst = appendStored(dst, e)
		}
		return dst
	case TypeStringSet, TypeNumberSet, TypeBinarySet:
		dst = binary.AppendUvarint(dst, uint64(len(v.Elems())))
		for _, e := range v.Elems() {
			dst = appendBytes(dst, e.str)
		}
		return dst
	}
	panic("attr: a zero Value cannot be stored: " + v.str)
}

// DecodeItem reads the storage form of an item. The item does not refer to b:
// its strings share one copy. The error says where b is corrupt.
func DecodeItem(b []byte) (Item, error) {
	d := storedReader[string]{src: string(b)}
	if err := d.version(); err != nil {
		return nil, err
	}
	it, err := d.fields(0)
	if err == nil {
		err = d.end()
	}
	if err != nil {
		return nil, err
	}
	return it, nil
}

// storedReader walks over a storage form: of a string, whose parts become the
// values, or of bytes in place.
type storedReader[T string | []byte] struct {
	src T
	pos int
}

func (d *storedReader[T]) corrupt(what string) error {
	return fmt.Errorf("attr: stored item corrupt at byte %d: %s", d.pos, what)
}

func (d *storedReader[T]) version() error {
	if len(d.src) == 0 || d.src[0] != itemVersion {
		return d.corrupt("version")
	}
	d.pos = 1
	return nil
}

func (d *storedReader[T]) end() error {
	if d.pos != len(d.src) {
		return d.corrupt("bytes after the end")
	}
	return nil
}

// uvarint reads a count or a length and checks that as many bytes are left.
func (d *storedReader[T]) uvarint() (int, error) {
	start := d.pos
	if start < len(d.src) && d.src[start] < 0x80 { // nearly all of them
		if n := int(d.src[start]); n < len(d.src)-start {
			d.pos++
			return n, nil
		}
	}
	var n uint64
	for shift := 0; shift < 35; shift += 7 {
		if d.pos >= len(d.src) {
			break
		}
		c := d.src[d.pos]
		d.pos++
		n |= uint64(c&0x7f) << shift
		if c >= 0x80 {
			continue
		}
		if c == 0 && shift > 0 || n > uint64(len(d.src)-d.pos) {
			break
		}
		return int(n), nil
	}
	d.pos = start
	return 0, d.corrupt("length")
}

func (d *storedReader[T]) bytes() (T, error) {
	n, err := d.uvarint()
	if err != nil {
		return d.src[:0], err
	}
	d.pos += n
	return d.src[d.pos-n : d.pos], nil
}

func (d *storedReader[T]) fields(level int) (Item, error) {
	n, err := d.uvarint()
	if err != nil {
		return nil, err
	}
	it := make(Item, 0, min(n, maxReserve))
	for i := range n {
		name, err := d.bytes()
		if err != nil {
			return nil, err
		}
		f := Field{Name: string(name)}
		if i > 0 && it[i-1].Name >= f.Name {
			return nil, d.corrupt("order of attributes")
		}
		if f.Value, err = d.value(level + 1); err != nil {
			return nil, err
		}
		it = append(it, f)
	}
	return it, nil
}

func (d *storedReader[T]) value(level int) (Value, error) {
	if d.pos >= len(d.src) {
		return Value{}, d.corrupt("missing value")
	}
	if level > maxLevels {
		return Value{}, d.corrupt("nested too deeply")
	}
	t := Type(d.src[d.pos])
	d.pos++
	switch t {
	case TypeString, TypeNumber, TypeBinary:
		return d.scalar(t)
	case TypeBool:
		if d.pos >= len(d.src) || d.src[d.pos] > 1 {
			return Value{}, d.corrupt("truth value")
		}
		d.pos++
		return Bool(d.src[d.pos-1] == 1), nil
	case TypeNull:
		return Null(), nil
	case TypeMap:
		it, err := d.fields(level)
		return Map(it), err
	case TypeList:
		return d.list(level)
	case TypeStringSet, TypeNumberSet, TypeBinarySet:
		return d.set(t)
	}
	d.pos--
	return Value{}, d.corrupt("type")
}

func (d *storedReader[T]) scalar(t Type) (Value, error) {
	s, err := d.bytes()
	if err != nil {
		return Value{}, err
	}
	v := Value{typ: t, str: string(s)}
	if t == TypeNumber && !isStoredNumber(v.str) {
		return Value{}, d.corrupt("number")
	}
	return v, nil
}

// isStoredNumber says whether s is the normal form of a number. A short text
// of that form cannot have too many digits; a long one is read in full.
func isStoredNumber(s string) bool {
	if s == "" || s == "-" {
		return false
	}
	if len(s) <= maxDigits {
		return isNormalForm(s)
	}
	_, err := ParseNumber(s)
	return err == nil && isNormalForm(s)
}

func (d *storedReader[T]) list(level int) (Value, error) {
	n, err := d.uvarint()
	if err != nil {
		return Value{}, err
	}
	list := make([]Value, 0, min(n, maxReserve))
	for range n {
		v, err := d.value(level + 1)
		if err != nil {
			return Value{}, err
		}
		list = append(list, v)
	}
	return List(list...), nil
}

func (d *storedReader[T]) set(t Type) (Value, error) {
	n, err := d.uvarint()
	if err != nil {
		return Value{}, err
	}
	if n == 0 {
		return Value{}, d.corrupt("empty set")
	}
	elems := make([]Value, 0, min(n, maxReserve))
	for i := range n {
		v, err := d.scalar(t.ElemType())
		if err != nil {
			return Value{}, err
		}
		if i > 0 && compareScalars(elems[i-1], v) >= 0 {
			return Value{}, d.corrupt("order of a set")
		}
		elems = append(elems, v)
	}
	return Value{typ: t, kids: &node{list: elems}}, nil
}
