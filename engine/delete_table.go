package engine

import (
	"context"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/store"
)

// doDeleteTable is DeleteTable.
func (db *DB) doDeleteTable(ctx context.Context, r *api.DeleteTableRequest) (*api.DeleteTableResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	db.ddl.Lock()
	defer db.ddl.Unlock()
	t, err := db.tableItself(r.TableName)
	if err != nil {
		return nil, err
	}
	if err := db.admitDelete(t); err != nil {
		return nil, err
	}
	if t.request.DeletionProtectionEnabled {
		return nil, validation("Resource cannot be deleted as it is currently protected against deletion. " +
			"Disable deletion protection first.")
	}
	tab, ixs, _ := t.counted()
	resp := &api.DeleteTableResponse{TableDescription: db.describe(t, tab, ixs)}
	resp.TableDescription.TableStatus = statusDeleting
	if err := db.dropTable(ctx, t); err != nil {
		return nil, apiError(err)
	}
	return resp, nil
}

// admitDelete refuses to delete a table that is changing.
func (db *DB) admitDelete(t *table) error {
	now := db.opts.Now()
	switch db.tableStatus(t, now) {
	case statusCreating:
		return inUse("Table is being created: " + t.def.Name)
	case statusUpdating:
		return inUse("Table: " + t.def.Name + " is in the process of being updated.")
	case statusDeleting:
		return inUse("Table is being deleted: " + t.def.Name)
	}
	if len(db.busyIndexes(t, now)) > 0 {
		return inUse("Cannot delete table while indexes are being created, updated, or deleted.")
	}
	return nil
}

// dropTable takes the table out of the catalog, leaving a mark that its data
// is dead, and then removes the data. Should it be cut short, the next Open
// finds the mark.
func (db *DB) dropTable(ctx context.Context, t *table) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	stream := db.endStream(ctx, t.stream)
	err := db.update(ctx, func(txn store.Txn) error {
		building := buildKey(t.id, baseIndex) // of the expiry, if that is under way
		if _, err := txn.GetForUpdate(ctx, db.tableKey(t.def.Name), deadKey(t.id), building); err != nil {
			return err
		}
		txn.Set(db.tableKey(t.def.Name), []byte(dropped))
		txn.Set(deadKey(t.id), []byte{1})
		txn.Delete(building)
		if stream != nil {
			return stream.stage(txn)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if stream != nil {
		stream.done()
	}
	t.gone = true
	if !db.simulateDelete(t) {
		db.forgetTable(t)
	}
	return db.removeData(ctx, t.id)
}

// fewKeys is up to how many keys a table is emptied one by one. Deleting a
// range costs the store something for as long as it remembers the range, so
// that thousands of small tables, made and dropped, would slow it down.
const fewKeys = 1000

// removeData removes what is stored under a table's id, and its mark. A stream
// stays for its day.
func (s *shared) removeData(ctx context.Context, id uint32) error {
	if err := s.clear(ctx, expiryPrefix(id), nil); err != nil {
		return err
	}
	return s.clear(ctx, tablePrefix(id), deadKey(id))
}

// clear removes what is stored under a prefix, and then a mark, if there is one.
func (s *shared) clear(ctx context.Context, prefix, mark []byte) error {
	end := prefixEnd(prefix)
	keys, err := s.firstKeys(ctx, store.Range{Start: prefix, End: end, Limit: fewKeys + 1})
	if err != nil {
		return err
	}
	if len(keys) > fewKeys {
		if err := s.store.DeleteRange(ctx, prefix, end); err != nil {
			return err
		}
		keys = nil
	}
	if mark != nil {
		keys = append(keys, mark)
	}
	if len(keys) == 0 {
		return nil
	}
	return s.update(ctx, func(txn store.Txn) error {
		if _, err := txn.GetForUpdate(ctx, keys...); err != nil {
			return err
		}
		for _, k := range keys {
			txn.Delete(k)
		}
		return nil
	})
}

// firstKeys returns the first Limit keys of a range.
func (s *shared) firstKeys(ctx context.Context, r store.Range) (keys [][]byte, err error) {
	err = s.store.View(ctx, func(reader store.Reader) error {
		return reader.Scan(ctx, r, func(k, _ []byte) bool {
			keys = append(keys, append([]byte(nil), k...))
			return len(keys) < r.Limit
		})
	})
	return keys, err
}
