package api

import (
	"fmt"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// maxToken bounds ClientRequestToken (API reference, TransactWriteItems).
const maxToken = 36

// Validate checks the request.
func (r *TransactGetItemsRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	transactItems(&c, "TransactGetItem", r.TransactItems)
	for i, it := range r.TransactItems {
		member := fmt.Sprintf("transactItems.%d.member.get", i+1)
		if !c.notNull(member, it.Get == nil) {
			continue
		}
		c.notNull(member+".key", it.Get.Key == nil)
		c.tableName(member+".tableName", it.Get.TableName)
	}
	if err := c.check(); err != nil {
		return err
	}
	for _, it := range r.TransactItems {
		if err := checkValues(it.Get.Key); err != nil {
			return err
		}
	}
	return nil
}

func transactItems[T any](c *constraints, class string, list []T) {
	most := schema.Documented().TransactionItemsMax
	switch {
	case list == nil:
		c.notNull("transactItems", true)
	case len(list) == 0:
		c.fail("[]", "transactItems", schema.RuleMinLength(1))
	case len(list) > most:
		c.fail(javaObjects(class, list), "transactItems", schema.RuleMaxLength(most))
	}
}

// transactAction is what the four actions of a transaction have in common.
type transactAction struct {
	member    string // "transactItems.1.member.put"
	table     string
	key       attr.Item // or the item of a Put
	keyMember string    // "key" or "item"
	condition *string
	update    *string
	names     Names
	values    Values
	onFailure string
	required  expression // an expression that must be there
}

// Validate checks the request.
func (r *TransactWriteItemsRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.returnConsumedCapacity(r.ReturnConsumedCapacity)
	c.returnItemCollectionMetrics(r.ReturnItemCollectionMetrics)
	c.token(r.ClientRequestToken)
	transactItems(&c, "TransactWriteItem", r.TransactItems)
	actions := make([]transactAction, 0, len(r.TransactItems))
	for i, it := range r.TransactItems {
		a, n := it.action(fmt.Sprintf("transactItems.%d.member.", i+1))
		if n != 1 {
			if err := c.check(); err != nil {
				return err
			}
			return invalid("TransactItems can only contain one of Check, Put, Update or Delete")
		}
		c.action(a)
		actions = append(actions, a)
	}
	if err := c.check(); err != nil {
		return err
	}
	for _, a := range actions {
		if err := a.validate(); err != nil {
			return err
		}
	}
	return nil
}

func (c *constraints) token(token string) {
	const member = "clientRequestToken"
	if token == "" && c.empty(member) {
		c.fail("", member, schema.RuleMinLength(1))
	}
	if len(token) > maxToken {
		c.fail(token, member, schema.RuleMaxLength(maxToken))
	}
}

// action returns the item's action and how many there are: one, if the
// request is right.
func (it *TransactWriteItem) action(prefix string) (a transactAction, n int) {
	if p := it.Put; p != nil {
		n++
		a = transactAction{prefix + "put", p.TableName, p.Item, "item", p.ConditionExpression, nil,
			p.ExpressionAttributeNames, p.ExpressionAttributeValues, p.ReturnValuesOnConditionCheckFailure, expression{}}
	}
	if u := it.Update; u != nil {
		n++
		a = transactAction{prefix + "update", u.TableName, u.Key, "key", u.ConditionExpression, u.UpdateExpression,
			u.ExpressionAttributeNames, u.ExpressionAttributeValues, u.ReturnValuesOnConditionCheckFailure,
			expression{"updateExpression", u.UpdateExpression}}
	}
	if d := it.Delete; d != nil {
		n++
		a = transactAction{prefix + "delete", d.TableName, d.Key, "key", d.ConditionExpression, nil,
			d.ExpressionAttributeNames, d.ExpressionAttributeValues, d.ReturnValuesOnConditionCheckFailure, expression{}}
	}
	if k := it.ConditionCheck; k != nil {
		n++
		a = transactAction{prefix + "conditionCheck", k.TableName, k.Key, "key", k.ConditionExpression, nil,
			k.ExpressionAttributeNames, k.ExpressionAttributeValues, k.ReturnValuesOnConditionCheckFailure,
			expression{"conditionExpression", k.ConditionExpression}}
	}
	return a, n
}

func (c *constraints) action(a transactAction) {
	c.tableName(a.member+".tableName", a.table)
	c.notNull(a.member+"."+a.keyMember, a.key == nil)
	if a.required.name != "" {
		c.notNull(a.member+"."+a.required.name, a.required.text == nil)
	}
	c.returnOnFailure(a.member+".", a.onFailure)
}

// validate checks an action's values. Placeholders without an expression are
// no error in a transaction (ExtendDB, pull request 169, recorded on AWS).
func (a transactAction) validate() error {
	if err := checkValues(a.key); err != nil {
		return err
	}
	if a.keyMember == "item" {
		return checkPutItem(a.key)
	}
	return nil
}
