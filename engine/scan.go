package engine

import (
	"context"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/query"
)

// doScan is Scan.
func (db *DB) doScan(ctx context.Context, r *api.ScanRequest) (*api.ScanResponse, error) {
	q, err := db.scanRead(r)
	if err != nil {
		return nil, err
	}
	pg, err := db.readPage(ctx, q)
	if err != nil {
		return nil, err
	}
	return q.response(pg, r.ReturnConsumedCapacity), nil
}

// scanRead checks a Scan and makes it ready to run.
func (db *DB) scanRead(r *api.ScanRequest) (*pageRead, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	t, x, err := db.begin(sources{
		filter: r.FilterExpression, projection: r.ProjectionExpression,
		names: r.ExpressionAttributeNames, values: r.ExpressionAttributeValues,
		legacy: legacy{filter: r.ScanFilter, operator: r.ConditionalOperator, attributes: r.AttributesToGet},
	}, r.TableName)
	if err != nil {
		return nil, err
	}
	q := &pageRead{t: t, x: x, consistent: r.ConsistentRead}
	q.path, err = query.Resolve(t.def, query.Request{
		Index:      r.IndexName,
		Consistent: r.ConsistentRead,
		Start:      r.ExclusiveStartKey,
	})
	if err != nil {
		return nil, apiError(err)
	}
	if err := q.prepare(r.Select, r.Limit); err != nil {
		return nil, err
	}
	if r.TotalSegments != nil {
		if err := t.segment(&q.rng, q.path, *r.Segment, *r.TotalSegments); err != nil {
			return nil, err
		}
	}
	return q, nil
}
