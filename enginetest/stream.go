package enginetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// streamPatience is how long records may take to be there.
const streamPatience = 10 * time.Second

// readStream answers a step "stream": all records of a table's latest stream,
// shard by shard, as one GetRecords would. The shards of an endpoint are its
// own, so transcripts cannot name them. It waits until there are as many
// records as the step expects.
func (r *runner) readStream(body string, expected int) (any, error) {
	_, got, err := r.call("DescribeTable", body)
	if err != nil {
		return nil, err
	}
	arn, _ := child(child(got, "Table"), "LatestStreamArn").(string)
	for deadline := time.Now().Add(streamPatience); ; time.Sleep(100 * time.Millisecond) {
		shards, err := r.shards(arn)
		if err != nil {
			return nil, err
		}
		records := []any{}
		for _, id := range shards {
			part, err := r.readShard(arn, id)
			if err != nil {
				return nil, err
			}
			records = append(records, part...)
		}
		if len(records) >= expected || time.Now().After(deadline) {
			return map[string]any{"Records": records}, nil
		}
	}
}

// shards returns the ids of a stream's shards, parents before children.
func (r *runner) shards(arn string) (ids []string, err error) {
	request := map[string]any{"StreamArn": arn}
	for {
		got, err := r.streams("DescribeStream", request)
		if err != nil {
			return nil, err
		}
		d := child(got, "StreamDescription")
		shards, _ := child(d, "Shards").([]any)
		for _, s := range shards {
			id, _ := child(s, "ShardId").(string)
			ids = append(ids, id)
		}
		last := child(d, "LastEvaluatedShardId")
		if last == nil {
			return ids, nil
		}
		request["ExclusiveStartShardId"] = last
	}
}

// readShard reads a shard until it ends or nothing comes.
func (r *runner) readShard(arn, id string) (records []any, err error) {
	got, err := r.streams("GetShardIterator", map[string]any{"StreamArn": arn, "ShardId": id, "ShardIteratorType": "TRIM_HORIZON"})
	for next := child(got, "ShardIterator"); err == nil && next != nil; next = child(got, "NextShardIterator") {
		if got, err = r.streams("GetRecords", map[string]any{"ShardIterator": next}); err != nil {
			break
		}
		part, _ := child(got, "Records").([]any)
		if len(part) == 0 {
			break
		}
		records = append(records, part...)
	}
	return records, err
}

func (r *runner) streams(operation string, request map[string]any) (any, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	status, got, err := r.call(operation, string(body))
	if err == nil && status != 200 {
		err = fmt.Errorf("%s %s: %s", operation, body, text(got))
	}
	return got, err
}

// sortRecords orders records by the keys of their items. Those of one item
// keep their order.
func sortRecords(records []any) {
	slices.SortStableFunc(records, func(a, b any) int {
		return strings.Compare(text(child(child(a, "dynamodb"), "Keys")), text(child(child(b, "dynamodb"), "Keys")))
	})
}
