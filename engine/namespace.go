package engine

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/keywright/keywright/store"
)

// space names a namespace: what has table names of its own. To DynamoDB it is
// an account in a region.
type space struct{ region, owner string }

// prefix begins what the store keeps by namespace: the region and the owner,
// each after its length, so that no two namespaces share one.
func (s space) prefix() []byte {
	var p []byte
	for _, text := range [...]string{s.region, s.owner} {
		p = binary.AppendUvarint(p, uint64(len(text)))
		p = append(p, text...)
	}
	return p
}

// splitSpace undoes prefix: it returns the namespace and what follows it.
func splitSpace(b []byte) (s space, rest []byte, err error) {
	for _, text := range [...]*string{&s.region, &s.owner} {
		n, width := binary.Uvarint(b)
		if width <= 0 || uint64(len(b)-width) < n {
			return s, nil, fmt.Errorf("engine: damaged catalog: key %x has no namespace", b)
		}
		*text = string(b[width:][:n])
		b = b[width:][n:]
	}
	return s, b, nil
}

// shared is what all namespaces of one store have in common.
type shared struct {
	store store.Store
	opts  Options
	inMem bool

	// ddl admits one change of the catalog at a time. It is taken before any
	// table's lock.
	ddl  sync.Mutex
	jobs *jobs

	sweeping sync.Mutex // admits one sweep at a time; taken before ddl

	// spaces are the namespaces that have had a table; idle are the others
	// that somebody uses at the moment.
	spacesMu sync.Mutex
	spaces   map[space]*DB
	idle     *idleSpaces

	// sim is nil while nothing is simulated; simMu admits one change of it.
	sim   atomic.Pointer[simulator]
	simMu sync.Mutex

	closing sync.Once
	closed  error
}

// Namespace returns the view of the same store in another region and, where
// owner is not "", of one owner of tables (an access key, say): with table
// names, ARNs and transaction tokens of its own. An empty region is the one
// of Options. Open returns the namespace of that region without an owner.
// Calls with the same arguments return the same DB. Until it has a table it
// takes no room on disk, nor in memory once the caller has dropped it: names
// that a client makes up leave nothing behind. Close on any of them closes all.
func (db *DB) Namespace(region, owner string) *DB {
	if region == "" {
		region = db.opts.Region
	}
	return db.in(space{region, owner})
}

// in returns the DB of a namespace.
func (s *shared) in(name space) *DB {
	s.spacesMu.Lock()
	defer s.spacesMu.Unlock()
	if db := s.spaces[name]; db != nil {
		return db
	}
	return s.idle.in(s, name)
}

// keep keeps the DB of a namespace that gets a table.
func (s *shared) keep(db *DB) *DB {
	s.spacesMu.Lock()
	defer s.spacesMu.Unlock()
	s.spaces[db.space] = db
	s.idle.drop(db.space)
	return db
}

// namespaces returns the DBs of the namespaces that have had a table, by
// region and owner.
func (s *shared) namespaces() []*DB {
	s.spacesMu.Lock()
	defer s.spacesMu.Unlock()
	return slices.SortedFunc(maps.Values(s.spaces), func(a, b *DB) int {
		return cmp.Or(cmp.Compare(a.space.region, b.space.region), cmp.Compare(a.space.owner, b.space.owner))
	})
}

// allTables returns the open tables of all namespaces, by id.
func (s *shared) allTables() []*table {
	s.spacesMu.Lock()
	defer s.spacesMu.Unlock()
	var all []*table
	for _, db := range s.spaces {
		db.mu.RLock()
		for _, t := range db.tables {
			if p := t.pretence.Load(); p == nil || p.table.status != statusDeleting {
				all = append(all, t)
			}
		}
		db.mu.RUnlock()
	}
	slices.SortFunc(all, byID)
	return all
}
