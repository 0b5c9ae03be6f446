package schema

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
)

// Definition is a table's definition as CreateTable takes it, with what a
// Table leaves out: the order of key elements as given, and whether something
// is absent or empty.
type Definition struct {
	Name       string
	Attributes []Attribute
	Key        []KeyElement
	Local      []IndexDefinition // nil where not given
	Global     []IndexDefinition // nil where not given
	OnDemand   bool
	Throughput *Throughput // nil where not given
}

// KeyElement is one attribute of a key: of its partition part (HASH), or of
// its sort part (RANGE).
type KeyElement struct {
	Name string
	Sort bool
}

// IndexDefinition is a secondary index's definition. A Projection.Kind of ""
// is one that is not given, likewise a nil Projection.Include.
type IndexDefinition struct {
	Name       string
	Key        []KeyElement
	Projection Projection
	Throughput *Throughput // nil where not given; always for local indexes
}

// Messages of CreateTable. Sources: test suites that were run on AWS
// (dynalite, moto, nubo-db), reports of users that quote AWS, and for
// multi-attribute keys what alchemy-run measured (2026-08). The words of
// msgManyProjected and msgDuplicateDefinition are ours: none was found.
const (
	invalid = "One or more parameter values were invalid: "

	msgOnDemandUnits       = invalid + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"
	msgNoUnits             = invalid + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"
	msgUndefinedKey        = "Invalid KeySchema: Some index key attribute have no definition"
	msgSameKeyNames        = "Both the Hash Key and the Range Key element in the KeySchema have the same name"
	msgFirstNotHash        = "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"
	msgSecondNotRange      = "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"
	msgHashAfterRange      = "Invalid KeySchema: All HASH key attributes must precede RANGE key attributes in the KeySchema"
	msgManyHash            = "Invalid KeySchema: The KeySchema exceeds the maximum allowed number of HASH key attributes"
	msgManyRange           = "Invalid KeySchema: The KeySchema exceeds the maximum allowed number of RANGE key attributes"
	msgCountMismatch       = invalid + "Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions"
	msgNoLocal             = invalid + "List of LocalSecondaryIndexes is empty"
	msgNoGlobal            = invalid + "List of GlobalSecondaryIndexes is empty"
	msgLocalNeedsSort      = invalid + "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex"
	msgNoProjection        = invalid + "Unknown ProjectionType: null"
	msgIncludeNothing      = invalid + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"
	msgManyProjected       = invalid + "Number of NonKeyAttributes over all indexes exceeds per-table limit of 100"
	msgManyLocal           = invalid + "Number of LocalSecondaryIndexes exceeds per-table limit of 5"
	msgManyGlobal          = invalid + "GlobalSecondaryIndex count exceeds the per-table limit of 20"
	msgDuplicateDefinition = invalid + "Duplicate AttributeName in AttributeDefinitions: "
	msgDuplicateNonKey     = invalid + "Duplicate attribute name in NonKeyAttributes: "
)

func refuse(format string, args ...any) error {
	return &attr.ValidationError{Message: fmt.Sprintf(format, args...)}
}

// Define checks a definition in the order in which DynamoDB does and returns
// the table. Errors are of type *attr.ValidationError with DynamoDB's message.
func Define(d Definition) (*Table, error) {
	if err := (&checker{Definition: d}).check(); err != nil {
		return nil, err
	}
	t := &Table{
		Name:       d.Name,
		Attributes: slices.Clone(d.Attributes),
		Key:        keyOf(d.Key),
		OnDemand:   d.OnDemand,
		Throughput: orZero(d.Throughput),
	}
	for _, ix := range d.Global {
		t.Indexes = append(t.Indexes, indexOf(ix, false))
	}
	for _, ix := range d.Local {
		t.Indexes = append(t.Indexes, indexOf(ix, true))
	}
	return t, nil
}

func keyOf(elements []KeyElement) Key {
	var k Key
	for _, e := range elements {
		if e.Sort {
			k.Sort = append(k.Sort, e.Name)
		} else {
			k.Partition = append(k.Partition, e.Name)
		}
	}
	return k
}

func indexOf(ix IndexDefinition, local bool) Index {
	return Index{
		Name:       ix.Name,
		Local:      local,
		Key:        keyOf(ix.Key),
		Projection: Projection{Kind: ix.Projection.Kind, Include: slices.Clone(ix.Projection.Include)},
		Throughput: orZero(ix.Throughput),
	}
}

func orZero(t *Throughput) Throughput {
	if t == nil {
		return Throughput{}
	}
	return *t
}

// Definition returns the definition of which Define makes the table.
func (t *Table) Definition() Definition {
	d := Definition{
		Name:       t.Name,
		Attributes: t.Attributes,
		Key:        t.Key.Elements(),
		OnDemand:   t.OnDemand,
		Throughput: orNil(t.Throughput),
	}
	for _, ix := range t.Indexes {
		def := IndexDefinition{Name: ix.Name, Key: ix.Key.Elements(), Projection: ix.Projection, Throughput: orNil(ix.Throughput)}
		if len(def.Projection.Include) == 0 {
			def.Projection.Include = nil // in a Table the two are the same
		}
		if ix.Local {
			d.Local = append(d.Local, def)
		} else {
			d.Global = append(d.Global, def)
		}
	}
	return d
}

func orNil(t Throughput) *Throughput {
	if t == (Throughput{}) {
		return nil
	}
	return &t
}

// Elements returns the key's attributes in order, partition ones first.
func (k Key) Elements() []KeyElement {
	elements := make([]KeyElement, 0, len(k.Partition)+len(k.Sort))
	for _, n := range k.Partition {
		elements = append(elements, KeyElement{Name: n})
	}
	for _, n := range k.Sort {
		elements = append(elements, KeyElement{Name: n, Sort: true})
	}
	return elements
}

// Validate checks the table as CreateTable would. Errors are of type
// *attr.ValidationError with DynamoDB's message.
func (t *Table) Validate() error {
	_, err := Define(t.Definition())
	return err
}
