package engine

import (
	"context"

	"github.com/keywright/keywright/api"
)

// The operations on tables and items, each with its body in the file of its
// name. Here they pass by the faults of a simulation (faultOperations).

// PutItem stores an item in place of the one with its key, if any.
func (db *DB) PutItem(ctx context.Context, r *api.PutItemRequest) (*api.PutItemResponse, error) {
	return simulated(ctx, db, "PutItem", r, (*DB).doPutItem)
}

// GetItem reads the item of a key. Unless a simulation says otherwise, reads
// are always of what was last committed; ConsistentRead changes what they cost.
func (db *DB) GetItem(ctx context.Context, r *api.GetItemRequest) (*api.GetItemResponse, error) {
	return simulated(ctx, db, "GetItem", r, (*DB).doGetItem)
}

// UpdateItem changes an item in place, or makes one of the key and what the
// update sets.
func (db *DB) UpdateItem(ctx context.Context, r *api.UpdateItemRequest) (*api.UpdateItemResponse, error) {
	return simulated(ctx, db, "UpdateItem", r, (*DB).doUpdateItem)
}

// DeleteItem removes the item of a key. One that is not there is no error.
func (db *DB) DeleteItem(ctx context.Context, r *api.DeleteItemRequest) (*api.DeleteItemResponse, error) {
	return simulated(ctx, db, "DeleteItem", r, (*DB).doDeleteItem)
}

// Query reads one partition of a table or an index, in the order of its sort
// key, a page at a time.
func (db *DB) Query(ctx context.Context, r *api.QueryRequest) (*api.QueryResponse, error) {
	return simulated(ctx, db, "Query", r, (*DB).doQuery)
}

// Scan reads all of a table or an index, or one segment of it, in the order
// of the partitions' hashes, a page at a time.
func (db *DB) Scan(ctx context.Context, r *api.ScanRequest) (*api.ScanResponse, error) {
	return simulated(ctx, db, "Scan", r, (*DB).doScan)
}

// BatchGetItem reads items by their keys. The reads are apart: another
// client's write may fall between them.
func (db *DB) BatchGetItem(ctx context.Context, r *api.BatchGetItemRequest) (*api.BatchGetItemResponse, error) {
	return simulated(ctx, db, "BatchGetItem", r, (*DB).doBatchGetItem)
}

// BatchWriteItem puts and deletes items. As a rule the writes of a batch take
// effect together here; promised is that, as by DynamoDB, only of each.
func (db *DB) BatchWriteItem(ctx context.Context, r *api.BatchWriteItemRequest) (*api.BatchWriteItemResponse, error) {
	return simulated(ctx, db, "BatchWriteItem", r, (*DB).doBatchWriteItem)
}

// TransactGetItems reads items as they were together at one moment.
func (db *DB) TransactGetItems(ctx context.Context, r *api.TransactGetItemsRequest) (*api.TransactGetItemsResponse, error) {
	return simulated(ctx, db, "TransactGetItems", r, (*DB).doTransactGetItems)
}

// TransactWriteItems runs up to 100 actions on different items: all take
// effect together, or none.
func (db *DB) TransactWriteItems(ctx context.Context, r *api.TransactWriteItemsRequest) (*api.TransactWriteItemsResponse, error) {
	return simulated(ctx, db, "TransactWriteItems", r, (*DB).doTransactWriteItems)
}

// ExecuteStatement runs one PartiQL statement: a page of a SELECT, or a write
// of one item.
func (db *DB) ExecuteStatement(ctx context.Context, r *api.ExecuteStatementRequest) (*api.ExecuteStatementResponse, error) {
	return simulated(ctx, db, "ExecuteStatement", r, (*DB).doExecuteStatement)
}

// BatchExecuteStatement runs up to 25 statements, each for itself: what one
// runs into is told in its place.
func (db *DB) BatchExecuteStatement(ctx context.Context, r *api.BatchExecuteStatementRequest) (*api.BatchExecuteStatementResponse, error) {
	return simulated(ctx, db, "BatchExecuteStatement", r, (*DB).doBatchExecuteStatement)
}

// ExecuteTransaction runs up to 100 statements on different items: all reads,
// of one moment, or all writes, of which all take effect or none. EXISTS is a
// condition that stands among writes.
func (db *DB) ExecuteTransaction(ctx context.Context, r *api.ExecuteTransactionRequest) (*api.ExecuteTransactionResponse, error) {
	return simulated(ctx, db, "ExecuteTransaction", r, (*DB).doExecuteTransaction)
}

// CreateTable makes an empty table, usable at once.
func (db *DB) CreateTable(ctx context.Context, r *api.CreateTableRequest) (*api.CreateTableResponse, error) {
	return simulated(ctx, db, "CreateTable", r, (*DB).doCreateTable)
}

// DeleteTable removes a table and all its data. The name is free at once,
// unless a Simulation says otherwise.
func (db *DB) DeleteTable(ctx context.Context, r *api.DeleteTableRequest) (*api.DeleteTableResponse, error) {
	return simulated(ctx, db, "DeleteTable", r, (*DB).doDeleteTable)
}

// DescribeTable tells a table's definition, settings, item counts and sizes.
// Counts are exact and of now; DynamoDB's are up to six hours old.
func (db *DB) DescribeTable(ctx context.Context, r *api.DescribeTableRequest) (*api.DescribeTableResponse, error) {
	return simulated(ctx, db, "DescribeTable", r, (*DB).doDescribeTable)
}

// ListTables tells the names of the tables, in byte order, a page at a time.
func (db *DB) ListTables(ctx context.Context, r *api.ListTablesRequest) (*api.ListTablesResponse, error) {
	return simulated(ctx, db, "ListTables", r, (*DB).doListTables)
}

// UpdateTimeToLive lets the items of a table expire by an attribute, or not any
// more. Items expire within a second or so of their time, unless a Simulation
// says otherwise (Options.SweepInterval).
func (db *DB) UpdateTimeToLive(ctx context.Context, r *api.UpdateTimeToLiveRequest) (*api.UpdateTimeToLiveResponse, error) {
	return simulated(ctx, db, "UpdateTimeToLive", r, (*DB).doUpdateTimeToLive)
}

// DescribeTimeToLive tells by which attribute the items of a table expire.
func (db *DB) DescribeTimeToLive(ctx context.Context, r *api.DescribeTimeToLiveRequest) (*api.DescribeTimeToLiveResponse, error) {
	return simulated(ctx, db, "DescribeTimeToLive", r, (*DB).doDescribeTimeToLive)
}

// ListStreams tells the streams of a table, or of all, a page at a time.
func (db *DB) ListStreams(ctx context.Context, r *api.ListStreamsRequest) (*api.ListStreamsResponse, error) {
	return simulated(ctx, db, "ListStreams", r, (*DB).doListStreams)
}

// DescribeStream tells a stream's settings and shards, a page at a time.
func (db *DB) DescribeStream(ctx context.Context, r *api.DescribeStreamRequest) (*api.DescribeStreamResponse, error) {
	return simulated(ctx, db, "DescribeStream", r, (*DB).doDescribeStream)
}

// GetShardIterator makes an iterator of a place in a shard.
func (db *DB) GetShardIterator(ctx context.Context, r *api.GetShardIteratorRequest) (*api.GetShardIteratorResponse, error) {
	return simulated(ctx, db, "GetShardIterator", r, (*DB).doGetShardIterator)
}

// GetRecords reads the next records of a shard. A record can be read as soon
// as its write has returned.
func (db *DB) GetRecords(ctx context.Context, r *api.GetRecordsRequest) (*api.GetRecordsResponse, error) {
	return simulated(ctx, db, "GetRecords", r, (*DB).doGetRecords)
}

// UpdateTable changes a table's definition or settings while it is in use. A
// new index of a small table is filled when UpdateTable returns; that of a
// larger one is CREATING until its backfill has ended (backfill.go). All else
// has taken effect when it returns. The response tells how the change began,
// as DynamoDB's does.
func (db *DB) UpdateTable(ctx context.Context, r *api.UpdateTableRequest) (*api.UpdateTableResponse, error) {
	return simulated(ctx, db, "UpdateTable", r, (*DB).doUpdateTable)
}
