package engine

import (
	"context"
	"fmt"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/store"
)

// pageRead is a Query or a Scan, ready to run.
type pageRead struct {
	t          *table
	path       *query.Path
	rng        store.Range
	x          expressions
	limit      int  // items to examine at most, 0 for no limit
	fetch      bool // an index entry stands for the table's item
	onlyCount  bool
	consistent bool
	// passOn puts what is found into page.json as it is stored; the page has
	// no items then.
	passOn bool
	// pageBytes ends a page: sizes of items as stored, before filter and
	// projection. The item that reaches it still belongs to the page.
	pageBytes int
}

// page is what one read examined and found.
type page struct {
	items   []attr.Item
	json    []byte // the items one after the other, with commas, of a read that passes on
	count   int
	scanned int
	bytes   int            // of the items or entries examined
	fetched cost.HalfUnits // for the table's items behind index entries
	last    attr.Item      // the last one examined, where reading stopped early
}

// readPage reads one page from one snapshot.
func (db *DB) readPage(ctx context.Context, q *pageRead) (*page, error) {
	pg := &page{}
	if !q.onlyCount && !q.passOn {
		pg.items = []attr.Item{}
	}
	return pg, db.readInto(ctx, q, pg)
}

// readInto reads a page into pg.
func (db *DB) readInto(ctx context.Context, q *pageRead, pg *page) error {
	q.rng.Limit = q.limit
	if err := db.readable(q); err != nil {
		return err
	}
	age, meter, err := db.beginPage(q)
	if err != nil {
		return err
	}
	err = db.view(ctx, age, func(r store.Reader) error {
		var failed error
		err := r.Scan(ctx, q.rng, func(key, rec []byte) bool {
			more, err := q.examine(ctx, r, rec, pg)
			meter.note(key, pg.bytes)
			failed = err
			return more && err == nil
		})
		if err == nil {
			err = failed
		}
		return err
	})
	if err != nil {
		return apiError(err)
	}
	if q.path.Index != nil && q.t.index(q.path.Index).dropped.Load() {
		// Its entries may have been going while they were read. The newest
		// generation does not know it: let that say so.
		return apiError(query.NoIndex(q.path.Index.Name))
	}
	meter.charge(pg)
	return nil
}

// readable refuses to read an index that is not filled.
func (db *DB) readable(q *pageRead) error {
	if q.path.Index == nil {
		return nil
	}
	creating := q.t.index(q.path.Index).building
	if p := q.t.pretence.Load(); p != nil && !creating {
		creating = p.indexes[q.path.Index.Name].at(db.opts.Now()) == statusCreating
	}
	if creating {
		return validation("Cannot read from backfilling global secondary index: " + q.path.Index.Name)
	}
	return nil
}

// examine takes one record into the page and says whether to go on.
func (q *pageRead) examine(ctx context.Context, r store.Reader, rec []byte, pg *page) (more bool, err error) {
	if q.passOn {
		return q.pass(rec, pg)
	}
	it, size, err := decodeRecord(rec)
	if err != nil {
		return false, err
	}
	if !q.path.Contains(it) {
		return true, nil // another partition with the same hash
	}
	pg.scanned++
	pg.bytes += size
	seen := it
	if q.fetch {
		if seen, err = q.fetchItem(ctx, r, it, pg); err != nil {
			return false, err
		}
	}
	if q.x.filter == nil || q.x.filter.Eval(seen) {
		pg.count++
		if !q.onlyCount {
			pg.items = append(pg.items, q.x.project(seen))
		}
	}
	if q.full(pg) {
		pg.last = it
		return false, nil
	}
	return true, nil
}

// full says whether the item taken last ends the page.
func (q *pageRead) full(pg *page) bool {
	return pg.scanned == q.limit || pg.bytes >= q.pageBytes
}

// fetchItem reads the table's item behind a local index entry. Each is billed
// like a GetItem.
func (q *pageRead) fetchItem(ctx context.Context, r store.Reader, entry attr.Item, pg *page) (attr.Item, error) {
	recs, err := r.Get(ctx, q.t.appendItemKey(nil, entry))
	if err != nil {
		return nil, err
	}
	it, size, err := decodeRecord(recs[0])
	if err != nil {
		return nil, err
	}
	if it == nil {
		return nil, fmt.Errorf("engine: index %s has an entry without an item", q.path.Index.Name)
	}
	pg.fetched += cost.ReadUnits(size, q.consistent)
	return it, nil
}

// response writes the page as the API does.
func (q *pageRead) response(pg *page, asked string) *api.QueryResponse {
	resp := &api.QueryResponse{Items: pg.items, Count: pg.count, ScannedCount: pg.scanned}
	if pg.last != nil {
		resp.LastEvaluatedKey = q.path.PageKey(pg.last)
	}
	if asked == "" || asked == "NONE" {
		return resp
	}
	u := usage{t: q.t}
	q.charge(&u, pg)
	resp.ConsumedCapacity = u.consumed(asked, noSplit)
	return resp
}

// charge adds what the page used.
func (q *pageRead) charge(u *usage, pg *page) {
	units := cost.ReadUnits(pg.bytes, q.consistent)
	if q.path.Index == nil {
		u.table += units
		return
	}
	u.arm(q.t.index(q.path.Index), units)
	u.table += pg.fetched
}

// selectAttributes applies Select and the projection: what is returned, and
// whether the table's items have to be fetched for it. verb is "Query" or
// "Scan".
func (q *pageRead) selectAttributes(sel string) error {
	q.onlyCount = sel == "COUNT"
	var err error
	switch {
	case q.x.projection != nil:
		q.fetch, err = q.path.CheckProjected(q.x.projection.Paths())
	case sel == "ALL_ATTRIBUTES":
		q.fetch, err = q.path.CheckAllAttributes()
	}
	return apiError(err)
}

// checkPaths refuses a filter or a projection that reaches into key
// attributes.
func (q *pageRead) checkPaths() error {
	var paths []attr.Path
	if q.x.projection != nil {
		paths = append(paths, q.x.projection.Paths()...)
	}
	if q.x.filter != nil {
		paths = append(paths, q.x.filter.Paths()...)
	}
	for _, p := range paths {
		if err := query.CheckDocumentPath(q.t.def, p); err != nil {
			return apiError(err)
		}
	}
	return nil
}
