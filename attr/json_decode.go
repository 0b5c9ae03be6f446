package attr

import "strings"

// maxLevels is the deepest nesting that DynamoDB stores, an attribute's value
// being level 1. Measured by others on AWS: a scalar within 31 maps is taken,
// within 32 refused.
const maxLevels = 32

// DynamoDB's messages for malformed attribute values. Sources: measured by
// others on AWS (test suites of dynalite, nubo-db and ExtendDB); those on
// null members of NS and BS are DynamoDB Local's or after its pattern.
const (
	msgEmptyValue  = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
	msgManyTypes   = "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"
	msgNesting     = "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit"
	msgNullFalse   = invalidParameter + "Null attribute value types must have the value of true"
	msgNullString  = invalidParameter + "An string set may not have a null string as a member"
	msgNullNumber  = invalidParameter + "An number set may not have a null number as a member"
	msgNullBinary  = invalidParameter + "Binary sets may not contain null values"
	javaAttributes = "com.amazonaws.dynamodb.v20120810.AttributeValue"
)

// invalid returns a value that stands for one which DynamoDB refuses: of no
// type, with the message in its place.
func invalid(message string) Value { return Value{str: message} }

// Err returns the first thing that DynamoDB refuses in a value read from JSON,
// a *ValidationError, or nil. A malformed value is kept by UnmarshalJSON
// because DynamoDB looks at the rest of the request first; whoever reads a
// request must call Err before anything else is done with the value. Every
// value that was not read by UnmarshalJSON is well formed.
func (v Value) Err() error {
	switch v.typ {
	case 0:
		if v.str != "" {
			return &ValidationError{v.str}
		}
	case TypeMap:
		return v.kids.item.Err()
	case TypeList:
		for _, e := range v.kids.list {
			if err := e.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Err is Value.Err for all attributes of an item, by name.
func (it Item) Err() error {
	for _, f := range it {
		if err := f.Value.Err(); err != nil {
			return err
		}
	}
	return nil
}

// ParseValue reads one attribute value of DynamoDB JSON, {"S":"text"}. The
// error is a *SerializationError where the JSON has another form, else a
// *ValidationError where DynamoDB refuses the value.
func ParseValue(data []byte) (Value, error) {
	var v Value
	if err := v.UnmarshalJSON(data); err != nil {
		return Value{}, err
	}
	if err := v.Err(); err != nil {
		return Value{}, err
	}
	return v, nil
}

// ParseItem reads an item of DynamoDB JSON, {"name":{"S":"text"}}, with the
// errors of ParseValue. Of two attributes with one name the later is kept.
func ParseItem(data []byte) (Item, error) {
	var it Item
	if err := it.UnmarshalJSON(data); err != nil {
		return nil, err
	}
	if err := it.Err(); err != nil {
		return nil, err
	}
	return it, nil
}

// UnmarshalJSON reads DynamoDB JSON; the only errors are of type
// *SerializationError. Err tells what DynamoDB refuses in the value. Use
// ParseValue where both are errors at once.
func (v *Value) UnmarshalJSON(data []byte) error {
	d := decoder{scanner{src: string(data)}}
	got, err := d.value(1)
	if err != nil {
		return err
	}
	*v = got
	return d.end()
}

// UnmarshalJSON reads DynamoDB JSON; the only errors are of type
// *SerializationError. Err tells what DynamoDB refuses in the values. Use
// ParseItem where both are errors at once. As encoding/json asks, null leaves
// the item as it is.
func (it *Item) UnmarshalJSON(data []byte) error {
	d := decoder{scanner{src: string(data)}}
	if !d.null() {
		got, err := d.attributes(1)
		if err != nil {
			return err
		}
		*it = got
	}
	return d.end()
}

// decoder reads DynamoDB JSON.
type decoder struct{ scanner }

// attributes reads the object of an item or of an M; level is the one of its
// values.
func (d *decoder) attributes(level int) (Item, error) {
	switch d.peek() {
	case '{':
	case '[':
		return nil, &SerializationError{"Unrecognized collection type java.util.Map<java.lang.String, " + javaAttributes + ">"}
	default:
		return nil, d.unexpected("Unexpected field type")
	}
	var few [16]Field
	fields := few[:0]
	err := d.object(func(name string) error {
		v, err := d.value(level)
		fields = append(fields, Field{name, v})
		return err
	})
	if err != nil {
		return nil, err
	}
	return NewItem(append(make([]Field, 0, len(fields)), fields...)...), nil
}

// unexpected reads over a value and returns a SerializationError, or the
// error of syntax in the value.
func (d *decoder) unexpected(message string) error {
	if err := d.skip(0); err != nil {
		return err
	}
	return &SerializationError{message}
}

// value reads one attribute value. What DynamoDB refuses becomes an invalid
// value; of several reasons the first counts, and the number of types last.
func (d *decoder) value(level int) (Value, error) {
	switch d.peek() {
	case '{':
	case 'n':
		if d.null() {
			return invalid(msgEmptyValue), nil
		}
		return Value{}, d.malformed("expected a value")
	case '[':
		return Value{}, &SerializationError{"Unrecognized collection type class " + javaAttributes}
	default:
		return Value{}, d.unexpected("Unexpected value type in payload")
	}
	if level > maxLevels {
		return invalid(msgNesting), d.skip(0)
	}
	var result Value
	var refused error
	types := 0
	err := d.object(func(name string) error {
		t := typeNamed(name)
		if t == 0 {
			return d.skip(0)
		}
		if d.null() {
			return nil
		}
		if types > 0 && refused == nil {
			refused = result.Err()
		}
		var err error
		result, err = d.typed(t, level)
		types++
		return err
	})
	switch {
	case err != nil:
		return Value{}, err
	case types == 0:
		return invalid(msgEmptyValue), nil
	case types == 1:
		return result, nil
	}
	if refused == nil {
		refused = result.Err()
	}
	if refused == nil {
		return invalid(msgManyTypes), nil
	}
	return invalid(refused.Error()), nil
}

// typeNamed returns the type of a descriptor, 0 for any other name.
func typeNamed(name string) Type {
	for t := TypeString; t <= TypeBinarySet; t++ {
		if typeNames[t] == name {
			return t
		}
	}
	return 0
}

// typed reads what follows a type descriptor.
func (d *decoder) typed(t Type, level int) (Value, error) {
	switch t {
	case TypeString:
		s, err := d.stringField()
		return String(s), err
	case TypeNumber:
		s, err := d.stringField()
		if err != nil {
			return Value{}, err
		}
		return orInvalid(ParseNum(s)), nil
	case TypeBinary:
		s, err := d.blobField()
		return Value{typ: TypeBinary, str: s}, err
	case TypeBool:
		b, err := d.boolField()
		return Bool(b), err
	case TypeNull:
		b, err := d.boolField()
		if !b {
			return invalid(msgNullFalse), err
		}
		return Null(), err
	case TypeMap:
		it, err := d.attributes(level + 1)
		return Map(it), err
	case TypeList:
		var list []Value
		err := d.listField(func() error {
			v, err := d.value(level + 1)
			list = append(list, v)
			return err
		})
		return List(list...), err
	}
	return d.set(t)
}

// orInvalid turns a refusal into an invalid value.
func orInvalid(v Value, refused error) Value {
	if refused != nil {
		return invalid(refused.Error())
	}
	return v
}

// set reads the members of an SS, NS or BS.
func (d *decoder) set(t Type) (Value, error) {
	var texts []string
	hasNull := false
	err := d.listField(func() error {
		if d.null() {
			hasNull = true
			return nil
		}
		read := d.stringField
		if t == TypeBinarySet {
			read = d.blobField
		}
		s, err := read()
		texts = append(texts, s)
		return err
	})
	if err != nil {
		return Value{}, err
	}
	return orInvalid(newSetOfTexts(t, texts, hasNull)), nil
}

func newSetOfTexts(t Type, texts []string, hasNull bool) (Value, error) {
	switch {
	case t == TypeStringSet && hasNull:
		return Value{}, &ValidationError{msgNullString}
	case t == TypeNumberSet && hasNull:
		return Value{}, &ValidationError{msgNullNumber}
	case hasNull:
		return Value{}, &ValidationError{msgNullBinary}
	case t == TypeStringSet:
		return StringSet(texts...)
	case len(texts) == 0 && t == TypeNumberSet:
		return NumberSet()
	case len(texts) == 0:
		return BinarySet()
	}
	values := make([]Value, len(texts))
	for i, s := range texts {
		values[i] = Value{typ: TypeBinary, str: s}
		if t == TypeNumberSet {
			v, err := ParseNum(s)
			if err != nil {
				return Value{}, err
			}
			values[i] = v
		}
	}
	if t == TypeNumberSet {
		return newNumberSet(values)
	}
	return newBinarySet(values)
}

// stringField reads a JSON string where the wire format has a String.
func (d *decoder) stringField() (string, error) {
	if d.peek() == '"' {
		return d.text()
	}
	return "", d.notConvertible("String")
}

// notConvertible reads over a value that is no string and says that it cannot
// become the named Java type.
func (d *decoder) notConvertible(javaType string) error {
	switch c := d.peek(); c {
	case '{':
		return &SerializationError{"Start of structure or map found where not expected"}
	case '[':
		return &SerializationError{"Unrecognized collection type class java.lang." + javaType}
	case 't':
		return d.unexpected("TRUE_VALUE cannot be converted to " + javaType)
	case 'f':
		return d.unexpected("FALSE_VALUE cannot be converted to " + javaType)
	}
	start := d.pos
	text, err := d.number()
	if err != nil {
		d.pos = start
		return d.malformed("expected a value")
	}
	for _, c := range []byte(text) {
		if c == '.' || c == 'e' || c == 'E' {
			return &SerializationError{"DECIMAL_VALUE cannot be converted to " + javaType}
		}
	}
	return &SerializationError{"NUMBER_VALUE cannot be converted to " + javaType}
}

// blobField reads base64 text and returns the bytes.
func (d *decoder) blobField() (string, error) {
	switch d.peek() {
	case '"':
	case '{':
		return "", &SerializationError{"Start of structure or map found where not expected"}
	case '[':
		return "", &SerializationError{"Unrecognized collection type class java.nio.ByteBuffer"}
	default:
		return "", d.unexpected("only base-64-encoded strings are convertible to bytes")
	}
	text, err := d.text()
	if err != nil {
		return "", err
	}
	return decodeBase64(text)
}

// boolField reads a boolean, or one of the words that DynamoDB takes for one.
func (d *decoder) boolField() (bool, error) {
	switch d.peek() {
	case 't', 'f':
		w, err := d.word()
		return w == "true", err
	case '"':
		text, err := d.text()
		if err != nil {
			return false, err
		}
		switch strings.ToUpper(text) {
		case "TRUE", "YES", "1":
			return true, nil
		case "FALSE", "NO", "0":
			return false, nil
		}
		return false, &SerializationError{"Unexpected token received from parser"}
	}
	return false, d.notConvertible("Boolean")
}

// listField reads an array where the wire format has a list.
func (d *decoder) listField(elem func() error) error {
	switch d.peek() {
	case '[':
		return d.array(elem)
	case '{':
		return &SerializationError{"Start of structure or map found where not expected"}
	}
	return d.unexpected("Unexpected field type")
}
