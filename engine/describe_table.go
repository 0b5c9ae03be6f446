package engine

import (
	"context"

	"github.com/keywright/keywright/api"
)

// DescribeTable tells a table's definition, its item counts and sizes. These
// are exact and of now; DynamoDB's are up to six hours old.
func (db *DB) DescribeTable(ctx context.Context, r *api.DescribeTableRequest) (*api.DescribeTableResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	t, err := db.table(r.TableName)
	if err != nil {
		return nil, tableNotFound(r.TableName)
	}
	tab, ixs, err := db.tableCounts(ctx, t)
	if err != nil {
		return nil, err
	}
	return &api.DescribeTableResponse{Table: db.describe(t, tab, ixs)}, nil
}

// describe writes a table as the API does.
func (db *DB) describe(t *table, tab count, ixs []count) *api.TableDescription {
	d := &api.TableDescription{
		TableName:                 t.def.Name,
		TableArn:                  db.arn(t),
		TableId:                   t.uuid,
		TableStatus:               "ACTIVE",
		CreationDateTime:          seconds(t.created),
		AttributeDefinitions:      t.request.AttributeDefinitions,
		KeySchema:                 t.request.KeySchema,
		ProvisionedThroughput:     throughput(t.request.ProvisionedThroughput),
		DeletionProtectionEnabled: t.request.DeletionProtectionEnabled,
		ItemCount:                 tab.Items,
		TableSizeBytes:            tab.Bytes,
	}
	if t.def.OnDemand {
		d.BillingModeSummary = &api.BillingModeSummary{
			BillingMode:                       "PAY_PER_REQUEST",
			LastUpdateToPayPerRequestDateTime: seconds(t.created),
		}
	}
	if t.request.TableClass != "" {
		d.TableClassSummary = &api.TableClassSummary{TableClass: t.request.TableClass}
	}
	for _, l := range t.request.LocalSecondaryIndexes {
		c := ixs[t.position(l.IndexName)]
		d.LocalSecondaryIndexes = append(d.LocalSecondaryIndexes, api.LocalIndexDescription{
			IndexName: l.IndexName, IndexArn: db.arn(t) + "/index/" + l.IndexName,
			KeySchema: l.KeySchema, Projection: l.Projection, ItemCount: c.Items, IndexSizeBytes: c.Bytes,
		})
	}
	for _, g := range t.request.GlobalSecondaryIndexes {
		c := ixs[t.position(g.IndexName)]
		d.GlobalSecondaryIndexes = append(d.GlobalSecondaryIndexes, api.GlobalIndexDescription{
			IndexName: g.IndexName, IndexArn: db.arn(t) + "/index/" + g.IndexName, IndexStatus: "ACTIVE",
			KeySchema: g.KeySchema, Projection: g.Projection, ProvisionedThroughput: throughput(g.ProvisionedThroughput),
			ItemCount: c.Items, IndexSizeBytes: c.Bytes,
		})
	}
	return d
}

// throughput describes provisioned capacity; zeros on demand.
func throughput(p *api.ProvisionedThroughput) *api.ThroughputDescription {
	if p == nil {
		return &api.ThroughputDescription{}
	}
	return &api.ThroughputDescription{ReadCapacityUnits: p.ReadCapacityUnits, WriteCapacityUnits: p.WriteCapacityUnits}
}

func (db *DB) arn(t *table) string {
	return "arn:aws:dynamodb:" + db.space.region + ":" + db.opts.Account + ":table/" + t.def.Name
}
