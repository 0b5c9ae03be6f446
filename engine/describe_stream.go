package engine

import (
	"context"
	"slices"
	"time"

	"github.com/keywright/keywright/api"
)

// doDescribeStream is DescribeStream.
func (db *DB) doDescribeStream(_ context.Context, r *api.DescribeStreamRequest) (*api.DescribeStreamResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	st, err := db.stream(r.StreamArn)
	if err != nil {
		return nil, err
	}
	def := st.rec.Load()
	shards := def.shards()
	if f := r.ShardFilter; f != nil {
		known := slices.ContainsFunc(shards, func(s shard) bool { return s.id == f.ShardId || s.parent == f.ShardId })
		if !known {
			return nil, noShard()
		}
		shards = slices.DeleteFunc(shards, func(s shard) bool { return s.parent != f.ShardId })
	}
	shards = slices.DeleteFunc(shards, func(s shard) bool { return s.id <= r.ExclusiveStartShardId })
	d := &api.StreamDescription{
		StreamArn: r.StreamArn, StreamLabel: def.Label, StreamStatus: "ENABLED", StreamViewType: def.View,
		CreationRequestDateTime: seconds(time.UnixMilli(def.CreatedMillis)), TableName: def.Table, KeySchema: def.Key,
		Shards: []api.Shard{},
	}
	if !st.enabled() {
		d.StreamStatus = "DISABLED"
	}
	limit := 100
	if r.Limit != nil {
		limit = *r.Limit
	}
	for i := range shards {
		if i == limit {
			d.LastEvaluatedShardId = shards[i-1].id
			break
		}
		d.Shards = append(d.Shards, shards[i].describe())
	}
	return &api.DescribeStreamResponse{StreamDescription: d}, nil
}
