package heat

import (
	"time"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/schema"
)

// Resource is a table or a global index with its partitions. A table's local
// indexes are part of it. It is used by one goroutine at a time.
//
// A position is where an item or an entry lies among the partitions: the bytes
// of its key, ordered as the store orders it, the partition key's hash first.
type Resource struct {
	capacity Capacity
	cfg      Config
	whole    bool // partition keys are not split
	keep     int64
	total    [2]limits // by direction
	parts    []*partition
	weight   int64 // sum of the partitions' weights
	demand   demand
	grown    int64 // the minute in which demand was last looked at
}

// limits are the buckets of the whole resource that are in force.
type limits struct {
	bucket bucket // of the provisioned capacity, or of the on-demand maximum
	kind   Limit  // which of the two; "" for neither
	quota  bucket // the account's, on demand
}

// HashBytes is how many bytes of a position stand for the partition key.
const HashBytes = 16

// New returns a resource of the given size in bytes. One that has local
// indexes keeps each partition key in one partition.
func New(c Capacity, cfg Config, bytes int64, local bool, now time.Time) *Resource {
	t := now.UnixMicro()
	r := &Resource{capacity: c, cfg: cfg, whole: local, keep: int64(schema.Documented().BurstSeconds) * second}
	if cfg.NoBurst {
		r.keep = second
	}
	n := cfg.Partitions
	if n == 0 {
		n = partitionsFor(c, bytes)
	}
	r.divide(min(n, maxPartitions), t)
	for _, d := range [...]Direction{Read, Write} {
		r.total[d] = r.limits(d, t)
	}
	r.setShares(t)
	return r
}

// rate is units per second as a bucket has it; 0 is no limit.
func rate(units int64) int64 {
	if units > maxRate {
		return 0
	}
	return units * 2 * 1000
}

func (r *Resource) limits(d Direction, now int64) limits {
	var l limits
	units, keep, quota := r.capacity.Provisioned.of(d), r.keep, int64(0)
	l.kind = Provisioned
	if r.capacity.OnDemand {
		documented := schema.Documented()
		quota = Units{documented.OnDemandAccountReadUnits, documented.OnDemandAccountWriteUnits}.of(d)
		units, keep = r.capacity.Max.of(d), second
		l.kind = MaxOnDemand
	}
	if rate(units) == 0 {
		l.kind = ""
	}
	l.bucket = newBucket(rate(units), keep, now)
	l.quota = newBucket(rate(quota), second, now)
	return l
}

// SetCapacity changes the capacity. Partitions are added if it asks for more
// than there are; none are ever taken away.
func (r *Resource) SetCapacity(c Capacity, bytes int64, now time.Time) {
	t := now.UnixMicro()
	old := r.total
	r.capacity = c
	for _, d := range [...]Direction{Read, Write} {
		next := r.limits(d, t)
		if next.kind == old[d].kind {
			next.bucket = old[d].bucket.changed(t, next.bucket)
			next.quota = old[d].quota.changed(t, next.quota)
		}
		r.total[d] = next
	}
	if r.cfg.Partitions == 0 {
		r.grow(partitionsFor(c, bytes), t)
	}
	r.setShares(t)
}

// Admit says whether a request at a position may be done: the limits that
// speak against it, none if it may.
func (r *Resource) Admit(now time.Time, d Direction, pos []byte) []Limit {
	t := now.UnixMicro()
	r.serveDemand(t)
	var over []Limit
	total := &r.total[d]
	if total.kind != "" && !total.bucket.open(t) {
		over = append(over, total.kind)
	}
	if total.quota.rate > 0 && !total.quota.open(t) {
		over = append(over, Account)
	}
	if p := r.parts[r.find(pos)]; !p.open(t, d) {
		over = append(over, KeyRange)
	}
	return over
}

// Charge takes what a request at a position used.
func (r *Resource) Charge(now time.Time, d Direction, pos []byte, units cost.HalfUnits) {
	t := now.UnixMicro()
	total := &r.total[d]
	if total.kind != "" {
		total.bucket.take(t, units)
	}
	if total.quota.rate > 0 {
		total.quota.take(t, units)
	}
	if r.capacity.OnDemand {
		r.demand.add(t, d, units)
	}
	if r.whole {
		pos = pos[:min(len(pos), HashBytes)]
	}
	i := r.find(pos)
	r.parts[i].take(t, d, pos, units)
	r.splitIfHot(i, t)
}

// serveDemand adds the partitions for on-demand traffic that has grown, once
// in a minute.
func (r *Resource) serveDemand(now int64) {
	minute := now / (60 * second)
	if !r.capacity.OnDemand || r.cfg.Partitions != 0 || minute == r.grown {
		return
	}
	r.grown = minute
	c := r.capacity
	c.Warm = r.demand.served(now)
	r.grow(partitionsFor(c, 0), now)
	r.setShares(now)
}

// Partition is a part of a resource as others see it.
type Partition struct {
	Start []byte  // the first position in it
	Share float64 // its part of the capacity, if shares are fixed
}

// Partitions returns the partitions in order.
func (r *Resource) Partitions() []Partition {
	out := make([]Partition, len(r.parts))
	for i, p := range r.parts {
		out[i] = Partition{[]byte(p.start), float64(p.weight) / float64(r.weight)}
	}
	return out
}
