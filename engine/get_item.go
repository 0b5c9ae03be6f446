package engine

import (
	"context"
	"sync"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/heat"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/store"
)

// doGetItem is GetItem.
func (db *DB) doGetItem(ctx context.Context, r *api.GetItemRequest) (*api.GetItemResponse, error) {
	if resp, done, err := db.plainGet(ctx, r); done {
		return resp, err
	}
	if err := r.Validate(); err != nil {
		return nil, err
	}
	t, x, err := db.begin(sources{
		projection: r.ProjectionExpression, names: r.ExpressionAttributeNames,
		legacy: legacy{attributes: r.AttributesToGet},
	}, r.TableName)
	if err != nil {
		return nil, err
	}
	if err := t.checkGet(r.Key, x); err != nil {
		return nil, apiError(err)
	}
	it, size, err := db.getItem(ctx, t, r.Key, r.ConsistentRead)
	if err != nil {
		return nil, apiError(err)
	}
	return &api.GetItemResponse{
		Item:             x.project(it),
		ConsumedCapacity: t.readCapacity(r.ReturnConsumedCapacity, size, r.ConsistentRead),
	}, nil
}

// plainGet is GetItem for the request that applications send most: a table
// that exists, a key that fits it, nothing else. It refuses nothing; what it
// does not take, GetItem checks in full.
func (db *DB) plainGet(ctx context.Context, r *api.GetItemRequest) (resp *api.GetItemResponse, done bool, err error) {
	g := db.plainGetter(r)
	if g == nil {
		return nil, false, nil
	}
	it, _, err := g.get(ctx, db)
	if err != nil {
		return nil, true, apiError(err)
	}
	return &api.GetItemResponse{Item: it}, true, nil
}

// plainGetter returns a getter with the key of a plain request, nil for others.
func (db *DB) plainGetter(r *api.GetItemRequest) *getter {
	if r.ProjectionExpression != nil || r.ExpressionAttributeNames != nil || r.AttributesToGet != nil || r.ReturnConsumedCapacity != "" || r.Sent != nil || db.sim.Load() != nil {
		return nil
	}
	t, err := db.table(r.TableName)
	if err != nil {
		return nil
	}
	pk, sk, ok := t.plainKey(r.Key)
	if !ok {
		return nil
	}
	g := getPool.Get().(*getter)
	g.key = t.appendKey(g.key[:0], pk, sk)
	return g
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
func (db *DB) getItem(ctx context.Context, t *table, key attr.Item, consistent bool) (attr.Item, int, error) {
	g := getPool.Get().(*getter)
	g.key = t.appendItemKey(g.key[:0], key)
	if s := db.sim.Load(); s != nil {
		return db.simulatedGet(ctx, s, t, g.key, consistent)
	}
	return g.get(ctx, db)
}

// simulatedGet is getItem under a simulation: if the throughput allows it, and
// perhaps as it was some time ago.
func (db *DB) simulatedGet(ctx context.Context, s *simulator, t *table, key []byte, consistent bool) (it attr.Item, size int, err error) {
	lim := db.limiter(t)
	if err := lim.admit(t, nil, heat.Read, key); err != nil {
		return nil, 0, err
	}
	err = db.view(ctx, s.age(t.def.Name, false, consistent), func(r store.Reader) error {
		recs, err := r.Get(ctx, key)
		if err == nil {
			it, size, err = decodeRecord(recs[0])
		}
		return err
	})
	if err == nil {
		lim.charge(t, nil, heat.Read, key, cost.ReadUnits(size, consistent))
	}
	return it, size, err
}

// getter is the memory of one read: the key, and what the record decoded to.
type getter struct {
	key  []byte
	item attr.Item
	json []byte // of a read that passes on: the item is appended
	size int    // 0 where there is no item
	// made once, not for each read:
	decode func(rec []byte) error // fills in item and size
	pass   func(rec []byte) error // fills in json and size
}

// get reads the record under g's key and gives g back to the pool.
func (g *getter) get(ctx context.Context, db *DB) (attr.Item, int, error) {
	err := db.store.GetOne(ctx, g.key, g.decode)
	it, size := g.item, g.size
	g.item = nil
	getPool.Put(g)
	return it, size, err
}

// append reads the record under g's key, appends the item as it goes over the
// wire, nothing where there is none, and tells its size. g can be used again.
func (g *getter) append(ctx context.Context, db *DB, dst []byte) ([]byte, int, error) {
	g.json = dst
	err := db.store.GetOne(ctx, g.key, g.pass)
	dst = g.json
	g.json = nil
	return dst, g.size, err
}

var getPool = sync.Pool{New: func() any {
	g := new(getter)
	g.decode = func(rec []byte) (err error) {
		g.item, g.size, err = decodeRecord(rec)
		return err
	}
	g.pass = func(rec []byte) (err error) {
		g.json, g.size, err = appendRecordJSON(g.json, rec)
		return err
	}
	return g
}}
