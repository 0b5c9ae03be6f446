package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
	"github.com/keywright/keywright/partiql"
	"github.com/keywright/keywright/schema"
)

// doExecuteTransaction is ExecuteTransaction.
func (db *DB) doExecuteTransaction(ctx context.Context, r *api.ExecuteTransactionRequest) (*api.ExecuteTransactionResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	statements, reads, err := transactStatements(r)
	if err != nil {
		return nil, apiError(err)
	}
	if reads {
		return db.transactReads(ctx, r, statements)
	}
	return db.transactWrites(ctx, r, statements)
}

// transactStatements binds the statements and checks them together.
func transactStatements(r *api.ExecuteTransactionRequest) (bound []*partiql.Bound, reads bool, err error) {
	bound = make([]*partiql.Bound, len(r.TransactStatements))
	writes := false
	for i, s := range r.TransactStatements {
		b, err := bindStatement(s.Statement, s.Parameters)
		if err != nil {
			return nil, false, err
		}
		switch {
		case b.Returning != "":
			return nil, false, invalidStatement(i, "RETURNING clause is not supported in ExecuteTransaction.")
		case b.Reads() && b.Index != "":
			return nil, false, invalidStatement(i, "Reads on indices are not supported within transactions.")
		}
		bound[i] = b
		reads = reads || b.Reads()
		writes = writes || !b.Reads()
	}
	if reads && writes {
		return nil, false, validation("ExecuteTransaction API does not support both read and write operations in the same request.")
	}
	return bound, reads, nil
}

func invalidStatement(i int, problem string) error {
	return validation(fmt.Sprintf("Validation failed in TransactStatements[%d]: %s", i, problem))
}

func (db *DB) transactWrites(ctx context.Context, r *api.ExecuteTransactionRequest, statements []*partiql.Bound) (*api.ExecuteTransactionResponse, error) {
	actions, err := db.transactStatementActions(r, statements)
	if err != nil {
		return nil, apiError(err)
	}
	tok, err := db.newStatementToken(r)
	if err != nil {
		return nil, err
	}
	if err := invalidActions(actions); err != nil {
		return nil, transactError(err, len(actions))
	}
	resp := &api.ExecuteTransactionResponse{Responses: make([]api.ItemResponse, len(actions))}
	effects, err := db.writeAll(ctx, actions, tok)
	switch {
	case errors.Is(err, errReplay):
		resp.ConsumedCapacity = tok.replayCapacity(r.ReturnConsumedCapacity, actions)
	case err != nil:
		return nil, transactError(err, len(actions))
	default:
		db.chargeWrites(actions, effects, 2)
		resp.ConsumedCapacity = writesCapacity(r.ReturnConsumedCapacity, actions, effects, 2, writeSplit)
	}
	return resp, nil
}

// transactStatementActions makes the actions. As in TransactWriteItems, one
// that does not fit its table's schema cancels the transaction, an empty key
// refuses it.
func (db *DB) transactStatementActions(r *api.ExecuteTransactionRequest, statements []*partiql.Bound) ([]*action, error) {
	actions := make([]*action, len(statements))
	for i, b := range statements {
		a, err := db.statementAction(b)
		if err != nil && cancels(err) {
			a, err = &action{invalid: err}, nil
		}
		if err != nil {
			return nil, err
		}
		a.returnOld = r.TransactStatements[i].ReturnValuesOnConditionCheckFailure == "ALL_OLD"
		actions[i] = a
	}
	return actions, checkTransaction(actions)
}

// cancels says whether an error of one statement is a reason to cancel the
// transaction, and not to refuse the request.
func cancels(err error) bool {
	var refused *api.Error
	var statement *partiql.Error
	var built *expr.Error
	var empty *schema.EmptyKeyError
	return !errors.As(err, &refused) && !errors.As(err, &statement) && !errors.As(err, &built) && !errors.As(err, &empty)
}

func (db *DB) transactReads(ctx context.Context, r *api.ExecuteTransactionRequest, statements []*partiql.Bound) (*api.ExecuteTransactionResponse, error) {
	gets, err := db.statementGets(statements)
	if err != nil {
		return nil, err
	}
	items, used, err := db.readTogether(ctx, gets, r.ReturnConsumedCapacity)
	if err != nil {
		return nil, err
	}
	return &api.ExecuteTransactionResponse{Responses: items, ConsumedCapacity: used}, nil
}

// statementGets makes the reads, each of one item.
func (db *DB) statementGets(statements []*partiql.Bound) ([]transactGet, error) {
	gets := make([]transactGet, len(statements))
	reasons := make([]error, len(gets))
	failed := false
	seen := make(map[string]bool, len(gets))
	for i, b := range statements {
		t, err := db.table(b.Table)
		if err != nil {
			return nil, err
		}
		key, filter, columns, err := b.TransactItem(t.def)
		if err == nil {
			err = t.checkGet(key, expressions{})
		}
		if err != nil && !cancels(err) {
			return nil, apiError(err)
		}
		if reasons[i] = err; err != nil {
			failed = true
			continue
		}
		gets[i] = transactGet{t, t.appendItemKey(nil, key), selected(filter, columns)}
		if seen[string(gets[i].key)] {
			return nil, validation(msgTransactTwice)
		}
		seen[string(gets[i].key)] = true
	}
	if failed {
		return nil, transactError(&cancelled{reasons}, len(gets))
	}
	return gets, nil
}

// selected is what a SELECT returns of an item: nil where the filter, which
// may be nil, does not hold.
func selected(filter *expr.Condition, columns partiql.Columns) func(attr.Item) attr.Item {
	return func(it attr.Item) attr.Item {
		if filter != nil && !filter.Eval(it) {
			return nil
		}
		return columns.Apply(it)
	}
}
