package api

import (
	"errors"
	"slices"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// Table returns the table that the request describes, after Validate. The
// error is a ValidationException.
func (r *CreateTableRequest) Table() (*schema.Table, error) {
	d := schema.Definition{
		Name:       r.TableName,
		Key:        keyElements(r.KeySchema),
		OnDemand:   r.BillingMode == "PAY_PER_REQUEST",
		Throughput: throughput(r.ProvisionedThroughput),
	}
	for _, a := range r.AttributeDefinitions {
		d.Attributes = append(d.Attributes, schema.Attribute{Name: a.AttributeName, Type: keyType(a.AttributeType)})
	}
	if r.LocalSecondaryIndexes != nil {
		d.Local = []schema.IndexDefinition{} // given, though it may be empty
	}
	for _, l := range r.LocalSecondaryIndexes {
		d.Local = append(d.Local, schema.IndexDefinition{
			Name: l.IndexName, Key: keyElements(l.KeySchema), Projection: projection(l.Projection),
		})
	}
	if r.GlobalSecondaryIndexes != nil {
		d.Global = []schema.IndexDefinition{}
	}
	for _, g := range r.GlobalSecondaryIndexes {
		d.Global = append(d.Global, schema.IndexDefinition{
			Name: g.IndexName, Key: keyElements(g.KeySchema), Projection: projection(g.Projection),
			Throughput: throughput(g.ProvisionedThroughput),
		})
	}
	t, err := schema.Define(d)
	var refused *attr.ValidationError
	if errors.As(err, &refused) {
		return nil, invalid(refused.Message)
	}
	return t, err
}

func keyType(s string) attr.Type {
	switch s {
	case "S":
		return attr.TypeString
	case "N":
		return attr.TypeNumber
	case "B":
		return attr.TypeBinary
	}
	return 0
}

func keyElements(elems []KeySchemaElement) []schema.KeyElement {
	out := make([]schema.KeyElement, len(elems))
	for i, e := range elems {
		out[i] = schema.KeyElement{Name: e.AttributeName, Sort: e.KeyType == "RANGE"}
	}
	return out
}

func projection(p *Projection) schema.Projection {
	return schema.Projection{Kind: schema.ProjectionKind(p.ProjectionType), Include: slices.Clone(p.NonKeyAttributes)}
}

func throughput(p *ProvisionedThroughput) *schema.Throughput {
	if p == nil {
		return nil
	}
	return &schema.Throughput{Read: p.ReadCapacityUnits, Write: p.WriteCapacityUnits}
}

// NewCreateTable returns the request that makes a table.
func NewCreateTable(t *schema.Table) *CreateTableRequest {
	d := t.Definition()
	r := &CreateTableRequest{
		TableName:             d.Name,
		KeySchema:             keySchema(d.Key),
		BillingMode:           "PROVISIONED",
		ProvisionedThroughput: provisioned(d.Throughput),
	}
	if d.OnDemand {
		r.BillingMode = "PAY_PER_REQUEST"
	}
	for _, a := range d.Attributes {
		r.AttributeDefinitions = append(r.AttributeDefinitions, AttributeDefinition{AttributeName: a.Name, AttributeType: a.Type.String()})
	}
	for _, ix := range d.Local {
		r.LocalSecondaryIndexes = append(r.LocalSecondaryIndexes, LocalSecondaryIndex{
			IndexName: ix.Name, KeySchema: keySchema(ix.Key), Projection: newProjection(ix.Projection),
		})
	}
	for _, ix := range d.Global {
		r.GlobalSecondaryIndexes = append(r.GlobalSecondaryIndexes, GlobalSecondaryIndex{
			IndexName: ix.Name, KeySchema: keySchema(ix.Key), Projection: newProjection(ix.Projection),
			ProvisionedThroughput: provisioned(ix.Throughput),
		})
	}
	return r
}

func keySchema(elems []schema.KeyElement) []KeySchemaElement {
	out := make([]KeySchemaElement, len(elems))
	for i, e := range elems {
		out[i] = KeySchemaElement{AttributeName: e.Name, KeyType: "HASH"}
		if e.Sort {
			out[i].KeyType = "RANGE"
		}
	}
	return out
}

func newProjection(p schema.Projection) *Projection {
	return &Projection{ProjectionType: string(p.Kind), NonKeyAttributes: slices.Clone(p.Include)}
}

func provisioned(t *schema.Throughput) *ProvisionedThroughput {
	if t == nil {
		return nil
	}
	return &ProvisionedThroughput{ReadCapacityUnits: t.Read, WriteCapacityUnits: t.Write}
}
