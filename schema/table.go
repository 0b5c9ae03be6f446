// Package schema describes tables: key schema, secondary indexes, projections,
// throughput, the documented limits and the reserved words, and validates them
// with DynamoDB's messages. It holds no data and does no I/O.
package schema

import "github.com/keywright/keywright/attr"

// Attribute is a key attribute's declared name and type (S, N or B).
type Attribute struct {
	Name string
	Type attr.Type
}

// Key is the key of a table or of an index. A table and a local index have
// one partition attribute and at most one sort attribute; a global index has
// up to four of each (multi-attribute keys, 2025-11).
type Key struct {
	Partition []string
	Sort      []string
}

// ProjectionKind says which attributes an index carries besides keys.
type ProjectionKind string

// The projection kinds, spelled as on the wire.
const (
	ProjectAll      ProjectionKind = "ALL"
	ProjectKeysOnly ProjectionKind = "KEYS_ONLY"
	ProjectInclude  ProjectionKind = "INCLUDE"
)

// Projection is what an index carries: everything, its keys and the table's,
// or those and the named attributes.
type Projection struct {
	Kind    ProjectionKind
	Include []string
}

// Throughput is provisioned capacity in units per second.
type Throughput struct {
	Read, Write int64
}

// Index is a secondary index.
type Index struct {
	Name       string
	Local      bool // an LSI: same partition attribute as the table
	Key        Key
	Projection Projection
	Throughput Throughput // zero for local indexes and on-demand tables
}

// Table is a table's definition.
type Table struct {
	Name       string
	Attributes []Attribute // every attribute that is part of some key
	Key        Key
	Indexes    []Index // global and local ones
	OnDemand   bool    // BillingMode PAY_PER_REQUEST
	Throughput Throughput
}

// Names returns the key's attributes, partition ones first.
func (k Key) Names() []string {
	return append(append(make([]string, 0, len(k.Partition)+len(k.Sort)), k.Partition...), k.Sort...)
}

// Has says whether name is part of the key.
func (k Key) Has(name string) bool {
	for _, n := range k.Names() {
		if n == name {
			return true
		}
	}
	return false
}

// Index returns the index of that name, nil where there is none.
func (t *Table) Index(name string) *Index {
	for i := range t.Indexes {
		if t.Indexes[i].Name == name {
			return &t.Indexes[i]
		}
	}
	return nil
}

// AttributeType returns the declared type of a key attribute, 0 where it is
// not declared.
func (t *Table) AttributeType(name string) attr.Type {
	for _, a := range t.Attributes {
		if a.Name == name {
			return a.Type
		}
	}
	return 0
}
