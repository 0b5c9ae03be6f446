package api

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/keywright/keywright/attr"
)

// fault is how an error code goes over the wire.
type fault struct {
	namespace string // before the # in __type
	status    int    // HTTP status
	member    string // the member that carries the message
}

const (
	dynamo = "com.amazonaws.dynamodb.v20120810"
	coral  = "com.amazon.coral"
)

// faults maps every code to its wire form. The SDKs read either spelling of
// the message; which code uses which was seen in recorded answers of AWS.
func faults() map[Code]fault {
	return map[Code]fault{
		ValidationException:                      {coral + ".validate", 400, "message"},
		SerializationException:                   {coral + ".service", 400, "Message"},
		UnknownOperationException:                {coral + ".service", 400, "message"},
		ResourceNotFoundException:                {dynamo, 400, "message"},
		ResourceInUseException:                   {dynamo, 400, "message"},
		TableNotFoundException:                   {dynamo, 400, "message"},
		ConditionalCheckFailedException:          {dynamo, 400, "message"},
		DuplicateItemException:                   {dynamo, 400, "message"},
		TransactionCanceledException:             {dynamo, 400, "Message"},
		TransactionConflictException:             {dynamo, 400, "message"},
		TransactionInProgressException:           {dynamo, 400, "Message"},
		IdempotentParameterMismatchException:     {dynamo, 400, "Message"},
		ItemCollectionSizeLimitExceededException: {dynamo, 400, "message"},
		LimitExceededException:                   {dynamo, 400, "message"},
		ProvisionedThroughputExceededException:   {dynamo, 400, "message"},
		RequestLimitExceeded:                     {dynamo, 400, "message"},
		ThrottlingException:                      {coral + ".availability", 400, "message"},
		InternalServerError:                      {dynamo, 500, "message"},
		TrimmedDataAccessException:               {dynamo, 400, "message"},
		ExpiredIteratorException:                 {dynamo, 400, "message"},
		MissingAuthenticationTokenException:      {coral + ".service", 400, "message"},
		IncompleteSignatureException:             {coral + ".service", 400, "message"},
		InvalidSignatureException:                {coral + ".service", 400, "message"},
		UnrecognizedClientException:              {coral + ".service", 400, "message"},
		AccessDeniedException:                    {coral + ".service", 400, "message"},
		ServiceUnavailable:                       {coral + ".service", 503, "message"},
	}
}

// ErrorJSON returns the HTTP status and the body of an error. An error that
// is no *Error is an InternalServerError whose body does not repeat its text.
func ErrorJSON(err error) (status int, body []byte) {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Code: InternalServerError, Message: "Internal server error"}
	}
	f, ok := faults()[e.Code]
	if !ok {
		f = fault{dynamo, 400, "message"}
	}
	members := map[string]any{"__type": f.namespace + "#" + string(e.Code)}
	if e.Message != "" {
		members[f.member] = e.Message
	}
	if e.Item != nil {
		members["Item"] = e.Item
	}
	if e.Reasons != nil {
		members["CancellationReasons"] = e.Reasons
	}
	if e.Throttling != nil {
		members[throttlingMember(e.Code)] = e.Throttling
	}
	body, encErr := Encode(members)
	if encErr != nil { // items and strings always encode
		panic(fmt.Sprintf("api: encoding an error: %v", encErr))
	}
	return f.status, body
}

// throttlingMember is the member that carries the reasons of a throttled
// request: the model of 2025-08 spells it small in one of three exceptions.
func throttlingMember(c Code) string {
	if c == ThrottlingException {
		return "throttlingReasons"
	}
	return "ThrottlingReasons"
}

// DecodeError reads the body of an error answer, as ErrorJSON writes it. A
// body without a __type is an InternalServerError with the body as message.
func DecodeError(body []byte) *Error {
	var w struct {
		Type                string `json:"__type"`
		Text                string `json:"message"` // encoding/json takes either case
		CancellationReasons []CancellationReason
		ThrottlingReasons   []ThrottlingReason // in either case, too
		Item                attr.Item
	}
	if err := json.Unmarshal(body, &w); err != nil || w.Type == "" {
		return &Error{Code: InternalServerError, Message: string(body)}
	}
	code := w.Type
	for i := len(code) - 1; i >= 0; i-- {
		if code[i] == '#' {
			code = code[i+1:]
			break
		}
	}
	return &Error{Code: Code(code), Message: w.Text, Item: w.Item, Reasons: w.CancellationReasons, Throttling: w.ThrottlingReasons}
}
