package schema

import (
	"fmt"

	"github.com/keywright/keywright/attr"
)

// Messages of key and item checks. Sources: measured by others on AWS (test
// suites of dynalite and nubo-db, ExtendDB #194 and #365).
const (
	msgKeyMismatch    = "The provided key element does not match the schema"
	msgPartitionSize  = invalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes"
	msgSortSize       = invalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
	msgItemSize       = "Item size has exceeded the maximum allowed size"
	msgUpdateSize     = "Item size to update has exceeded the maximum allowed size"
	msgAttributeName  = "1 validation error detected: Attribute name is too large, must be less than 65536 bytes"
	notValid          = "One or more parameter values are not valid. "
	msgEmptyKeyFormat = notValid + "The AttributeValue for a key attribute cannot contain an empty %s value. Key: %s"
)

// EmptyKeyError says that a key attribute is an empty string or binary. It
// unwraps to an *attr.ValidationError; it is told apart because DynamoDB
// refuses a whole transaction for it, instead of cancelling the transaction.
type EmptyKeyError struct{ Message string }

func (e *EmptyKeyError) Error() string { return e.Message }

// Unwrap returns the *attr.ValidationError of the same message.
func (e *EmptyKeyError) Unwrap() error { return &attr.ValidationError{Message: e.Message} }

// KeyTypeError says that a key attribute of an item to be put is of another
// type than the table's. It unwraps to an *attr.ValidationError; it is told
// apart because BatchWriteItem words it as CheckKey does (measured on AWS,
// paritysuite/dynamodb-conformance issue 46).
type KeyTypeError struct{ Message string }

func (e *KeyTypeError) Error() string { return e.Message }

// Unwrap returns the *attr.ValidationError of the same message.
func (e *KeyTypeError) Unwrap() error { return &attr.ValidationError{Message: e.Message} }

// KeyMismatch is the error of a key that does not fit the table.
func KeyMismatch() error { return refuse(msgKeyMismatch) }

// CheckKey checks the key of a request: the table's key attributes and no
// others, of the declared types, not empty, not too long. Errors are of type
// *attr.ValidationError or *EmptyKeyError with DynamoDB's message.
func (t *Table) CheckKey(key attr.Item) error {
	if len(key) != len(t.Key.Partition)+len(t.Key.Sort) {
		return refuse(msgKeyMismatch)
	}
	return t.eachKey(func(name string, want attr.Type, sort bool) error {
		v := key.Get(name)
		if v.Type() != want {
			return refuse(msgKeyMismatch)
		}
		return CheckKeyValue(name, v, sort)
	})
}

// CheckItemKeys checks the key attributes of an item to be put. Errors are of
// type *attr.ValidationError, *KeyTypeError or *EmptyKeyError with DynamoDB's message.
// Index keys are package index's business.
func (t *Table) CheckItemKeys(it attr.Item) error {
	return t.eachKey(func(name string, want attr.Type, sort bool) error {
		v := it.Get(name)
		if v.IsZero() {
			return refuse(invalid+"Missing the key %s in the item", name)
		}
		if v.Type() != want {
			return &KeyTypeError{fmt.Sprintf(invalid+"Type mismatch for key %s expected: %s actual: %s", name, want, v.Type())}
		}
		return CheckKeyValue(name, v, sort)
	})
}

func (t *Table) eachKey(check func(name string, want attr.Type, sort bool) error) error {
	for _, n := range t.Key.Partition {
		if err := check(n, t.AttributeType(n), false); err != nil {
			return err
		}
	}
	for _, n := range t.Key.Sort {
		if err := check(n, t.AttributeType(n), true); err != nil {
			return err
		}
	}
	return nil
}

// CheckKeyValue checks the length of a key value of the right type. Numbers
// are never empty and never too long. Errors are as CheckKey's.
func CheckKeyValue(name string, v attr.Value, sort bool) error {
	if v.Type() == attr.TypeNumber {
		return nil
	}
	size := len(v.Str())
	switch {
	case size == 0:
		return emptyKey(name, v.Type())
	case !sort && size > Documented().PartitionKeyMaxBytes:
		return refuse(msgPartitionSize)
	case sort && size > Documented().SortKeyMaxBytes:
		return refuse(msgSortSize)
	}
	return nil
}

func emptyKey(name string, t attr.Type) error {
	return &EmptyKeyError{fmt.Sprintf(msgEmptyKeyFormat, EmptyKind(t), name)}
}

// EmptyKind is the word of DynamoDB's messages on empty values of type S and
// B: "string" or "binary".
func EmptyKind(t attr.Type) string {
	if t == attr.TypeBinary {
		return "binary"
	}
	return "string"
}

// CheckPutSize bounds the size of an item to be put: 400 KB. The error is an
// *attr.ValidationError with DynamoDB's message.
func CheckPutSize(it attr.Item) error {
	if it.Size() > Documented().ItemMaxBytes {
		return refuse(msgItemSize)
	}
	return nil
}

// CheckUpdateSize bounds the size of the item that an update makes: 400 KB.
// The error is an *attr.ValidationError with DynamoDB's message.
func CheckUpdateSize(it attr.Item) error {
	if it.Size() > Documented().ItemMaxBytes {
		return refuse(msgUpdateSize)
	}
	return nil
}

// CheckNames bounds the length of attribute names at every level: 65,535
// bytes. The error is an *attr.ValidationError with DynamoDB's message.
func CheckNames(it attr.Item) error {
	for _, f := range it {
		if len(f.Name) > Documented().AttributeNameMaxBytes {
			return refuse(msgAttributeName)
		}
		if err := checkNamesWithin(f.Value); err != nil {
			return err
		}
	}
	return nil
}

func checkNamesWithin(v attr.Value) error {
	switch v.Type() {
	case attr.TypeMap:
		return CheckNames(v.Item())
	case attr.TypeList:
		for _, e := range v.Elems() {
			if err := checkNamesWithin(e); err != nil {
				return err
			}
		}
	}
	return nil
}
