package engine

import (
	"context"

	"github.com/keywright/keywright/api"
)

// doPutItem is PutItem.
func (db *DB) doPutItem(ctx context.Context, r *api.PutItemRequest) (*api.PutItemResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	x, err := sources{
		condition: r.ConditionExpression,
		names:     r.ExpressionAttributeNames, values: r.ExpressionAttributeValues,
	}.parse()
	if err != nil {
		return nil, err
	}
	t, err := db.table(r.TableName)
	if err != nil {
		return nil, err
	}
	a, err := t.put(r.Item, x)
	if err != nil {
		return nil, apiError(err)
	}
	a.wantOld = r.ReturnValues == "ALL_OLD"
	a.returnOld = r.ReturnValuesOnConditionCheckFailure == "ALL_OLD"
	e, err := db.writeOne(ctx, a)
	if err != nil {
		return nil, err
	}
	resp := &api.PutItemResponse{ConsumedCapacity: a.t.writeCapacity(r.ReturnConsumedCapacity, &e)}
	if a.wantOld {
		resp.Attributes = e.oldItem
	}
	resp.ItemCollectionMetrics, err = db.collectionMetrics(ctx, r.ReturnItemCollectionMetrics, t, r.Item)
	return resp, err
}
