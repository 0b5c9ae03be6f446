package engine

import (
	"context"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

// doUpdateItem is UpdateItem.
func (db *DB) doUpdateItem(ctx context.Context, r *api.UpdateItemRequest) (*api.UpdateItemResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	x, err := sources{
		update: r.UpdateExpression, condition: r.ConditionExpression,
		names: r.ExpressionAttributeNames, values: r.ExpressionAttributeValues,
	}.parse()
	if err != nil {
		return nil, err
	}
	t, err := db.table(r.TableName)
	if err != nil {
		return nil, err
	}
	a, err := t.onKey(verbUpdate, r.Key, x)
	if err != nil {
		return nil, apiError(err)
	}
	a.wantOld = true
	a.returnOld = r.ReturnValuesOnConditionCheckFailure == "ALL_OLD"
	e, err := db.writeOne(ctx, a)
	if err != nil {
		return nil, err
	}
	resp := &api.UpdateItemResponse{
		Attributes:       returned(r.ReturnValues, x.update, &e),
		ConsumedCapacity: a.t.writeCapacity(r.ReturnConsumedCapacity, &e),
	}
	resp.ItemCollectionMetrics, err = db.collectionMetrics(ctx, r.ReturnItemCollectionMetrics, t, r.Key)
	return resp, err
}

// returned is what ReturnValues asks for: a whole image, or of one image what
// the update's paths touch.
func returned(returnValues string, u *expr.Update, e *effect) attr.Item {
	switch returnValues {
	case "ALL_OLD":
		return e.oldItem
	case "ALL_NEW":
		return e.new
	}
	if u == nil {
		return nil
	}
	switch returnValues {
	case "UPDATED_OLD":
		return u.Touched(e.oldItem)
	case "UPDATED_NEW":
		return u.Touched(e.new)
	}
	return nil
}
