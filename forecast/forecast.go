// Package forecast plays a model's traffic on a design against DynamoDB's
// limits: which partition key runs hot, when, how much is throttled and by
// which limit, and into how many shards it would have to be split. The limits
// are those of package heat, the same code that throttles the engine; the
// traffic is package traffic's. It is deterministic: keys are drawn by
// sequences that fill distributions evenly, never by chance. Start at Of.
//
// # What is simplified
//
//   - The most frequent keys of a distribution are played one by one, the
//     others as a few that stand for many, spread evenly over the partitions.
//   - The k-th most frequent key is the same one for all that reads and writes
//     in a place: the hottest to read is the hottest to write.
//   - Requests are admitted in bundles of at most a fiftieth of the smallest
//     limit that they meet.
//   - What is throttled is gone: clients do not try again. So the load offered
//     stays what the model says, and the part throttled is at its least.
package forecast

import (
	"fmt"
	"time"

	"github.com/keywright/keywright/heat"
	"github.com/keywright/keywright/traffic"
)

// Options say what is played. The zero Options play 15 minutes of a steady
// load on tables whose capacity Capacity tells, or that are on demand.
type Options struct {
	Minutes int // of traffic, 15 by default
	Seconds int // in place of Minutes; 0 for those
	// Surge multiplies all rates from a minute on; the zero Surge does not.
	Surge Surge
	// Capacity is what a table or a global index may serve; nil for all on
	// demand.
	Capacity func(*traffic.Place) heat.Capacity
	Config   heat.Config // what DynamoDB decides by itself
	// Empty takes tables for new: they have no partitions for the bytes that
	// the model's rows have.
	Empty bool
}

// Surge is a change of all rates.
type Surge struct {
	Times  int64 // thousandths of the rates before
	Minute int
}

const defaultMinutes = 15

// Validate checks the options.
func (o *Options) Validate() error {
	switch {
	case o.Seconds < 0 || o.Minutes < 0 || o.Minutes > 24*60:
		return fmt.Errorf("%d minutes: 1 to 1440 can be played", o.Minutes)
	case o.Surge.Times < 0:
		return fmt.Errorf("a surge multiplies rates by at least 0")
	case o.Surge.Minute < 0 || o.Surge.Times > 0 && o.Surge.Minute >= o.minutes():
		return fmt.Errorf("a surge at minute %d: %d minutes are played", o.Surge.Minute, o.minutes())
	case o.Config.Partitions < 0:
		return fmt.Errorf("%d partitions: there is at least 1", o.Config.Partitions)
	}
	return nil
}

// length is how long is played.
func (o *Options) length() time.Duration {
	if o.Seconds > 0 {
		return time.Duration(o.Seconds) * time.Second
	}
	return time.Duration(o.minutes()) * time.Minute
}

func (o *Options) minutes() int {
	if o.Minutes == 0 {
		return defaultMinutes
	}
	return o.Minutes
}

// Forecast is what happened.
type Forecast struct {
	Traffic  *traffic.Traffic
	Duration time.Duration
	Places   []Place // tables and global indexes, in the order of the design
	Ops      []Op    // those that were throttled, the most first
	Notes    []string
}

// Place is what happened at a table or a global index.
type Place struct {
	Place    *traffic.Place
	Capacity heat.Capacity
	// First and Last are the partitions at the beginning and at the end;
	// Shares are the parts of the capacity that each has at the beginning,
	// where shares are fixed.
	First, Last int
	Shares      []float64
	Reads       float64 // units a second offered in the mean, before any surge
	Writes      float64
	Keys        []Key      // the busiest partition keys, the busiest first
	Throttled   []Throttle // by limit and direction
	HeldBack    []string   // writes of the table that this index refused
	Series      []Slice    // over time
	Cure        *Cure      // of its hottest key; nil where nothing is throttled there
}

// Key is the load of one partition key.
type Key struct {
	Name   string  // its template, and which of the values it is
	Share  float64 // of the place's load
	Reads  float64 // units a second
	Writes float64
}

// Throttle is how much one limit refused.
type Throttle struct {
	Limit   heat.Limit
	Writes  bool
	Refused float64 // requests
	Offered float64 // requests in all, of that direction at that place
	From    time.Duration
	Until   time.Duration // the last refusal
	Key     string        // the key that was refused most
}

// Part is the part refused, from 0 to 1.
func (t *Throttle) Part() float64 {
	if t.Offered == 0 {
		return 0
	}
	return t.Refused / t.Offered
}

// Slice is a stretch of time: the load of each of the partitions that there
// are at the end, in order of their positions, as a part of its limit, and the
// requests that were refused there. A load below 0 is that of a partition that
// was not split off yet.
type Slice struct {
	At      time.Duration
	Loads   []float64
	Refused []float64
}

// Op is an operation that was throttled.
type Op struct {
	Name    string
	Writes  bool
	Offered float64
	Refused float64
	By      []string // the places that refused it
}

// Cure is the smallest number of shards of the hottest key with which its
// partitions throttle nothing, once the shards lie in different ones (DynamoDB
// splits them apart within minutes; warm throughput does so beforehand), and
// what its questions then cost.
type Cure struct {
	Key         string
	Shards      int // 0 where none up to MaxShards suffices
	Comfortable int // with the head-room that the model asks for
	// Questions that read the key need one request for each shard.
	Questions []ShardedQuestion
}

// ShardedQuestion is a question on a sharded key.
type ShardedQuestion struct {
	Op       *traffic.Op
	Requests int
	Before   float64 // read units of one answer
	After    float64
}

// MaxShards is how many shards are tried.
const MaxShards = 256

// Of plays the traffic.
func Of(t *traffic.Traffic, o Options) (*Forecast, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Capacity == nil {
		o.Capacity = func(*traffic.Place) heat.Capacity { return heat.Capacity{OnDemand: true} }
	}
	s := newStage(t, o)
	r := s.play(o.length(), true, nil)
	f := s.report(r)
	for i := range f.Places {
		if p := &f.Places[i]; p.keyThrottled() {
			p.Cure = s.cure(p)
		}
	}
	return f, nil
}

// keyThrottled says whether a partition's limit refused anything.
func (p *Place) keyThrottled() bool {
	for i := range p.Throttled {
		if p.Throttled[i].Limit == heat.KeyRange {
			return true
		}
	}
	return false
}
