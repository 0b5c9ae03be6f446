package api

import "github.com/keywright/keywright/attr"

// KeysAndAttributes are the keys of one table in a BatchGetItem.
type KeysAndAttributes struct {
	Keys                     []attr.Item
	ConsistentRead           bool     `json:",omitempty"`
	ProjectionExpression     *string  `json:",omitempty"`
	ExpressionAttributeNames Names    `json:",omitempty"`
	AttributesToGet          []string `json:",omitempty"`
}

// BatchGetItemRequest is BatchGetItem's input: up to 100 keys in all.
type BatchGetItemRequest struct {
	RequestItems           map[string]*KeysAndAttributes
	ReturnConsumedCapacity string `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// BatchGetItemResponse is BatchGetItem's output.
type BatchGetItemResponse struct {
	Responses        map[string][]attr.Item
	UnprocessedKeys  map[string]*KeysAndAttributes
	ConsumedCapacity []*ConsumedCapacity `json:",omitempty"`
}

// WriteRequest is one put or delete of a BatchWriteItem.
type WriteRequest struct {
	PutRequest    *PutRequest    `json:",omitempty"`
	DeleteRequest *DeleteRequest `json:",omitempty"`
}

// PutRequest is a put in a batch.
type PutRequest struct{ Item attr.Item }

// DeleteRequest is a delete in a batch.
type DeleteRequest struct{ Key attr.Item }

// BatchWriteItemRequest is BatchWriteItem's input: up to 25 writes in all.
type BatchWriteItemRequest struct {
	RequestItems                map[string][]WriteRequest
	ReturnConsumedCapacity      string `json:",omitempty"`
	ReturnItemCollectionMetrics string `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// BatchWriteItemResponse is BatchWriteItem's output.
type BatchWriteItemResponse struct {
	UnprocessedItems      map[string][]WriteRequest
	ItemCollectionMetrics map[string][]*ItemCollectionMetrics `json:",omitempty"`
	ConsumedCapacity      []*ConsumedCapacity                 `json:",omitempty"`
}

// TransactGetItem is one read of a TransactGetItems.
type TransactGetItem struct{ Get *TransactGet }

// TransactGet names an item of a TransactGetItems.
type TransactGet struct {
	TableName                string
	Key                      attr.Item
	ProjectionExpression     *string `json:",omitempty"`
	ExpressionAttributeNames Names   `json:",omitempty"`
}

// TransactGetItemsRequest is TransactGetItems' input: up to 100 reads.
type TransactGetItemsRequest struct {
	TransactItems          []TransactGetItem
	ReturnConsumedCapacity string `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// ItemResponse is one item of TransactGetItems' output, nil where absent.
type ItemResponse struct {
	Item attr.Item `json:",omitzero"`
}

// TransactGetItemsResponse is TransactGetItems' output, in request order.
type TransactGetItemsResponse struct {
	Responses        []ItemResponse
	ConsumedCapacity []*ConsumedCapacity `json:",omitempty"`
}

// TransactWriteItem is one action of a TransactWriteItems: exactly one field
// is set.
type TransactWriteItem struct {
	ConditionCheck *TransactConditionCheck `json:",omitempty"`
	Put            *TransactPut            `json:",omitempty"`
	Update         *TransactUpdate         `json:",omitempty"`
	Delete         *TransactDelete         `json:",omitempty"`
}

// TransactConditionCheck demands a condition of an item that is not written.
type TransactConditionCheck struct {
	TableName                           string
	Key                                 attr.Item
	ConditionExpression                 *string
	ExpressionAttributeNames            Names  `json:",omitempty"`
	ExpressionAttributeValues           Values `json:",omitempty"`
	ReturnValuesOnConditionCheckFailure string `json:",omitempty"`
}

// TransactPut is a put in a transaction.
type TransactPut struct {
	TableName                           string
	Item                                attr.Item
	ConditionExpression                 *string `json:",omitempty"`
	ExpressionAttributeNames            Names   `json:",omitempty"`
	ExpressionAttributeValues           Values  `json:",omitempty"`
	ReturnValuesOnConditionCheckFailure string  `json:",omitempty"`
}

// TransactUpdate is an update in a transaction.
type TransactUpdate struct {
	TableName                           string
	Key                                 attr.Item
	UpdateExpression                    *string
	ConditionExpression                 *string `json:",omitempty"`
	ExpressionAttributeNames            Names   `json:",omitempty"`
	ExpressionAttributeValues           Values  `json:",omitempty"`
	ReturnValuesOnConditionCheckFailure string  `json:",omitempty"`
}

// TransactDelete is a delete in a transaction.
type TransactDelete struct {
	TableName                           string
	Key                                 attr.Item
	ConditionExpression                 *string `json:",omitempty"`
	ExpressionAttributeNames            Names   `json:",omitempty"`
	ExpressionAttributeValues           Values  `json:",omitempty"`
	ReturnValuesOnConditionCheckFailure string  `json:",omitempty"`
}

// TransactWriteItemsRequest is TransactWriteItems' input: up to 100 actions
// on different items, 4 MB in all.
type TransactWriteItemsRequest struct {
	TransactItems               []TransactWriteItem
	ClientRequestToken          string `json:",omitempty"`
	ReturnConsumedCapacity      string `json:",omitempty"`
	ReturnItemCollectionMetrics string `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// TransactWriteItemsResponse is TransactWriteItems' output.
type TransactWriteItemsResponse struct {
	ConsumedCapacity      []*ConsumedCapacity                 `json:",omitempty"`
	ItemCollectionMetrics map[string][]*ItemCollectionMetrics `json:",omitempty"`
}
