package api

import "github.com/keywright/keywright/attr"

// The operations of DynamoDB Streams (service ServiceStreams).

// ListStreamsRequest is ListStreams' input.
type ListStreamsRequest struct {
	TableName               string `json:",omitempty"` // "" for the streams of all tables
	Limit                   *int   `json:",omitempty"` // 1 to 100, 100 by default
	ExclusiveStartStreamArn string `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// ListStreamsResponse is ListStreams' output.
type ListStreamsResponse struct {
	Streams                []Stream
	LastEvaluatedStreamArn string `json:",omitempty"`
}

// Stream names a stream of a table.
type Stream struct {
	StreamArn   string
	TableName   string
	StreamLabel string // the time at which it was enabled
}

// DescribeStreamRequest is DescribeStream's input.
type DescribeStreamRequest struct {
	StreamArn             string
	Limit                 *int         `json:",omitempty"` // of shards, 1 to 100, 100 by default
	ExclusiveStartShardId string       `json:",omitempty"`
	ShardFilter           *ShardFilter `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// ShardFilter asks for some of a stream's shards (2025-07).
type ShardFilter struct {
	Type    string `json:",omitempty"` // CHILD_SHARDS
	ShardId string `json:",omitempty"` // of the parent
}

// DescribeStreamResponse is DescribeStream's output.
type DescribeStreamResponse struct{ StreamDescription *StreamDescription }

// StreamDescription is a stream as DescribeStream shows it.
type StreamDescription struct {
	StreamArn               string
	StreamLabel             string
	StreamStatus            string // ENABLED or DISABLED
	StreamViewType          string
	CreationRequestDateTime float64 // epoch seconds
	TableName               string
	KeySchema               []KeySchemaElement
	Shards                  []Shard
	LastEvaluatedShardId    string `json:",omitempty"`
}

// Shard is a part of a stream: the records of some of the table's partition
// keys, over some hours.
type Shard struct {
	ShardId             string
	SequenceNumberRange *SequenceNumberRange
	// ParentShardId is the shard that held the same keys before. It may be gone.
	ParentShardId string `json:",omitempty"`
}

// SequenceNumberRange is what sequence numbers a shard's records have. An open
// shard has no end.
type SequenceNumberRange struct {
	StartingSequenceNumber string
	EndingSequenceNumber   string `json:",omitempty"`
}

// GetShardIteratorRequest is GetShardIterator's input.
type GetShardIteratorRequest struct {
	StreamArn         string
	ShardId           string
	ShardIteratorType string   // TRIM_HORIZON, LATEST, AT_SEQUENCE_NUMBER, AFTER_SEQUENCE_NUMBER, AT_TIMESTAMP
	SequenceNumber    string   `json:",omitempty"`
	Timestamp         *float64 `json:",omitempty"` // epoch seconds, to the millisecond

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// GetShardIteratorResponse is GetShardIterator's output. An iterator is good
// for 15 minutes.
type GetShardIteratorResponse struct{ ShardIterator string }

// GetRecordsRequest is GetRecords' input.
type GetRecordsRequest struct {
	ShardIterator string
	Limit         *int `json:",omitempty"` // 1 to 1000, 1000 by default

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// GetRecordsResponse is GetRecords' output. NextShardIterator is "" where a
// closed shard has been read to its end.
type GetRecordsResponse struct {
	Records           []Record
	NextShardIterator string `json:",omitempty"`
}

// Record is one change of one item.
type Record struct {
	EventID      string        `json:"eventID"`
	EventName    string        `json:"eventName"`    // INSERT, MODIFY or REMOVE
	EventVersion string        `json:"eventVersion"` // 1.1
	EventSource  string        `json:"eventSource"`  // aws:dynamodb
	AWSRegion    string        `json:"awsRegion"`
	DynamoDB     *StreamRecord `json:"dynamodb"`
	// UserIdentity tells that an item was deleted because its time had come.
	UserIdentity *Identity `json:"userIdentity,omitempty"`
}

// StreamRecord is what a Record holds of the item: its key, and by the
// stream's view type the item before and after the change.
type StreamRecord struct {
	ApproximateCreationDateTime int64 // epoch seconds
	Keys                        attr.Item
	NewImage                    attr.Item `json:",omitzero"`
	OldImage                    attr.Item `json:",omitzero"`
	SequenceNumber              string    // decimal digits; greater ones are later, in a shard
	SizeBytes                   int64     // of the key and the images
	StreamViewType              string
}

// Identity is who made a change that was made by no request: Type is Service,
// PrincipalId dynamodb.amazonaws.com.
type Identity struct {
	PrincipalId string
	Type        string
}
