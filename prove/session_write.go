package prove

import (
	"context"
	"errors"

	"github.com/keywright/keywright/api"
)

// write runs the actions of one write: a single one as PutItem, UpdateItem or
// DeleteItem, several as a transaction. The error is errRefused where a
// condition did not hold.
func (s *session) write(ctx context.Context, actions []api.TransactWriteItem) error {
	renamed := make([]api.TransactWriteItem, len(actions))
	for i, a := range actions {
		renamed[i] = s.rename(a)
	}
	var err error
	s.requests++
	switch len(renamed) {
	case 0:
		s.requests--
		return nil
	case 1:
		err = s.single(ctx, renamed[0])
	default:
		_, err = s.db.TransactWriteItems(ctx, &api.TransactWriteItemsRequest{TransactItems: renamed})
	}
	var known *api.Error
	switch {
	case conditionFailed(err):
		return errRefused
	case err == nil, !errors.As(err, &known): // it was made, or may have been
		for _, a := range actions {
			s.remember(a)
		}
	}
	return err
}

// writeOperation names what write sends.
func writeOperation(actions []api.TransactWriteItem) string {
	if len(actions) == 1 {
		switch a := actions[0]; {
		case a.Put != nil:
			return "PutItem"
		case a.Update != nil:
			return "UpdateItem"
		case a.Delete != nil:
			return "DeleteItem"
		}
	}
	return "TransactWriteItems"
}

// rename puts the session's table name into a copy of an action.
func (s *session) rename(a api.TransactWriteItem) api.TransactWriteItem {
	switch {
	case a.Put != nil:
		c := *a.Put
		c.TableName = s.prefix + c.TableName
		return api.TransactWriteItem{Put: &c}
	case a.Update != nil:
		c := *a.Update
		c.TableName = s.prefix + c.TableName
		return api.TransactWriteItem{Update: &c}
	case a.Delete != nil:
		c := *a.Delete
		c.TableName = s.prefix + c.TableName
		return api.TransactWriteItem{Delete: &c}
	case a.ConditionCheck != nil:
		c := *a.ConditionCheck
		c.TableName = s.prefix + c.TableName
		return api.TransactWriteItem{ConditionCheck: &c}
	}
	return a
}

func (s *session) single(ctx context.Context, a api.TransactWriteItem) error {
	var err error
	switch {
	case a.Put != nil:
		_, err = s.db.PutItem(ctx, &api.PutItemRequest{
			TableName: a.Put.TableName, Item: a.Put.Item, ConditionExpression: a.Put.ConditionExpression,
			ExpressionAttributeNames: a.Put.ExpressionAttributeNames, ExpressionAttributeValues: a.Put.ExpressionAttributeValues,
		})
	case a.Update != nil:
		_, err = s.db.UpdateItem(ctx, &api.UpdateItemRequest{
			TableName: a.Update.TableName, Key: a.Update.Key,
			UpdateExpression: a.Update.UpdateExpression, ConditionExpression: a.Update.ConditionExpression,
			ExpressionAttributeNames: a.Update.ExpressionAttributeNames, ExpressionAttributeValues: a.Update.ExpressionAttributeValues,
		})
	case a.Delete != nil:
		_, err = s.db.DeleteItem(ctx, &api.DeleteItemRequest{
			TableName: a.Delete.TableName, Key: a.Delete.Key, ConditionExpression: a.Delete.ConditionExpression,
			ExpressionAttributeNames: a.Delete.ExpressionAttributeNames, ExpressionAttributeValues: a.Delete.ExpressionAttributeValues,
		})
	default: // a condition alone is a transaction of one
		_, err = s.db.TransactWriteItems(ctx, &api.TransactWriteItemsRequest{TransactItems: []api.TransactWriteItem{a}})
	}
	return err
}

// conditionFailed says whether a write failed for its conditions alone.
func conditionFailed(err error) bool {
	var e *api.Error
	if !errors.As(err, &e) {
		return false
	}
	if e.Code == api.ConditionalCheckFailedException {
		return true
	}
	if e.Code != api.TransactionCanceledException {
		return false
	}
	failed := false
	for _, r := range e.Reasons {
		switch r.Code {
		case "ConditionalCheckFailed":
			failed = true
		case "None", "":
		default:
			return false
		}
	}
	return failed
}
