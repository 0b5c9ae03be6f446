package engine

import (
	"context"
	"errors"
	"strings"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/store"
)

// doTransactWriteItems is TransactWriteItems.
func (db *DB) doTransactWriteItems(ctx context.Context, r *api.TransactWriteItemsRequest) (*api.TransactWriteItemsResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	actions, err := db.transactActions(r)
	if err != nil {
		return nil, err
	}
	tok, err := db.newToken(r)
	if err != nil {
		return nil, err
	}
	if err := invalidActions(actions); err != nil {
		return nil, transactError(err, len(actions))
	}
	effects, err := db.writeAll(ctx, actions, tok)
	switch {
	case errors.Is(err, errReplay):
		return &api.TransactWriteItemsResponse{ConsumedCapacity: tok.replayCapacity(r.ReturnConsumedCapacity, actions)}, nil
	case err != nil:
		return nil, transactError(err, len(actions))
	}
	db.chargeWrites(actions, effects, 2)
	resp := &api.TransactWriteItemsResponse{
		ConsumedCapacity: writesCapacity(r.ReturnConsumedCapacity, actions, effects, 2, writeSplit),
	}
	resp.ItemCollectionMetrics, err = db.allCollectionMetrics(ctx, r.ReturnItemCollectionMetrics, actions)
	return resp, err
}

// transactActions makes the actions in the request's order: the first problem
// is the one reported.
func (db *DB) transactActions(r *api.TransactWriteItemsRequest) ([]*action, error) {
	actions := make([]*action, len(r.TransactItems))
	for i := range r.TransactItems {
		a, err := db.transactAction(&r.TransactItems[i])
		if err != nil {
			return nil, err
		}
		actions[i] = a
	}
	return actions, checkTransaction(actions)
}

// checkTransaction refuses two actions on one item, and too much at once.
func checkTransaction(actions []*action) error {
	bytes := 0
	for _, a := range actions {
		bytes += a.item.Size()
	}
	if repeated(actions) {
		return validation(msgTransactTwice)
	}
	if bytes > schema.Documented().TransactionBytesMax {
		return validation(msgTransactSize)
	}
	return nil
}

// The messages of transactions, of reads and of writes alike.
const (
	msgTransactTwice = "Transaction request cannot include multiple operations on one item"
	msgTransactSize  = "Collection size of items exceeded, which can also be caused by the aggregate size " +
		"of the items in the transaction exceeding the 4MB limit"
)

// invalidActions cancels a transaction of which some actions cannot be.
func invalidActions(actions []*action) error {
	reasons := make([]error, len(actions))
	found := false
	for i, a := range actions {
		reasons[i] = a.invalid
		found = found || a.invalid != nil
	}
	if !found {
		return nil
	}
	return &cancelled{reasons}
}

// transactAction makes one action.
func (db *DB) transactAction(it *api.TransactWriteItem) (a *action, err error) {
	switch {
	case it.Put != nil:
		p := it.Put
		src := sources{condition: p.ConditionExpression, names: p.ExpressionAttributeNames,
			values: p.ExpressionAttributeValues}
		a, err = db.action(src, p.TableName, func(t *table, x expressions) (*action, error) { return t.put(p.Item, x) })
		return withOld(a, p.ReturnValuesOnConditionCheckFailure), err
	case it.Update != nil:
		u := it.Update
		src := sources{update: u.UpdateExpression, condition: u.ConditionExpression, names: u.ExpressionAttributeNames,
			values: u.ExpressionAttributeValues}
		if deep := tooDeep(u.ExpressionAttributeValues); deep != nil {
			t, err := db.table(u.TableName)
			return &action{t: t, invalid: deep}, err
		}
		a, err = db.action(src, u.TableName, func(t *table, x expressions) (*action, error) { return t.onKey(verbUpdate, u.Key, x) })
		return withOld(a, u.ReturnValuesOnConditionCheckFailure), err
	case it.Delete != nil:
		d := it.Delete
		src := sources{condition: d.ConditionExpression, names: d.ExpressionAttributeNames,
			values: d.ExpressionAttributeValues}
		a, err = db.action(src, d.TableName, func(t *table, x expressions) (*action, error) { return t.onKey(verbDelete, d.Key, x) })
		return withOld(a, d.ReturnValuesOnConditionCheckFailure), err
	}
	c := it.ConditionCheck
	src := sources{condition: c.ConditionExpression, names: c.ExpressionAttributeNames,
		values: c.ExpressionAttributeValues}
	a, err = db.action(src, c.TableName, func(t *table, x expressions) (*action, error) { return t.onKey(verbCheck, c.Key, x) })
	return withOld(a, c.ReturnValuesOnConditionCheckFailure), err
}

// action makes an action. One that does not fit its table's schema cancels
// the transaction, with its reason; an empty key refuses it (measured by
// dynoxide's author).
func (db *DB) action(src sources, name string, make func(*table, expressions) (*action, error)) (*action, error) {
	t, x, err := db.begin(src, name)
	if err != nil {
		return nil, err
	}
	a, err := make(t, x)
	var empty *schema.EmptyKeyError
	if err != nil && !errors.As(err, &empty) {
		return &action{t: t, invalid: err}, nil
	}
	return a, apiError(err)
}

// tooDeep is the error of a value with too many levels, nil for none. Among
// the values of an update it cancels the transaction, elsewhere it refuses it
// (recorded on AWS, paritysuite/dynamodb-conformance pull request 178).
func tooDeep(values api.Values) error {
	for _, v := range values {
		if err := v.Err(); attr.IsTooDeep(err) {
			return err
		}
	}
	return nil
}

func withOld(a *action, onFailure string) *action {
	if a != nil {
		a.returnOld = onFailure == "ALL_OLD"
	}
	return a
}

// transactError turns what stopped a transaction of n actions into its
// TransactionCanceledException; other errors pass.
func transactError(err error, n int) error {
	var c *cancelled
	if errors.As(err, &c) {
		reasons := make([]api.CancellationReason, len(c.reasons))
		for i, cause := range c.reasons {
			reason, ok := cancellationReason(cause)
			if !ok {
				return apiError(cause)
			}
			reasons[i] = reason
		}
		return canceled(reasons)
	}
	if errors.Is(err, store.ErrConflict) {
		reasons := make([]api.CancellationReason, n)
		for i := range reasons {
			reasons[i] = api.CancellationReason{Code: "TransactionConflict", Message: "Transaction is ongoing for the item"}
		}
		return canceled(reasons)
	}
	return apiError(err)
}

// cancellationReason is how a transaction tells one action's error; false for
// an error that is none of the action's.
func cancellationReason(err error) (api.CancellationReason, bool) {
	if err == nil {
		return api.CancellationReason{Code: "None"}, true
	}
	var e *api.Error
	if !errors.As(apiError(err), &e) {
		return api.CancellationReason{}, false
	}
	switch e.Code {
	case api.ConditionalCheckFailedException:
		return api.CancellationReason{Code: "ConditionalCheckFailed", Message: e.Message, Item: e.Item}, true
	case api.DuplicateItemException:
		return api.CancellationReason{Code: "DuplicateItem", Message: e.Message}, true
	case api.ValidationException:
		return api.CancellationReason{Code: "ValidationError", Message: e.Message}, true
	case api.ProvisionedThroughputExceededException:
		return api.CancellationReason{Code: "ProvisionedThroughputExceeded", Message: e.Message}, true
	case api.ThrottlingException, api.RequestLimitExceeded:
		return api.CancellationReason{Code: "ThrottlingError", Message: e.Message}, true
	case api.ItemCollectionSizeLimitExceededException:
		return api.CancellationReason{Code: "ItemCollectionSizeLimitExceeded", Message: e.Message}, true
	}
	return api.CancellationReason{}, false
}

func canceled(reasons []api.CancellationReason) error {
	codes := make([]string, len(reasons))
	for i, r := range reasons {
		codes[i] = r.Code
	}
	return &api.Error{
		Code: api.TransactionCanceledException,
		Message: "Transaction cancelled, please refer cancellation reasons for specific reasons [" +
			strings.Join(codes, ", ") + "]",
		Reasons: reasons,
	}
}
