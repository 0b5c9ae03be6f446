// Package store is the ordered, transactional key-value interface that the
// engine is written on (one folder or memory with Pebble today, a distributed
// store later), and the conformance suite that every driver passes.
package store

import (
	"context"
	"errors"
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
// where Reverse is set. Limit (pairs) and Bytes (of keys and values) are hints
// for how much will be read; zero means unknown. They do not end the scan.
type Range struct {
	Start, End []byte
	Reverse    bool
	Limit      int
	Bytes      int
}

// Reader reads one consistent snapshot.
type Reader interface {
	// Get returns the values of the keys, nil where a key is absent. The
	// slices belong to the caller.
	Get(ctx context.Context, keys ...[]byte) ([][]byte, error)
	// Scan calls fn for each pair until it returns false. k and v are valid
	// only during the call.
	Scan(ctx context.Context, r Range, fn func(k, v []byte) bool) error
}

// Txn is a transaction. It reads the snapshot taken at its start; it does not
// see its own writes, and plain reads are not checked at commit.
type Txn interface {
	Reader
	// GetForUpdate reads like Get, and lets the transaction commit only if no
	// other one wrote any of these keys, absent ones too, since the snapshot.
	GetForUpdate(ctx context.Context, keys ...[]byte) ([][]byte, error)
	// Set writes a pair at commit. The value is not empty. Both slices may be
	// reused by the caller afterwards.
	Set(key, value []byte)
	// Delete removes a key at commit.
	Delete(key []byte)
	// Stamp grows along the writers of any one key.
	Stamp() uint64
}

// Store is an open store. All methods may be called concurrently.
type Store interface {
	View(ctx context.Context, fn func(Reader) error) error
	// Update runs fn and commits what it wrote, all or nothing, durably if the
	// driver was opened so. fn is run again on a conflict, a bounded number of
	// times (then ErrConflict): it has no side effects but through the Txn.
	// An error of fn is returned as it is and nothing is written.
	Update(ctx context.Context, fn func(Txn) error) error
	// DeleteRange removes [start, end); it is not atomic with anything else.
	DeleteRange(ctx context.Context, start, end []byte) error
	// Split hints where the key space will be divided; it may do nothing.
	Split(ctx context.Context, keys ...[]byte) error
	// Safe returns a stamp below which no transaction can still commit.
	Safe(ctx context.Context) (uint64, error)
	Limits() Limits
	Close() error
}

// The errors of every driver; others are faults of the machine below.
var (
	// ErrConflict: another transaction won, every try.
	ErrConflict = errors.New("store: conflict")
	// ErrAmbiguous: the commit may or may not have happened.
	ErrAmbiguous = errors.New("store: commit outcome unknown")
	// ErrTooLarge: a key, value or transaction is over the driver's Limits.
	ErrTooLarge = errors.New("store: too large")
)
