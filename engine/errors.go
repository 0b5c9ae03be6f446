package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/partiql"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/store"
)

func validation(message string) error {
	return &api.Error{Code: api.ValidationException, Message: message}
}

// apiError turns an error of the layers below into one of the API: their
// validation errors, conflicts, an unknown outcome. Others, and a context
// that ended, pass through.
func apiError(err error) error {
	var a *api.Error
	var e *expr.Error
	var q *query.Error
	var s *partiql.Error
	var v *attr.ValidationError
	switch {
	case err == nil || errors.As(err, &a):
		return err
	case errors.As(err, &e):
		return validation(e.Message)
	case errors.As(err, &q):
		return validation(q.Message)
	case errors.As(err, &s):
		return validation(s.Message)
	case errors.As(err, &v):
		return validation(v.Message)
	case errors.Is(err, store.ErrConflict):
		return &api.Error{Code: api.TransactionConflictException, Message: "Transaction is ongoing for the item"}
	case errors.Is(err, store.ErrAmbiguous):
		return &api.Error{Code: api.InternalServerError, Message: "The outcome of the request is unknown"}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return fmt.Errorf("engine: %w", err)
}

// notFound is the answer to an operation on items of a table that is not
// there.
func notFound() error {
	return &api.Error{Code: api.ResourceNotFoundException, Message: "Requested resource not found"}
}

// tableNotFound is the answer to an operation on such a table itself.
func tableNotFound(name string) error {
	return &api.Error{Code: api.ResourceNotFoundException, Message: "Requested resource not found: Table: " + name + " not found"}
}

// duplicateItem is the answer to a PartiQL INSERT of a key that is there.
func duplicateItem() error {
	return &api.Error{Code: api.DuplicateItemException, Message: "Duplicate primary key exists in table"}
}

func conditionFailed(old attr.Item) *api.Error {
	return &api.Error{Code: api.ConditionalCheckFailedException, Message: "The conditional request failed", Item: old}
}
