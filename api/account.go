package api

// DescribeLimitsRequest is DescribeLimits' input: nothing.
type DescribeLimitsRequest struct {
	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// DescribeLimitsResponse is DescribeLimits' output: the account's quotas of
// provisioned capacity, in units per second.
type DescribeLimitsResponse struct {
	AccountMaxReadCapacityUnits  int64
	AccountMaxWriteCapacityUnits int64
	TableMaxReadCapacityUnits    int64
	TableMaxWriteCapacityUnits   int64
}

// DescribeEndpointsRequest is DescribeEndpoints' input: nothing.
type DescribeEndpointsRequest struct {
	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// DescribeEndpointsResponse is DescribeEndpoints' output.
type DescribeEndpointsResponse struct{ Endpoints []Endpoint }

// Endpoint is where to send requests.
type Endpoint struct {
	Address              string // host, and port where it is not 443
	CachePeriodInMinutes int64
}

// DescribeContinuousBackupsRequest is DescribeContinuousBackups' input.
type DescribeContinuousBackupsRequest struct {
	TableName string

	// Sent is set by Decode; a request made in Go has none.
	Sent *Sent `json:"-"`
}

// DescribeContinuousBackupsResponse is DescribeContinuousBackups' output.
type DescribeContinuousBackupsResponse struct {
	ContinuousBackupsDescription *ContinuousBackupsDescription
}

// ContinuousBackupsDescription tells what backups are kept of a table.
type ContinuousBackupsDescription struct {
	ContinuousBackupsStatus        string // ENABLED or DISABLED
	PointInTimeRecoveryDescription *PointInTimeRecoveryDescription
}

// PointInTimeRecoveryDescription tells whether a table can be restored to a
// moment of its past.
type PointInTimeRecoveryDescription struct{ PointInTimeRecoveryStatus string }
