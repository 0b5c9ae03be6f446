package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"weak"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/store/pebble"
)

// DB is an open database, in one namespace of its store. All methods may be
// called concurrently.
type DB struct {
	*shared
	space space

	mu      sync.RWMutex
	tables  map[string]*table  // by name
	streams map[string]*stream // by table, "/stream/" and label; disabled ones too
}

var _ api.DB = (*DB)(nil)

// Open opens a database, and makes one where there is none. A folder that
// another process holds, or that another version of this program wrote, is an
// error that says so.
func Open(o Options) (*DB, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	s := &shared{store: o.Store, opts: o, inMem: o.Store == nil && o.Dir == "", spaces: map[space]*DB{}, jobs: newJobs()}
	s.idle = &idleSpaces{dbs: map[space]weak.Pointer[DB]{}}
	if s.store == nil {
		p, err := pebble.Open(pebble.Options{Dir: o.Dir, Sync: syncPolicy(o.Sync), Logger: o.Logger})
		if err != nil {
			return nil, fmt.Errorf("engine: %w", err)
		}
		s.store = p
	}
	s.sim.Store(newSimulator(o.Simulation, nil))
	db := s.in(space{region: o.Region})
	if err := s.load(context.Background()); err != nil {
		s.jobs.stop()
		return nil, errors.Join(err, s.store.Close())
	}
	if o.SweepInterval > 0 {
		s.jobs.start(s.sweepOn)
	}
	return db, nil
}

func syncPolicy(s Sync) pebble.Sync {
	switch s {
	case SyncInterval:
		return pebble.Interval
	case SyncNever:
		return pebble.Never
	}
	return pebble.Always
}

// Close ends the use of the database in all its namespaces: it waits for operations under way, and
// those that come later get store.ErrClosed. A second Close returns what the
// first one did.
func (db *DB) Close() error {
	db.closing.Do(func() { db.closed = db.close() })
	return db.closed
}

// close holds every table while it saves the counts and closes the store: a
// write in between would make the saved counts wrong.
func (db *DB) close() error {
	db.jobs.stop()
	db.ddl.Lock()
	defer db.ddl.Unlock()
	tables := db.allTables()
	for _, t := range tables {
		t.mu.Lock()
		defer t.mu.Unlock()
	}
	var err error
	if !db.inMem {
		err = db.saveCounts(context.Background(), tables)
	}
	return errors.Join(err, db.store.Close())
}
