package engine

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/keywright/keywright/store"
)

// alter puts a table's new record into the catalog, with a change of its
// stream, if any, in the same transaction, and makes the generation of it the
// newest one. No write of the table is under way meanwhile: those before go by
// the older ones, those after by the new one. The ddl lock is held. Reads may
// still go by an older one.
func (db *DB) alter(ctx context.Context, t *table, rec *tableRecord, also *streamChange) (*table, error) {
	def, err := rec.define()
	if err != nil {
		return nil, err
	}
	enc, err := json.Marshal(rec)
	if err != nil {
		return nil, fmt.Errorf("engine: encoding table %s: %w", def.Name, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	err = db.update(ctx, func(txn store.Txn) error {
		if _, err := txn.GetForUpdate(ctx, db.tableKey(def.Name)); err != nil {
			return err
		}
		txn.Set(db.tableKey(def.Name), enc)
		if also != nil {
			return also.stage(txn)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if also != nil && also.done != nil {
		also.done()
	}
	next := newTable(rec, def, t)
	db.mu.Lock()
	defer db.mu.Unlock()
	db.link(next)
	t.newest = next
	db.tables[def.Name] = next
	return next, nil
}
