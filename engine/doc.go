// Package engine is an embedded DynamoDB: api.DB on an ordered transactional
// store, in memory or in one folder. There is one file for each operation;
// read put_item.go, then action.go, commit.go and record.go for the way of a
// write, query.go, range.go and page.go for the way of a read.
//
// # Keys
//
// Everything lies in one ordered key space:
//
//	0x10 catalog   layout version, next table id, tables by namespace and name,
//	               deleted tables whose data is still to go, counts saved by Close
//	0x20 data      table id u32 | index id u16 | H(partition) 16 B | sort attributes
//	               in order-preserving form | in an index: H(table key) 16 B
//	0x40 tokens    client request tokens, by namespace and token, and by time
//
// The table is index 0. H is the first half of SHA-256 over type, length and
// bytes of each attribute: partitions are only asked for by equality, so the
// hash may stand for them. Two partitions could have one hash; so what is
// read is compared with what was asked for (query.Path.Contains). A local
// index's partition is the table's. Table ids are never used again.
//
// A namespace, of a region and an owner, is a catalog of its own; table ids
// are common to all (see DB.Namespace).
//
// An index entry holds the projected item, so that a Query on an index reads
// nothing else; only a local index asked for attributes it lacks reads the
// table's items, and is charged for it.
//
// # Concurrency
//
// Every write of an item reads its key with GetForUpdate, whether it needs
// the old item or not, and writes the item and its index entries in the same
// transaction. Entries carry the table's key in their own, so that entries of
// different items never meet: two writers conflict exactly if they write one
// item, and then one waits for the other. An index therefore shows, at any
// moment and in any snapshot, the projection of its table. A transaction of
// several items is one transaction of the store. Table descriptors are never
// read in a transaction: a request goes by one generation of its table's
// definition, and a write goes over to the newest one before it looks at any
// index (table.go). UpdateTable adds and removes indexes while the table is in
// use (backfill.go, update_indexes.go).
//
// A page of a Query or Scan, a BatchGetItem's single read, and a whole
// TransactGetItems each read one snapshot. All reads see what was last
// committed; ConsistentRead changes only what they cost.
//
// # Simulation
//
// Off by default, and then one load of a pointer in each operation, the engine
// behaves as production does where that is inconvenient (simulation.go):
// throughput is enforced by the rules of package heat (limiter.go), eventually
// consistent reads and global indexes are behind (history.go), requests fail or
// are slow by rules (fault.go). While reads may be behind, writes run one at a
// time.
//
// A write holds its table's lock shared until its counts are in; a change of
// the definition, DeleteTable and the recount after a crash hold it
// exclusively. Changes of the catalog run one at a time.
//
// # Durability
//
// A write that returned is in the store as Options.Sync promises; one that
// did not return is there as a whole or not at all. Nothing else has to be
// kept: an idempotency token is written in the transaction it stands for, a
// deleted table or index leaves a mark until its data is gone, a backfill
// writes down how far it is, and saved counts are
// removed before the first write that would make them wrong, so that after a
// crash they are counted anew and not guessed. Check verifies all of it.
package engine
