package engine

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/heat"
)

// rule is a Fault in force. Whether it takes effect at its n-th request
// depends on n and the seed alone, not on what else is under way.
type rule struct {
	Fault
	seed  uint64
	calls atomic.Int64
	fired atomic.Int64
}

// fires counts a request and says whether the rule takes effect at it; lot is
// a number drawn for it.
func (r *rule) fires(operation string, tables []string) (lot uint64, fires bool) {
	if r.Operation != "" && r.Operation != operation || r.Table != "" && !slices.Contains(tables, r.Table) {
		return 0, false
	}
	n := r.calls.Add(1)
	first := int64(max(1, r.First))
	if n < first || (n-first)%int64(max(1, r.Every)) != 0 {
		return 0, false
	}
	lot = mix(r.seed, uint64(n))
	if r.Rate > 0 && chance(lot) >= r.Rate {
		return 0, false
	}
	if r.Times > 0 && r.fired.Add(1) > int64(r.Times) {
		return 0, false
	}
	return mix(lot, 1), true
}

// wait is how long a latency is for a drawn number.
func (l Latency) wait(lot uint64) time.Duration {
	c := chance(lot)
	if l.Mean == 0 {
		return l.Min + time.Duration(c*float64(max(0, l.Max-l.Min)))
	}
	wait := l.Min + time.Duration(-math.Log1p(-c)*float64(l.Mean))
	if l.Max > 0 {
		wait = min(wait, l.Max)
	}
	return wait
}

// simulated runs an operation under the rules for faults. It costs one load of
// a pointer while there are none.
func simulated[Req, Resp any](ctx context.Context, db *DB, operation string, r *Req, call func(*DB, context.Context, *Req) (*Resp, error)) (*Resp, error) {
	s := db.sim.Load()
	if s == nil || len(s.rules) == 0 {
		return call(db, ctx, r)
	}
	tables := requestTables(r)
	var after error
	var leave []func(int) bool // of a batch, what is left unprocessed
	for _, rule := range s.rules {
		lot, fires := rule.fires(operation, tables)
		if !fires {
			continue
		}
		switch err := rule.before(ctx, db, operation, r, tables, lot); {
		case err != nil && rule.AfterEffect:
			after = err
		case err != nil:
			return nil, err
		}
		if rule.Kind == FaultUnprocessed {
			leave = append(leave, rule.leaves(lot))
		}
	}
	resp, err := callBatch(ctx, db, r, leave, call)
	if err == nil && after != nil {
		return nil, after
	}
	return resp, err
}

// before is what a rule does before the operation: it waits, or returns the
// error that is to be answered.
func (r *rule) before(ctx context.Context, db *DB, operation string, request any, tables []string, lot uint64) error {
	switch r.Kind {
	case FaultLatency:
		return pause(ctx, r.Latency.wait(lot))
	case FaultInternalServerError:
		return &api.Error{Code: api.InternalServerError, Message: "Internal server error"}
	case FaultThrottle:
		return db.throttleFault(operation, request, r.Table, tables)
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// leaves returns a choice of a batch's items.
func (r *rule) leaves(lot uint64) func(int) bool {
	share := r.Share
	if share == 0 {
		share = 0.5
	}
	return func(item int) bool { return chance(mix(lot, uint64(item))) < share }
}

// throttleFault is the throttling that a rule wants: of the rule's table, or
// of the first that the request names. A request on a table that is not there
// is answered as ever.
func (db *DB) throttleFault(operation string, request any, table string, tables []string) error {
	if table == "" && len(tables) > 0 {
		table = tables[0]
	}
	t, err := db.table(table)
	if err != nil {
		return nil
	}
	d, limit := heat.Read, heat.Provisioned
	if writes(operation) || statementsWrite(request) {
		d = heat.Write
	}
	if t.def.OnDemand {
		limit = heat.KeyRange
	}
	throttled := db.throttled(t, nil, d, []heat.Limit{limit})
	var names []string // of each action's table
	switch r := request.(type) {
	case *api.TransactGetItemsRequest:
		names = transactGetTables(r)
	case *api.TransactWriteItemsRequest:
		names = transactWriteTables(r)
	case *api.ExecuteTransactionRequest:
		names = statementTables(r)
	default:
		return throttled
	}
	reasons := make([]error, len(names))
	if i := slices.Index(names, table); i >= 0 {
		reasons[i] = throttled
	}
	return transactError(&cancelled{reasons}, len(reasons))
}

func writes(operation string) bool {
	switch operation {
	case "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems":
		return true
	}
	return false
}

// requestTables returns the names of the tables that a request is about; none
// for the requests that are about no table's items.
func requestTables(request any) []string {
	switch r := request.(type) {
	case *api.PutItemRequest:
		return []string{r.TableName}
	case *api.GetItemRequest:
		return []string{r.TableName}
	case *api.UpdateItemRequest:
		return []string{r.TableName}
	case *api.DeleteItemRequest:
		return []string{r.TableName}
	case *api.QueryRequest:
		return []string{r.TableName}
	case *api.ScanRequest:
		return []string{r.TableName}
	case *api.BatchGetItemRequest:
		return slices.Sorted(maps.Keys(r.RequestItems))
	case *api.BatchWriteItemRequest:
		return slices.Sorted(maps.Keys(r.RequestItems))
	case *api.TransactGetItemsRequest:
		return transactGetTables(r)
	case *api.TransactWriteItemsRequest:
		return transactWriteTables(r)
	case *api.CreateTableRequest:
		return []string{r.TableName}
	case *api.DescribeTableRequest:
		return []string{r.TableName}
	case *api.DeleteTableRequest:
		return []string{r.TableName}
	case *api.UpdateTableRequest:
		return []string{r.TableName}
	case *api.UpdateTimeToLiveRequest:
		return []string{r.TableName}
	case *api.DescribeTimeToLiveRequest:
		return []string{r.TableName}
	case *api.ListStreamsRequest:
		return []string{r.TableName}
	case *api.DescribeStreamRequest:
		return []string{arnTable(r.StreamArn)}
	case *api.GetShardIteratorRequest:
		return []string{arnTable(r.StreamArn)}
	case *api.GetRecordsRequest:
		return []string{arnTable(r.ShardIterator)}
	}
	return statementTables(request)
}

// arnTable returns the name of the table in a stream's ARN, or in what begins
// with one.
func arnTable(arn string) string {
	_, path, _ := strings.Cut(arn, ":table/")
	name, _, _ := strings.Cut(path, "/")
	return name
}

// faultOperations are the operations that pass by faults.
func faultOperations() []string {
	return []string{
		"BatchExecuteStatement", "BatchGetItem", "BatchWriteItem", "CreateTable", "DeleteItem", "DeleteTable", "DescribeStream", "DescribeTable",
		"DescribeTimeToLive", "ExecuteStatement", "ExecuteTransaction", "GetItem", "GetRecords", "GetShardIterator", "ListStreams",
		"ListTables", "PutItem", "Query", "Scan", "TransactGetItems", "TransactWriteItems", "UpdateItem", "UpdateTable", "UpdateTimeToLive",
	}
}

func transactGetTables(r *api.TransactGetItemsRequest) []string {
	names := make([]string, len(r.TransactItems))
	for i, it := range r.TransactItems {
		if it.Get != nil {
			names[i] = it.Get.TableName
		}
	}
	return names
}

func transactWriteTables(r *api.TransactWriteItemsRequest) []string {
	names := make([]string, len(r.TransactItems))
	for i, it := range r.TransactItems {
		switch {
		case it.Put != nil:
			names[i] = it.Put.TableName
		case it.Update != nil:
			names[i] = it.Update.TableName
		case it.Delete != nil:
			names[i] = it.Delete.TableName
		case it.ConditionCheck != nil:
			names[i] = it.ConditionCheck.TableName
		}
	}
	return names
}
