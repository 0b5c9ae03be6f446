package engine

import (
	"errors"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/heat"
)

// What DynamoDB says of a request that it throttles: of a table, of global
// indexes that a write could not change, of a maximum, of the account (API
// reference, TransactionCanceledException; Developer Guide, "Diagnosing
// throttling"; the account's as seen in answers of AWS).
const (
	provisionedExceeded = "The level of configured provisioned throughput for the table was exceeded. " +
		"Consider increasing your provisioning level with the UpdateTable API."
	provisionedIndexExceeded = "The level of configured provisioned throughput for one or more global secondary indexes " +
		"of the table was exceeded. Consider increasing your provisioning level for the under-provisioned global " +
		"secondary indexes with the UpdateTable API."
	onDemandExceeded = "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically " +
		"scaling your table or index so please try again shortly. If exceptions persist, check if you have a hot key: " +
		"https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html"
	onDemandIndexExceeded = "Throughput exceeds the current capacity for one or more global secondary indexes. " +
		"DynamoDB is automatically scaling your index so please try again shortly."
	maximumExceeded = "Throughput exceeds the maximum OnDemandThroughput configured on table or index"
	accountExceeded = "Throughput exceeds the current throughput limit for your account. Please contact AWS Support at " +
		"https://aws.amazon.com/support request a limit increase"
)

// throttled is the answer to a request that went over limits of a table or of
// an index; ix is nil for the table. The first limit decides the exception.
func (db *DB) throttled(t *table, ix *tableIndex, d heat.Direction, over []heat.Limit) error {
	global := ix != nil && !ix.def.Local
	e := &api.Error{}
	for _, l := range over {
		reason := api.ThrottlingReason{Reason: l.Reason(global, d), Resource: db.arn(t)}
		if global {
			reason.Resource += "/index/" + ix.def.Name
		}
		e.Throttling = append(e.Throttling, reason)
	}
	backPressure := global && d == heat.Write
	switch {
	case over[0] == heat.Account:
		e.Code, e.Message = api.RequestLimitExceeded, accountExceeded
	case over[0] == heat.MaxOnDemand:
		e.Code, e.Message = api.ThrottlingException, maximumExceeded
	case t.def.OnDemand && backPressure:
		e.Code, e.Message = api.ThrottlingException, onDemandIndexExceeded
	case t.def.OnDemand:
		e.Code, e.Message = api.ThrottlingException, onDemandExceeded
	case backPressure:
		e.Code, e.Message = api.ProvisionedThroughputExceededException, provisionedIndexExceeded
	default:
		e.Code, e.Message = api.ProvisionedThroughputExceededException, provisionedExceeded
	}
	return e
}

func isCode(err error, code api.Code) bool {
	var e *api.Error
	return errors.As(err, &e) && e.Code == code
}

// isThrottled says whether an error tells of throttling.
func isThrottled(err error) bool {
	var e *api.Error
	return errors.As(err, &e) && e.Throttling != nil
}

// capacity is what the table, or its global index of that name, may serve.
func (t *table) capacity(index string) heat.Capacity {
	r := t.request
	provisioned, most, warm := r.ProvisionedThroughput, r.OnDemandThroughput, r.WarmThroughput
	for i := range r.GlobalSecondaryIndexes {
		if g := &r.GlobalSecondaryIndexes[i]; g.IndexName == index {
			provisioned, most, warm = g.ProvisionedThroughput, g.OnDemandThroughput, g.WarmThroughput
		}
	}
	c := heat.Capacity{OnDemand: t.def.OnDemand}
	switch {
	case !c.OnDemand && provisioned != nil:
		c.Provisioned = heat.Units{Read: provisioned.ReadCapacityUnits, Write: provisioned.WriteCapacityUnits}
	case c.OnDemand && most != nil:
		c.Max = heat.Units{Read: given(most.MaxReadRequestUnits), Write: given(most.MaxWriteRequestUnits)}
	}
	if warm != nil {
		c.Warm = heat.Units{Read: given(warm.ReadUnitsPerSecond), Write: given(warm.WriteUnitsPerSecond)}
	}
	return c
}

// given is a bound that may be missing, or -1 for none: then it is 0.
func given(bound *int64) int64 {
	if bound == nil {
		return 0
	}
	return max(0, *bound)
}

// bytes is the size of the table with its local indexes, or of one global
// index; 0 where it is not known.
func (t *table) bytes(index string) int64 {
	tab, ixs, known := t.counted()
	if !known {
		return 0
	}
	size := tab.Bytes
	for i := range t.indexes {
		switch def := t.indexes[i].def; {
		case index != "" && def.Name == index:
			return ixs[i].Bytes
		case def.Local:
			size += ixs[i].Bytes
		}
	}
	return size
}
