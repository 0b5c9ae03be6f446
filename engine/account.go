package engine

import (
	"context"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/schema"
)

// DescribeLimits tells DynamoDB's default quotas of provisioned capacity. The
// engine does not enforce them.
func (db *DB) DescribeLimits(context.Context, *api.DescribeLimitsRequest) (*api.DescribeLimitsResponse, error) {
	l := schema.Documented()
	return &api.DescribeLimitsResponse{
		AccountMaxReadCapacityUnits: l.AccountReadUnitsMax, AccountMaxWriteCapacityUnits: l.AccountWriteUnitsMax,
		TableMaxReadCapacityUnits: l.TableReadUnitsMax, TableMaxWriteCapacityUnits: l.TableWriteUnitsMax,
	}, nil
}

// endpointMinutes is how long clients may keep an answer of DescribeEndpoints:
// DynamoDB's value.
const endpointMinutes = 1440

// DescribeEndpoints names Amazon's endpoint of the namespace's region: a server
// in front of the engine answers with its own address.
func (db *DB) DescribeEndpoints(context.Context, *api.DescribeEndpointsRequest) (*api.DescribeEndpointsResponse, error) {
	return &api.DescribeEndpointsResponse{Endpoints: []api.Endpoint{
		{Address: "dynamodb." + db.space.region + ".amazonaws.com", CachePeriodInMinutes: endpointMinutes},
	}}, nil
}

// DescribeContinuousBackups says that there are none: the engine keeps no
// backups.
func (db *DB) DescribeContinuousBackups(_ context.Context, r *api.DescribeContinuousBackupsRequest) (*api.DescribeContinuousBackupsResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if _, err := db.table(r.TableName); err != nil {
		return nil, &api.Error{Code: api.TableNotFoundException, Message: "Table not found: " + r.TableName}
	}
	return &api.DescribeContinuousBackupsResponse{ContinuousBackupsDescription: &api.ContinuousBackupsDescription{
		ContinuousBackupsStatus:        "DISABLED",
		PointInTimeRecoveryDescription: &api.PointInTimeRecoveryDescription{PointInTimeRecoveryStatus: "DISABLED"},
	}}, nil
}
