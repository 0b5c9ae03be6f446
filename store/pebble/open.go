package pebble

import (
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"

	cpebble "github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/batchrepr"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// Open opens or creates a store. Errors that a user can cure are
// store.ErrInUse, store.ErrVersion and store.ErrForeign.
func Open(o Options) (*Store, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	inMemory := o.Dir == ""
	onMachine := o.FS == nil || o.FS == vfs.Default
	o = o.withDefaults()
	s := &Store{opts: o, write: cpebble.NoSync, syncs: !inMemory && o.Sync == Always}
	s.gate.drained = make(chan struct{})
	s.slots.seed = maphash.MakeSeed()
	if s.syncs {
		s.write = cpebble.Sync
	}

	var err error
	dir := o.Dir
	po := pebbleOptions(o)
	po.DisableWAL = inMemory
	if !inMemory {
		if onMachine {
			if dir, err = realPath(dir); err != nil {
				return nil, err
			}
		}
		if s.lock, err = openFolder(o.FS, dir); err != nil {
			return nil, err
		}
		po.Lock = s.lock
	}
	if s.db, err = cpebble.Open(dir, po); err != nil {
		err = fmt.Errorf("store: open folder %s: %w", o.Dir, err)
		return nil, errors.Join(err, s.unlockFolder())
	}
	if err = s.initStamps(); err != nil {
		return nil, errors.Join(err, s.db.Close(), s.unlockFolder())
	}
	if !inMemory && o.Sync == Interval {
		s.startSyncer()
	}
	return s, nil
}

// initStamps learns how far the sequence numbers of this folder have come. An
// empty record is given the next one without using it up.
func (s *Store) initStamps() error {
	b := s.db.NewBatch()
	defer b.Close()
	if err := b.LogData(nil, nil); err != nil {
		return err
	}
	if err := s.db.Apply(b, cpebble.NoSync); err != nil {
		return err
	}
	s.stamps.committed.Store(uint64(batchrepr.ReadSeqNum(b.Repr())) - 1)
	return nil
}

func (s *Store) unlockFolder() error {
	if s.lock == nil {
		return nil
	}
	return s.lock.Close()
}

// pebbleOptions are fixed but for what Options names. The format is pinned: a
// newer Pebble must not upgrade folders in passing.
func pebbleOptions(o Options) *cpebble.Options {
	po := &cpebble.Options{
		FS:                          o.FS,
		CacheSize:                   o.CacheBytes,
		MemTableSize:                uint64(o.MemTableBytes),
		MemTableStopWritesThreshold: 4,
		FormatMajorVersion:          cpebble.FormatValueSeparation,
		Logger:                      logger{o.Logger},
	}
	for i := range po.Levels {
		po.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
		po.Levels[i].IndexBlockSize = 256 << 10 // one level of index: a block less to read for a key
	}
	return po
}

// logger passes on what Pebble has to say.
type logger struct{ to *slog.Logger }

func (l logger) Infof(format string, args ...any)  { l.to.Debug(fmt.Sprintf(format, args...)) }
func (l logger) Errorf(format string, args ...any) { l.to.Error(fmt.Sprintf(format, args...)) }

// Fatalf is where Pebble cannot go on (its manifest cannot be written, say) and
// counts on not coming back. As a rule it is in the background, so the process
// ends; what was acknowledged is on disk.
func (l logger) Fatalf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	l.to.Error(text)
	panic("store/pebble: " + text)
}
