package engine

import (
	"context"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/partiql"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/schema"
)

// selectPage reads one page of a SELECT: its ranges one after the other, until
// Limit, 1 MB, or the bound on a page of several partitions is reached.
func (db *DB) selectPage(ctx context.Context, r *api.ExecuteStatementRequest, b *partiql.Bound) (*api.ExecuteStatementResponse, error) {
	t, err := db.table(b.Table)
	if err != nil {
		return nil, err
	}
	read, err := b.Read(t.def, r.ConsistentRead)
	if err != nil {
		return nil, apiError(err)
	}
	at := partiql.Position{}
	if r.NextToken != "" {
		if at, err = b.Resume(r.Statement, r.NextToken, len(read.Requests)); err != nil {
			return nil, apiError(err)
		}
	}
	s := selection{t: t, read: read, limit: pageLimit(r.Limit, read), bytes: schema.Documented().PageMaxBytes, used: usage{t: t}}
	next, err := s.run(ctx, db, at)
	if err != nil {
		return nil, apiError(err)
	}
	resp := &api.ExecuteStatementResponse{Items: s.items}
	if next != nil {
		resp.NextToken = b.NextToken(r.Statement, *next)
		resp.LastEvaluatedKey = next.After
	}
	if asked := r.ReturnConsumedCapacity; asked != "" && asked != "NONE" {
		resp.ConsumedCapacity = s.used.consumed(asked, noSplit)
	}
	return resp, nil
}

// pageLimit is how many items a page examines at most, 0 for no limit.
func pageLimit(asked *int, read *partiql.Read) int {
	limit := 0
	if asked != nil {
		limit = *asked
	}
	if read.Several() && (limit == 0 || limit > partiql.PartitionPage) {
		limit = partiql.PartitionPage
	}
	return limit
}

// selection is a SELECT under way.
type selection struct {
	t     *table
	read  *partiql.Read
	limit int // items, as of the page
	bytes int // that are left of the page
	items []attr.Item
	used  usage
}

// run reads from a position on, and returns where the next page begins, nil
// where there is none.
func (s *selection) run(ctx context.Context, db *DB, at partiql.Position) (*partiql.Position, error) {
	s.items = []attr.Item{}
	scanned := 0
	for i := at.Request; i < len(s.read.Requests); i++ {
		req := s.read.Requests[i]
		if i == at.Request {
			req.Start = at.After
		}
		q, err := s.prepare(req)
		if err != nil {
			return nil, err
		}
		if s.limit > 0 {
			q.limit = s.limit - scanned
		}
		pg, err := db.readPage(ctx, q)
		if err != nil {
			return nil, err
		}
		q.charge(&s.used, pg)
		for _, it := range pg.items {
			s.items = append(s.items, s.read.Columns.Apply(it))
		}
		scanned += pg.scanned
		s.bytes -= pg.bytes
		switch more := i+1 < len(s.read.Requests); {
		case pg.last == nil:
		case q.path.Kind != query.Get:
			return &partiql.Position{Request: i, After: q.path.PageKey(pg.last)}, nil
		case more: // one item by its key has no rest
			return &partiql.Position{Request: i + 1}, nil
		}
	}
	return nil, nil
}

// prepare makes the read of one range.
func (s *selection) prepare(req query.Request) (*pageRead, error) {
	q := &pageRead{t: s.t, x: expressions{filter: s.read.Filter}, consistent: req.Consistent, pageBytes: s.bytes}
	var err error
	if q.path, err = query.Resolve(s.t.def, req); err != nil {
		return nil, err
	}
	if err := q.checkPaths(); err != nil {
		return nil, err
	}
	for _, p := range s.read.Columns {
		if err := query.CheckDocumentPath(s.t.def, p); err != nil {
			return nil, err
		}
	}
	if q.fetch, err = q.path.CheckProjected(s.read.Columns); err != nil {
		return nil, err
	}
	if s.read.Filter != nil && s.read.Keyed && !q.fetch {
		if err := q.path.CheckFilterProjected(s.read.Filter.Paths()); err != nil {
			return nil, err
		}
	}
	q.rng = s.t.keyRange(q.path)
	return q, nil
}
