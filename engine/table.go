package engine

import (
	"cmp"
	"sync"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// table is an open table. Its definition never changes; its counts do.
type table struct {
	id      uint32
	uuid    string
	created time.Time
	request *api.CreateTableRequest
	def     *schema.Table
	pk, sk  keyAttribute // sk is not set where there is no sort key
	indexes []tableIndex // parallel to def.Indexes
	local   bool         // some index is local

	// mu is held shared by every write, from before its transaction until its
	// counts are in, and exclusively to delete the table, to count it anew and
	// to close the database. Who holds several takes them in the order of id.
	mu   sync.RWMutex
	gone bool // deleted; guarded by mu

	counts counts
}

// keyAttribute is an attribute of the table's key.
type keyAttribute struct {
	name     string
	typ      attr.Type
	maxBytes int
}

func (k *keyAttribute) isSet() bool { return k.typ != 0 }

// fits says whether a value may stand in the key: of the type, not empty, not
// too long. The text of a number is never either.
func (k *keyAttribute) fits(v *attr.Value) bool {
	n := len(v.Str())
	return v.Type() == k.typ && n > 0 && n <= k.maxBytes
}

// plainKey returns the values of a key that is in order: every key attribute
// of the table, and nothing else. It says no to all others; why, is for
// CheckKey to say.
func (t *table) plainKey(key attr.Item) (pk, sk attr.Value, ok bool) {
	switch {
	case len(key) == 1 && !t.sk.isSet():
		p := &key[0]
		return p.Value, sk, p.Name == t.pk.name && t.pk.fits(&p.Value)
	case len(key) == 2 && t.sk.isSet():
		p, s := &key[0], &key[1]
		if p.Name != t.pk.name {
			p, s = s, p
		}
		ok = p.Name == t.pk.name && s.Name == t.sk.name && t.pk.fits(&p.Value) && t.sk.fits(&s.Value)
		return p.Value, s.Value, ok
	}
	return pk, sk, false
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
	limits := schema.Documented()
	name := def.Key.Partition[0]
	t.pk = keyAttribute{name, def.AttributeType(name), limits.PartitionKeyMaxBytes}
	if len(def.Key.Sort) > 0 {
		name = def.Key.Sort[0]
		t.sk = keyAttribute{name, def.AttributeType(name), limits.SortKeyMaxBytes}
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
