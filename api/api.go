// Package api is the DynamoDB API as Go types: a request and a response for
// each operation, spelled as on the wire so that encoding/json reads and
// writes them, the closed set of errors, and the DB interface that the
// embedded engine, a remote endpoint and every tool above them share.
package api

import "context"

// DB is a DynamoDB: the embedded engine, or an endpoint. Errors are of type
// *Error unless the context ended or the machine below failed.
type DB interface {
	CreateTable(context.Context, *CreateTableRequest) (*CreateTableResponse, error)
	DescribeTable(context.Context, *DescribeTableRequest) (*DescribeTableResponse, error)
	ListTables(context.Context, *ListTablesRequest) (*ListTablesResponse, error)
	DeleteTable(context.Context, *DeleteTableRequest) (*DeleteTableResponse, error)
	UpdateTable(context.Context, *UpdateTableRequest) (*UpdateTableResponse, error)

	UpdateTimeToLive(context.Context, *UpdateTimeToLiveRequest) (*UpdateTimeToLiveResponse, error)
	DescribeTimeToLive(context.Context, *DescribeTimeToLiveRequest) (*DescribeTimeToLiveResponse, error)

	TagResource(context.Context, *TagResourceRequest) (*TagResourceResponse, error)
	UntagResource(context.Context, *UntagResourceRequest) (*UntagResourceResponse, error)
	ListTagsOfResource(context.Context, *ListTagsOfResourceRequest) (*ListTagsOfResourceResponse, error)

	DescribeLimits(context.Context, *DescribeLimitsRequest) (*DescribeLimitsResponse, error)
	DescribeEndpoints(context.Context, *DescribeEndpointsRequest) (*DescribeEndpointsResponse, error)
	DescribeContinuousBackups(context.Context, *DescribeContinuousBackupsRequest) (*DescribeContinuousBackupsResponse, error)

	PutItem(context.Context, *PutItemRequest) (*PutItemResponse, error)
	GetItem(context.Context, *GetItemRequest) (*GetItemResponse, error)
	UpdateItem(context.Context, *UpdateItemRequest) (*UpdateItemResponse, error)
	DeleteItem(context.Context, *DeleteItemRequest) (*DeleteItemResponse, error)
	Query(context.Context, *QueryRequest) (*QueryResponse, error)
	Scan(context.Context, *ScanRequest) (*ScanResponse, error)

	BatchGetItem(context.Context, *BatchGetItemRequest) (*BatchGetItemResponse, error)
	BatchWriteItem(context.Context, *BatchWriteItemRequest) (*BatchWriteItemResponse, error)
	TransactGetItems(context.Context, *TransactGetItemsRequest) (*TransactGetItemsResponse, error)
	TransactWriteItems(context.Context, *TransactWriteItemsRequest) (*TransactWriteItemsResponse, error)

	ExecuteStatement(context.Context, *ExecuteStatementRequest) (*ExecuteStatementResponse, error)
	BatchExecuteStatement(context.Context, *BatchExecuteStatementRequest) (*BatchExecuteStatementResponse, error)
	ExecuteTransaction(context.Context, *ExecuteTransactionRequest) (*ExecuteTransactionResponse, error)

	ListStreams(context.Context, *ListStreamsRequest) (*ListStreamsResponse, error)
	DescribeStream(context.Context, *DescribeStreamRequest) (*DescribeStreamResponse, error)
	GetShardIterator(context.Context, *GetShardIteratorRequest) (*GetShardIteratorResponse, error)
	GetRecords(context.Context, *GetRecordsRequest) (*GetRecordsResponse, error)
}
