package api

import (
	"fmt"
	"strconv"
)

// Validate checks the request's form. That its parts fit together is checked
// by Table.
func (r *CreateTableRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.newName("tableName", r.TableName)
	c.attributeDefinitions(r.AttributeDefinitions)
	c.keySchema("keySchema", r.KeySchema, 2)
	c.enum("billingMode", r.BillingMode, "PROVISIONED", "PAY_PER_REQUEST")
	c.enum("tableClass", r.TableClass, "STANDARD", "STANDARD_INFREQUENT_ACCESS")
	c.throughput("provisionedThroughput", r.ProvisionedThroughput)
	for i, ix := range r.LocalSecondaryIndexes {
		c.index(fmt.Sprintf("localSecondaryIndexes.%d.member", i+1), ix.IndexName, ix.KeySchema, 2, ix.Projection)
	}
	for i, ix := range r.GlobalSecondaryIndexes {
		member := fmt.Sprintf("globalSecondaryIndexes.%d.member", i+1)
		c.index(member, ix.IndexName, ix.KeySchema, 8, ix.Projection)
		c.throughput(member+".provisionedThroughput", ix.ProvisionedThroughput)
	}
	return c.check()
}

func (c *constraints) attributeDefinitions(defs []AttributeDefinition) {
	if !c.notNull("attributeDefinitions", defs == nil) {
		return
	}
	for i, d := range defs {
		member := fmt.Sprintf("attributeDefinitions.%d.member.", i+1)
		c.required(member+"attributeName", d.AttributeName)
		if c.required(member+"attributeType", d.AttributeType) {
			c.enum(member+"attributeType", d.AttributeType, "B", "N", "S")
		}
	}
}

// required checks a string that must be there; it may be too short or long
// only as an attribute name.
func (c *constraints) required(member, value string) bool {
	if value == "" && c.empty(member) {
		c.fail("''", member, "Member must have length greater than or equal to 1")
		return false
	}
	if !c.notNull(member, value == "") {
		return false
	}
	if len(value) > 255 {
		c.fail(quote(value), member, "Member must have length less than or equal to 255")
	}
	return true
}

// keySchema checks a key schema of at most max elements: a table's and a
// local index's has 2, a global index's up to 8 (4 HASH, 4 RANGE).
func (c *constraints) keySchema(member string, schema []KeySchemaElement, max int) {
	if !c.notNull(member, schema == nil) {
		return
	}
	if len(schema) == 0 {
		c.fail("'[]'", member, "Member must have length greater than or equal to 1")
	}
	if len(schema) > max {
		c.fail(quote(keySchemaText(schema)), member, "Member must have length less than or equal to "+strconv.Itoa(max))
	}
	for i, k := range schema {
		elem := fmt.Sprintf("%s.%d.member.", member, i+1)
		c.required(elem+"attributeName", k.AttributeName)
		if c.required(elem+"keyType", k.KeyType) {
			c.enum(elem+"keyType", k.KeyType, "HASH", "RANGE")
		}
	}
}

// keySchemaText prints a key schema as DynamoDB's messages do.
func keySchemaText(schema []KeySchemaElement) string {
	out := "["
	for i, k := range schema {
		if i > 0 {
			out += ", "
		}
		out += "KeySchemaElement(attributeName=" + k.AttributeName + ", keyType=" + k.KeyType + ")"
	}
	return out + "]"
}

func (c *constraints) index(member, name string, key []KeySchemaElement, maxKey int, p *Projection) {
	c.newName(member+".indexName", name)
	c.keySchema(member+".keySchema", key, maxKey)
	if !c.notNull(member+".projection", p == nil) {
		return
	}
	c.enum(member+".projection.projectionType", p.ProjectionType, "ALL", "INCLUDE", "KEYS_ONLY")
	if p.NonKeyAttributes != nil && len(p.NonKeyAttributes) == 0 {
		c.fail("'[]'", member+".projection.nonKeyAttributes", "Member must have length greater than or equal to 1")
	}
}

func (c *constraints) throughput(member string, t *ProvisionedThroughput) {
	if t == nil {
		return
	}
	for _, units := range []struct {
		name  string
		value int64
	}{{"readCapacityUnits", t.ReadCapacityUnits}, {"writeCapacityUnits", t.WriteCapacityUnits}} {
		if units.value < 1 {
			c.fail(quote(strconv.FormatInt(units.value, 10)), member+"."+units.name,
				"Member must have value greater than or equal to 1")
		}
	}
}

// Validate checks the request.
func (r *DescribeTableRequest) Validate() error { return validateTableName(r.Sent, r.TableName) }

// Validate checks the request.
func (r *DeleteTableRequest) Validate() error { return validateTableName(r.Sent, r.TableName) }

func validateTableName(s *Sent, name string) error {
	c := constraints{sent: s}
	c.tableName("tableName", name)
	return c.check()
}

// maxTables bounds ListTables' Limit (API reference, ListTables).
const maxTables = 100

// Validate checks the request.
func (r *ListTablesRequest) Validate() error {
	c := constraints{sent: r.Sent}
	if name := r.ExclusiveStartTableName; name != "" || c.empty("exclusiveStartTableName") {
		c.name("exclusiveStartTableName", name, 3)
	}
	c.atLeast("limit", r.Limit, 1)
	if r.Limit != nil && *r.Limit > maxTables {
		c.fail(quote(strconv.Itoa(*r.Limit)), "limit", "Member must have value less than or equal to "+strconv.Itoa(maxTables))
	}
	return c.check()
}
