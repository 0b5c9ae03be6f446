package engine

import (
	"context"
	"maps"
	"slices"

	"github.com/keywright/keywright/api"
)

// doListStreams is ListStreams: the streams of tables that are, and those of
// tables and settings of the last 24 hours, ordered by ARN.
func (db *DB) doListStreams(_ context.Context, r *api.ListStreamsRequest) (*api.ListStreamsResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	limit := 100
	if r.Limit != nil {
		limit = *r.Limit
	}
	resp := &api.ListStreamsResponse{Streams: []api.Stream{}}
	for _, name := range db.streamNames() {
		st := db.openStream(name)
		if st == nil {
			continue
		}
		def := st.rec.Load()
		arn := db.streamArn(def.Table, def.Label)
		if arn <= r.ExclusiveStartStreamArn || r.TableName != "" && def.Table != r.TableName {
			continue
		}
		if len(resp.Streams) == limit {
			resp.LastEvaluatedStreamArn = resp.Streams[limit-1].StreamArn
			break
		}
		resp.Streams = append(resp.Streams, api.Stream{StreamArn: arn, TableName: def.Table, StreamLabel: def.Label})
	}
	return resp, nil
}

// streamNames returns the names of the namespace's streams, in order.
func (db *DB) streamNames() []string {
	db.mu.RLock()
	defer db.mu.RUnlock()
	return slices.Sorted(maps.Keys(db.streams))
}

// openStream returns the stream of a name, nil if it is gone.
func (db *DB) openStream(name string) *stream {
	db.mu.RLock()
	defer db.mu.RUnlock()
	return db.streams[name]
}
