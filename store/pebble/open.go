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
	s.cache.share = int(max(o.RowCacheBytes, 0) / slotCount)
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
		if s.folder, err = openFolder(o.FS, dir); err != nil {
			return nil, err
		}
		po.Lock = s.folder.lock
	}
	if s.db, err = openPebble(dir, po); err != nil {
		err = fmt.Errorf("store: open folder %s: %w", o.Dir, err)
		return nil, errors.Join(err, s.folder.unlock())
	}
	if err = s.initStamps(); err == nil && !inMemory {
		err = s.folder.created()
	}
	if err != nil {
		return nil, errors.Join(err, s.db.Close(), s.folder.unlock())
	}
	if !inMemory && o.Sync == Interval {
		s.startSyncer()
	}
	return s, nil
}

// openPebble makes an error of Pebble's panic: while opening, it panics on
// errors of the disk, and cleans up behind itself.
func openPebble(dir string, po *cpebble.Options) (db *cpebble.DB, err error) {
	defer func() {
		if r := recover(); r != nil {
			db, err = nil, fmt.Errorf("%v", r)
		}
	}()
	return cpebble.Open(dir, po)
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
	}
	return po
}

// logger passes on what Pebble has to say.
type logger struct{ to *slog.Logger }

func (l logger) Infof(format string, args ...any)  { l.to.Debug("pebble", "text", text{format, args}) }
func (l logger) Errorf(format string, args ...any) { l.to.Error("pebble", "text", text{format, args}) }

// text is formatted only where somebody reads it.
type text struct {
	format string
	args   []any
}

func (t text) LogValue() slog.Value { return slog.StringValue(fmt.Sprintf(t.format, t.args...)) }

// Fatalf is where Pebble cannot go on (its manifest cannot be written, say) and
// counts on not coming back. As a rule it is in the background, so the process
// ends; what was acknowledged is on disk.
func (l logger) Fatalf(format string, args ...any) {
	l.Errorf(format, args...)
	panic("store/pebble: " + fmt.Sprintf(format, args...))
}
