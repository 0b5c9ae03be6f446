package api

import (
	"fmt"
	"strconv"

	"github.com/keywright/keywright/schema"
)

// Validate checks what of the request a table's definition cannot say: what
// is absent, and words that DynamoDB does not know. The rest is checked by
// Table and then by ValidateSettings.
func (r *CreateTableRequest) Validate() error {
	c := constraints{sent: r.Sent}
	if err := c.tableNamed(r.TableName); err != nil {
		return err
	}
	if c.notNull("attributeDefinitions", r.AttributeDefinitions == nil) {
		for i, d := range r.AttributeDefinitions {
			c.attributeDefinition(fmt.Sprintf("attributeDefinitions.%d.member.", i+1), d)
		}
	}
	c.keySchema("keySchema", r.KeySchema)
	c.enum("billingMode", r.BillingMode, "PROVISIONED", "PAY_PER_REQUEST")
	c.stream(r.StreamSpecification)
	for i, ix := range r.LocalSecondaryIndexes {
		c.index(fmt.Sprintf("localSecondaryIndexes.%d.member.", i+1), ix.IndexName, ix.KeySchema, ix.Projection)
	}
	for i, ix := range r.GlobalSecondaryIndexes {
		c.index(fmt.Sprintf("globalSecondaryIndexes.%d.member.", i+1), ix.IndexName, ix.KeySchema, ix.Projection)
	}
	return c.check()
}

// required checks that a string is there; sent as "" it is.
func (c *constraints) required(member, value string) bool {
	return c.notNull(member, value == "" && !c.empty(member))
}

func (c *constraints) keySchema(member string, elems []KeySchemaElement) {
	if !c.notNull(member, elems == nil) {
		return
	}
	for i, k := range elems {
		elem := fmt.Sprintf("%s.%d.member.", member, i+1)
		c.required(elem+"attributeName", k.AttributeName)
		if c.required(elem+"keyType", k.KeyType) {
			c.enum(elem+"keyType", k.KeyType, "HASH", "RANGE")
		}
	}
}

func (c *constraints) index(prefix, name string, key []KeySchemaElement, p *Projection) {
	c.required(prefix+"indexName", name)
	c.keySchema(prefix+"keySchema", key)
	c.notNull(prefix+"projection", p == nil)
}

// Validate checks the request.
func (r *DescribeTableRequest) Validate() error { return validateTableName(r.Sent, r.TableName) }

// Validate checks the request.
func (r *DeleteTableRequest) Validate() error { return validateTableName(r.Sent, r.TableName) }

// Validate checks the request.
func (r *DescribeContinuousBackupsRequest) Validate() error {
	return validateTableName(r.Sent, r.TableName)
}

func validateTableName(s *Sent, name string) error {
	c := constraints{sent: s}
	if err := c.tableNamed(name); err != nil {
		return err
	}
	c.tableName("tableName", name)
	return c.check()
}

// tableNamed demands the name of the table that an operation is about. Of
// these operations DynamoDB says in words of their own that it is missing
// (seen in recorded answers of AWS).
func (c *constraints) tableNamed(name string) error {
	if name == "" && !c.empty("tableName") {
		return invalid("The parameter 'TableName' is required but was not present in the request")
	}
	return nil
}

// maxTables bounds ListTables' Limit (API reference, ListTables).
const maxTables = 100

// Validate checks the request.
func (r *ListTablesRequest) Validate() error {
	c := constraints{sent: r.Sent}
	const member = "exclusiveStartTableName"
	if name := r.ExclusiveStartTableName; name != "" || c.empty(member) {
		c.broken = append(c.broken, schema.NameViolations(name, member, schema.Documented().NameMinLength)...)
	}
	c.atLeast("limit", r.Limit, 1)
	if r.Limit != nil && *r.Limit > maxTables {
		c.fail(strconv.Itoa(*r.Limit), "limit", "Member must have value less than or equal to "+strconv.Itoa(maxTables))
	}
	return c.check()
}
