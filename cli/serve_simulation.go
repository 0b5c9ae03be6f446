package cli

import (
	"github.com/spf13/cobra"

	"github.com/keywright/keywright/project"
)

// addSimulation adds the flags that ask for production's behaviour.
func addSimulation(cmd *cobra.Command, o *project.SimulationOptions) {
	fl := cmd.Flags()
	fl.StringVar(&o.File, "simulate", "", "JSON file of the production behaviour to simulate")
	fl.BoolVar(&o.Throttle, "throttle", false, "enforce throughput: of tables, global indexes and partitions")
	fl.DurationVar(&o.IndexLag, "index-lag", 0, "how far behind global indexes are: 1s")
	fl.Float64Var(&o.StaleReads, "stale-reads", 0, "part of the eventually consistent reads that are up to a second behind: 0.1")
	fl.DurationVar(&o.TableDelay, "table-delay", 0, "how long a table is CREATING, UPDATING or DELETING: 2s")
	fl.DurationVar(&o.IndexDelay, "index-delay", 0, "how long a global index is CREATING, UPDATING or DELETING: 5s")
	fl.DurationVar(&o.TTLDelay, "ttl-delay", 0, "how long an item stays after its time to live is over: 10m")
	fl.Float64Var(&o.FaultRate, "fault-rate", 0, "part of the requests that fail with a 500, half of them after they took effect: 0.01")
	fl.Uint64Var(&o.Seed, "seed", 0, "what all that is left to chance follows from")
}
