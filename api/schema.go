package api

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// Table returns the definition that the request describes, after Validate.
// The error is a ValidationException.
func (r *CreateTableRequest) Table() (*schema.Table, error) {
	t := &schema.Table{Name: r.TableName, OnDemand: r.BillingMode == "PAY_PER_REQUEST"}
	for _, d := range r.AttributeDefinitions {
		t.Attributes = append(t.Attributes, schema.Attribute{Name: d.AttributeName, Type: keyType(d.AttributeType)})
	}
	var err error
	if t.Throughput, err = tableThroughput(r.BillingMode, r.ProvisionedThroughput); err != nil {
		return nil, err
	}
	if t.Key, err = key(r.KeySchema, false); err != nil {
		return nil, err
	}
	if r.LocalSecondaryIndexes != nil && len(r.LocalSecondaryIndexes) == 0 {
		return nil, invalid("One or more parameter values were invalid: List of LocalSecondaryIndexes is empty")
	}
	if r.GlobalSecondaryIndexes != nil && len(r.GlobalSecondaryIndexes) == 0 {
		return nil, invalid("One or more parameter values were invalid: List of GlobalSecondaryIndexes is empty")
	}
	for _, l := range r.LocalSecondaryIndexes {
		k, err := key(l.KeySchema, false)
		if err != nil {
			return nil, err
		}
		t.Indexes = append(t.Indexes, schema.Index{Name: l.IndexName, Local: true, Key: k, Projection: projection(l.Projection)})
	}
	for _, g := range r.GlobalSecondaryIndexes {
		ix, err := globalIndex(g, t.OnDemand)
		if err != nil {
			return nil, err
		}
		t.Indexes = append(t.Indexes, ix)
	}
	return t, nil
}

func globalIndex(g GlobalSecondaryIndex, onDemand bool) (schema.Index, error) {
	ix := schema.Index{Name: g.IndexName, Projection: projection(g.Projection)}
	var err error
	if ix.Key, err = key(g.KeySchema, true); err != nil {
		return ix, err
	}
	switch p := g.ProvisionedThroughput; {
	case onDemand && p != nil:
		return ix, invalid("One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits " +
			"can be specified for index: " + g.IndexName + " when BillingMode is PAY_PER_REQUEST")
	case !onDemand && p == nil:
		return ix, invalid("One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits " +
			"must both be specified for index: " + g.IndexName)
	case p != nil:
		ix.Throughput, err = throughput(p)
	}
	return ix, err
}

func keyType(s string) attr.Type {
	switch s {
	case "S":
		return attr.TypeString
	case "N":
		return attr.TypeNumber
	}
	return attr.TypeBinary
}

func tableThroughput(mode string, p *ProvisionedThroughput) (schema.Throughput, error) {
	switch {
	case mode == "PAY_PER_REQUEST" && p != nil:
		return schema.Throughput{}, invalid("One or more parameter values were invalid: Neither ReadCapacityUnits nor " +
			"WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST")
	case mode == "PAY_PER_REQUEST":
		return schema.Throughput{}, nil
	case p == nil:
		return schema.Throughput{}, invalid("One or more parameter values were invalid: ReadCapacityUnits and " +
			"WriteCapacityUnits must both be specified when BillingMode is PROVISIONED")
	}
	return throughput(p)
}

// maxUnits bounds provisioned capacity (measured by dynalite's author).
const maxUnits = 1000000000000

func throughput(p *ProvisionedThroughput) (schema.Throughput, error) {
	if p.ReadCapacityUnits > maxUnits {
		return schema.Throughput{}, invalid(fmt.Sprintf("Given value %d for ReadCapacityUnits is out of bounds", p.ReadCapacityUnits))
	}
	if p.WriteCapacityUnits > maxUnits {
		return schema.Throughput{}, invalid(fmt.Sprintf("Given value %d for WriteCapacityUnits is out of bounds", p.WriteCapacityUnits))
	}
	return schema.Throughput{Read: p.ReadCapacityUnits, Write: p.WriteCapacityUnits}, nil
}

// key reads a key schema: HASH, or HASH and RANGE; for a global index several
// of each, all HASH ones first.
func key(elems []KeySchemaElement, multi bool) (schema.Key, error) {
	var k schema.Key
	if elems[0].KeyType != "HASH" {
		return k, invalid("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
	}
	if len(elems) == 2 && elems[0].AttributeName == elems[1].AttributeName {
		return k, invalid("Both the Hash Key and the Range Key element in the KeySchema have the same name")
	}
	if !multi && len(elems) == 2 && elems[1].KeyType != "RANGE" {
		return k, invalid("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type")
	}
	for _, e := range elems {
		if e.KeyType == "RANGE" {
			k.Sort = append(k.Sort, e.AttributeName)
			continue
		}
		if len(k.Sort) > 0 {
			return k, invalid("Invalid KeySchema: All HASH KeySchemaElements must come before RANGE KeySchemaElements")
		}
		k.Partition = append(k.Partition, e.AttributeName)
	}
	return k, nil
}

func projection(p *Projection) schema.Projection {
	return schema.Projection{Kind: schema.ProjectionKind(p.ProjectionType), Include: slices.Clone(p.NonKeyAttributes)}
}

// NewCreateTable returns the request that makes a table.
func NewCreateTable(t *schema.Table) *CreateTableRequest {
	r := &CreateTableRequest{TableName: t.Name, KeySchema: KeySchema(t.Key)}
	for _, a := range t.Attributes {
		r.AttributeDefinitions = append(r.AttributeDefinitions, AttributeDefinition{AttributeName: a.Name, AttributeType: a.Type.String()})
	}
	if t.OnDemand {
		r.BillingMode = "PAY_PER_REQUEST"
	} else {
		r.BillingMode = "PROVISIONED"
		r.ProvisionedThroughput = &ProvisionedThroughput{t.Throughput.Read, t.Throughput.Write}
	}
	for i := range t.Indexes {
		ix := &t.Indexes[i]
		p := &Projection{ProjectionType: string(ix.Projection.Kind), NonKeyAttributes: slices.Clone(ix.Projection.Include)}
		if ix.Local {
			r.LocalSecondaryIndexes = append(r.LocalSecondaryIndexes,
				LocalSecondaryIndex{IndexName: ix.Name, KeySchema: KeySchema(ix.Key), Projection: p})
			continue
		}
		g := GlobalSecondaryIndex{IndexName: ix.Name, KeySchema: KeySchema(ix.Key), Projection: p}
		if !t.OnDemand {
			g.ProvisionedThroughput = &ProvisionedThroughput{ix.Throughput.Read, ix.Throughput.Write}
		}
		r.GlobalSecondaryIndexes = append(r.GlobalSecondaryIndexes, g)
	}
	return r
}

// KeySchema writes a key as the API does.
func KeySchema(k schema.Key) []KeySchemaElement {
	out := make([]KeySchemaElement, 0, len(k.Partition)+len(k.Sort))
	for _, n := range k.Partition {
		out = append(out, KeySchemaElement{AttributeName: n, KeyType: "HASH"})
	}
	for _, n := range k.Sort {
		out = append(out, KeySchemaElement{AttributeName: n, KeyType: "RANGE"})
	}
	return out
}
