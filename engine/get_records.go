package engine

import (
	"context"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/store"
)

const (
	recordsMax      = 1000 // records of one GetRecords, and
	recordsMaxBytes = 1 << 20
)

// doGetRecords is GetRecords.
func (db *DB) doGetRecords(ctx context.Context, r *api.GetRecordsRequest) (*api.GetRecordsResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	it, err := parseIterator(r.ShardIterator)
	if err != nil {
		return nil, err
	}
	st, err := db.stream(it.arn)
	if err != nil {
		return nil, err
	}
	now := db.opts.Now()
	if err := it.checkAge(now); err != nil {
		return nil, err
	}
	limit := recordsMax
	if r.Limit != nil {
		limit = *r.Limit
	}
	read := recordsRead{db: db, st: st, it: it, limit: limit}
	if err := read.run(ctx); err != nil {
		return nil, apiError(err)
	}
	resp := &api.GetRecordsResponse{Records: read.records}
	if !read.ended {
		it.millis = now.UnixMilli()
		resp.NextShardIterator = it.String()
	}
	return resp, nil
}

// recordsRead is a GetRecords under way. It moves the iterator on.
type recordsRead struct {
	db    *DB
	st    *stream
	it    *iterator
	limit int

	def     *streamRecord
	records []api.Record
	bytes   int64
	full    bool // there are more records than were read
	ended   bool // the shard is closed, and all was read
}

// run reads the next records. The order is what makes sure that no record is
// missed and none is read in two shards: first Safe, then the shard's end,
// then the snapshot (see stream).
func (q *recordsRead) run(ctx context.Context) error {
	q.records = []api.Record{}
	safe, err := q.db.store.Safe(ctx)
	if err != nil {
		return err
	}
	q.def = q.st.rec.Load()
	all := q.def.shards()
	i := slices.IndexFunc(all, func(s shard) bool { return s.slice == q.it.slice && s.start == q.it.shard })
	if i < 0 {
		return noShard()
	}
	sh := &all[i]
	if err := q.db.store.View(ctx, func(r store.Reader) error { return q.read(ctx, r, sh, safe) }); err != nil {
		return err
	}
	if q.full {
		return nil
	}
	// All that will ever be below Safe was seen.
	if seen := (position{stamp: clampStamp(safe, sh)}); q.it.at.before(seen) {
		q.it.at, q.it.horizon = seen, false
	}
	q.ended = sh.end > 0 && safe >= sh.end
	return nil
}

// read takes in the records of one snapshot.
func (q *recordsRead) read(ctx context.Context, r store.Reader, sh *shard, safe uint64) error {
	mark, err := trimMark(ctx, r, q.st.id, sh.slice)
	if err != nil {
		return err
	}
	if q.it.at.before(mark) {
		if !q.it.horizon {
			return trimmedError()
		}
		q.it.at = mark
	}
	rng := sh.records(q.st.id, q.it.at, safe)
	rng.Limit = q.limit
	var bad error
	err = r.Scan(ctx, rng, func(k, v []byte) bool {
		var more bool
		more, bad = q.take(k, v)
		return more && bad == nil
	})
	if err == nil {
		err = bad
	}
	return err
}

// take adds a record, unless the answer is full, and says whether to go on.
func (q *recordsRead) take(key, value []byte) (more bool, err error) {
	c, err := decodeChange(value)
	if err != nil {
		return false, err
	}
	rec := c.describe(q.db, q.def, key)
	n := len(q.records)
	if n == q.limit || n > 0 && q.bytes+rec.DynamoDB.SizeBytes > recordsMaxBytes {
		q.full = true
		return false, nil
	}
	q.records = append(q.records, rec)
	q.bytes += rec.DynamoDB.SizeBytes
	q.it.at, q.it.horizon = readPosition(key[slicePrefixSize:]).next(hashSize), false
	return true, nil
}
