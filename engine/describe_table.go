package engine

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/keywright/keywright/api"
)

// doDescribeTable is DescribeTable.
func (db *DB) doDescribeTable(ctx context.Context, r *api.DescribeTableRequest) (*api.DescribeTableResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	t, err := db.tableItself(r.TableName)
	if err != nil {
		return nil, err
	}
	tab, ixs, err := db.tableCounts(ctx, t)
	if err != nil {
		return nil, err
	}
	return &api.DescribeTableResponse{Table: db.describe(t, tab, ixs)}, nil
}

// describe writes a table as the API does.
func (db *DB) describe(t *table, tab count, ixs []count) *api.TableDescription {
	now := db.opts.Now()
	req := t.request
	d := &api.TableDescription{
		TableName:                 t.def.Name,
		TableArn:                  db.arn(t),
		TableId:                   t.uuid,
		TableStatus:               db.tableStatus(t, now),
		CreationDateTime:          seconds(t.created),
		AttributeDefinitions:      sortedDefinitions(req.AttributeDefinitions),
		KeySchema:                 req.KeySchema,
		BillingModeSummary:        billingMode(t.rec),
		ProvisionedThroughput:     t.throughput("", req.ProvisionedThroughput, now),
		OnDemandThroughput:        req.OnDemandThroughput,
		WarmThroughput:            warmDescription(req.BillingMode, req.ProvisionedThroughput, req.WarmThroughput),
		SSEDescription:            db.sse(req.SSESpecification),
		StreamSpecification:       req.StreamSpecification,
		DeletionProtectionEnabled: req.DeletionProtectionEnabled,
		ItemCount:                 tab.Items,
		TableSizeBytes:            tab.Bytes,
	}
	if t.rec.StreamLabel != "" { // of a disabled stream, too (measured, 2026-10)
		d.LatestStreamLabel, d.LatestStreamArn = t.rec.StreamLabel, db.streamArn(t.def.Name, t.rec.StreamLabel)
	}
	if req.TableClass != "" {
		d.TableClassSummary = &api.TableClassSummary{TableClass: req.TableClass}
	}
	for _, l := range req.LocalSecondaryIndexes {
		c := t.indexCount(l.IndexName, ixs)
		d.LocalSecondaryIndexes = append(d.LocalSecondaryIndexes, api.LocalIndexDescription{
			IndexName: l.IndexName, IndexArn: db.arn(t) + "/index/" + l.IndexName,
			KeySchema: l.KeySchema, Projection: sortedProjection(l.Projection), ItemCount: c.Items, IndexSizeBytes: c.Bytes,
		})
	}
	d.GlobalSecondaryIndexes = db.describeGlobals(t, ixs, now)
	return d
}

// describeGlobals describes the global indexes, with those that a Simulation
// is said to be deleting.
func (db *DB) describeGlobals(t *table, ixs []count, now time.Time) []api.GlobalIndexDescription {
	var out []api.GlobalIndexDescription
	busy := db.busyIndexes(t, now)
	for i := range t.request.GlobalSecondaryIndexes {
		g := &t.request.GlobalSecondaryIndexes[i]
		c := t.indexCount(g.IndexName, ixs)
		d := db.describeGlobal(t, g, now)
		d.ItemCount, d.IndexSizeBytes = c.Items, c.Bytes
		if status, ok := busy[g.IndexName]; ok {
			d.IndexStatus = status
			if status == statusCreating {
				// While the table is UPDATING, DynamoDB gets the index's room.
				filling := db.tableStatus(t, now) != statusUpdating
				d.Backfilling = &filling
			}
		}
		out = append(out, d)
	}
	if p := t.pretence.Load(); p != nil {
		for _, s := range p.indexes {
			if s.index != nil && s.at(now) == statusDeleting {
				out = append(out, *s.index)
			}
		}
	}
	return out
}

func (db *DB) describeGlobal(t *table, g *api.GlobalSecondaryIndex, now time.Time) api.GlobalIndexDescription {
	return api.GlobalIndexDescription{
		IndexName: g.IndexName, IndexArn: db.arn(t) + "/index/" + g.IndexName, IndexStatus: statusActive,
		KeySchema: g.KeySchema, Projection: sortedProjection(g.Projection),
		ProvisionedThroughput: t.throughput(g.IndexName, g.ProvisionedThroughput, now),
		OnDemandThroughput:    g.OnDemandThroughput,
		WarmThroughput:        warmDescription(t.request.BillingMode, g.ProvisionedThroughput, g.WarmThroughput),
	}
}

// indexCount returns the count of an index, zero for one that is being
// dropped. ixs is parallel to t.indexes.
func (t *table) indexCount(name string, ixs []count) count {
	for i := range t.indexes {
		if t.indexes[i].def.Name == name && i < len(ixs) {
			return ixs[i]
		}
	}
	return count{}
}

// sortedDefinitions orders definitions by name, as DynamoDB shows them
// (measured, 2026-10).
func sortedDefinitions(defs []api.AttributeDefinition) []api.AttributeDefinition {
	return slices.SortedFunc(slices.Values(defs), func(a, b api.AttributeDefinition) int {
		return strings.Compare(a.AttributeName, b.AttributeName)
	})
}

func sortedProjection(p *api.Projection) *api.Projection {
	if p == nil || len(p.NonKeyAttributes) == 0 {
		return p
	}
	return &api.Projection{ProjectionType: p.ProjectionType, NonKeyAttributes: slices.Sorted(slices.Values(p.NonKeyAttributes))}
}

// billingMode is told of a table that is, or was, on demand.
func billingMode(rec *tableRecord) *api.BillingModeSummary {
	if rec.OnDemandMillis == 0 {
		return nil
	}
	return &api.BillingModeSummary{
		BillingMode:                       rec.Request.BillingMode,
		LastUpdateToPayPerRequestDateTime: seconds(time.UnixMilli(rec.OnDemandMillis)),
	}
}

// throughput describes provisioned capacity; zeros on demand.
func (t *table) throughput(index string, p *api.ProvisionedThroughput, now time.Time) *api.ThroughputDescription {
	past := t.rec.Capacity[index]
	d := &api.ThroughputDescription{NumberOfDecreasesToday: int64(past.decreasesOn(now))}
	if p != nil {
		d.ReadCapacityUnits, d.WriteCapacityUnits = p.ReadCapacityUnits, p.WriteCapacityUnits
	}
	if past.IncreasedMillis > 0 {
		d.LastIncreaseDateTime = seconds(time.UnixMilli(past.IncreasedMillis))
	}
	if past.DecreasedMillis > 0 {
		d.LastDecreaseDateTime = seconds(time.UnixMilli(past.DecreasedMillis))
	}
	return d
}

func warmDescription(mode string, p *api.ProvisionedThroughput, asked *api.WarmThroughput) *api.WarmThroughputDescription {
	w := warm(mode, p, asked)
	return &api.WarmThroughputDescription{
		ReadUnitsPerSecond: *w.ReadUnitsPerSecond, WriteUnitsPerSecond: *w.WriteUnitsPerSecond, Status: statusActive,
	}
}

// sse describes the encryption that was asked for. The engine has no key
// service and encrypts nothing: it keeps the setting for those who read it
// back.
func (db *DB) sse(s *api.SSESpecification) *api.SSEDescription {
	if !isEnabled(s) {
		return nil
	}
	key := s.KMSMasterKeyId
	switch {
	case key == "":
		key = "alias/aws/dynamodb"
	case !strings.HasPrefix(key, "alias/") && !strings.HasPrefix(key, "arn:"):
		key = "key/" + key
	}
	if !strings.HasPrefix(key, "arn:") {
		key = "arn:aws:kms:" + db.space.region + ":" + db.opts.Account + ":" + key
	}
	return &api.SSEDescription{Status: "ENABLED", SSEType: "KMS", KMSMasterKeyArn: key}
}

func (db *DB) arn(t *table) string {
	return "arn:aws:dynamodb:" + db.space.region + ":" + db.opts.Account + ":table/" + t.def.Name
}

// describe fills in UpdateTable's answer: as the change begins. Capacity, table
// class and encryption are still the old ones, other settings the new ones
// (measured, 2026-10).
func (u *tableUpdate) describe(before *table, tab count, ixs []count) {
	d := u.db.describe(u.t, tab, nil)
	old := u.db.describe(before, tab, ixs)
	r := u.r
	if r.BillingMode != "" || r.ProvisionedThroughput != nil || r.TableClass != "" || r.DeletionProtectionEnabled != nil ||
		r.StreamSpecification != nil || u.created != "" || u.deleted != "" {
		d.TableStatus = statusUpdating
	}
	if r.BillingMode == "" {
		d.ProvisionedThroughput = old.ProvisionedThroughput
	}
	d.TableClassSummary, d.SSEDescription = old.TableClassSummary, old.SSEDescription
	if r.WarmThroughput != nil {
		d.WarmThroughput = old.WarmThroughput
		d.WarmThroughput.Status = statusUpdating
	}
	for i := range d.GlobalSecondaryIndexes {
		u.describeIndex(&d.GlobalSecondaryIndexes[i], old)
	}
	u.description = d
}

func (u *tableUpdate) describeIndex(g *api.GlobalIndexDescription, before *api.TableDescription) {
	i := slices.IndexFunc(before.GlobalSecondaryIndexes, func(o api.GlobalIndexDescription) bool { return o.IndexName == g.IndexName })
	switch {
	case i < 0: // created now
		g.IndexStatus, g.Backfilling = statusCreating, new(bool)
		return
	case g.IndexName == u.deleted:
		g.IndexStatus, g.Backfilling = statusDeleting, nil
	case u.r.BillingMode != "":
		g.IndexStatus = statusUpdating
	case u.update(g.IndexName) != nil:
		a := u.update(g.IndexName)
		g.ProvisionedThroughput = before.GlobalSecondaryIndexes[i].ProvisionedThroughput
		if a.WarmThroughput != nil {
			g.WarmThroughput = before.GlobalSecondaryIndexes[i].WarmThroughput
			g.WarmThroughput.Status = statusUpdating
		}
		if a.ProvisionedThroughput != nil || a.OnDemandThroughput != nil {
			g.IndexStatus = statusUpdating
		}
	}
	g.ItemCount, g.IndexSizeBytes = before.GlobalSecondaryIndexes[i].ItemCount, before.GlobalSecondaryIndexes[i].IndexSizeBytes
}
