package engine

import (
	"context"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/query"
)

// GetItem reads the item of a key. Reads are always of what was last
// committed; ConsistentRead changes what they cost.
func (db *DB) GetItem(ctx context.Context, r *api.GetItemRequest) (*api.GetItemResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	var x expressions
	if r.ProjectionExpression != nil {
		var err error
		if x, err = (sources{projection: r.ProjectionExpression, names: r.ExpressionAttributeNames}).parse(); err != nil {
			return nil, err
		}
	}
	t, err := db.table(r.TableName)
	if err != nil {
		return nil, err
	}
	if err := t.checkGet(r.Key, x); err != nil {
		return nil, apiError(err)
	}
	it, size, err := db.getItem(ctx, t, r.Key)
	if err != nil {
		return nil, apiError(err)
	}
	return &api.GetItemResponse{
		Item:             x.project(it),
		ConsumedCapacity: t.readCapacity(r.ReturnConsumedCapacity, size, r.ConsistentRead),
	}, nil
}

// checkGet checks the key and the projection of a read of one item.
func (t *table) checkGet(key attr.Item, x expressions) error {
	if x.projection != nil {
		for _, p := range x.projection.Paths() {
			if err := query.CheckDocumentPath(t.def, p); err != nil {
				return err
			}
		}
	}
	return t.def.CheckKey(key)
}

// getItem reads the item of a key, nil where there is none, and its size.
func (db *DB) getItem(ctx context.Context, t *table, key attr.Item) (it attr.Item, size int, err error) {
	s := scratchPool.Get().(*scratch)
	defer scratchPool.Put(s)
	s.key = t.appendItemKey(s.key[:0], key)
	err = db.store.GetOne(ctx, s.key, func(rec []byte) error {
		var err error
		it, size, err = decodeRecord(rec)
		return err
	})
	return it, size, err
}
