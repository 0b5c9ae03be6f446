package engine

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/store"
)

// The catalog's keys, after spaceCatalog.
const (
	catalogLayout = 0x00 // the layout's version
	catalogNextID = 0x01 // the next table's id
	catalogTable  = 0x02 // + namespace, name: a tableRecord, or dropped
	catalogDead   = 0x03 // + table id: data of a deleted table still to be removed
	catalogCounts = 0x04 // + table id: counts saved by a clean Close
	catalogBuild  = 0x05 // + table id, index id: how far an index's backfill is
	catalogStream = 0x06 // + namespace, stream id: a streamRecord
)

// layoutVersion is the version of the key layout and of the records. Another
// one is refused at Open, but version 2, which had all but streams and time to
// live, becomes version 3. Version 1 had no namespaces.
const layoutVersion = 3

// tableRecord is a table in the catalog. The definition is kept as the
// CreateTable request that would make the table as it is now: the API's own
// form will not change under us. A record that a generation holds is not
// changed: UpdateTable makes another one.
type tableRecord struct {
	ID            uint32                  `json:"id"`
	UUID          string                  `json:"uuid"`
	CreatedMillis int64                   `json:"created"`
	IndexIDs      map[string]uint16       `json:"indexIds,omitempty"`
	NextIndexID   uint16                  `json:"nextIndexId"`
	Request       *api.CreateTableRequest `json:"request"`

	Phases         map[string]phase        `json:"phases,omitempty"`       // of indexes that are not simply there
	Capacity       map[string]capacityPast `json:"capacity,omitempty"`     // by index, "" for the table
	OnDemandMillis int64                   `json:"onDemand,omitempty"`     // the last change to PAY_PER_REQUEST
	ModeMillis     []int64                 `json:"modeSwitches,omitempty"` // the changes of mode of a day

	TTL         *timeToLive `json:"ttl,omitempty"`
	Stream      uint32      `json:"stream,omitempty"`      // the id of the enabled stream
	StreamLabel string      `json:"streamLabel,omitempty"` // of the latest stream, enabled or not
}

// phase is what UpdateTable is doing to an index.
type phase string

const (
	// phaseBuilding: writes keep the index; the backfill is not at its end.
	phaseBuilding phase = "building"
	// phaseDropping: writes do not keep it; its entries are being removed.
	phaseDropping phase = "dropping"
)

// capacityPast tells how provisioned capacity came to be what it is.
type capacityPast struct {
	IncreasedMillis int64 `json:"increased,omitempty"`
	DecreasedMillis int64 `json:"decreased,omitempty"`
	Decreases       int   `json:"decreases,omitempty"` // on the UTC day of DecreasedMillis
}

// clone returns a copy to be changed.
func (r *tableRecord) clone() (*tableRecord, error) {
	enc, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("engine: encoding table %s: %w", r.Request.TableName, err)
	}
	c := new(tableRecord)
	if err := json.Unmarshal(enc, c); err != nil {
		return nil, fmt.Errorf("engine: decoding table %s: %w", r.Request.TableName, err)
	}
	return c, nil
}

// define returns the definition that reads and writes go by: without the
// indexes that are being dropped.
func (r *tableRecord) define() (*schema.Table, error) {
	kept := *r.Request
	kept.GlobalSecondaryIndexes = slices.DeleteFunc(slices.Clone(kept.GlobalSecondaryIndexes), func(g api.GlobalSecondaryIndex) bool {
		return r.Phases[g.IndexName] == phaseDropping
	})
	if len(kept.GlobalSecondaryIndexes) == 0 {
		kept.GlobalSecondaryIndexes = nil
	}
	return kept.Table()
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

func buildKey(table uint32, index uint16) []byte {
	key := binary.BigEndian.AppendUint32([]byte{spaceCatalog, catalogBuild}, table)
	return binary.BigEndian.AppendUint16(key, index)
}

func deadKey(id uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{spaceCatalog, catalogDead}, id)
}

func countsKey(id uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{spaceCatalog, catalogCounts}, id)
}

// load reads the catalog: the tables of all namespaces, their counts if the
// last Close was clean; and it takes up what was cut short: deletions, of
// tables and of indexes, are ended, backfills go on.
func (s *shared) load(ctx context.Context) error {
	if err := s.checkLayout(ctx); err != nil {
		return err
	}
	c, err := s.readCatalog(ctx)
	if err != nil {
		return err
	}
	if err := s.linkStreams(); err != nil {
		return err
	}
	for _, id := range c.dead {
		if err := s.removeData(ctx, id); err != nil {
			return err
		}
	}
	for _, t := range s.allTables() {
		if saved, ok := c.saved[t.id]; ok && len(saved) == 1+len(t.indexes) {
			t.setCounts(saved[0], saved[1:])
		}
	}
	if err := s.forget(ctx, c.stale); err != nil {
		return err
	}
	return s.resumeIndexes(ctx)
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
		case v == nil, len(v) == 1 && v[0] == 2:
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
	case catalogStream:
		return s.addStream(key, value)
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
	if r.Stream == 0 {
		r.Request.StreamSpecification = nil // layout 2 kept the setting alone
	}
	def, err := r.define()
	if err != nil {
		return fmt.Errorf("engine: damaged catalog: table %s: %w", r.Request.TableName, err)
	}
	s.keep(s.in(name)).tables[def.Name] = newTable(&r, def, nil)
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
			tab, ixs, known := t.counted()
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
