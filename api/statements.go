package api

import "github.com/keywright/keywright/attr"

// ExecuteStatementRequest is ExecuteStatement's input: one PartiQL statement.
type ExecuteStatementRequest struct {
	Statement                           string       // 1 to 8,192 characters
	Parameters                          []attr.Value `json:",omitempty"` // for the ? of the statement, in order
	ConsistentRead                      bool         `json:",omitempty"`
	NextToken                           string       `json:",omitempty"` // of the page before, with the same statement and parameters
	Limit                               *int         `json:",omitempty"` // items to evaluate at most
	ReturnConsumedCapacity              string       `json:",omitempty"`
	ReturnValuesOnConditionCheckFailure string       `json:",omitempty"` // NONE, ALL_OLD

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// ExecuteStatementResponse is ExecuteStatement's output. Items are what a
// SELECT found or what a RETURNING clause asked for. NextToken is there where
// a SELECT has more pages; LastEvaluatedKey is then the key it stands for.
type ExecuteStatementResponse struct {
	Items            []attr.Item       `json:",omitzero"`
	NextToken        string            `json:",omitempty"`
	ConsumedCapacity *ConsumedCapacity `json:",omitempty"`
	LastEvaluatedKey attr.Item         `json:",omitempty"`
}

// BatchStatementRequest is one statement of a BatchExecuteStatement.
type BatchStatementRequest struct {
	Statement      string
	Parameters     []attr.Value `json:",omitempty"`
	ConsistentRead bool         `json:",omitempty"`
	// ReturnValuesOnConditionCheckFailure changes nothing in a batch
	// (measured by dynoxide's author).
	ReturnValuesOnConditionCheckFailure string `json:",omitempty"`
}

// BatchExecuteStatementRequest is BatchExecuteStatement's input: up to 25
// statements, all reads or all writes.
type BatchExecuteStatementRequest struct {
	Statements             []BatchStatementRequest
	ReturnConsumedCapacity string `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// BatchStatementError says why one statement of a batch failed. Code is the
// short form of an exception's: "ConditionalCheckFailed".
type BatchStatementError struct {
	Code    string    `json:",omitempty"`
	Message string    `json:",omitempty"`
	Item    attr.Item `json:",omitempty"`
}

// BatchStatementResponse is what one statement of a batch came to.
type BatchStatementResponse struct {
	Error     *BatchStatementError `json:",omitempty"`
	TableName string               `json:",omitempty"`
	Item      attr.Item            `json:",omitzero"`
}

// BatchExecuteStatementResponse is BatchExecuteStatement's output, in the
// order of the statements.
type BatchExecuteStatementResponse struct {
	Responses        []BatchStatementResponse
	ConsumedCapacity []*ConsumedCapacity `json:",omitempty"`
}

// ParameterizedStatement is one statement of an ExecuteTransaction.
type ParameterizedStatement struct {
	Statement                           string
	Parameters                          []attr.Value `json:",omitempty"`
	ReturnValuesOnConditionCheckFailure string       `json:",omitempty"`
}

// ExecuteTransactionRequest is ExecuteTransaction's input: up to 100
// statements, all reads or all writes; EXISTS stands among writes.
type ExecuteTransactionRequest struct {
	TransactStatements     []ParameterizedStatement
	ClientRequestToken     string `json:",omitempty"`
	ReturnConsumedCapacity string `json:",omitempty"`

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// ExecuteTransactionResponse is ExecuteTransaction's output, in the order of
// the statements; writes have no item.
type ExecuteTransactionResponse struct {
	Responses        []ItemResponse
	ConsumedCapacity []*ConsumedCapacity `json:",omitempty"`
}
