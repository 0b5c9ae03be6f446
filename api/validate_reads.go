package api

import (
	"fmt"
	"strconv"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// maxSegments bounds Scan's TotalSegments (API reference, Scan).
const maxSegments = 1000000

// Validate checks the request.
func (r *QueryRequest) Validate() error {
	c := constraints{sent: r.Sent}
	if r.Limit != nil && *r.Limit < 1 {
		// Query's wording has neither the value nor the lower case of Scan's
		// (measured by dynoxide's author).
		c.failUnquoted("", "Limit", schema.RuleMin(1))
	}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.selection(r.Select)
	c.tableName("tableName", r.TableName)
	c.indexName("indexName", r.IndexName)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkPlaceholders(r.ExpressionAttributeNames, r.ExpressionAttributeValues, 2,
		expression{"FilterExpression", r.FilterExpression},
		expression{"KeyConditionExpression", r.KeyConditionExpression},
		expression{"ProjectionExpression", r.ProjectionExpression}); err != nil {
		return err
	}
	if err := checkStartKey(r.ExclusiveStartKey); err != nil {
		return err
	}
	if r.KeyConditionExpression == nil {
		return invalid("Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.")
	}
	return checkSelect(r.Select, r.IndexName, r.ProjectionExpression, "Querying")
}

// Validate checks the request.
func (r *ScanRequest) Validate() error {
	c := constraints{sent: r.Sent}
	if r.Limit != nil && *r.Limit < 1 {
		c.fail(strconv.Itoa(*r.Limit), "Limit", schema.RuleMin(1))
	}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.selection(r.Select)
	c.tableName("tableName", r.TableName)
	c.indexName("indexName", r.IndexName)
	c.atLeast("segment", r.Segment, 0)
	c.totalSegments(r.TotalSegments)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkPlaceholders(r.ExpressionAttributeNames, r.ExpressionAttributeValues, 1,
		expression{"FilterExpression", r.FilterExpression},
		expression{"ProjectionExpression", r.ProjectionExpression}); err != nil {
		return err
	}
	if err := checkStartKey(r.ExclusiveStartKey); err != nil {
		return err
	}
	if err := checkSegments(r.Segment, r.TotalSegments); err != nil {
		return err
	}
	return checkSelect(r.Select, r.IndexName, r.ProjectionExpression, "Scanning")
}

func (c *constraints) totalSegments(total *int) {
	c.atLeast("totalSegments", total, 1)
	if total != nil && *total > maxSegments {
		c.fail(strconv.Itoa(*total), "totalSegments",
			fmt.Sprintf("Member must have value less than or equal to %d", maxSegments))
	}
}

func checkStartKey(start attr.Item) error {
	if err := checkValues(start); err != nil {
		return invalid("The provided starting key is invalid: " + err.(*Error).Message)
	}
	return nil
}

func checkSegments(segment, total *int) error {
	switch {
	case segment == nil && total == nil:
		return nil
	case total == nil:
		return invalid("The TotalSegments parameter is required but was not present in the request when Segment parameter is present")
	case segment == nil:
		return invalid("The Segment parameter is required but was not present in the request when parameter TotalSegments is present")
	case *segment >= *total:
		return invalid(fmt.Sprintf("The Segment parameter is zero-based and must be less than parameter TotalSegments: "+
			"Segment: %d is not less than TotalSegments: %d", *segment, *total))
	}
	return nil
}

// checkSelect checks Select against the request's other members (API
// reference, Query, Select; wordings measured by dynoxide's author).
func checkSelect(sel, index string, projection *string, verb string) error {
	switch {
	case sel == "SPECIFIC_ATTRIBUTES" && projection == nil && verb == "Querying":
		return invalid("1 validation error detected: Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES")
	case sel == "SPECIFIC_ATTRIBUTES" && projection == nil:
		return invalid("Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES")
	case sel == "COUNT" && projection != nil:
		return invalid("Cannot specify the ProjectionExpression when choosing to get only the Count")
	case sel != "" && sel != "SPECIFIC_ATTRIBUTES" && projection != nil:
		return invalid("Cannot specify the ProjectionExpression when choosing to get " + sel)
	case sel == "ALL_PROJECTED_ATTRIBUTES" && index == "":
		return invalid("ALL_PROJECTED_ATTRIBUTES can be used only when " + verb + " using an IndexName")
	}
	return nil
}
