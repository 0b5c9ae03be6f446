package index

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// Messages of index key checks. Sources: measured by others on AWS (test
// suites of dynalite and nubo-db); for sizes reports of users that quote AWS
// (dynalite #35, wellcomecollection #2285). No source was found for the
// lengths of multi-attribute keys; each attribute is held to the limit.
const (
	notValid     = "One or more parameter values are not valid. "
	cannotBe     = "The AttributeValue for a key attribute cannot contain an empty %s value."
	msgEmptyPut  = notValid + "A value specified for a secondary index key is not supported. " + cannotBe + " IndexName: %s, IndexKey: %s"
	msgEmptySet  = notValid + "The update expression attempted to update a secondary index key to a value that is not supported. " + cannotBe
	msgWrongType = "One or more parameter values were invalid: Type mismatch for Index Key %s Expected: %s Actual: %s IndexName: %s"
	msgTooLong   = "One or more parameter values were invalid: Size limit exceeded for Index Key %s Actual Size: %d bytes Max Size: %d bytes IndexName: %s"
)

// fault is what keeps a value from being an index key.
type fault int

const (
	sound fault = iota
	wrongType
	empty
	tooLong
)

// faultOf judges the value of an attribute of an index's key, of its sort
// part or of its partition part.
func faultOf(t *schema.Table, name string, v attr.Value, sort bool) fault {
	switch {
	case v.Type() != t.AttributeType(name):
		return wrongType
	case v.Type() == attr.TypeNumber:
		return sound
	case v.Str() == "":
		return empty
	case len(v.Str()) > maxSize(sort):
		return tooLong
	}
	return sound
}

func maxSize(sort bool) int {
	if sort {
		return schema.Documented().SortKeyMaxBytes
	}
	return schema.Documented().PartitionKeyMaxBytes
}

// CheckKeys checks the index key attributes of an item to be put: those that
// it has must be of the declared type, not empty and not too long. Of several
// indexes that refuse the item the first by name is reported. Errors are of
// type *attr.ValidationError or *schema.EmptyKeyError with DynamoDB's message.
func CheckKeys(t *schema.Table, it attr.Item) error {
	return check(t, it, func(string) bool { return true }, false)
}

// CheckUpdatedKeys is CheckKeys for an update that makes new of old: only
// attributes that differ are checked, so that an item older than an index can
// still be updated.
func CheckUpdatedKeys(t *schema.Table, old, new attr.Item) error {
	differs := func(name string) bool { return !attr.Equal(old.Get(name), new.Get(name)) }
	return check(t, new, differs, true)
}

func check(t *schema.Table, it attr.Item, concerns func(name string) bool, update bool) error {
	var first *schema.Index
	var err error
	for i := range t.Indexes {
		ix := &t.Indexes[i]
		if first != nil && first.Name <= ix.Name {
			continue
		}
		if e := checkIndex(t, ix, it, concerns, update); e != nil {
			first, err = ix, e
		}
	}
	return err
}

func checkIndex(t *schema.Table, ix *schema.Index, it attr.Item, concerns func(name string) bool, update bool) error {
	for part, names := range [2][]string{ix.Key.Partition, ix.Key.Sort} {
		for _, name := range names {
			v := it.Get(name)
			if v.IsZero() || !concerns(name) {
				continue
			}
			if f := faultOf(t, name, v, part == 1); f != sound {
				return f.refuse(t, ix, name, v, update)
			}
		}
	}
	return nil
}

func (f fault) refuse(t *schema.Table, ix *schema.Index, name string, v attr.Value, update bool) error {
	switch {
	case f == wrongType:
		return refuse(msgWrongType, name, t.AttributeType(name), v.Type(), ix.Name)
	case f == tooLong:
		return refuse(msgTooLong, name, len(v.Str()), maxSize(slices.Contains(ix.Key.Sort, name)), ix.Name)
	case update:
		return &schema.EmptyKeyError{Message: fmt.Sprintf(msgEmptySet, schema.EmptyKind(v.Type()))}
	}
	return &schema.EmptyKeyError{Message: fmt.Sprintf(msgEmptyPut, schema.EmptyKind(v.Type()), ix.Name, name)}
}

func refuse(format string, args ...any) error {
	return &attr.ValidationError{Message: fmt.Sprintf(format, args...)}
}
