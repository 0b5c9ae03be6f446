package engine

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/store"
)

// doBatchWriteItem is BatchWriteItem.
func (db *DB) doBatchWriteItem(ctx context.Context, r *api.BatchWriteItemRequest) (*api.BatchWriteItemResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	actions, err := db.batchActions(r)
	if err != nil {
		return nil, err
	}
	resp := &api.BatchWriteItemResponse{UnprocessedItems: map[string][]api.WriteRequest{}}
	var effects []effect
	if s := db.sim.Load(); s != nil && s.limits {
		actions, effects, err = db.writeAdmitted(ctx, actions, resp)
	} else if effects, err = db.writeAll(ctx, actions, nil); errors.Is(err, store.ErrTooLarge) {
		effects, err = db.writeEach(ctx, actions)
	}
	if err != nil {
		return nil, batchError(err)
	}
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

// writeAdmitted runs the actions one by one and returns those that were done.
// Throttled ones become the response's unprocessed items; if all are, that is
// the error.
func (db *DB) writeAdmitted(ctx context.Context, actions []*action, resp *api.BatchWriteItemResponse) (done []*action, effects []effect, err error) {
	var throttled error
	for _, a := range actions {
		e, err := db.writeOne(ctx, a)
		switch {
		case isThrottled(err):
			throttled = err
			name := a.t.def.Name
			resp.UnprocessedItems[name] = append(resp.UnprocessedItems[name], a.writeRequest())
		case err != nil:
			return nil, nil, err
		default:
			done, effects = append(done, a), append(effects, e)
		}
	}
	if throttled != nil && len(done) == 0 {
		return nil, nil, throttled
	}
	return done, effects, nil
}

// writeRequest is the action as a batch asks for it.
func (a *action) writeRequest() api.WriteRequest {
	if a.verb == verbPut {
		return api.WriteRequest{PutRequest: &api.PutRequest{Item: a.item}}
	}
	return api.WriteRequest{DeleteRequest: &api.DeleteRequest{Key: a.item}}
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
				a, err = t.batchPut(w.PutRequest.Item)
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

// batchPut is put with a batch's word for a key of another type.
func (t *table) batchPut(it attr.Item) (*action, error) {
	a, err := t.put(it, expressions{})
	var wrongType *schema.KeyTypeError
	if errors.As(err, &wrongType) {
		err = schema.KeyMismatch()
	}
	return a, err
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
