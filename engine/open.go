package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

// DB is an open database. All methods may be called concurrently.
type DB struct {
	store store.Store
	opts  Options
	inMem bool

	mu     sync.RWMutex
	tables map[string]*table // by name

	ddl sync.Mutex // one CreateTable or DeleteTable at a time

	closing sync.Once
	closed  error
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
	db := &DB{store: o.Store, opts: o, inMem: o.Store == nil && o.Dir == "", tables: map[string]*table{}}
	if db.store == nil {
		s, err := pebble.Open(pebble.Options{Dir: o.Dir, Sync: syncPolicy(o.Sync)})
		if err != nil {
			return nil, fmt.Errorf("engine: %w", err)
		}
		db.store = s
	}
	if err := db.load(context.Background()); err != nil {
		return nil, errors.Join(err, db.store.Close())
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

// Close ends the use of the database. Operations under way have to have
// returned. A second Close does nothing.
func (db *DB) Close() error {
	db.closing.Do(func() {
		var err error
		if !db.inMem {
			err = db.saveCounts(context.Background())
		}
		db.closed = errors.Join(err, db.store.Close())
	})
	return db.closed
}
