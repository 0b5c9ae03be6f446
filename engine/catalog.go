package engine

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/store"
)

// The catalog's keys, after spaceCatalog.
const (
	catalogLayout = 0x00 // the layout's version
	catalogNextID = 0x01 // the next table's id
	catalogTable  = 0x02 // + name: a tableRecord
	catalogDead   = 0x03 // + table id: data of a deleted table still to be removed
	catalogCounts = 0x04 // + table id: counts saved by a clean Close
)

// layoutVersion is the version of the key layout and of the records. Another
// one is refused at Open.
const layoutVersion = 1

// tableRecord is a table in the catalog. The definition is kept as the
// CreateTable request: the API's own form will not change under us.
type tableRecord struct {
	ID            uint32                  `json:"id"`
	UUID          string                  `json:"uuid"`
	CreatedMillis int64                   `json:"created"`
	IndexIDs      map[string]uint16       `json:"indexIds,omitempty"`
	NextIndexID   uint16                  `json:"nextIndexId"`
	Request       *api.CreateTableRequest `json:"request"`
}

func layoutKey() []byte { return []byte{spaceCatalog, catalogLayout} }
func nextIDKey() []byte { return []byte{spaceCatalog, catalogNextID} }

func tableKey(name string) []byte { return append([]byte{spaceCatalog, catalogTable}, name...) }

func deadKey(id uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{spaceCatalog, catalogDead}, id)
}

func countsKey(id uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{spaceCatalog, catalogCounts}, id)
}

// load reads the catalog into the DB: the tables, their counts if the last
// Close was clean; and it ends the deletions that a crash cut short.
func (db *DB) load(ctx context.Context) error {
	if err := db.checkLayout(ctx); err != nil {
		return err
	}
	dead, saved, err := db.readCatalog(ctx)
	if err != nil {
		return err
	}
	for _, id := range dead {
		if err := db.removeData(ctx, id); err != nil {
			return err
		}
	}
	for _, t := range db.tables {
		if c, ok := saved[t.id]; ok && len(c) == 1+len(t.indexes) {
			t.counts.set(c[0], c[1:])
		}
	}
	return db.forgetCounts(ctx, saved)
}

// checkLayout refuses a store of another layout and marks a new one.
func (db *DB) checkLayout(ctx context.Context) error {
	return db.store.Update(ctx, func(txn store.Txn) error {
		vals, err := txn.GetForUpdate(ctx, layoutKey())
		if err != nil {
			return err
		}
		switch v := vals[0]; {
		case v == nil:
			txn.Set(layoutKey(), []byte{layoutVersion})
		case len(v) != 1 || v[0] != layoutVersion:
			return fmt.Errorf("engine: the data is of layout version %d, this program reads version %d", v[0], layoutVersion)
		}
		return nil
	})
}

func (db *DB) readCatalog(ctx context.Context) (dead []uint32, saved map[uint32][]count, err error) {
	saved = map[uint32][]count{}
	err = db.store.View(ctx, func(r store.Reader) error {
		var bad error
		prefix := []byte{spaceCatalog}
		err := r.Scan(ctx, store.Range{Start: prefix, End: prefixEnd(prefix)}, func(k, v []byte) bool {
			switch k[1] {
			case catalogTable:
				bad = db.addTable(v)
			case catalogDead:
				dead = append(dead, binary.BigEndian.Uint32(k[2:]))
			case catalogCounts:
				var c []count
				bad = json.Unmarshal(v, &c)
				saved[binary.BigEndian.Uint32(k[2:])] = c
			}
			return bad == nil
		})
		if err == nil {
			err = bad
		}
		return err
	})
	return dead, saved, err
}

// addTable opens the table of a catalog record.
func (db *DB) addTable(rec []byte) error {
	var r tableRecord
	if err := json.Unmarshal(rec, &r); err != nil {
		return fmt.Errorf("engine: damaged catalog: %w", err)
	}
	def, err := r.Request.Table()
	if err != nil {
		return fmt.Errorf("engine: damaged catalog: table %s: %w", r.Request.TableName, err)
	}
	db.tables[def.Name] = newTable(&r, def)
	return nil
}

// forgetCounts removes the saved counts, which the next write makes wrong: a
// crash then leaves none and not old ones.
func (db *DB) forgetCounts(ctx context.Context, saved map[uint32][]count) error {
	if len(saved) == 0 {
		return nil
	}
	return db.store.Update(ctx, func(txn store.Txn) error {
		for id := range saved {
			if _, err := txn.GetForUpdate(ctx, countsKey(id)); err != nil {
				return err
			}
			txn.Delete(countsKey(id))
		}
		return nil
	})
}

// saveCounts keeps the counts that are known for the next Open.
func (db *DB) saveCounts(ctx context.Context) error {
	return db.store.Update(ctx, func(txn store.Txn) error {
		for _, t := range db.tables {
			tab, ixs, known := t.counts.get()
			if !known {
				continue
			}
			rec, err := json.Marshal(append([]count{tab}, ixs...))
			if err != nil {
				return fmt.Errorf("engine: encoding counts: %w", err)
			}
			if _, err := txn.GetForUpdate(ctx, countsKey(t.id)); err != nil {
				return err
			}
			txn.Set(countsKey(t.id), rec)
		}
		return nil
	})
}
