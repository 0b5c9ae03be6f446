package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"

	"github.com/keywright/keywright/api"
)

// call sends a request and returns the response, a *Resp of the operation.
func call[Resp any](ctx context.Context, db *DB, operation string, request any) (*Resp, error) {
	if db.readOnly && Writes(operation, request) {
		return nil, &ReadOnlyError{operation}
	}
	op, err := api.LookupOperation(operation)
	if err != nil {
		return nil, err
	}
	body, err := api.EncodeRequest(withToken(request))
	if err != nil {
		return nil, err
	}
	var resp *Resp
	err = db.exchange(ctx, op, body, func(body []byte) error {
		resp = new(Resp)
		return api.DecodeResponse(body, resp)
	})
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// PassJSON implements api.Passer: body and response are those of the wire, so
// that a member which this module does not know goes through.
func (db *DB) PassJSON(ctx context.Context, op api.Operation, body []byte) ([]byte, error) {
	switch op.Name {
	case "ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction", "TransactWriteItems":
		// Their statements are to be looked at, or a token is to be added.
		request := op.NewRequest()
		if err := api.Decode(body, request); err != nil {
			return nil, err
		}
		response, err := op.Call(ctx, db, request)
		if err != nil {
			return nil, err
		}
		return api.Encode(response)
	}
	if db.readOnly && Writes(op.Name, nil) {
		return nil, &ReadOnlyError{op.Name}
	}
	var response []byte
	err := db.exchange(ctx, op, body, func(body []byte) error {
		response = body
		return api.DecodeResponse(body, op.NewResponse()) // only to see that it is one
	})
	return response, err
}

var _ api.Passer = (*DB)(nil)

// exchange takes a request through its attempts; read gets the body of the
// answer to one that succeeded.
func (db *DB) exchange(ctx context.Context, op api.Operation, body []byte, read func([]byte) error) error {
	if len(body) > maxRequest {
		return fmt.Errorf("remote: the request of %s has %d bytes, and DynamoDB takes at most %d", op.Name, len(body), maxRequest)
	}
	failed, uncertain := db.attempts(ctx, func(ctx context.Context) *failure { return db.send(ctx, op, body, read) })
	if failed == nil {
		return nil
	}
	var refusal *api.Error
	if uncertain && errors.As(failed.err, &refusal) && slices.Contains(echoes, refusal.Code) {
		return &UncertainError{op.Name, refusal}
	}
	return failed.err
}

// echoes are what a write is answered that was made before.
var echoes = []api.Code{api.ConditionalCheckFailedException, api.DuplicateItemException, api.ResourceInUseException}

// maxRequest is the largest body of a request, in bytes (measured on AWS by
// others: 16 MiB).
const maxRequest = 16 << 20

// withToken gives a transaction that has none a token of its own, as the SDK
// does, so that an attempt that is repeated writes once.
func withToken(request any) any {
	switch r := request.(type) {
	case *api.TransactWriteItemsRequest:
		if r.ClientRequestToken == "" && r.Sent == nil {
			c := *r
			c.ClientRequestToken = rand.Text()
			return &c
		}
	case *api.ExecuteTransactionRequest:
		if r.ClientRequestToken == "" && r.Sent == nil {
			c := *r
			c.ClientRequestToken = rand.Text()
			return &c
		}
	}
	return request
}
