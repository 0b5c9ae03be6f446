package engine

import (
	"context"
	"maps"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
)

// callBatch calls an operation; of a batch without the items that are to be
// left unprocessed, which the answer then names.
func callBatch[Req, Resp any](ctx context.Context, db *DB, r *Req, leave []func(int) bool, call func(*DB, context.Context, *Req) (*Resp, error)) (*Resp, error) {
	if len(leave) == 0 {
		return call(db, ctx, r)
	}
	left := func(item int) bool {
		return slices.ContainsFunc(leave, func(l func(int) bool) bool { return l(item) })
	}
	switch b := any(r).(type) {
	case *api.BatchGetItemRequest:
		if b.Validate() != nil {
			break // to be refused as a whole
		}
		some, rest := splitKeys(b, left)
		resp, err := call(db, ctx, any(some).(*Req))
		if err == nil {
			addKeys(any(resp).(*api.BatchGetItemResponse), b, rest)
		}
		return resp, err
	case *api.BatchWriteItemRequest:
		if b.Validate() != nil {
			break
		}
		some, rest := splitWrites(b, left)
		resp, err := call(db, ctx, any(some).(*Req))
		if err == nil {
			addWrites(any(resp).(*api.BatchWriteItemResponse), rest)
		}
		return resp, err
	}
	return call(db, ctx, r)
}

// choose divides the lists of a batch, tables in the order of their names. One
// item at least is chosen to be processed: the first.
func choose[T any](lists map[string][]T, left func(int) bool) (some, rest map[string][]T) {
	some, rest = map[string][]T{}, map[string][]T{}
	n := 0
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		for _, it := range lists[name] {
			if n > 0 && left(n) {
				rest[name] = append(rest[name], it)
			} else {
				some[name] = append(some[name], it)
			}
			n++
		}
	}
	return some, rest
}

func splitKeys(b *api.BatchGetItemRequest, left func(int) bool) (*api.BatchGetItemRequest, map[string][]attr.Item) {
	keys := make(map[string][]attr.Item, len(b.RequestItems))
	for name, ka := range b.RequestItems {
		keys[name] = ka.Keys
	}
	chosen, rest := choose(keys, left)
	some := *b
	some.RequestItems = make(map[string]*api.KeysAndAttributes, len(chosen))
	for name, ks := range chosen {
		ka := *b.RequestItems[name]
		ka.Keys = ks
		some.RequestItems[name] = &ka
	}
	return &some, rest
}

func addKeys(resp *api.BatchGetItemResponse, b *api.BatchGetItemRequest, rest map[string][]attr.Item) {
	for name, keys := range rest {
		if have := resp.UnprocessedKeys[name]; have != nil {
			keys = slices.Concat(have.Keys, keys)
		}
		ka := *b.RequestItems[name]
		ka.Keys = keys
		resp.UnprocessedKeys[name] = &ka
	}
}

func splitWrites(b *api.BatchWriteItemRequest, left func(int) bool) (*api.BatchWriteItemRequest, map[string][]api.WriteRequest) {
	some := *b
	chosen, rest := choose(b.RequestItems, left)
	some.RequestItems = chosen
	return &some, rest
}

func addWrites(resp *api.BatchWriteItemResponse, rest map[string][]api.WriteRequest) {
	for name, writes := range rest {
		resp.UnprocessedItems[name] = slices.Concat(resp.UnprocessedItems[name], writes)
	}
}
