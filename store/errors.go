package store

import "errors"

// Errors of reading and writing, the same for every driver; others are faults
// of the machine below, or come from the caller's own function or context.
var (
	// ErrConflict: another transaction won, every try.
	ErrConflict = errors.New("store: conflict")
	// ErrAmbiguous: the commit may or may not have happened.
	ErrAmbiguous = errors.New("store: commit outcome unknown")
	// ErrTooLarge: a key, value or transaction is over the driver's Limits.
	ErrTooLarge = errors.New("store: too large")
	// ErrClosed: the store was closed.
	ErrClosed = errors.New("store: closed")
	// ErrFailed: an earlier commit could not be made durable. What is on disk
	// and what was read since may differ, so the store refuses everything
	// until it is closed and opened again.
	ErrFailed = errors.New("store: stopped after a failed write")
)

// Errors of opening a folder. Each is wrapped in a text that names the folder
// and says what to do; nothing in the folder was changed.
var (
	// ErrInUse: the folder is open in another process, or twice in this one.
	ErrInUse = errors.New("store: folder is in use")
	// ErrVersion: the folder was written in another layout.
	ErrVersion = errors.New("store: folder has another layout version")
	// ErrForeign: the folder is not empty and holds no store of ours.
	ErrForeign = errors.New("store: folder is not a store")
)
