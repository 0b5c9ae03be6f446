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
		// Query's wording has neither the value nor the lower case that Scan's
		// has (measured by dynoxide's author).
		c.failUnquoted("", "Limit", schema.RuleMin(1))
	}
	c.conditions("keyConditions", r.KeyConditions)
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.conditions("queryFilter", r.QueryFilter)
	c.conditionalOperator(r.ConditionalOperator)
	c.attributesToGet("attributesToGet", r.AttributesToGet)
	c.selection(r.Select)
	c.tableName("tableName", r.TableName)
	c.indexName("indexName", r.IndexName)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkMixed(
		[]parameter{{"AttributesToGet", r.AttributesToGet != nil}, {"QueryFilter", r.QueryFilter != nil},
			{"ConditionalOperator", r.ConditionalOperator != ""},
			// KeyConditions may stand beside the other expressions.
			{"KeyConditions", r.KeyConditions != nil && r.KeyConditionExpression != nil}},
		[]parameter{{"ProjectionExpression", r.ProjectionExpression != nil}, {"FilterExpression", r.FilterExpression != nil},
			{"KeyConditionExpression", r.KeyConditionExpression != nil}},
	); err != nil {
		return err
	}
	if err := checkPlaceholders(r.ExpressionAttributeNames, r.ExpressionAttributeValues, 2,
		expression{"FilterExpression", r.FilterExpression},
		expression{"KeyConditionExpression", r.KeyConditionExpression},
		expression{"ProjectionExpression", r.ProjectionExpression}); err != nil {
		return err
	}
	if err := r.checkLegacy(); err != nil {
		return err
	}
	return checkSelect(r.Select, r.IndexName, r.ProjectionExpression, r.AttributesToGet, "1 validation error detected: ")
}

// checkLegacy checks the legacy parameters and, in between, the start key.
func (r *QueryRequest) checkLegacy() error {
	if err := checkConditionalOperator(r.ConditionalOperator, countOf(r.QueryFilter)); err != nil {
		return err
	}
	if err := checkConditions(r.QueryFilter); err != nil {
		return err
	}
	if err := checkStartKey(r.ExclusiveStartKey); err != nil {
		return err
	}
	if err := checkAttributesToGet(r.AttributesToGet); err != nil {
		return err
	}
	if r.KeyConditionExpression == nil && r.KeyConditions == nil {
		return invalid("Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.")
	}
	return checkConditions(r.KeyConditions)
}

// Validate checks the request.
func (r *ScanRequest) Validate() error {
	c := constraints{sent: r.Sent}
	if r.Limit != nil && *r.Limit < 1 {
		c.fail(strconv.Itoa(*r.Limit), "limit", schema.RuleMin(1))
	}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.attributesToGet("attributesToGet", r.AttributesToGet)
	c.selection(r.Select)
	c.tableName("tableName", r.TableName)
	c.indexName("indexName", r.IndexName)
	c.atLeast("segment", r.Segment, 0)
	c.conditionalOperator(r.ConditionalOperator)
	c.conditions("scanFilter", r.ScanFilter)
	c.totalSegments(r.TotalSegments)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkMixed(
		[]parameter{{"AttributesToGet", r.AttributesToGet != nil}, {"ScanFilter", r.ScanFilter != nil},
			{"ConditionalOperator", r.ConditionalOperator != ""}},
		[]parameter{{"ProjectionExpression", r.ProjectionExpression != nil}, {"FilterExpression", r.FilterExpression != nil}},
	); err != nil {
		return err
	}
	if err := checkPlaceholders(r.ExpressionAttributeNames, r.ExpressionAttributeValues, 1,
		expression{"FilterExpression", r.FilterExpression},
		expression{"ProjectionExpression", r.ProjectionExpression}); err != nil {
		return err
	}
	if err := checkConditionalOperator(r.ConditionalOperator, countOf(r.ScanFilter)); err != nil {
		return err
	}
	if err := checkConditions(r.ScanFilter); err != nil {
		return err
	}
	if err := checkStartKey(r.ExclusiveStartKey); err != nil {
		return err
	}
	if err := checkAttributesToGet(r.AttributesToGet); err != nil {
		return err
	}
	if err := checkSegments(r.Segment, r.TotalSegments); err != nil {
		return err
	}
	return checkSelect(r.Select, r.IndexName, r.ProjectionExpression, r.AttributesToGet, "")
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
// reference, Query, Select). Only Query's messages begin with a count, and
// Scan's speak of querying, too (verified on AWS by moto, 2026).
func checkSelect(sel, index string, projection *string, names []string, prefix string) error {
	chosen := ""
	switch {
	case projection != nil:
		chosen = "ProjectionExpression"
	case names != nil:
		chosen = "AttributesToGet"
	}
	switch {
	case sel == "SPECIFIC_ATTRIBUTES" && chosen == "":
		return invalid(prefix + "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES")
	case sel == "COUNT" && chosen != "":
		return invalid(prefix + "Cannot specify the " + chosen + " when choosing to get only the Count")
	case sel != "" && sel != "SPECIFIC_ATTRIBUTES" && chosen != "":
		return invalid(prefix + "Cannot specify the " + chosen + " when choosing to get " + sel)
	case sel == "ALL_PROJECTED_ATTRIBUTES" && index == "":
		return invalid(prefix + "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName")
	}
	return nil
}
