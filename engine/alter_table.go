package engine

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/keywright/keywright/store"
)

// alter puts a table's new record into the catalog, with what else has to be
// in the same transaction, and makes the generation of it the newest one: no
// write that goes by an older one is under way when it returns. The ddl lock
// is held. Reads may still go by an older one.
func (db *DB) alter(ctx context.Context, t *table, rec *tableRecord, also func(store.Txn) error) (*table, error) {
	def, err := rec.define()
	if err != nil {
		return nil, err
	}
	enc, err := json.Marshal(rec)
	if err != nil {
		return nil, fmt.Errorf("engine: encoding table %s: %w", def.Name, err)
	}
	err = db.update(ctx, func(txn store.Txn) error {
		if _, err := txn.GetForUpdate(ctx, db.tableKey(def.Name)); err != nil {
			return err
		}
		txn.Set(db.tableKey(def.Name), enc)
		if also != nil {
			return also(txn)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	next := newTable(rec, def, t)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.newest = next
	db.mu.Lock()
	defer db.mu.Unlock()
	db.tables[def.Name] = next
	return next, nil
}
