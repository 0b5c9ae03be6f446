package api

import "github.com/keywright/keywright/attr"

// Code names a DynamoDB exception.
type Code string

// The closed set of errors.
const (
	ValidationException                      Code = "ValidationException"
	ResourceNotFoundException                Code = "ResourceNotFoundException"
	ResourceInUseException                   Code = "ResourceInUseException"
	TableNotFoundException                   Code = "TableNotFoundException"
	ConditionalCheckFailedException          Code = "ConditionalCheckFailedException"
	DuplicateItemException                   Code = "DuplicateItemException"
	TransactionCanceledException             Code = "TransactionCanceledException"
	TransactionConflictException             Code = "TransactionConflictException"
	TransactionInProgressException           Code = "TransactionInProgressException"
	IdempotentParameterMismatchException     Code = "IdempotentParameterMismatchException"
	ItemCollectionSizeLimitExceededException Code = "ItemCollectionSizeLimitExceededException"
	LimitExceededException                   Code = "LimitExceededException"
	ProvisionedThroughputExceededException   Code = "ProvisionedThroughputExceededException"
	RequestLimitExceeded                     Code = "RequestLimitExceeded"
	ThrottlingException                      Code = "ThrottlingException"
	SerializationException                   Code = "SerializationException"
	UnknownOperationException                Code = "UnknownOperationException"
	InternalServerError                      Code = "InternalServerError"

	// Of DynamoDB Streams.
	TrimmedDataAccessException Code = "TrimmedDataAccessException"
	ExpiredIteratorException   Code = "ExpiredIteratorException"

	// Of the wire, before an operation is reached.
	MissingAuthenticationTokenException Code = "MissingAuthenticationTokenException"
	IncompleteSignatureException        Code = "IncompleteSignatureException"
	InvalidSignatureException           Code = "InvalidSignatureException"
	UnrecognizedClientException         Code = "UnrecognizedClientException"
	AccessDeniedException               Code = "AccessDeniedException"
	ServiceUnavailable                  Code = "ServiceUnavailable"
)

// Error is an error of the API. Message is DynamoDB's, byte for byte.
type Error struct {
	Code    Code
	Message string
	// Item is the old item of a failed condition, where asked for.
	Item attr.Item
	// Reasons are a cancelled transaction's, one for each action in order.
	Reasons []CancellationReason
	// Throttling tells why a request was throttled, and where.
	Throttling []ThrottlingReason
}

// ThrottlingReason is a limit that a request went over: Reason is resource,
// direction and limit in one word, TableReadProvisionedThroughputExceeded for
// one, and Resource the ARN of the table or the index.
type ThrottlingReason struct {
	Reason   string `json:"reason"`
	Resource string `json:"resource"`
}

// CancellationReason tells what one action of a cancelled transaction ran
// into: Code is "None" for those that did not fail.
type CancellationReason struct {
	Code    string    `json:",omitempty"`
	Message string    `json:",omitempty"`
	Item    attr.Item `json:",omitempty"`
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }
