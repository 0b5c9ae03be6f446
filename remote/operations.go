package remote

import (
	"context"

	"github.com/keywright/keywright/api"
)

// Every operation is the same exchange under another name.

// CreateTable implements api.DB.
func (db *DB) CreateTable(ctx context.Context, r *api.CreateTableRequest) (*api.CreateTableResponse, error) {
	return call[api.CreateTableResponse](ctx, db, "CreateTable", r)
}

// DescribeTable implements api.DB.
func (db *DB) DescribeTable(ctx context.Context, r *api.DescribeTableRequest) (*api.DescribeTableResponse, error) {
	return call[api.DescribeTableResponse](ctx, db, "DescribeTable", r)
}

// ListTables implements api.DB.
func (db *DB) ListTables(ctx context.Context, r *api.ListTablesRequest) (*api.ListTablesResponse, error) {
	return call[api.ListTablesResponse](ctx, db, "ListTables", r)
}

// DeleteTable implements api.DB.
func (db *DB) DeleteTable(ctx context.Context, r *api.DeleteTableRequest) (*api.DeleteTableResponse, error) {
	return call[api.DeleteTableResponse](ctx, db, "DeleteTable", r)
}

// UpdateTable implements api.DB.
func (db *DB) UpdateTable(ctx context.Context, r *api.UpdateTableRequest) (*api.UpdateTableResponse, error) {
	return call[api.UpdateTableResponse](ctx, db, "UpdateTable", r)
}

// UpdateTimeToLive implements api.DB.
func (db *DB) UpdateTimeToLive(ctx context.Context, r *api.UpdateTimeToLiveRequest) (*api.UpdateTimeToLiveResponse, error) {
	return call[api.UpdateTimeToLiveResponse](ctx, db, "UpdateTimeToLive", r)
}

// DescribeTimeToLive implements api.DB.
func (db *DB) DescribeTimeToLive(ctx context.Context, r *api.DescribeTimeToLiveRequest) (*api.DescribeTimeToLiveResponse, error) {
	return call[api.DescribeTimeToLiveResponse](ctx, db, "DescribeTimeToLive", r)
}

// TagResource implements api.DB.
func (db *DB) TagResource(ctx context.Context, r *api.TagResourceRequest) (*api.TagResourceResponse, error) {
	return call[api.TagResourceResponse](ctx, db, "TagResource", r)
}

// UntagResource implements api.DB.
func (db *DB) UntagResource(ctx context.Context, r *api.UntagResourceRequest) (*api.UntagResourceResponse, error) {
	return call[api.UntagResourceResponse](ctx, db, "UntagResource", r)
}

// ListTagsOfResource implements api.DB.
func (db *DB) ListTagsOfResource(ctx context.Context, r *api.ListTagsOfResourceRequest) (*api.ListTagsOfResourceResponse, error) {
	return call[api.ListTagsOfResourceResponse](ctx, db, "ListTagsOfResource", r)
}

// DescribeLimits implements api.DB.
func (db *DB) DescribeLimits(ctx context.Context, r *api.DescribeLimitsRequest) (*api.DescribeLimitsResponse, error) {
	return call[api.DescribeLimitsResponse](ctx, db, "DescribeLimits", r)
}

// DescribeEndpoints implements api.DB.
func (db *DB) DescribeEndpoints(ctx context.Context, r *api.DescribeEndpointsRequest) (*api.DescribeEndpointsResponse, error) {
	return call[api.DescribeEndpointsResponse](ctx, db, "DescribeEndpoints", r)
}

// DescribeContinuousBackups implements api.DB.
func (db *DB) DescribeContinuousBackups(ctx context.Context, r *api.DescribeContinuousBackupsRequest) (*api.DescribeContinuousBackupsResponse, error) {
	return call[api.DescribeContinuousBackupsResponse](ctx, db, "DescribeContinuousBackups", r)
}

// PutItem implements api.DB.
func (db *DB) PutItem(ctx context.Context, r *api.PutItemRequest) (*api.PutItemResponse, error) {
	return call[api.PutItemResponse](ctx, db, "PutItem", r)
}

// GetItem implements api.DB.
func (db *DB) GetItem(ctx context.Context, r *api.GetItemRequest) (*api.GetItemResponse, error) {
	return call[api.GetItemResponse](ctx, db, "GetItem", r)
}

// UpdateItem implements api.DB.
func (db *DB) UpdateItem(ctx context.Context, r *api.UpdateItemRequest) (*api.UpdateItemResponse, error) {
	return call[api.UpdateItemResponse](ctx, db, "UpdateItem", r)
}

// DeleteItem implements api.DB.
func (db *DB) DeleteItem(ctx context.Context, r *api.DeleteItemRequest) (*api.DeleteItemResponse, error) {
	return call[api.DeleteItemResponse](ctx, db, "DeleteItem", r)
}

// Query implements api.DB.
func (db *DB) Query(ctx context.Context, r *api.QueryRequest) (*api.QueryResponse, error) {
	return call[api.QueryResponse](ctx, db, "Query", r)
}

// Scan implements api.DB.
func (db *DB) Scan(ctx context.Context, r *api.ScanRequest) (*api.ScanResponse, error) {
	return call[api.ScanResponse](ctx, db, "Scan", r)
}

// BatchGetItem implements api.DB.
func (db *DB) BatchGetItem(ctx context.Context, r *api.BatchGetItemRequest) (*api.BatchGetItemResponse, error) {
	return call[api.BatchGetItemResponse](ctx, db, "BatchGetItem", r)
}

// BatchWriteItem implements api.DB.
func (db *DB) BatchWriteItem(ctx context.Context, r *api.BatchWriteItemRequest) (*api.BatchWriteItemResponse, error) {
	return call[api.BatchWriteItemResponse](ctx, db, "BatchWriteItem", r)
}

// TransactGetItems implements api.DB.
func (db *DB) TransactGetItems(ctx context.Context, r *api.TransactGetItemsRequest) (*api.TransactGetItemsResponse, error) {
	return call[api.TransactGetItemsResponse](ctx, db, "TransactGetItems", r)
}

// TransactWriteItems implements api.DB.
func (db *DB) TransactWriteItems(ctx context.Context, r *api.TransactWriteItemsRequest) (*api.TransactWriteItemsResponse, error) {
	return call[api.TransactWriteItemsResponse](ctx, db, "TransactWriteItems", r)
}

// ExecuteStatement implements api.DB.
func (db *DB) ExecuteStatement(ctx context.Context, r *api.ExecuteStatementRequest) (*api.ExecuteStatementResponse, error) {
	return call[api.ExecuteStatementResponse](ctx, db, "ExecuteStatement", r)
}

// BatchExecuteStatement implements api.DB.
func (db *DB) BatchExecuteStatement(ctx context.Context, r *api.BatchExecuteStatementRequest) (*api.BatchExecuteStatementResponse, error) {
	return call[api.BatchExecuteStatementResponse](ctx, db, "BatchExecuteStatement", r)
}

// ExecuteTransaction implements api.DB.
func (db *DB) ExecuteTransaction(ctx context.Context, r *api.ExecuteTransactionRequest) (*api.ExecuteTransactionResponse, error) {
	return call[api.ExecuteTransactionResponse](ctx, db, "ExecuteTransaction", r)
}

// ListStreams implements api.DB.
func (db *DB) ListStreams(ctx context.Context, r *api.ListStreamsRequest) (*api.ListStreamsResponse, error) {
	return call[api.ListStreamsResponse](ctx, db, "ListStreams", r)
}

// DescribeStream implements api.DB.
func (db *DB) DescribeStream(ctx context.Context, r *api.DescribeStreamRequest) (*api.DescribeStreamResponse, error) {
	return call[api.DescribeStreamResponse](ctx, db, "DescribeStream", r)
}

// GetShardIterator implements api.DB.
func (db *DB) GetShardIterator(ctx context.Context, r *api.GetShardIteratorRequest) (*api.GetShardIteratorResponse, error) {
	return call[api.GetShardIteratorResponse](ctx, db, "GetShardIterator", r)
}

// GetRecords implements api.DB.
func (db *DB) GetRecords(ctx context.Context, r *api.GetRecordsRequest) (*api.GetRecordsResponse, error) {
	return call[api.GetRecordsResponse](ctx, db, "GetRecords", r)
}
