package engine

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/store"
)

// BatchWriteItem puts and deletes items. As a rule the writes of a batch take
// effect together here; promised is that, as by DynamoDB, only of each.
func (db *DB) BatchWriteItem(ctx context.Context, r *api.BatchWriteItemRequest) (*api.BatchWriteItemResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	actions, err := db.batchActions(r)
	if err != nil {
		return nil, err
	}
	effects, err := db.writeAll(ctx, actions, nil)
	if errors.Is(err, store.ErrTooLarge) {
		effects, err = db.writeEach(ctx, actions)
	}
	if err != nil {
		return nil, batchError(err)
	}
	resp := &api.BatchWriteItemResponse{UnprocessedItems: map[string][]api.WriteRequest{}}
	resp.ConsumedCapacity = writesCapacity(r.ReturnConsumedCapacity, actions, effects, 1, noSplit)
	resp.ItemCollectionMetrics, err = db.allCollectionMetrics(ctx, r.ReturnItemCollectionMetrics, actions)
	return resp, err
}

// writeEach runs the actions one by one: with full copies in many indexes the
// largest batches are more than one transaction of the store may hold.
func (db *DB) writeEach(ctx context.Context, actions []*action) ([]effect, error) {
	var effects []effect
	for i := range actions {
		e, err := db.writeAll(ctx, actions[i:i+1], nil)
		if err != nil {
			return nil, err
		}
		effects = append(effects, e...)
	}
	return effects, nil
}

// batchActions makes the batch's actions, tables in the order of their names.
func (db *DB) batchActions(r *api.BatchWriteItemRequest) ([]*action, error) {
	var actions []*action
	for _, name := range slices.Sorted(maps.Keys(r.RequestItems)) {
		t, err := db.table(name)
		if err != nil {
			return nil, err
		}
		for _, w := range r.RequestItems[name] {
			var a *action
			if w.PutRequest != nil {
				a, err = t.put(w.PutRequest.Item, expressions{})
			} else {
				a, err = t.onKey(verbDelete, w.DeleteRequest.Key, expressions{})
			}
			if err != nil {
				return nil, apiError(err)
			}
			actions = append(actions, a)
		}
	}
	if repeated(actions) {
		return nil, validation("Provided list of item keys contains duplicates")
	}
	return actions, nil
}

// batchError is the first reason of a batch that failed.
func batchError(err error) error {
	var c *cancelled
	if errors.As(err, &c) {
		for _, cause := range c.reasons {
			if cause != nil {
				return apiError(cause)
			}
		}
	}
	return apiError(err)
}

// repeated says whether two actions are on one item.
func repeated(actions []*action) bool {
	seen := make(map[string]struct{}, len(actions))
	for _, a := range actions {
		if a.invalid != nil {
			continue // it has no key
		}
		if _, ok := seen[string(a.key)]; ok {
			return true
		}
		seen[string(a.key)] = struct{}{}
	}
	return false
}
