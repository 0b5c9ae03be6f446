package engine

import (
	"cmp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/schema"
)

// table is one generation of an open table: its definition at a time, which
// never changes. UpdateTable makes another generation of it. A request holds
// on to the one that it found, so that all it does fits together.
//
// A write must not miss an index that is newer than it. Therefore the newest
// generation is changed with the table's lock held exclusively, which waits
// for the writes under way, and a write, once it holds the lock shared, goes
// over to the newest generation (action.renew) before it looks at any index.
// So from the change on, every write keeps the new index; what was there
// before it, the backfill adds (backfill.go).
type table struct {
	*lifetime
	rec     *tableRecord // what the catalog holds
	request *api.CreateTableRequest
	def     *schema.Table // indexes that are being deleted are not in it
	pk, sk  keyAttribute  // sk is not set where there is no sort key
	indexes []tableIndex  // parallel to def.Indexes
	local   bool          // some index is local
	ttl     string        // the attribute by which items expire, "" for none
	stream  *stream       // that gets the changes, nil for none
}

// lifetime is what all generations of a table have in common.
type lifetime struct {
	id      uint32
	uuid    string
	created time.Time

	// mu is held shared by every write, from before its transaction until its
	// counts are in, and exclusively to change the newest generation, to delete
	// the table, to count it anew and to close the database. Who holds several
	// takes them in the order of id.
	mu     sync.RWMutex
	newest *table // guarded by mu
	gone   bool   // deleted; guarded by mu

	counts   counts
	limiter  atomic.Pointer[limiter]  // of its throughput, nil while it was never enforced
	pretence atomic.Pointer[pretence] // of a Simulation, nil for none
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
	*indexLifetime
	def      *schema.Index
	building bool // writes keep it, reads do not see it: the backfill is under way
}

// indexLifetime is what an index has in common in all generations of its
// table.
type indexLifetime struct {
	id   uint16
	size count // guarded by counts.mu; of no meaning while the index is building
	// dropped is set before the first entry of a deleted index goes, so that a
	// read that finds it unset after its snapshot was complete.
	dropped atomic.Bool
}

// newTable makes the runtime form of a catalog record: the first generation
// of a table that was opened or made, or the one after before.
func newTable(rec *tableRecord, def *schema.Table, before *table) *table {
	t := &table{
		rec:     rec,
		request: rec.Request,
		def:     def,
		indexes: make([]tableIndex, len(def.Indexes)),
	}
	if before != nil {
		t.lifetime = before.lifetime
	} else {
		t.lifetime = &lifetime{id: rec.ID, uuid: rec.UUID, created: time.UnixMilli(rec.CreatedMillis), newest: t}
	}
	if rec.TTL != nil && rec.TTL.Phase != phaseDropping {
		t.ttl = rec.TTL.Attribute
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
		t.indexes[i] = tableIndex{before.indexLifetime(rec.IndexIDs[ix.Name]), ix, rec.Phases[ix.Name] == phaseBuilding}
		t.local = t.local || ix.Local
	}
	return t
}

// indexLifetime returns the lifetime of the index with this id, a new one if
// t, which may be nil, has no such index.
func (t *table) indexLifetime(id uint16) *indexLifetime {
	if t != nil {
		for i := range t.indexes {
			if t.indexes[i].id == id {
				return t.indexes[i].indexLifetime
			}
		}
	}
	return &indexLifetime{id: id}
}

// index returns the runtime form of one of the definition's indexes.
func (t *table) index(def *schema.Index) *tableIndex {
	for i := range t.indexes {
		if t.indexes[i].def == def {
			return &t.indexes[i]
		}
	}
	panic("engine: index of another table")
}

func byID(a, b *table) int { return cmp.Compare(a.id, b.id) }

// named returns the open table of a name or an ARN, nil for none.
func (db *DB) named(name string) (*table, error) {
	name, err := api.TableOfArn(name, db.opts.Account, db.space.region)
	if err != nil {
		return nil, err
	}
	db.mu.RLock()
	defer db.mu.RUnlock()
	return db.tables[name], nil
}

// table returns the open table of that name, whose items can be used.
func (db *DB) table(name string) (*table, error) {
	t, err := db.named(name)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, notFound()
	}
	if p := t.pretence.Load(); p != nil && !db.usable(t, p) {
		return nil, notFound()
	}
	return t, nil
}
