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
	catalogTable  = 0x02 // + namespace, name: a tableRecord, or dropped
	catalogDead   = 0x03 // + table id: data of a deleted table still to be removed
	catalogCounts = 0x04 // + table id: counts saved by a clean Close
)

// layoutVersion is the version of the key layout and of the records. Another
// one is refused at Open. Version 1 had no namespaces.
const layoutVersion = 2

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

func (db *DB) tableKey(name string) []byte {
	key := append([]byte{spaceCatalog, catalogTable}, db.space.prefix()...)
	return append(key, name...)
}

func deadKey(id uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{spaceCatalog, catalogDead}, id)
}

func countsKey(id uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{spaceCatalog, catalogCounts}, id)
}

// load reads the catalog: the tables of all namespaces, their counts if the last
// Close was clean; and it ends the deletions that a crash cut short.
func (s *shared) load(ctx context.Context) error {
	if err := s.checkLayout(ctx); err != nil {
		return err
	}
	c, err := s.readCatalog(ctx)
	if err != nil {
		return err
	}
	for _, id := range c.dead {
		if err := s.removeData(ctx, id); err != nil {
			return err
		}
	}
	for _, t := range s.allTables() {
		if saved, ok := c.saved[t.id]; ok && len(saved) == 1+len(t.indexes) {
			t.counts.set(saved[0], saved[1:])
		}
	}
	return s.forget(ctx, c.stale)
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
func (s *shared) checkLayout(ctx context.Context) error {
	return s.store.Update(ctx, func(txn store.Txn) error {
		vals, err := txn.GetForUpdate(ctx, layoutKey())
		if err != nil {
			return err
		}
		switch v := vals[0]; {
		case v == nil:
			txn.Set(layoutKey(), []byte{layoutVersion})
		case len(v) != 1 || v[0] != layoutVersion:
			return fmt.Errorf("engine: %w: the tables are of layout version %d, this program reads version %d; "+
				"open them with the version of Keywright that wrote them, or name another folder", store.ErrVersion, v[0], layoutVersion)
		}
		return nil
	})
}

func (s *shared) readCatalog(ctx context.Context) (catalog, error) {
	c := catalog{saved: map[uint32][]count{}}
	err := s.store.View(ctx, func(r store.Reader) error {
		var bad error
		prefix := []byte{spaceCatalog}
		err := r.Scan(ctx, store.Range{Start: prefix, End: prefixEnd(prefix)}, func(k, v []byte) bool {
			bad = s.catalogEntry(&c, k, v)
			return bad == nil
		})
		if err == nil {
			err = bad
		}
		return err
	})
	return c, err
}

func (s *shared) catalogEntry(c *catalog, key, value []byte) error {
	switch key[1] {
	case catalogTable:
		if string(value) != dropped {
			return s.addTable(key, value)
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
func (s *shared) addTable(key, rec []byte) error {
	name, _, err := splitSpace(key[2:])
	if err != nil {
		return err
	}
	var r tableRecord
	if err := json.Unmarshal(rec, &r); err != nil {
		return fmt.Errorf("engine: damaged catalog: %w", err)
	}
	def, err := r.Request.Table()
	if err != nil {
		return fmt.Errorf("engine: damaged catalog: table %s: %w", r.Request.TableName, err)
	}
	s.in(name).tables[def.Name] = newTable(&r, def)
	return nil
}

// forget removes keys of the catalog.
func (s *shared) forget(ctx context.Context, keys [][]byte) error {
	if len(keys) == 0 {
		return nil
	}
	return s.store.Update(ctx, func(txn store.Txn) error {
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
func (s *shared) saveCounts(ctx context.Context, tables []*table) error {
	return s.store.Update(ctx, func(txn store.Txn) error {
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
