package api

import (
	"strings"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// Each Validate checks everything that DynamoDB checks before it looks at
// expressions and before it looks for the table, in DynamoDB's order. The
// error is a ValidationException.

// expression is an expression member of a request, nil where absent.
type expression struct {
	name string
	text *string
}

// checkPlaceholders refuses names or values for which there is no expression.
// Of the expressions, those that may hold values are listed first: valued
// says how many.
func checkPlaceholders(names Names, values Values, valued int, exprs ...expression) error {
	present := false
	for _, e := range exprs {
		present = present || e.text != nil
	}
	if names != nil && !present {
		return invalid("ExpressionAttributeNames can only be specified when using expressions")
	}
	if values == nil {
		return nil
	}
	var absent []string
	for _, e := range exprs[:valued] {
		if e.text != nil {
			return nil
		}
		absent = append(absent, e.name)
	}
	verb := " are null"
	if len(absent) == 1 {
		verb = " is null"
	}
	return invalid("ExpressionAttributeValues can only be specified when using expressions: " +
		strings.Join(absent, " and ") + verb)
}

// Validate checks the request.
func (r *PutItemRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.tableName("tableName", r.TableName)
	c.notNull("item", r.Item == nil)
	c.conditionalOperator(r.ConditionalOperator)
	c.expected(r.Expected)
	c.returnItemCollectionMetrics(r.ReturnItemCollectionMetrics)
	c.returnValues(r.ReturnValues)
	c.returnOnFailure("", r.ReturnValuesOnConditionCheckFailure)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkCondition(r.Expected, r.ConditionalOperator, r.ConditionExpression,
		r.ExpressionAttributeNames, r.ExpressionAttributeValues); err != nil {
		return err
	}
	if err := checkValues(r.Item); err != nil {
		return err
	}
	if err := checkExpected(r.Expected); err != nil {
		return err
	}
	if err := onlyOld(r.ReturnValues); err != nil {
		return err
	}
	return checkPutItem(r.Item)
}

// checkPutItem bounds the names and the size of an item to be stored.
func checkPutItem(it attr.Item) error {
	if err := schema.CheckNames(it); err != nil {
		return invalid(err.Error())
	}
	if err := schema.CheckPutSize(it); err != nil {
		return invalid(err.Error())
	}
	return nil
}

// onlyOld checks the ReturnValues of an operation that has no new image.
func onlyOld(returnValues string) error {
	switch returnValues {
	case "", "NONE", "ALL_OLD":
		return nil
	}
	return invalid("ReturnValues can only be ALL_OLD or NONE")
}

// Validate checks the request.
func (r *DeleteItemRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.tableName("tableName", r.TableName)
	c.returnItemCollectionMetrics(r.ReturnItemCollectionMetrics)
	c.returnValues(r.ReturnValues)
	c.notNull("key", r.Key == nil)
	c.conditionalOperator(r.ConditionalOperator)
	c.expected(r.Expected)
	c.returnOnFailure("", r.ReturnValuesOnConditionCheckFailure)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkCondition(r.Expected, r.ConditionalOperator, r.ConditionExpression,
		r.ExpressionAttributeNames, r.ExpressionAttributeValues); err != nil {
		return err
	}
	if err := checkValues(r.Key); err != nil {
		return err
	}
	if err := checkExpected(r.Expected); err != nil {
		return err
	}
	return onlyOld(r.ReturnValues)
}

// Validate checks the request.
func (r *UpdateItemRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.tableName("tableName", r.TableName)
	c.returnItemCollectionMetrics(r.ReturnItemCollectionMetrics)
	c.returnValues(r.ReturnValues)
	c.notNull("key", r.Key == nil)
	c.conditionalOperator(r.ConditionalOperator)
	c.expected(r.Expected)
	c.attributeUpdates(r.AttributeUpdates)
	c.returnOnFailure("", r.ReturnValuesOnConditionCheckFailure)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkMixed(
		[]parameter{{"AttributeUpdates", r.AttributeUpdates != nil}, {"Expected", r.Expected != nil},
			{"ConditionalOperator", r.ConditionalOperator != ""}},
		[]parameter{{"UpdateExpression", r.UpdateExpression != nil}, {"ConditionExpression", r.ConditionExpression != nil}},
	); err != nil {
		return err
	}
	if err := checkPlaceholders(r.ExpressionAttributeNames, r.ExpressionAttributeValues, 2,
		expression{"UpdateExpression", r.UpdateExpression},
		expression{"ConditionExpression", r.ConditionExpression}); err != nil {
		return err
	}
	if err := checkConditionalOperator(r.ConditionalOperator, countOf(r.Expected)); err != nil {
		return err
	}
	if err := checkValues(r.Key); err != nil {
		return err
	}
	if err := checkAttributeUpdates(r.AttributeUpdates); err != nil {
		return err
	}
	return checkExpected(r.Expected)
}

// checkCondition checks what a put and a delete have for a condition: an
// expression or a legacy one.
func checkCondition(expected Expected, operator string, condition *string, names Names, values Values) error {
	if err := checkMixed(
		[]parameter{{"Expected", expected != nil}, {"ConditionalOperator", operator != ""}},
		[]parameter{{"ConditionExpression", condition != nil}},
	); err != nil {
		return err
	}
	if err := checkPlaceholders(names, values, 1, expression{"ConditionExpression", condition}); err != nil {
		return err
	}
	return checkConditionalOperator(operator, countOf(expected))
}

// Validate checks the request.
func (r *GetItemRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.attributesToGet("attributesToGet", r.AttributesToGet)
	c.tableName("tableName", r.TableName)
	c.notNull("key", r.Key == nil)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkProjection(r.AttributesToGet, r.ProjectionExpression, r.ExpressionAttributeNames); err != nil {
		return err
	}
	if err := checkValues(r.Key); err != nil {
		return err
	}
	return checkAttributesToGet(r.AttributesToGet)
}

// checkProjection checks what a read of items by their keys has for a
// projection: an expression or names.
func checkProjection(names []string, projection *string, placeholders Names) error {
	if err := checkMixed(
		[]parameter{{"AttributesToGet", names != nil}}, []parameter{{"ProjectionExpression", projection != nil}},
	); err != nil {
		return err
	}
	return checkPlaceholders(placeholders, nil, 0, expression{"ProjectionExpression", projection})
}
