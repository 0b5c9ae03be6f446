package engine

import (
	"context"
	"maps"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/schema"
)

// tableKeys is what a batch reads from one table.
type tableKeys struct {
	name string // as the request has it: the table's name or its ARN
	t    *table
	keys *api.KeysAndAttributes
	x    expressions
}

// doBatchGetItem is BatchGetItem.
func (db *DB) doBatchGetItem(ctx context.Context, r *api.BatchGetItemRequest) (*api.BatchGetItemResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	tables, err := db.batchKeys(r)
	if err != nil {
		return nil, err
	}
	resp := &api.BatchGetItemResponse{
		Responses:       make(map[string][]attr.Item, len(tables)),
		UnprocessedKeys: map[string]*api.KeysAndAttributes{},
	}
	var throttled error // why some keys were not read
	read := false
	room := schema.Documented().BatchGetBytesMax // keys beyond come back unprocessed
	for _, tk := range tables {
		u := usage{t: tk.t}
		items, rest, err := db.getKeys(ctx, tk, &room, &u, &throttled)
		if err != nil {
			return nil, apiError(err)
		}
		name := tk.t.def.Name
		if before, twice := resp.Responses[name]; twice { // by name and by ARN
			items = append(before, items...)
		}
		resp.Responses[name] = items
		if len(rest) > 0 {
			left := *tk.keys
			left.Keys = rest
			resp.UnprocessedKeys[tk.name] = &left
		}
		if asked := r.ReturnConsumedCapacity; asked != "" && asked != "NONE" {
			resp.ConsumedCapacity = append(resp.ConsumedCapacity, u.consumed(asked, noSplit))
		}
		read = read || u.table > 0
	}
	if throttled != nil && !read {
		return nil, throttled
	}
	return resp, nil
}

// batchKeys checks a batch's expressions, tables and keys, in this order.
func (db *DB) batchKeys(r *api.BatchGetItemRequest) ([]tableKeys, error) {
	names := slices.Sorted(maps.Keys(r.RequestItems))
	tables := make([]tableKeys, len(names))
	for i, name := range names {
		ka := r.RequestItems[name]
		src := sources{projection: ka.ProjectionExpression, names: ka.ExpressionAttributeNames, legacy: legacy{attributes: ka.AttributesToGet}}
		x, err := src.parse()
		if err != nil {
			return nil, err
		}
		tables[i] = tableKeys{name: name, keys: ka, x: x}
	}
	for i, name := range names {
		t, err := db.table(name)
		if err != nil {
			return nil, err
		}
		tables[i].t = t
		for _, key := range tables[i].keys.Keys {
			if err := t.checkGet(key, tables[i].x); err != nil {
				return nil, apiError(err)
			}
		}
	}
	return tables, nil
}

// getKeys reads keys of one table until room is used up, and returns the keys
// that are left, the throttled ones among them.
func (db *DB) getKeys(ctx context.Context, tk tableKeys, room *int, u *usage, throttled *error) (items []attr.Item, rest []attr.Item, err error) {
	items = []attr.Item{}
	for i, key := range tk.keys.Keys {
		if *room <= 0 {
			return items, append(rest, tk.keys.Keys[i:]...), nil
		}
		it, size, err := db.getItem(ctx, tk.t, key, tk.keys.ConsistentRead)
		if isThrottled(err) {
			rest, *throttled = append(rest, key), err
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if size > *room {
			*room = 0
			return items, append(rest, tk.keys.Keys[i:]...), nil
		}
		*room -= size
		u.table += cost.ReadUnits(size, tk.keys.ConsistentRead)
		if it != nil {
			items = append(items, tk.x.project(it))
		}
	}
	return items, rest, nil
}
