// Package pebble is the embedded driver of package store: one folder, or
// memory, with Pebble below. It is the only package that imports Pebble.
//
// # How a transaction runs
//
//	Update ─▶ run the function ─▶ lock what it wrote ─▶ apply the batch ─▶ unlock ─▶ wait for the disk
//	              │ GetForUpdate locks its keys and reads the newest values
//	              │ Get and Scan read a snapshot, taken with the first of them
//	              └ Set and Delete go to a Pebble batch
//
// Every key has a lock: one of 4,096 slots, by hash (slots.go). A slot also
// keeps the stamp of the last commit that held it. Stamps are Pebble's
// sequence numbers, which survive a restart. And it keeps a few of its keys'
// newest values, for reads of newest values alone: why these are what Pebble
// would answer is told in cache.go.
//
// # Invariants
//
//  1. A transaction holds the slots of all keys that it read for update from
//     before the read until its batch is visible, and the slots of all keys
//     that it writes while the batch is applied. So nobody else writes a key
//     between its read for update and the commit.
//  2. A slot's stamp is set, and stamps.committed raised to it, before the slot
//     is given back. So who holds a slot knows of every commit to its keys, and
//     stamps.committed is never below the stamp of a slot that is free.
//  3. A transaction that has a snapshot or a stamp fixed asOf = committed
//     before it took either. Holding a slot whose stamp is above asOf, it has
//     lost: it gives everything up and is run again.
//
// # Why that is enough
//
// No lost update, no second creation, no write skew on declared reads: the
// reads for update of a transaction are still true when its batch becomes
// visible (1), be the key there or not, since the lock is the key's and not the
// pair's. Committed transactions are therefore in one order, that of their
// batches, in which each read for update sees the writes before it.
//
// One consistent view: values read for update earlier cannot have changed when
// a later one is read (1), so without plain reads the function sees the state
// just before its commit, and no snapshot is needed. With plain reads, a key
// read for update after the snapshot must not be newer than it (3); one read
// before is not, because asOf is not below the stamp of a slot that is held.
//
// Stamps grow along the writers of a key: let A and then B write it. A took its
// stamp before its own sequence number s existed, so A's stamp is below s. B
// holds the slot after A, whose stamp is then s (2). If B had a stamp already
// it was not below s, or B has lost (3; at commit this is checked for keys
// that were only written, too). If B takes it later, committed is s or more.
//
// Safe: taking a stamp and joining the list of live stamps are one step, and a
// transaction leaves the list when its batch is visible or given up. The lowest
// stamp in the list, or committed if it is empty, is a bound below which
// nothing can still appear.
//
// No deadlock: a transaction waits for a slot only if it is above all slots
// that it holds; otherwise a slot that is taken is a conflict. No starvation: a
// slot is given to those that wait in the order in which they came, and a
// transaction that lost locks all slots it has needed so far, in ascending
// order, before its next run. If it touches the same keys again, it commits. A
// function that touches others every time may lose maxTries times; then Update
// returns store.ErrConflict.
//
// Two keys may share a slot. Then a transaction waits, or is run again, for
// one that has nothing to do with it. What is wrong is only to wait, inside a
// function under Update, for another Update to end.
//
// # Durability
//
// Under Always, Update syncs Pebble's log after its locks are given back, so
// that writers of one hot key share syncs. The log is one sequence: when a
// commit is durable, so is all that it may have read. After a crash the store
// holds a prefix of the commits, whole, and under Always every acknowledged one.
//
// A commit is visible from when it is applied, a moment before it is durable. A
// reader can therefore see what a loss of power in that moment takes back
// (never what was acknowledged to its writer). Readers that must not would
// have to wait for the disk; Pebble does not, and nor does this driver.
//
// If the log cannot be synced, the commits that wait for it end in
// store.ErrAmbiguous, and the store refuses everything with store.ErrFailed:
// memory may hold what the disk does not. If Pebble cannot go on at all, as
// when it cannot create its next log or write its manifest, the process ends
// with a panic, and the next Open finds what was durable.
//
// # What it costs
//
// The benchmarks compare with Pebble on the same store. GetOne of a value that
// was read lately takes a tenth of a microsecond, of another it is Pebble's Get
// and up to 0.4 microseconds. Update of one key adds about a twentieth to
// Pebble's Get and batch. A View's first read makes a Pebble iterator, which
// costs one to three Gets, because it looks at every level and a Get stops at
// the first hit.
//
// A scan steps over the older versions of a key that are still in the memtable:
// over a key written 100,000 times since the last flush it takes some 10 ms.
package pebble
