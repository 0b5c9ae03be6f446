package engine

import (
	"context"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/heat"
	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/store"
)

// doTransactGetItems is TransactGetItems.
func (db *DB) doTransactGetItems(ctx context.Context, r *api.TransactGetItemsRequest) (*api.TransactGetItemsResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	gets, err := db.transactGets(r)
	if err != nil {
		return nil, err
	}
	items, used, err := db.readTogether(ctx, gets, r.ReturnConsumedCapacity)
	if err != nil {
		return nil, err
	}
	return &api.TransactGetItemsResponse{Responses: items, ConsumedCapacity: used}, nil
}

// readTogether runs the reads of a transaction, all from one snapshot.
func (db *DB) readTogether(ctx context.Context, gets []transactGet, asked string) ([]api.ItemResponse, []*api.ConsumedCapacity, error) {
	keys := make([][]byte, len(gets))
	for i := range gets {
		keys[i] = gets[i].key
	}
	if err := db.admitGets(gets); err != nil {
		return nil, nil, err
	}
	var recs [][]byte
	err := db.store.View(ctx, func(reader store.Reader) (err error) {
		recs, err = reader.Get(ctx, keys...)
		return err
	})
	if err != nil {
		return nil, nil, apiError(err)
	}
	items, used, err := transactResponses(asked, gets, recs)
	if err == nil {
		db.chargeGets(gets, recs)
	}
	return items, used, err
}

// admitGets cancels a transaction of which some reads are throttled.
func (db *DB) admitGets(gets []transactGet) error {
	reasons := make([]error, len(gets))
	failed := false
	for i, g := range gets {
		reasons[i] = db.limiter(g.t).admit(g.t, nil, heat.Read, g.key)
		failed = failed || reasons[i] != nil
	}
	if !failed {
		return nil
	}
	return transactError(&cancelled{reasons}, len(gets))
}

func (db *DB) chargeGets(gets []transactGet, recs [][]byte) {
	for i, g := range gets {
		if lim := db.limiter(g.t); lim != nil {
			size := 0
			if recs[i] != nil {
				size, _, _ = splitRecord(recs[i]) // was decoded
			}
			lim.charge(g.t, nil, heat.Read, g.key, cost.TransactReadUnits(size))
		}
	}
}

// transactGet is one read of a transaction, ready to run.
type transactGet struct {
	t     *table
	key   []byte
	shape func(attr.Item) attr.Item // what is returned of an item
}

// transactGets makes the reads. Ones that do not fit their table's schema
// cancel the transaction, with their reasons.
func (db *DB) transactGets(r *api.TransactGetItemsRequest) ([]transactGet, error) {
	gets := make([]transactGet, len(r.TransactItems))
	reasons := make([]error, len(gets))
	failed := false
	seen := make(map[string]bool, len(gets))
	for i, it := range r.TransactItems {
		t, x, err := db.begin(sources{projection: it.Get.ProjectionExpression, names: it.Get.ExpressionAttributeNames}, it.Get.TableName)
		if err != nil {
			return nil, err
		}
		if err := t.checkGet(it.Get.Key, x); err != nil {
			reasons[i], failed = err, true
			continue
		}
		gets[i] = transactGet{t, t.appendItemKey(nil, it.Get.Key), x.project}
		if seen[string(gets[i].key)] {
			return nil, validation(msgTransactTwice)
		}
		seen[string(gets[i].key)] = true
	}
	if failed {
		return nil, transactError(&cancelled{reasons}, len(gets))
	}
	return gets, nil
}

func transactResponses(asked string, gets []transactGet, recs [][]byte) ([]api.ItemResponse, []*api.ConsumedCapacity, error) {
	items := make([]api.ItemResponse, len(recs))
	var all usages
	bytes := 0
	for i, rec := range recs {
		it, size, err := decodeRecord(rec)
		if err != nil {
			return nil, nil, err
		}
		if bytes += size; bytes > schema.Documented().TransactionBytesMax {
			return nil, nil, validation(msgTransactSize)
		}
		if it != nil {
			items[i].Item = gets[i].shape(it)
		}
		all.of(gets[i].t).table += cost.TransactReadUnits(size)
	}
	if asked == "" || asked == "NONE" {
		return items, nil, nil
	}
	return items, all.consumed(asked, readSplit), nil
}
