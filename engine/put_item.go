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
	w := itemWrite{
		sources: sources{
			condition: r.ConditionExpression, names: r.ExpressionAttributeNames, values: r.ExpressionAttributeValues,
			legacy: legacy{expected: r.Expected, operator: r.ConditionalOperator},
		},
		table: r.TableName, returnValues: r.ReturnValues, onFailure: r.ReturnValuesOnConditionCheckFailure,
		capacity: r.ReturnConsumedCapacity, collection: r.ReturnItemCollectionMetrics,
	}
	done, err := w.run(ctx, db, func(t *table, x expressions) (*action, error) { return t.put(r.Item, x) })
	if err != nil {
		return nil, err
	}
	return &api.PutItemResponse{Attributes: done.attributes, ConsumedCapacity: done.capacity, ItemCollectionMetrics: done.collection}, nil
}
