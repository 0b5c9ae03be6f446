package engine

import (
	"context"
	"strings"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// AppendResponse makes DB an api.Appender: whole items go from the store to
// the wire without being decoded. It leaves to the operations what a
// simulation may change.
func (db *DB) AppendResponse(ctx context.Context, request any, dst []byte) (out []byte, ok bool, err error) {
	if db.sim.Load() != nil {
		return dst, false, nil
	}
	switch r := request.(type) {
	case *api.GetItemRequest:
		return db.appendGet(ctx, r, dst)
	case *api.QueryRequest:
		q, err := db.queryRead(r)
		if err == nil {
			dst, err = db.appendPage(ctx, q, r.ReturnConsumedCapacity, dst)
		}
		return dst, true, err
	case *api.ScanRequest:
		q, err := db.scanRead(r)
		if err == nil {
			dst, err = db.appendPage(ctx, q, r.ReturnConsumedCapacity, dst)
		}
		return dst, true, err
	case *api.BatchGetItemRequest:
		return db.appendBatchGet(ctx, r, dst)
	}
	return dst, false, nil
}

// appendGet is GetItem for plain requests.
func (db *DB) appendGet(ctx context.Context, r *api.GetItemRequest, dst []byte) ([]byte, bool, error) {
	g := db.plainGetter(r)
	if g == nil {
		return dst, false, nil
	}
	begin := len(dst)
	dst, _, err := g.append(ctx, db, append(dst, `{"Item":`...))
	getPool.Put(g)
	if len(dst) == begin+len(`{"Item":`) {
		dst = append(dst[:begin], '{')
	}
	return append(dst, '}'), true, apiError(err)
}

// appendPage reads a page and appends the response of a Query or a Scan. A
// page of whole items is passed on.
func (db *DB) appendPage(ctx context.Context, q *pageRead, asked string, dst []byte) ([]byte, error) {
	q.passOn = q.x.filter == nil && q.x.projection == nil && !q.fetch && !q.onlyCount
	if !q.passOn {
		pg, err := db.readPage(ctx, q)
		if err != nil {
			return dst, err
		}
		return api.AppendJSON(dst, q.response(pg, asked))
	}
	pg := &page{json: append(dst, `{"Items":[`...)}
	if err := db.readInto(ctx, q, pg); err != nil {
		return dst, err
	}
	dst = append(pg.json, ']')
	rest := len(dst) // where the other members begin, with a brace that has to be a comma
	dst, err := api.AppendJSON(dst, q.response(pg, asked))
	if err == nil {
		dst[rest] = ','
	}
	return dst, err
}

// pass takes one record into the page as it is stored, and says whether to go
// on.
func (q *pageRead) pass(rec []byte, pg *page) (more bool, err error) {
	size, enc, err := splitRecord(rec)
	if err != nil {
		return false, err
	}
	stored := attr.Stored(enc)
	if on, err := q.path.ContainsStored(stored); err != nil || !on {
		return err == nil, damaged(err) // else of another partition with the same hash
	}
	if pg.count > 0 {
		pg.json = append(pg.json, ',')
	}
	if pg.json, err = stored.AppendJSON(pg.json); err != nil {
		return false, damaged(err)
	}
	pg.count++
	pg.scanned++
	pg.bytes += size
	if !q.full(pg) {
		return true, nil
	}
	pg.last, _, err = decodeRecord(rec)
	return false, err
}

// appendBatchGet is BatchGetItem for whole items of tables under their names.
func (db *DB) appendBatchGet(ctx context.Context, r *api.BatchGetItemRequest, dst []byte) ([]byte, bool, error) {
	if r.ReturnConsumedCapacity != "" {
		return dst, false, nil
	}
	for name, keys := range r.RequestItems {
		if keys == nil || keys.ProjectionExpression != nil || keys.AttributesToGet != nil || strings.HasPrefix(name, "arn:") {
			return dst, false, nil
		}
	}
	if err := r.Validate(); err != nil {
		return dst, true, err
	}
	tables, err := db.batchKeys(r)
	if err != nil {
		return dst, true, err
	}
	dst = append(dst, `{"Responses":{`...)
	left := map[string]*api.KeysAndAttributes{}
	room := schema.Documented().BatchGetBytesMax
	for i, tk := range tables {
		if i > 0 {
			dst = append(dst, ',')
		}
		name := tk.t.def.Name
		dst = append(attr.AppendJSONString(dst, name), ':', '[')
		var rest []attr.Item
		if dst, rest, err = db.appendKeys(ctx, tk, &room, dst); err != nil {
			return dst, true, apiError(err)
		}
		dst = append(dst, ']')
		if len(rest) > 0 {
			keys := *tk.keys
			keys.Keys = rest
			left[name] = &keys
		}
	}
	dst = append(dst, `},"UnprocessedKeys":`...)
	dst, err = api.AppendJSON(dst, left)
	return append(dst, '}'), true, err
}

// appendKeys is getKeys for whole items: it appends them one after the other,
// with commas, until room is used up, and returns the keys that are left.
func (db *DB) appendKeys(ctx context.Context, tk tableKeys, room *int, dst []byte) ([]byte, []attr.Item, error) {
	g := getPool.Get().(*getter)
	defer getPool.Put(g)
	first := len(dst)
	for i, key := range tk.keys.Keys {
		if *room <= 0 {
			return dst, tk.keys.Keys[i:], nil
		}
		before := len(dst)
		if before > first {
			dst = append(dst, ',')
		}
		g.key = tk.t.appendItemKey(g.key[:0], key)
		var size int
		var err error
		if dst, size, err = g.append(ctx, db, dst); err != nil {
			return dst, nil, err
		}
		switch {
		case size > *room:
			*room = 0
			return dst[:before], tk.keys.Keys[i:], nil
		case size == 0: // no such item
			dst = dst[:before]
		}
		*room -= size
	}
	return dst, nil, nil
}
