package engine

import (
	"context"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/query"
	"github.com/keywright/keywright/schema"
)

// doQuery is Query.
func (db *DB) doQuery(ctx context.Context, r *api.QueryRequest) (*api.QueryResponse, error) {
	q, err := db.queryRead(r)
	if err != nil {
		return nil, err
	}
	pg, err := db.readPage(ctx, q)
	if err != nil {
		return nil, err
	}
	return q.response(pg, r.ReturnConsumedCapacity), nil
}

// queryRead checks a Query and makes it ready to run.
func (db *DB) queryRead(r *api.QueryRequest) (*pageRead, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	t, x, err := db.begin(sources{
		keyCondition: r.KeyConditionExpression, filter: r.FilterExpression, projection: r.ProjectionExpression,
		names: r.ExpressionAttributeNames, values: r.ExpressionAttributeValues,
		legacy: legacy{keyConditions: r.KeyConditions, filter: r.QueryFilter, operator: r.ConditionalOperator, attributes: r.AttributesToGet},
	}, r.TableName)
	if err != nil {
		return nil, err
	}
	q := &pageRead{t: t, x: x, consistent: r.ConsistentRead}
	q.path, err = query.Resolve(t.def, query.Request{
		Index:      r.IndexName,
		Condition:  x.keyCondition,
		Consistent: r.ConsistentRead,
		Reverse:    r.ScanIndexForward != nil && !*r.ScanIndexForward,
		Start:      r.ExclusiveStartKey,
	})
	if err != nil {
		return nil, apiError(err)
	}
	if x.filter != nil {
		param := "Filter Expression"
		if r.QueryFilter != nil {
			param = "QueryFilter"
		}
		if err := q.path.CheckFilterPaths(param, x.filter.Paths()); err != nil {
			return nil, apiError(err)
		}
	}
	if err := q.prepare(r.Select, r.Limit); err != nil {
		return nil, err
	}
	if x.filter != nil && !q.fetch {
		if err := q.path.CheckFilterProjected(x.filter.Paths()); err != nil {
			return nil, apiError(err)
		}
	}
	return q, nil
}

// prepare ends what Query and Scan have in common before the read.
func (q *pageRead) prepare(sel string, limit *int) error {
	if err := q.checkPaths(); err != nil {
		return err
	}
	if err := q.selectAttributes(sel); err != nil {
		return err
	}
	if limit != nil {
		q.limit = *limit
	}
	q.pageBytes = schema.Documented().PageMaxBytes
	q.rng = q.t.keyRange(q.path)
	return nil
}
