package engine

import (
	"context"

	"github.com/keywright/keywright/api"
)

// doDeleteItem is DeleteItem.
func (db *DB) doDeleteItem(ctx context.Context, r *api.DeleteItemRequest) (*api.DeleteItemResponse, error) {
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
	a, err := t.onKey(verbDelete, r.Key, x)
	if err != nil {
		return nil, apiError(err)
	}
	a.wantOld = r.ReturnValues == "ALL_OLD"
	a.returnOld = r.ReturnValuesOnConditionCheckFailure == "ALL_OLD"
	e, err := db.writeOne(ctx, a)
	if err != nil {
		return nil, err
	}
	resp := &api.DeleteItemResponse{ConsumedCapacity: a.t.writeCapacity(r.ReturnConsumedCapacity, &e)}
	if a.wantOld {
		resp.Attributes = e.oldItem
	}
	resp.ItemCollectionMetrics, err = db.collectionMetrics(ctx, r.ReturnItemCollectionMetrics, t, r.Key)
	return resp, err
}
