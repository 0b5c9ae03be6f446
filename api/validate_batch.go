package api

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// Validate checks the request.
func (r *BatchGetItemRequest) Validate() error {
	if len(r.RequestItems) == 0 {
		return invalid("The requestItems parameter is required for BatchGetItem")
	}
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	keys, largest := 0, ""
	for _, table := range slices.Sorted(maps.Keys(r.RequestItems)) {
		ka := r.RequestItems[table]
		c.tableName("requestItems", table)
		member := "requestItems." + table + ".member.keys"
		switch {
		case ka == nil || ka.Keys == nil:
			c.notNull(member, true)
			continue
		case len(ka.Keys) == 0:
			c.failUnquoted("", member, schema.RuleMinLength(1))
		}
		c.attributesToGet("requestItems."+table+".member.attributesToGet", ka.AttributesToGet)
		keys += len(ka.Keys)
		if largest == "" || len(ka.Keys) > len(r.RequestItems[largest].Keys) {
			largest = table
		}
	}
	if most := schema.Documented().BatchGetItemsMax; keys > most {
		c.failUnquoted("", "RequestItems."+largest+".member.Keys", schema.RuleMaxLength(most))
	}
	if err := c.check(); err != nil {
		return err
	}
	return r.validateTables()
}

// validateTables checks what is asked of each table. Tables are taken in the
// order of their names: the order of the request's JSON is not kept.
func (r *BatchGetItemRequest) validateTables() error {
	for _, table := range slices.Sorted(maps.Keys(r.RequestItems)) {
		ka := r.RequestItems[table]
		if err := checkProjection(ka.AttributesToGet, ka.ProjectionExpression, ka.ExpressionAttributeNames); err != nil {
			return err
		}
		if err := checkAttributesToGet(ka.AttributesToGet); err != nil {
			return err
		}
		for _, key := range ka.Keys {
			if err := checkValues(key); err != nil {
				return err
			}
		}
		if hasDuplicates(ka.Keys) {
			return invalid("Provided list of item keys contains duplicates")
		}
	}
	return nil
}

// hasDuplicates says whether two of the keys are the same item's. Keys are
// compared by value: numbers are in normal form.
func hasDuplicates(keys []attr.Item) bool {
	seen := make(map[string]struct{}, len(keys))
	var buf []byte
	for _, k := range keys {
		buf = attr.AppendItem(buf[:0], k)
		if _, ok := seen[string(buf)]; ok {
			return true
		}
		seen[string(buf)] = struct{}{}
	}
	return false
}

// Validate checks the request.
func (r *BatchWriteItemRequest) Validate() error {
	if len(r.RequestItems) == 0 {
		return invalid("The requestItems parameter is required for BatchWriteItem")
	}
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.returnItemCollectionMetrics(r.ReturnItemCollectionMetrics)
	writes, empty := 0, false
	for _, table := range slices.Sorted(maps.Keys(r.RequestItems)) {
		c.tableName("requestItems", table)
		empty = empty || len(r.RequestItems[table]) == 0
		c.writeMembers(table, r.RequestItems[table])
		writes += len(r.RequestItems[table])
	}
	if most := schema.Documented().BatchWriteItemsMax; writes > most || empty {
		c.fail(r.print(), "requestItems",
			"Map value must satisfy constraint: ["+schema.RuleMaxLength(most)+", "+schema.RuleMinLength(1)+"]")
	}
	if err := c.check(); err != nil {
		return err
	}
	return r.validateWrites()
}

// print writes the items as DynamoDB's messages do: {table=[...], other=[...]}.
func (r *BatchWriteItemRequest) print() string {
	var tables []string
	for _, table := range slices.Sorted(maps.Keys(r.RequestItems)) {
		tables = append(tables, table+"="+javaObjects("WriteRequest", r.RequestItems[table]))
	}
	return "{" + strings.Join(tables, ", ") + "}"
}

func (c *constraints) writeMembers(table string, writes []WriteRequest) {
	for i, w := range writes {
		member := fmt.Sprintf("requestItems.%s.member.%d.member", table, i+1)
		if w.PutRequest != nil {
			c.notNull(member+".putRequest.item", w.PutRequest.Item == nil)
		}
		if w.DeleteRequest != nil {
			c.notNull(member+".deleteRequest.key", w.DeleteRequest.Key == nil)
		}
	}
}

func (r *BatchWriteItemRequest) validateWrites() error {
	bytes := 0
	for _, table := range slices.Sorted(maps.Keys(r.RequestItems)) {
		for _, w := range r.RequestItems[table] {
			switch {
			case (w.PutRequest == nil) == (w.DeleteRequest == nil):
				return invalid("Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes")
			case w.PutRequest != nil:
				if err := checkValues(w.PutRequest.Item); err != nil {
					return err
				}
				if err := checkPutItem(w.PutRequest.Item); err != nil {
					return err
				}
				bytes += w.PutRequest.Item.Size()
			default:
				if err := checkValues(w.DeleteRequest.Key); err != nil {
					return err
				}
				bytes += w.DeleteRequest.Key.Size()
			}
		}
	}
	if bytes > schema.Documented().BatchWriteBytesMax {
		return invalid("The aggregate size of the items in the BatchWriteItem exceeds the 16 MB limit")
	}
	return nil
}
