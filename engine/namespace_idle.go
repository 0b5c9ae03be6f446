package engine

import (
	"runtime"
	"sync"
	"weak"
)

// idleSpaces are the namespaces without tables, for as long as somebody holds
// their DB: whoever names one meanwhile gets the same. Nothing here keeps one
// alive, so that names which clients make up are forgotten.
type idleSpaces struct {
	mu  sync.Mutex
	dbs map[space]weak.Pointer[DB]
}

// in returns the DB of a namespace.
func (i *idleSpaces) in(s *shared, name space) *DB {
	i.mu.Lock()
	defer i.mu.Unlock()
	if db := i.dbs[name].Value(); db != nil {
		return db
	}
	db := &DB{shared: s, space: name, tables: map[string]*table{}, streams: map[string]*stream{}}
	i.dbs[name] = weak.Make(db)
	runtime.AddCleanup(db, i.forget, name) // of i, which does not lead to the DB, alone
	return db
}

// drop forgets a name: its namespace has a table.
func (i *idleSpaces) drop(name space) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.dbs, name)
}

// forget drops a name whose DB is no more, unless it has another one since.
func (i *idleSpaces) forget(name space) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.dbs[name].Value() == nil {
		delete(i.dbs, name)
	}
}
