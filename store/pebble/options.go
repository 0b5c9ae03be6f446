package pebble

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// Sync says when a commit in a folder is made durable. In memory there is
// nothing to sync and it is ignored.
type Sync int

const (
	// Always: Update returns after its commit was synced to disk. Commits that
	// wait at the same time share one sync. A crash of the process or of the
	// machine loses nothing that was acknowledged.
	Always Sync = iota
	// Interval: commits are synced in the background, at least every
	// Options.Interval while there are any. A crash, of the process alone too,
	// loses acknowledged commits of up to about that time, always the newest
	// ones, and never a part of a transaction. A sync that fails stops the
	// store (store.ErrFailed), but the commits before it were acknowledged.
	Interval
	// Never: the log is written whenever a block of it is full and synced only
	// on Close. A crash loses an unknown number of the newest acknowledged
	// commits, and never a part of a transaction. For loading data that can be
	// loaded again.
	Never
)

// String returns the name of the mode.
func (s Sync) String() string {
	switch s {
	case Always:
		return "always"
	case Interval:
		return "interval"
	case Never:
		return "never"
	}
	return fmt.Sprintf("Sync(%d)", int(s))
}

// Options of Open. The zero value is a store in memory.
type Options struct {
	// Dir is the folder; it is created if it is missing. Empty means in
	// memory: nothing survives Close.
	Dir string
	// FS is the file system that Dir is in; nil is the machine's. Tests inject
	// faults and crashes here.
	FS vfs.FS
	// Sync is when a commit is durable.
	Sync Sync
	// Interval of Sync Interval; zero is 100 ms.
	Interval time.Duration
	// CacheBytes bounds the memory for blocks read from disk; zero is 128 MiB.
	CacheBytes int64
	// RowCacheBytes bounds the memory for values that are read one by one time
	// and again, with their keys; zero is 32 MiB, negative keeps none. A 4,096th
	// of it is the largest value kept. It is taken as it is needed.
	RowCacheBytes int64
	// MemTableBytes is how much is written before it is flushed to a table on
	// disk; zero is 32 MiB. Up to four times that is held in memory.
	MemTableBytes int
	// MaxTxnBytes bounds the keys and values that a transaction writes
	// (store.ErrTooLarge); zero is 256 MiB. A transaction of 100 items of
	// 400 KB with five full copies in indexes is 240 MB.
	MaxTxnBytes int
	// RequireRead, where set, makes a write of a key for which it returns true
	// panic unless the same transaction read that key for update: a check for
	// tests. The key is valid only during the call.
	RequireRead func(key []byte) bool
	// Logger gets what goes wrong in the background; nil discards it.
	Logger *slog.Logger
}

const (
	maxKeyBytes   = 16 << 10 // four sort-key attributes of 1,024 bytes, every byte escaped, and prefixes
	maxValueBytes = 64 << 20
)

// Validate reports the first option that makes no sense.
func (o Options) Validate() error {
	switch {
	case o.Dir == "" && o.FS != nil:
		return errors.New("store/pebble: Options.FS needs Options.Dir")
	case o.Sync < Always || o.Sync > Never:
		return fmt.Errorf("store/pebble: Options.Sync: unknown mode %d", int(o.Sync))
	case o.Interval < 0:
		return fmt.Errorf("store/pebble: Options.Interval is negative: %v", o.Interval)
	case o.Interval > 0 && o.Sync != Interval:
		return fmt.Errorf("store/pebble: Options.Interval is set but Options.Sync is %v", o.Sync)
	case o.CacheBytes < 0:
		return fmt.Errorf("store/pebble: Options.CacheBytes is negative: %d", o.CacheBytes)
	case o.RowCacheBytes > 16<<30:
		return fmt.Errorf("store/pebble: Options.RowCacheBytes is above 16 GiB: %d", o.RowCacheBytes)
	case o.MemTableBytes < 0 || o.MemTableBytes > 1<<30:
		return fmt.Errorf("store/pebble: Options.MemTableBytes is not within 0 to 1 GiB: %d", o.MemTableBytes)
	case o.MaxTxnBytes < 0 || o.MaxTxnBytes > 1<<30:
		return fmt.Errorf("store/pebble: Options.MaxTxnBytes is not within 0 to 1 GiB: %d", o.MaxTxnBytes)
	}
	return nil
}

// withDefaults returns o with the zero values replaced.
func (o Options) withDefaults() Options {
	if o.FS == nil {
		o.FS = vfs.Default
		if o.Dir == "" {
			o.FS = vfs.NewMem()
		}
	}
	if o.Interval == 0 {
		o.Interval = 100 * time.Millisecond
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = 128 << 20
	}
	if o.RowCacheBytes == 0 {
		o.RowCacheBytes = 32 << 20
	}
	if o.MemTableBytes == 0 {
		o.MemTableBytes = 32 << 20
	}
	if o.MaxTxnBytes == 0 {
		o.MaxTxnBytes = 256 << 20
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}
