package engine

import (
	"context"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/partiql"
	"github.com/keywright/keywright/schema"
)

// doExecuteStatement is ExecuteStatement.
func (db *DB) doExecuteStatement(ctx context.Context, r *api.ExecuteStatementRequest) (*api.ExecuteStatementResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	b, err := bindStatement(r.Statement, r.Parameters)
	if err == nil {
		err = b.CheckAlone()
	}
	if err != nil {
		return nil, apiError(err)
	}
	if b.Reads() {
		return db.selectPage(ctx, r, b)
	}
	a, err := db.statementAction(b)
	if err != nil {
		return nil, apiError(err)
	}
	a.returnOld = r.ReturnValuesOnConditionCheckFailure == "ALL_OLD"
	e, err := db.writeOne(ctx, a)
	if err != nil {
		return nil, err
	}
	return &api.ExecuteStatementResponse{
		Items:            statementItems(b.Returning, a, &e),
		ConsumedCapacity: a.t.writeCapacity(r.ReturnConsumedCapacity, &e),
	}, nil
}

func bindStatement(text string, parameters []attr.Value) (*partiql.Bound, error) {
	s, err := partiql.Parse(text)
	if err != nil {
		return nil, err
	}
	return s.Bind(parameters)
}

// statementAction makes the action of a statement that is no SELECT.
func (db *DB) statementAction(b *partiql.Bound) (*action, error) {
	t, err := db.table(b.Table)
	if err != nil {
		return nil, err
	}
	w, err := b.Write(t.def)
	if err != nil {
		return nil, err
	}
	x := expressions{condition: w.Condition, update: w.Update}
	var a *action
	switch b.Kind {
	case partiql.Insert:
		a, err = t.insert(w.Item, x)
	case partiql.Update:
		a, err = t.onKey(verbUpdate, w.Key, x)
	case partiql.Delete:
		a, err = t.onKey(verbDelete, w.Key, x)
	default:
		a, err = t.onKey(verbCheck, w.Key, x)
	}
	if err != nil {
		return nil, err
	}
	a.wantOld = b.Returning != ""
	return a, nil
}

// insert makes the action that stores an item where there is none.
func (t *table) insert(it attr.Item, x expressions) (*action, error) {
	if err := schema.CheckNames(it); err != nil {
		return nil, err
	}
	if err := schema.CheckPutSize(it); err != nil {
		return nil, err
	}
	a, err := t.put(it, x)
	if err == nil {
		a.insert = true
	}
	return a, err
}

// statementItems is what RETURNING asks for: at most one item, of which
// MODIFIED leaves what the update's paths touch.
func statementItems(r partiql.Returning, a *action, e *effect) []attr.Item {
	var it attr.Item
	switch r {
	case partiql.AllOld:
		it = e.oldItem
	case partiql.AllNew:
		it = e.new
	case partiql.ModifiedOld:
		it = a.update.Touched(e.oldItem)
	case partiql.ModifiedNew:
		it = a.update.Touched(e.new)
	}
	if it == nil {
		return []attr.Item{}
	}
	return []attr.Item{it}
}
