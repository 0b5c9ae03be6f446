package api

import (
	"strconv"
	"strings"

	"github.com/keywright/keywright/schema"
)

// Bounds of the members of DynamoDB Streams' requests (API reference).
const (
	maxStreams      = 100
	maxShards       = 100
	maxRecords      = 1000
	shardIdMin      = 28
	shardIdMax      = 65
	sequenceMin     = 21
	sequenceMax     = 40
	shardIteratorIs = 2048 // characters at most
)

// Validate checks the request.
func (r *ListStreamsRequest) Validate() error {
	c := constraints{sent: r.Sent}
	if name := r.TableName; name != "" || c.empty("tableName") {
		c.broken = append(c.broken, schema.NameViolations(name, "tableName", schema.Documented().NameMinLength)...)
	}
	c.limit(r.Limit, maxStreams)
	if err := c.check(); err != nil {
		return err
	}
	if r.ExclusiveStartStreamArn != "" {
		return checkStreamArn(r.ExclusiveStartStreamArn)
	}
	return nil
}

// Validate checks the request, but not whether the stream is there.
func (r *DescribeStreamRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.required("streamArn", r.StreamArn)
	c.limit(r.Limit, maxShards)
	c.length("exclusiveStartShardId", r.ExclusiveStartShardId, shardIdMin, shardIdMax)
	if f := r.ShardFilter; f != nil {
		c.enum("shardFilter.type", f.Type, "CHILD_SHARDS")
		c.length("shardFilter.shardId", f.ShardId, shardIdMin, shardIdMax)
	}
	if err := c.check(); err != nil {
		return err
	}
	if f := r.ShardFilter; f != nil && (f.Type == "" || f.ShardId == "") {
		return invalid(invalidParameter + "ShardFilter needs both Type and ShardId")
	}
	return checkStreamArn(r.StreamArn)
}

// Validate checks the request, but not whether stream and shard are there.
func (r *GetShardIteratorRequest) Validate() error {
	c := constraints{sent: r.Sent}
	c.required("streamArn", r.StreamArn)
	if c.required("shardId", r.ShardId) {
		c.length("shardId", r.ShardId, shardIdMin, shardIdMax)
	}
	if c.required("shardIteratorType", r.ShardIteratorType) {
		c.enum("shardIteratorType", r.ShardIteratorType, "AFTER_SEQUENCE_NUMBER", "LATEST", "AT_TIMESTAMP", "AT_SEQUENCE_NUMBER", "TRIM_HORIZON")
	}
	c.length("sequenceNumber", r.SequenceNumber, sequenceMin, sequenceMax)
	if err := c.check(); err != nil {
		return err
	}
	if err := checkStreamArn(r.StreamArn); err != nil {
		return err
	}
	return r.checkPosition()
}

// checkPosition checks that exactly what an iterator type needs is given.
func (r *GetShardIteratorRequest) checkPosition() error {
	bySequence := strings.HasSuffix(r.ShardIteratorType, "_SEQUENCE_NUMBER")
	byTime := r.ShardIteratorType == "AT_TIMESTAMP"
	switch {
	case bySequence && r.SequenceNumber == "":
		return invalid(invalidParameter + "SequenceNumber is required for ShardIteratorType " + r.ShardIteratorType)
	case !bySequence && r.SequenceNumber != "":
		return invalid(invalidParameter + "SequenceNumber must not be specified for ShardIteratorType " + r.ShardIteratorType)
	case byTime && r.Timestamp == nil:
		return invalid(invalidParameter + "Timestamp is required for ShardIteratorType " + r.ShardIteratorType)
	case !byTime && r.Timestamp != nil:
		return invalid(invalidParameter + "Timestamp must not be specified for ShardIteratorType " + r.ShardIteratorType)
	}
	return nil
}

// Validate checks the request, but not what the iterator points to.
func (r *GetRecordsRequest) Validate() error {
	c := constraints{sent: r.Sent}
	if c.required("shardIterator", r.ShardIterator) {
		c.length("shardIterator", r.ShardIterator, 1, shardIteratorIs)
	}
	c.limit(r.Limit, maxRecords)
	return c.check()
}

// limit checks an optional number of things to be returned.
func (c *constraints) limit(n *int, most int) {
	c.atLeast("limit", n, 1)
	if n != nil && *n > most {
		c.fail(strconv.Itoa(*n), "limit", "Member must have value less than or equal to "+strconv.Itoa(most))
	}
}

// length checks the length of a text; "" is absent unless it was sent.
func (c *constraints) length(member, text string, least, most int) {
	switch {
	case text == "" && !c.empty(member):
	case len(text) < least:
		c.fail(text, member, schema.RuleMinLength(least))
	case len(text) > most:
		c.fail(text, member, schema.RuleMaxLength(most))
	}
}

// checkStreamArn refuses what is no stream's ARN. (The AWS SDK for JavaScript
// tests AWS for this text.)
func checkStreamArn(arn string) error {
	parts := strings.SplitN(arn, ":", 6)
	if len(parts) == 6 && parts[0] == "arn" && parts[2] == "dynamodb" {
		if path := strings.Split(parts[5], "/"); len(path) == 4 && path[0] == "table" && path[2] == "stream" {
			return nil
		}
	}
	return invalid("Invalid StreamArn")
}
