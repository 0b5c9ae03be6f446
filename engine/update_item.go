package engine

import (
	"context"

	"github.com/keywright/keywright/api"
)

// doUpdateItem is UpdateItem.
func (db *DB) doUpdateItem(ctx context.Context, r *api.UpdateItemRequest) (*api.UpdateItemResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	w := itemWrite{
		sources: sources{
			update: r.UpdateExpression, condition: r.ConditionExpression,
			names: r.ExpressionAttributeNames, values: r.ExpressionAttributeValues,
			legacy: legacy{updates: r.AttributeUpdates, expected: r.Expected, operator: r.ConditionalOperator},
		},
		table: r.TableName, returnValues: r.ReturnValues, onFailure: r.ReturnValuesOnConditionCheckFailure,
		capacity: r.ReturnConsumedCapacity, collection: r.ReturnItemCollectionMetrics,
	}
	done, err := w.run(ctx, db, func(t *table, x expressions) (*action, error) { return t.onKey(verbUpdate, r.Key, x) })
	if err != nil {
		return nil, err
	}
	return &api.UpdateItemResponse{Attributes: done.attributes, ConsumedCapacity: done.capacity, ItemCollectionMetrics: done.collection}, nil
}
