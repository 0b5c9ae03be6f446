// Package store is the ordered, transactional key-value interface that the
// engine is written on (one folder or memory with Pebble today, a distributed
// store later). Package storetest is the conformance suite that every driver
// passes; package store/pebble is the embedded driver.
//
// Keys are ordered as bytes. Transactions declare the keys whose values they
// depend on (GetForUpdate), and only those are protected: see Txn.
package store

import (
	"context"
	"time"
)

// Limits are a driver's bounds. Zero means no bound.
type Limits struct {
	MaxKey, MaxValue           int // bytes
	MaxTxnBytes                int // bytes of all keys and values written
	MaxTxnKeys                 int
	MaxTxnTime, MaxSnapshotAge time.Duration
}

// Range is a part of the key space: [Start, End), walked up, or down from End
// where Reverse is set. An empty Start or End is no bound on that side; a Start
// at or above End is an empty range. Limit (pairs) and Bytes (of keys and
// values) are hints for how much will be read; zero means unknown. They do not
// end the scan.
type Range struct {
	Start, End []byte
	Reverse    bool
	Limit      int
	Bytes      int
}

// Reader reads one consistent snapshot, taken no later than its first read. It
// is used by one goroutine at a time, and only until the function that it was
// handed to returns.
type Reader interface {
	// Get returns the values of the keys, nil where a key is absent. The
	// slices belong to the caller.
	Get(ctx context.Context, keys ...[]byte) ([][]byte, error)
	// Scan calls fn for each pair until it returns false. k and v are valid
	// only during the call. fn may read from the same Reader.
	Scan(ctx context.Context, r Range, fn func(k, v []byte) bool) error
}

// Txn is a transaction. It reads a snapshot taken at its start or later (no
// later than its first read); it does not see its own writes, and plain reads
// are not checked at commit.
//
// A write of a key that was not read for update is not protected: two
// transactions may both do it, and the last to commit wins. Write so only keys
// that belong to one read for update, as an index entry belongs to its item.
type Txn interface {
	Reader
	// GetForUpdate reads like Get, and lets the transaction commit only if no
	// other one wrote any of these keys, absent ones too, since the snapshot.
	// It may wait for other transactions that hold a key. After an error the
	// function must return; whatever it then returns, Update acts on the
	// cause: it runs the function again after a conflict.
	GetForUpdate(ctx context.Context, keys ...[]byte) ([][]byte, error)
	// Set writes a pair at commit. Neither key nor value is empty (Update then
	// returns an error and writes nothing). Both slices may be reused by the
	// caller afterwards. The last Set or Delete of a key counts.
	Set(key, value []byte)
	// Delete removes a key at commit; it need not exist.
	Delete(key []byte)
	// Stamp grows along the writers of any one key, across restarts too.
	// Transactions that write no key in common may have the same one.
	Stamp() uint64
}

// Store is an open store. All methods may be called concurrently, but no
// method from inside a function given to Update.
type Store interface {
	// GetOne reads the newest committed value of one key, nil where absent,
	// and returns what fn returns. It is View with a single Get, but cheaper:
	// value is valid only during fn, which must not
	// change it.
	GetOne(ctx context.Context, key []byte, fn func(value []byte) error) error
	// View runs fn on a snapshot that holds every transaction committed
	// before the call, and returns what fn returns.
	View(ctx context.Context, fn func(Reader) error) error
	// Update runs fn and commits what it wrote, all or nothing, durably if the
	// driver was opened so. fn is run again on a conflict, a bounded number of
	// times (then ErrConflict): it has no side effects but through the Txn.
	// An error of fn is returned as it is and nothing is written.
	Update(ctx context.Context, fn func(Txn) error) error
	// DeleteRange removes [start, end), bounds as in Range; it is not atomic
	// with anything else: a transaction under way at the same time may write
	// into the range afterwards.
	DeleteRange(ctx context.Context, start, end []byte) error
	// Split hints where the key space will be divided; it may do nothing.
	Split(ctx context.Context, keys ...[]byte) error
	// Safe returns a stamp below which no transaction can still commit: a
	// snapshot taken afterwards holds all that will ever be written below it.
	Safe(ctx context.Context) (uint64, error)
	Limits() Limits
	// Close waits for the calls under way and closes the store. Later calls
	// of the other methods return ErrClosed.
	Close() error
}
