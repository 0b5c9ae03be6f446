package project

import (
	"fmt"
	"os"
	"time"

	"github.com/keywright/keywright/engine"
)

// SimulationOptions ask a served engine to behave as production does. What is
// not zero comes on top of what the file says.
type SimulationOptions struct {
	File       string // JSON, as docs/simulation.md has it; "" for none
	Throttle   bool   // enforce throughput
	IndexLag   time.Duration
	StaleReads float64 // the probability; they are a second old at most, unless the file says otherwise
	TableDelay time.Duration
	IndexDelay time.Duration
	TTLDelay   time.Duration
	FaultRate  float64 // the part of requests that fail, half of them after they took effect
	Seed       uint64
}

// simulation reads the file and adds the rest.
func (o SimulationOptions) simulation() (engine.Simulation, error) {
	var s engine.Simulation
	if o.File != "" {
		data, err := os.ReadFile(o.File)
		if err != nil {
			return s, &InputError{Err: err}
		}
		if s, err = engine.ParseSimulation(data); err != nil {
			return s, &InputError{Err: fmt.Errorf("%s: %w", o.File, err)}
		}
	}
	s.Throughput.Enforce = s.Throughput.Enforce || o.Throttle
	for _, d := range [...]struct {
		to   *time.Duration
		from time.Duration
	}{{&s.IndexLag, o.IndexLag}, {&s.TableDelay, o.TableDelay}, {&s.IndexDelay, o.IndexDelay}, {&s.TTLDelay, o.TTLDelay}} {
		if d.from != 0 {
			*d.to = d.from
		}
	}
	if o.StaleReads != 0 {
		s.StaleReads.Probability = o.StaleReads
		if s.StaleReads.MaxAge == 0 {
			s.StaleReads.MaxAge = time.Second
		}
	}
	if o.FaultRate != 0 {
		half := engine.Fault{Kind: engine.FaultInternalServerError, Rate: o.FaultRate / 2}
		after := half
		after.AfterEffect = true
		s.Faults = append(s.Faults, half, after)
	}
	if o.Seed != 0 {
		s.Seed = o.Seed
	}
	if err := s.Validate(); err != nil {
		return s, &InputError{Err: err}
	}
	return s, nil
}

// Simulated says in a few words each what of production the data simulate;
// nothing if nothing.
func (d *Data) Simulated() []string {
	s := d.db.Simulation()
	var out []string
	say := func(on bool, format string, args ...any) {
		if on {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	say(s.Throughput.Enforce, "throughput enforced")
	say(s.IndexLag > 0, "global indexes %s behind", s.IndexLag)
	say(s.StaleReads.Probability > 0, "%g %% of eventual reads up to %s behind", 100*s.StaleReads.Probability, s.StaleReads.MaxAge)
	say(s.TableDelay > 0, "table changes take %s", s.TableDelay)
	say(s.IndexDelay > 0, "index changes take %s", s.IndexDelay)
	say(s.TTLDelay > 0, "expired items stay for %s", s.TTLDelay)
	say(s.Quotas, "an account's quotas")
	say(len(s.Tables) > 0, "%d tables with settings of their own", len(s.Tables))
	say(len(s.Faults) > 0, "%d rules for faults", len(s.Faults))
	return out
}
