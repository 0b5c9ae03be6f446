package engine

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/store"
)

// doGetShardIterator is GetShardIterator.
func (db *DB) doGetShardIterator(ctx context.Context, r *api.GetShardIteratorRequest) (*api.GetShardIteratorResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	st, err := db.stream(r.StreamArn)
	if err != nil {
		return nil, err
	}
	sh, err := st.rec.Load().shard(r.ShardId)
	if err != nil {
		return nil, err
	}
	it := iterator{arn: r.StreamArn, millis: db.opts.Now().UnixMilli(), slice: sh.slice, shard: sh.start, at: position{stamp: sh.start}}
	switch r.ShardIteratorType {
	case "TRIM_HORIZON":
		it.horizon = true
	case "LATEST":
		it.at, err = db.latest(ctx, st, &sh)
	case "AT_TIMESTAMP":
		it.horizon = true // an older time is the horizon (API reference)
		it.at, err = db.atTime(ctx, st, &sh, *r.Timestamp)
	default:
		it.at, err = db.atNumber(ctx, st, &sh, r.SequenceNumber, r.ShardIteratorType == "AFTER_SEQUENCE_NUMBER")
	}
	if err != nil {
		return nil, apiError(err)
	}
	return &api.GetShardIteratorResponse{ShardIterator: it.String()}, nil
}

// latest is the place after all records that were written before the call,
// and before all that will be: transactions that are under way now may still
// write below the newest record, so it waits until none can. None takes long.
func (db *DB) latest(ctx context.Context, st *stream, sh *shard) (position, error) {
	last, err := db.lastRecord(ctx, st, sh)
	if err != nil {
		return position{}, err
	}
	for {
		safe, err := db.store.Safe(ctx)
		if err != nil {
			return position{}, err
		}
		if safe > last {
			return position{stamp: clampStamp(safe, sh)}, nil
		}
		if err := pause(ctx, time.Millisecond); err != nil {
			return position{}, err
		}
	}
}

// clampStamp keeps a stamp within a shard.
func clampStamp(stamp uint64, sh *shard) uint64 {
	if sh.end > 0 {
		stamp = min(stamp, sh.end)
	}
	return max(stamp, sh.start)
}

// lastRecord returns the stamp of a shard's newest record, 0 for none.
func (db *DB) lastRecord(ctx context.Context, st *stream, sh *shard) (stamp uint64, err error) {
	rng := sh.records(st.id, position{stamp: sh.start}, 0)
	rng.Reverse, rng.Limit = true, 1
	err = db.store.View(ctx, func(r store.Reader) error {
		return r.Scan(ctx, rng, func(k, _ []byte) bool {
			stamp = readPosition(k[slicePrefixSize:]).stamp
			return false
		})
	})
	return stamp, err
}

// records is the range of a shard's records from a place on, below a stamp
// if it is not 0.
func (s *shard) records(stream uint32, from position, below uint64) store.Range {
	prefix := slicePrefix(nil, stream, s.slice)
	r := store.Range{Start: from.append(prefix[:len(prefix):len(prefix)]), End: prefixEnd(prefix)}
	end := s.end
	if below > 0 && (end == 0 || below < end) {
		end = below
	}
	if end > 0 {
		r.End = position{stamp: end}.append(prefix[:len(prefix):len(prefix)])
	}
	return r
}

// atNumber is the place of a sequence number, or the one after it.
func (db *DB) atNumber(ctx context.Context, st *stream, sh *shard, text string, after bool) (position, error) {
	at, ok := parseSequenceNumber(text)
	if !ok {
		return at, invalidSequence()
	}
	if after {
		at = at.next(tieBytes)
	}
	safe, err := db.store.Safe(ctx)
	if err != nil {
		return at, err
	}
	switch {
	case sh.end > 0 && at.stamp >= sh.end:
		return position{stamp: sh.end}, nil
	case sh.end == 0 && at.stamp > safe:
		return at, invalidSequence() // nobody was told this number
	case at.stamp < sh.start:
		return at, trimmedError()
	}
	return at, db.store.View(ctx, func(r store.Reader) error {
		mark, err := trimMark(ctx, r, st.id, sh.slice)
		if err == nil && at.before(mark) {
			err = trimmedError()
		}
		return err
	})
}

func invalidSequence() error { return validation("Invalid SequenceNumber") }

// trimmedError tells that records are gone that an iterator points to (message
// of the API reference).
func trimmedError() error {
	return &api.Error{Code: api.TrimmedDataAccessException, Message: "The data you are trying to access has been trimmed."}
}

// trimMark returns the place up to which a slice is trimmed.
func trimMark(ctx context.Context, r store.Reader, stream uint32, slice int) (position, error) {
	vals, err := r.Get(ctx, slicePrefix(nil, stream, slice))
	if err != nil || vals[0] == nil {
		return position{}, err
	}
	if len(vals[0]) != positionSize {
		return position{}, fmt.Errorf("%w: a trim mark of %d bytes", errStreamRecord, len(vals[0]))
	}
	return readPosition(vals[0]), nil
}

// atTime is the place of the first record that is as new as a time, in
// seconds. Stamps grow with time, so it is found by halving.
func (db *DB) atTime(ctx context.Context, st *stream, sh *shard, at float64) (position, error) {
	millis := int64(math.Ceil(at * 1000))
	if millis > db.opts.Now().UnixMilli() {
		return position{}, validation("The timestamp must not be in the future")
	}
	safe, err := db.store.Safe(ctx)
	if err != nil {
		return position{}, err
	}
	low, high := sh.start, clampStamp(safe, sh) // all below low are older, none from high on is
	err = db.store.View(ctx, func(r store.Reader) error {
		for low < high {
			middle := low + (high-low)/2
			found, newer, err := firstRecord(ctx, r, sh.records(st.id, position{stamp: middle}, high), millis)
			switch {
			case err != nil:
				return err
			case found == 0 || newer:
				high = middle
			default:
				low = found + 1
			}
		}
		return nil
	})
	return position{stamp: low}, err
}

// firstRecord returns the stamp of the first record of a range, 0 for none,
// and whether it is as new as a time.
func firstRecord(ctx context.Context, r store.Reader, rng store.Range, millis int64) (stamp uint64, newer bool, err error) {
	var bad error
	rng.Limit = 1
	err = r.Scan(ctx, rng, func(k, v []byte) bool {
		var of int64
		of, bad = recordMillis(v)
		stamp, newer = readPosition(k[slicePrefixSize:]).stamp, of >= millis
		return false
	})
	if err == nil {
		err = bad
	}
	return stamp, newer, err
}
