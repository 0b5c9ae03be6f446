package server

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/api"
)

// documented are the operations of the two services (their models as the AWS
// SDK for Go carries them, service/dynamodb v1.74 and dynamodbstreams v1.47;
// a test compares).
func documented(service string) []string {
	switch service {
	case api.ServiceDynamoDB:
		return strings.Fields(`
			BatchExecuteStatement BatchGetItem BatchWriteItem CancelBulkOperation CreateBackup CreateGlobalTable
			CreateTable DeleteBackup DeleteItem DeleteResourcePolicy DeleteTable DescribeBackup
			DescribeBulkOperation DescribeContinuousBackups DescribeContributorInsights DescribeEndpoints
			DescribeExport DescribeGlobalTable DescribeGlobalTableSettings DescribeImport
			DescribeKinesisStreamingDestination DescribeLimits DescribeTable DescribeTableReplicaAutoScaling
			DescribeTimeToLive DisableKinesisStreamingDestination EnableKinesisStreamingDestination
			ExecuteStatement ExecuteTransaction ExportTableToPointInTime GetItem GetResourcePolicy ImportTable
			ListBackups ListBulkOperations ListContributorInsights ListExports ListGlobalTables ListImports
			ListTables ListTagsOfResource PutItem PutResourcePolicy Query RestoreTableFromBackup
			RestoreTableToPointInTime Scan SearchVectors StartBulkPutItems TagResource TransactGetItems
			TransactWriteItems UntagResource UpdateContinuousBackups UpdateContributorInsights
			UpdateGlobalTable UpdateGlobalTableSettings UpdateItem UpdateKinesisStreamingDestination
			UpdateTable UpdateTableReplicaAutoScaling UpdateTimeToLive`)
	case api.ServiceStreams:
		return []string{"DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"}
	}
	return nil
}

// missing says whether DynamoDB has an operation. It is asked of those that
// we have not.
func missing(service, name string) bool { return slices.Contains(documented(service), name) }
