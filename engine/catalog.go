package engine

import (
	"bytes"
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
	catalogTable  = 0x02 // + name: a tableRecord, or dropped
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

// dropped is the value under the name of a table that is no more. It is set
// and not deleted, because the store looks through all the versions of a
// deleted key: a name used thousands of times in turn would become slow. Open
// removes it.
const dropped = "\x00"

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
	c, err := db.readCatalog(ctx)
	if err != nil {
		return err
	}
	for _, id := range c.dead {
		if err := db.removeData(ctx, id); err != nil {
			return err
		}
	}
	for _, t := range db.tables {
		if saved, ok := c.saved[t.id]; ok && len(saved) == 1+len(t.indexes) {
			t.counts.set(saved[0], saved[1:])
		}
	}
	return db.forget(ctx, c.stale)
}

// catalog is what Open finds besides the tables.
type catalog struct {
	dead  []uint32           // tables whose data is still to be removed
	saved map[uint32][]count // counts by table id
	stale [][]byte           // keys to be removed now: names dropped, and
	// counts, which the next write makes wrong: a crash then leaves none and
	// not old ones
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

func (db *DB) readCatalog(ctx context.Context) (catalog, error) {
	c := catalog{saved: map[uint32][]count{}}
	err := db.store.View(ctx, func(r store.Reader) error {
		var bad error
		prefix := []byte{spaceCatalog}
		err := r.Scan(ctx, store.Range{Start: prefix, End: prefixEnd(prefix)}, func(k, v []byte) bool {
			bad = db.catalogEntry(&c, k, v)
			return bad == nil
		})
		if err == nil {
			err = bad
		}
		return err
	})
	return c, err
}

func (db *DB) catalogEntry(c *catalog, key, value []byte) error {
	switch key[1] {
	case catalogTable:
		if string(value) != dropped {
			return db.addTable(value)
		}
		c.stale = append(c.stale, bytes.Clone(key))
	case catalogDead:
		c.dead = append(c.dead, binary.BigEndian.Uint32(key[2:]))
	case catalogCounts:
		var saved []count
		if err := json.Unmarshal(value, &saved); err != nil {
			return fmt.Errorf("engine: damaged counts: %w", err)
		}
		c.saved[binary.BigEndian.Uint32(key[2:])] = saved
		c.stale = append(c.stale, bytes.Clone(key))
	}
	return nil
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

// forget removes keys of the catalog.
func (db *DB) forget(ctx context.Context, keys [][]byte) error {
	if len(keys) == 0 {
		return nil
	}
	return db.store.Update(ctx, func(txn store.Txn) error {
		if _, err := txn.GetForUpdate(ctx, keys...); err != nil {
			return err
		}
		for _, k := range keys {
			txn.Delete(k)
		}
		return nil
	})
}

// saveCounts keeps the counts that are known for the next Open.
func (db *DB) saveCounts(ctx context.Context, tables []*table) error {
	return db.store.Update(ctx, func(txn store.Txn) error {
		for _, t := range tables {
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
