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
	c.returnItemCollectionMetrics(r.ReturnItemCollectionMetrics)
	c.returnValues(r.ReturnValues)
	c.returnOnFailure("", r.ReturnValuesOnConditionCheckFailure)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkPlaceholders(r.ExpressionAttributeNames, r.ExpressionAttributeValues, 1,
		expression{"ConditionExpression", r.ConditionExpression}); err != nil {
		return err
	}
	if err := checkValues(r.Item); err != nil {
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
	c.returnOnFailure("", r.ReturnValuesOnConditionCheckFailure)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkPlaceholders(r.ExpressionAttributeNames, r.ExpressionAttributeValues, 1,
		expression{"ConditionExpression", r.ConditionExpression}); err != nil {
		return err
	}
	if err := checkValues(r.Key); err != nil {
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
	c.returnOnFailure("", r.ReturnValuesOnConditionCheckFailure)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkPlaceholders(r.ExpressionAttributeNames, r.ExpressionAttributeValues, 2,
		expression{"UpdateExpression", r.UpdateExpression},
		expression{"ConditionExpression", r.ConditionExpression}); err != nil {
		return err
	}
	return checkValues(r.Key)
}

// Validate checks the request.
func (r *GetItemRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.tableName("tableName", r.TableName)
	c.notNull("key", r.Key == nil)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkPlaceholders(r.ExpressionAttributeNames, nil, 0,
		expression{"ProjectionExpression", r.ProjectionExpression}); err != nil {
		return err
	}
	return checkValues(r.Key)
}
