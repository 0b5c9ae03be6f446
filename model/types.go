package model

import (
	"fmt"
	"slices"
	"strconv"
)

// kindBroken is the kind of a column whose type has an error. It fits
// everything, so that one error does not bring on others.
const kindBroken Kind = "unknown type"

// typeNames maps the names of types, SQL's synonyms among them, to kinds.
var typeNames = map[string]Kind{
	"int": KindInt, "integer": KindInt, "bigint": KindInt, "smallint": KindInt, "tinyint": KindInt, "mediumint": KindInt,
	"int2": KindInt, "int4": KindInt, "int8": KindInt,
	"numeric": KindNumeric, "decimal": KindNumeric, "number": KindNumeric, "dec": KindNumeric,
	"text": KindText, "string": KindText, "clob": KindText,
	"varchar": KindVarchar, "character varying": KindVarchar, "nvarchar": KindVarchar, "varchar2": KindVarchar,
	"char": KindChar, "character": KindChar, "nchar": KindChar, "bpchar": KindChar,
	"timestamp": KindTimestamp, "timestamptz": KindTimestamp, "datetime": KindTimestamp,
	"timestamp with time zone": KindTimestamp, "timestamp without time zone": KindTimestamp,
	"date": KindDate,
	"bool": KindBool, "boolean": KindBool,
	"blob": KindBlob, "bytea": KindBlob, "binary": KindBlob, "varbinary": KindBlob, "bytes": KindBlob,
	"json": KindJSON, "jsonb": KindJSON,
	"ulid": KindULID, "uuid": KindUUID, "guid": KindUUID,
}

// refusedTypes are types of SQL that the language leaves out, with the cure.
var refusedTypes = map[string]string{
	"real": "numeric(p,s): floating point numbers have no exact key", "float": "numeric(p,s): floating point numbers have no exact key",
	"double": "numeric(p,s): floating point numbers have no exact key", "double precision": "numeric(p,s): floating point numbers have no exact key",
	"float4": "numeric(p,s): floating point numbers have no exact key", "float8": "numeric(p,s): floating point numbers have no exact key",
	"serial": "ulid: DynamoDB has no counter to make keys from", "bigserial": "ulid: DynamoDB has no counter to make keys from",
	"time": "timestamp(p), or an int of seconds", "interval": "an int of seconds",
	"money": "numeric(12,2)", "enum": "text with CHECK (column IN ('A', 'B'))",
}

// Bounds of the arguments of types.
const (
	maxLength        = 400 << 10 // characters; an item has 400 KB
	maxDigits        = 38        // of a number (source: "Supported data types and naming rules")
	maxFraction      = 9         // fraction digits of a timestamp
	defaultPrecision = 6         // of a timestamp, as in PostgreSQL
)

// typeOf returns the type of that name, or reports that there is none.
func (n *notes) typeOf(t typeName) Type {
	kind, ok := typeNames[t.name]
	if !ok {
		if instead, refused := refusedTypes[t.name]; refused {
			n.errorf(t.pos, "use "+instead, "type %s is not part of the language", t.name)
		} else {
			n.errorf(t.pos, didYouMean(t.name, kindNames()), "there is no type %s", clip(t.name))
		}
		return Type{Kind: kindBroken}
	}
	args, ok := n.typeArgs(t, kind)
	if !ok {
		return Type{Kind: kindBroken}
	}
	return withArgs(kind, args)
}

func kindNames() []string {
	return []string{"int", "numeric", "text", "varchar", "char", "timestamp", "date", "boolean", "blob", "json", "ulid", "uuid"}
}

// withArgs fills in a type's arguments. A varchar without a length is a text.
func withArgs(kind Kind, args []int) Type {
	t := Type{Kind: kind}
	switch kind {
	case KindVarchar:
		if len(args) == 0 {
			return Type{Kind: KindText}
		}
		t.Length = args[0]
	case KindChar:
		t.Length = 1
		if len(args) > 0 {
			t.Length = args[0]
		}
	case KindNumeric:
		if len(args) > 0 {
			t.Precision = args[0]
		}
		if len(args) > 1 {
			t.Scale = args[1]
		}
	case KindTimestamp:
		t.Precision = defaultPrecision
		if len(args) > 0 {
			t.Precision = args[0]
		}
	}
	return t
}

// typeArgs checks the number and the range of a type's arguments.
func (n *notes) typeArgs(t typeName, kind Kind) ([]int, bool) {
	var lo, hi []int
	switch kind {
	case KindVarchar, KindChar:
		lo, hi = []int{1}, []int{maxLength}
	case KindNumeric:
		lo, hi = []int{1, 0}, []int{maxDigits, maxDigits}
	case KindTimestamp:
		lo, hi = []int{0}, []int{maxFraction}
	}
	if len(t.args) > len(lo) {
		cure := "write " + t.name
		if len(lo) > 0 {
			cure = fmt.Sprintf("%s takes %d", t.name, len(lo))
		}
		n.errorf(t.args[len(lo)].pos, cure, "type %s has too many arguments", t.name)
		return nil, false
	}
	var args []int
	for i, a := range t.args {
		v, err := strconv.Atoi(a.text)
		if err != nil || v < lo[i] || v > hi[i] {
			n.errorf(a.pos, "", "%s takes a whole number from %d to %d here", t.name, lo[i], hi[i])
			return nil, false
		}
		args = append(args, v)
	}
	if len(args) == 2 && args[1] > args[0] {
		n.errorf(t.args[1].pos, "", "numeric(%d,%d) has more fraction digits than digits", args[0], args[1])
		return nil, false
	}
	return args, true
}

// String prints the type as SQL: "varchar(20)".
func (t Type) String() string {
	switch t.Kind {
	case KindVarchar, KindChar:
		return fmt.Sprintf("%s(%d)", t.Kind, t.Length)
	case KindTimestamp:
		return fmt.Sprintf("timestamp(%d)", t.Precision)
	case KindNumeric:
		if t.Precision > 0 {
			return fmt.Sprintf("numeric(%d,%d)", t.Precision, t.Scale)
		}
	}
	return string(t.Kind)
}

// IsText says whether values are free text: text, varchar, char.
func (t Type) IsText() bool { return slices.Contains([]Kind{KindText, KindVarchar, KindChar}, t.Kind) }

// IsNumber says whether values are numbers: int, numeric.
func (t Type) IsNumber() bool { return t.Kind == KindInt || t.Kind == KindNumeric }

// comparable says whether values of two types may be compared, and a parameter
// may stand for both.
func comparableTypes(a, b Type) bool {
	return a.Kind == b.Kind || a.Kind == kindBroken || b.Kind == kindBroken || a.IsText() && b.IsText() || a.IsNumber() && b.IsNumber()
}

// canBeKey says whether a column of this type may be part of a key.
func (t Type) canBeKey() bool { return t.Kind != KindJSON && t.Kind != KindBlob }
