package engine

import (
	"context"
	"math"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/store"
)

// An item collection is all items of one partition of a table that has local
// indexes, with their entries in these. Its size is bounded.

// checkCollection refuses a write that would take its item's collection over
// the limit. No collection is larger than its table and local indexes
// together, whose sizes are at hand; only where they pass the limit the
// collection is measured. A write beside this one may go unseen, so the limit
// holds to within the writes under way, as DynamoDB's does to within an
// estimate.
func (db *DB) checkCollection(ctx context.Context, r store.Reader, a *action, e *effect) error {
	if !a.t.local || e.collectionGrowth <= 0 || a.t.localBytes() < db.opts.CollectionLimit {
		return nil
	}
	size, err := collectionSize(ctx, r, a.t, a.item)
	if err != nil {
		return err
	}
	if size+int64(e.collectionGrowth) > db.opts.CollectionLimit {
		return &api.Error{Code: api.ItemCollectionSizeLimitExceededException, Message: "Collection size exceeded"}
	}
	return nil
}

// localBytes is the size of a table and its local indexes; unknown counts as
// unbounded.
func (t *table) localBytes() int64 {
	tab, ixs, known := t.counted()
	if !known {
		return math.MaxInt64
	}
	for i := range t.indexes {
		if t.indexes[i].def.Local {
			tab.Bytes += ixs[i].Bytes
		}
	}
	return tab.Bytes
}

// collectionSize measures the collection of an item in bytes; the item's
// partition attribute is enough.
func collectionSize(ctx context.Context, r store.Reader, t *table, it attr.Item) (int64, error) {
	ids := []uint16{baseIndex}
	for i := range t.indexes {
		if t.indexes[i].def.Local {
			ids = append(ids, t.indexes[i].id)
		}
	}
	var total int64
	for _, id := range ids {
		c, err := countRange(ctx, r, appendHash(appendPrefix(nil, t.id, id), it, t.def.Key.Partition))
		if err != nil {
			return 0, err
		}
		total += c.Bytes
	}
	return total, nil
}

// collectionMetrics answers ReturnItemCollectionMetrics for a written item:
// nil if not asked for, or where the table has no local index. The size is
// measured, at the price of reading the collection.
func (db *DB) collectionMetrics(ctx context.Context, asked string, t *table, it attr.Item) (*api.ItemCollectionMetrics, error) {
	if asked != "SIZE" || !t.local {
		return nil, nil
	}
	var size int64
	err := db.store.View(ctx, func(r store.Reader) (err error) {
		size, err = collectionSize(ctx, r, t, it)
		return err
	})
	if err != nil {
		return nil, apiError(err)
	}
	low := float64(size >> 30)
	return &api.ItemCollectionMetrics{
		ItemCollectionKey:   it.Pick(t.def.Key.Partition...),
		SizeEstimateRangeGB: []float64{low, low + 1},
	}, nil
}
