package heat

import (
	"time"

	"github.com/keywright/keywright/schema"
)

// Direction tells reads from writes, which are limited apart.
type Direction uint8

// The directions.
const (
	Read Direction = iota
	Write
)

// Limit is the kind of limit that a request went over, as the last part of a
// throttling reason spells it (API reference, ThrottlingReason).
type Limit string

// The limits.
const (
	Provisioned Limit = "ProvisionedThroughputExceeded"
	MaxOnDemand Limit = "MaxOnDemandThroughputExceeded"
	Account     Limit = "AccountLimitExceeded"
	KeyRange    Limit = "KeyRangeThroughputExceeded"
)

// Reason returns the whole throttling reason:
// TableReadProvisionedThroughputExceeded.
func (l Limit) Reason(index bool, d Direction) string {
	resource, direction := "Table", "Read"
	if index {
		resource = "Index"
	}
	if d == Write {
		direction = "Write"
	}
	return resource + direction + string(l)
}

// Units are units per second in each direction.
type Units struct{ Read, Write int64 }

func (u Units) of(d Direction) int64 {
	if d == Write {
		return u.Write
	}
	return u.Read
}

// Capacity is what a table or a global index may serve.
type Capacity struct {
	OnDemand    bool
	Provisioned Units // of a provisioned one
	Max         Units // of one on demand: maxima, 0 for none
	// Warm is the throughput it was prepared for, 0 for none: it has the
	// partitions for it, whatever else is set.
	Warm Units
}

// Config is what DynamoDB decides by itself, and a test may want to. The zero
// Config is production's.
type Config struct {
	// Partitions is how many there are to begin with; 0 for as many as
	// throughput and size ask for.
	Partitions int
	// NoBurst keeps no unused capacity beyond one second.
	NoBurst bool
	// FixedShares leaves each partition its share of the capacity, whatever
	// the others leave unused: no adaptive capacity.
	FixedShares bool
	// SplitAfter is how long a partition has to be busy before it is split; 0
	// for 5 minutes, below 0 for never.
	SplitAfter time.Duration
}

const (
	splitAfter    = 5 * time.Minute
	maxPartitions = 10_000
	maxRate       = 10_000_000
)

// partitionsFor returns how many partitions a capacity and a size ask for.
func partitionsFor(c Capacity, bytes int64) int {
	limits := schema.Documented()
	each := Units{limits.PartitionReadUnits, limits.PartitionWriteUnits}
	even := func(u Units) int64 { return max(upward(u.Read, each.Read), upward(u.Write, each.Write)) }
	n := max(upward(bytes, limits.PartitionMaxBytes), even(c.Warm), 1)
	if c.OnDemand {
		n = max(n, even(Units{limits.OnDemandFirstReadUnits, limits.OnDemandFirstWriteUnits}))
	} else {
		n = max(n, upward(c.Provisioned.Read*each.Write+c.Provisioned.Write*each.Read, each.Read*each.Write))
	}
	return int(min(n, maxPartitions))
}

// upward is a/b rounded up.
func upward(a, b int64) int64 { return (a + b - 1) / b }
