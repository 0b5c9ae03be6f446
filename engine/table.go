package engine

import (
	"cmp"
	"sync"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/schema"
)

// table is an open table. Its definition never changes; its counts do.
type table struct {
	id      uint32
	uuid    string
	created time.Time
	request *api.CreateTableRequest
	def     *schema.Table
	indexes []tableIndex // parallel to def.Indexes
	local   bool         // some index is local

	// mu is held shared by every write, from before its transaction until its
	// counts are in, and exclusively to delete the table, to count it anew and
	// to close the database. Who holds several takes them in the order of id.
	mu   sync.RWMutex
	gone bool // deleted; guarded by mu

	counts counts
}

// tableIndex is a secondary index with its id in the store.
type tableIndex struct {
	id  uint16
	def *schema.Index
}

// newTable makes the runtime form of a catalog record.
func newTable(rec *tableRecord, def *schema.Table) *table {
	t := &table{
		id:      rec.ID,
		uuid:    rec.UUID,
		created: time.UnixMilli(rec.CreatedMillis),
		request: rec.Request,
		def:     def,
		indexes: make([]tableIndex, len(def.Indexes)),
	}
	for i := range def.Indexes {
		ix := &def.Indexes[i]
		t.indexes[i] = tableIndex{id: rec.IndexIDs[ix.Name], def: ix}
		t.local = t.local || ix.Local
	}
	t.counts.reset(len(def.Indexes))
	return t
}

// index returns the runtime form of one of the definition's indexes.
func (t *table) index(def *schema.Index) (int, *tableIndex) {
	for i := range t.indexes {
		if t.indexes[i].def == def {
			return i, &t.indexes[i]
		}
	}
	panic("engine: index of another table")
}

func byID(a, b *table) int { return cmp.Compare(a.id, b.id) }

// position returns the place of an index in t.indexes.
func (t *table) position(name string) int {
	i, _ := t.index(t.def.Index(name))
	return i
}

// table returns the open table of that name.
func (db *DB) table(name string) (*table, error) {
	db.mu.RLock()
	t := db.tables[name]
	db.mu.RUnlock()
	if t == nil {
		return nil, notFound()
	}
	return t, nil
}
