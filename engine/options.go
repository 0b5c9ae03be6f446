package engine

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/store"
)

// Options say how a DB is opened. The zero Options open an empty one in
// memory.
type Options struct {
	// Dir is the data folder, made if it is missing; "" keeps everything in
	// memory.
	Dir string
	// Sync says when writes to a folder reach the disk: SyncAlways by default.
	Sync Sync
	// Store, where set, is used instead of one opened on Dir. The DB closes it.
	Store store.Store

	// Now is the clock: time.Now by default.
	Now func() time.Time
	// Logger gets what an operator should know, such as the recount after an
	// unclean stop. Nothing is logged by default.
	Logger *slog.Logger

	// Region and Account go into ARNs: "us-east-1" and "123456789012" by
	// default. Tables are per region: those made in another one are there
	// under Namespace.
	Region, Account string
	// CollectionLimit is the largest size in bytes of an item collection on a
	// table with local indexes: 10 GB by default, as DynamoDB's.
	CollectionLimit int64
	// SweepInterval is how often, in real time, what is past by Now is looked
	// for: items whose time to live is over, old records and shards of streams.
	// Every second by default; below 0 for never, and then Sweep does it.
	SweepInterval time.Duration
	// StreamShards is how many open shards a stream has that is enabled from
	// now on, up to 4096; 4 by default, as many as a new table of DynamoDB has
	// partitions.
	StreamShards int
	// Simulation is off by default.
	Simulation Simulation
}

// Sync says when a write to a folder reaches the disk.
type Sync uint8

const (
	// SyncAlways: a write that returned survives a crash of the machine.
	// Writes that wait at the same time share one sync.
	SyncAlways Sync = iota
	// SyncInterval: a crash loses the newest writes, about a tenth of a
	// second of them, and never a part of one.
	SyncInterval
	// SyncNever: a crash loses an unknown number of the newest writes, and
	// never a part of one. For loading data that can be loaded again.
	SyncNever
)

// Validate checks the options.
func (o Options) Validate() error {
	if o.Dir != "" && o.Store != nil {
		return errors.New("engine: both Dir and Store are set")
	}
	if o.Sync > SyncNever {
		return fmt.Errorf("engine: unknown Sync %d", o.Sync)
	}
	if o.CollectionLimit < 0 {
		return fmt.Errorf("engine: CollectionLimit %d is negative", o.CollectionLimit)
	}
	if o.StreamShards < 0 || o.StreamShards > maxShards {
		return fmt.Errorf("engine: StreamShards %d is not from 0 to %d", o.StreamShards, maxShards)
	}
	return o.Simulation.Validate()
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Region == "" {
		o.Region = "us-east-1"
	}
	if o.Account == "" {
		o.Account = "123456789012"
	}
	if o.CollectionLimit == 0 {
		o.CollectionLimit = schema.Documented().CollectionMaxBytes
	}
	if o.SweepInterval == 0 {
		o.SweepInterval = defaultSweep
	}
	if o.StreamShards == 0 {
		o.StreamShards = defaultShards
	}
	return o
}
