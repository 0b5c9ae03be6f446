package api

import "github.com/keywright/keywright/attr"

// Names are ExpressionAttributeNames: "#n" to an attribute's name.
type Names = map[string]string

// Values are ExpressionAttributeValues: ":v" to a value.
type Values = map[string]attr.Value

// PutItemRequest is PutItem's input.
type PutItemRequest struct {
	TableName                           string
	Item                                attr.Item
	ConditionExpression                 *string  `json:",omitempty"`
	ExpressionAttributeNames            Names    `json:",omitempty"`
	ExpressionAttributeValues           Values   `json:",omitempty"`
	ReturnConsumedCapacity              string   `json:",omitempty"` // NONE, TOTAL, INDEXES
	ReturnItemCollectionMetrics         string   `json:",omitempty"` // NONE, SIZE
	ReturnValues                        string   `json:",omitempty"` // NONE, ALL_OLD
	ReturnValuesOnConditionCheckFailure string   `json:",omitempty"` // NONE, ALL_OLD
	Expected                            Expected `json:",omitempty"`
	ConditionalOperator                 string   `json:",omitempty"` // AND, OR

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// PutItemResponse is PutItem's output.
type PutItemResponse struct {
	Attributes            attr.Item              `json:",omitempty"`
	ConsumedCapacity      *ConsumedCapacity      `json:",omitempty"`
	ItemCollectionMetrics *ItemCollectionMetrics `json:",omitempty"`
}

// GetItemRequest is GetItem's input.
type GetItemRequest struct {
	TableName                string
	Key                      attr.Item
	ConsistentRead           bool     `json:",omitempty"`
	ProjectionExpression     *string  `json:",omitempty"`
	ExpressionAttributeNames Names    `json:",omitempty"`
	ReturnConsumedCapacity   string   `json:",omitempty"`
	AttributesToGet          []string `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// GetItemResponse is GetItem's output. Item is nil where there is none.
type GetItemResponse struct {
	Item             attr.Item         `json:",omitzero"`
	ConsumedCapacity *ConsumedCapacity `json:",omitempty"`
}

// UpdateItemRequest is UpdateItem's input.
type UpdateItemRequest struct {
	TableName                           string
	Key                                 attr.Item
	UpdateExpression                    *string          `json:",omitempty"`
	ConditionExpression                 *string          `json:",omitempty"`
	ExpressionAttributeNames            Names            `json:",omitempty"`
	ExpressionAttributeValues           Values           `json:",omitempty"`
	ReturnConsumedCapacity              string           `json:",omitempty"`
	ReturnItemCollectionMetrics         string           `json:",omitempty"`
	ReturnValues                        string           `json:",omitempty"` // NONE, ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATED_NEW
	ReturnValuesOnConditionCheckFailure string           `json:",omitempty"`
	AttributeUpdates                    AttributeUpdates `json:",omitempty"`
	Expected                            Expected         `json:",omitempty"`
	ConditionalOperator                 string           `json:",omitempty"` // AND, OR

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// UpdateItemResponse is UpdateItem's output.
type UpdateItemResponse struct {
	Attributes            attr.Item              `json:",omitempty"`
	ConsumedCapacity      *ConsumedCapacity      `json:",omitempty"`
	ItemCollectionMetrics *ItemCollectionMetrics `json:",omitempty"`
}

// DeleteItemRequest is DeleteItem's input.
type DeleteItemRequest struct {
	TableName                           string
	Key                                 attr.Item
	ConditionExpression                 *string  `json:",omitempty"`
	ExpressionAttributeNames            Names    `json:",omitempty"`
	ExpressionAttributeValues           Values   `json:",omitempty"`
	ReturnConsumedCapacity              string   `json:",omitempty"`
	ReturnItemCollectionMetrics         string   `json:",omitempty"`
	ReturnValues                        string   `json:",omitempty"`
	ReturnValuesOnConditionCheckFailure string   `json:",omitempty"`
	Expected                            Expected `json:",omitempty"`
	ConditionalOperator                 string   `json:",omitempty"` // AND, OR

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// DeleteItemResponse is DeleteItem's output.
type DeleteItemResponse struct {
	Attributes            attr.Item              `json:",omitempty"`
	ConsumedCapacity      *ConsumedCapacity      `json:",omitempty"`
	ItemCollectionMetrics *ItemCollectionMetrics `json:",omitempty"`
}

// QueryRequest is Query's input.
type QueryRequest struct {
	TableName                 string
	IndexName                 string     `json:",omitempty"`
	KeyConditionExpression    *string    `json:",omitempty"`
	FilterExpression          *string    `json:",omitempty"`
	ProjectionExpression      *string    `json:",omitempty"`
	ExpressionAttributeNames  Names      `json:",omitempty"`
	ExpressionAttributeValues Values     `json:",omitempty"`
	ScanIndexForward          *bool      `json:",omitempty"` // true by default
	Limit                     *int       `json:",omitempty"`
	ExclusiveStartKey         attr.Item  `json:",omitempty"`
	ConsistentRead            bool       `json:",omitempty"`
	Select                    string     `json:",omitempty"`
	ReturnConsumedCapacity    string     `json:",omitempty"`
	KeyConditions             Conditions `json:",omitempty"`
	QueryFilter               Conditions `json:",omitempty"`
	ConditionalOperator       string     `json:",omitempty"` // AND, OR
	AttributesToGet           []string   `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// QueryResponse is Query's output. Items is empty where Select is COUNT.
type QueryResponse struct {
	Items            []attr.Item `json:",omitzero"`
	Count            int
	ScannedCount     int
	LastEvaluatedKey attr.Item         `json:",omitempty"`
	ConsumedCapacity *ConsumedCapacity `json:",omitempty"`
}

// ScanRequest is Scan's input.
type ScanRequest struct {
	TableName                 string
	IndexName                 string     `json:",omitempty"`
	FilterExpression          *string    `json:",omitempty"`
	ProjectionExpression      *string    `json:",omitempty"`
	ExpressionAttributeNames  Names      `json:",omitempty"`
	ExpressionAttributeValues Values     `json:",omitempty"`
	Limit                     *int       `json:",omitempty"`
	ExclusiveStartKey         attr.Item  `json:",omitempty"`
	ConsistentRead            bool       `json:",omitempty"`
	Segment                   *int       `json:",omitempty"`
	TotalSegments             *int       `json:",omitempty"`
	Select                    string     `json:",omitempty"`
	ReturnConsumedCapacity    string     `json:",omitempty"`
	ScanFilter                Conditions `json:",omitempty"`
	ConditionalOperator       string     `json:",omitempty"` // AND, OR
	AttributesToGet           []string   `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// ScanResponse is Scan's output.
type ScanResponse = QueryResponse
