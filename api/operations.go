package api

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
)

// The services of the wire protocol, as X-Amz-Target names them before the dot.
const (
	ServiceDynamoDB = "DynamoDB_20120810"
	ServiceStreams  = "DynamoDBStreams_20120810"
)

// Operation is one operation of the API, for surfaces that take its name from
// outside: the wire protocol, the command line.
type Operation struct {
	// Name is the operation's name on the wire: "PutItem".
	Name string
	// Service is the one it belongs to: ServiceDynamoDB or ServiceStreams.
	Service string
	// NewRequest returns an empty request, a pointer to the operation's
	// request struct, for Decode to fill in.
	NewRequest func() any
	// NewResponse returns an empty response, a pointer to the operation's
	// response struct.
	NewResponse func() any
	// Call runs the operation. The request is one that NewRequest returned;
	// the response is a pointer to the operation's response struct.
	Call func(ctx context.Context, db DB, request any) (any, error)
}

// Operations returns every operation of DB, ordered by name. The slice must
// not be changed.
func Operations() []Operation { return operations() }

var operations = sync.OnceValue(func() []Operation {
	return []Operation{
		operation("BatchExecuteStatement", DB.BatchExecuteStatement),
		operation("BatchGetItem", DB.BatchGetItem),
		operation("BatchWriteItem", DB.BatchWriteItem),
		operation("CreateTable", DB.CreateTable),
		operation("DeleteItem", DB.DeleteItem),
		operation("DeleteTable", DB.DeleteTable),
		operation("DescribeContinuousBackups", DB.DescribeContinuousBackups),
		operation("DescribeEndpoints", DB.DescribeEndpoints),
		operation("DescribeLimits", DB.DescribeLimits),
		ofStreams(operation("DescribeStream", DB.DescribeStream)),
		operation("DescribeTable", DB.DescribeTable),
		operation("DescribeTimeToLive", DB.DescribeTimeToLive),
		operation("ExecuteStatement", DB.ExecuteStatement),
		operation("ExecuteTransaction", DB.ExecuteTransaction),
		operation("GetItem", DB.GetItem),
		ofStreams(operation("GetRecords", DB.GetRecords)),
		ofStreams(operation("GetShardIterator", DB.GetShardIterator)),
		ofStreams(operation("ListStreams", DB.ListStreams)),
		operation("ListTables", DB.ListTables),
		operation("ListTagsOfResource", DB.ListTagsOfResource),
		operation("PutItem", DB.PutItem),
		operation("Query", DB.Query),
		operation("Scan", DB.Scan),
		operation("TagResource", DB.TagResource),
		operation("TransactGetItems", DB.TransactGetItems),
		operation("TransactWriteItems", DB.TransactWriteItems),
		operation("UntagResource", DB.UntagResource),
		operation("UpdateItem", DB.UpdateItem),
		operation("UpdateTable", DB.UpdateTable),
		operation("UpdateTimeToLive", DB.UpdateTimeToLive),
	}
})

// LookupOperation returns the operation of that name. One that DynamoDB has
// and this module does not, and one that nobody has, are
// UnknownOperationExceptions that name it and say which of the two it is.
func LookupOperation(name string) (Operation, error) {
	ops := Operations()
	i, ok := slices.BinarySearchFunc(ops, name, func(op Operation, name string) int {
		return strings.Compare(op.Name, name)
	})
	if !ok {
		message := "The operation " + name + " is not an operation of DynamoDB"
		if KnownOperation(name) {
			message = "The operation " + name + " is not implemented"
		}
		return Operation{}, &Error{Code: UnknownOperationException, Message: message}
	}
	return ops[i], nil
}

// Passer is a DB that passes bodies on as they are, members that this module
// does not know included.
type Passer interface {
	DB
	// PassJSON calls an operation with the body of a request and returns the
	// body of the response.
	PassJSON(ctx context.Context, op Operation, body []byte) ([]byte, error)
}

// CallJSON decodes a request body, calls the operation and encodes the
// response; a Passer gets the body itself.
func (op Operation) CallJSON(ctx context.Context, db DB, body []byte) ([]byte, error) {
	if p, ok := db.(Passer); ok {
		return p.PassJSON(ctx, op, body)
	}
	req := op.NewRequest()
	if err := Decode(body, req); err != nil {
		return nil, err
	}
	return op.Append(ctx, db, req, nil)
}

// Appender is a DB that writes the responses of some requests as JSON without
// building them first.
type Appender interface {
	DB
	// AppendResponse runs a request and appends the response, byte for byte
	// what AppendJSON would append. With ok false it has done nothing, and the
	// operation has to be called.
	AppendResponse(ctx context.Context, request any, dst []byte) (out []byte, ok bool, err error)
}

// Append calls the operation and appends the response as it goes over the
// wire.
func (op Operation) Append(ctx context.Context, db DB, request any, dst []byte) ([]byte, error) {
	if a, ok := db.(Appender); ok {
		if out, ok, err := a.AppendResponse(ctx, request, dst); ok {
			return out, err
		}
	}
	resp, err := op.Call(ctx, db, request)
	if err != nil {
		return dst, err
	}
	return AppendJSON(dst, resp)
}

func operation[Req, Resp any](name string, call func(DB, context.Context, *Req) (*Resp, error)) Operation {
	return Operation{
		Name:        name,
		Service:     ServiceDynamoDB,
		NewRequest:  func() any { return new(Req) },
		NewResponse: func() any { return new(Resp) },
		Call: func(ctx context.Context, db DB, request any) (any, error) {
			resp, err := call(db, ctx, request.(*Req))
			if err != nil {
				return nil, err // a typed nil must not become a non-nil any
			}
			return resp, nil
		},
	}
}

// ofStreams makes an operation one of DynamoDB Streams.
func ofStreams(op Operation) Operation {
	op.Service = ServiceStreams
	return op
}

// Serve answers a call as it comes over the wire: an operation's name and a
// body in, an HTTP status and a body out. An error that is no *Error is also
// returned, for the operator; the caller saw an InternalServerError.
func Serve(ctx context.Context, db DB, operation string, body []byte) (status int, response []byte, err error) {
	op, err := LookupOperation(operation)
	if err == nil {
		response, err = op.CallJSON(ctx, db, body)
	}
	if err == nil {
		return 200, response, nil
	}
	status, response = ErrorJSON(err)
	var known *Error
	if errors.As(err, &known) {
		err = nil
	}
	return status, response, err
}
