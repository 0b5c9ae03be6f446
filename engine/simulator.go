package engine

import (
	"sync/atomic"
	"time"
)

// simulator is a Simulation in force. There is none while all is off.
type simulator struct {
	Simulation
	limits  bool          // throughput is enforced somewhere
	history *history      // nil if no read is ever behind
	reads   atomic.Uint64 // eventually consistent reads so far
	rules   []*rule
}

// Simulation returns what is simulated.
func (db *DB) Simulation() Simulation {
	if s := db.sim.Load(); s != nil {
		return s.Simulation
	}
	return Simulation{}
}

// SetSimulation changes what is simulated, for all namespaces and from the
// next request on. Counters of rules begin anew; what tables have saved of
// their throughput stays with those for which its enforcement is unchanged. The
// zero Simulation ends it.
func (db *DB) SetSimulation(s Simulation) error {
	if err := s.Validate(); err != nil {
		return err
	}
	db.simMu.Lock()
	defer db.simMu.Unlock()
	db.sim.Store(newSimulator(s, db.sim.Load()))
	return nil
}

// newSimulator returns what carries a simulation out, nil for nothing. It goes
// on where before, which may be nil, has been.
func newSimulator(s Simulation, before *simulator) *simulator {
	n := &simulator{Simulation: s, limits: s.enforces()}
	if oldest := s.oldest(); oldest > 0 {
		n.history = newHistory(oldest)
	}
	for i, f := range s.Faults {
		n.rules = append(n.rules, &rule{Fault: f, seed: mix(s.Seed, uint64(i)+1)})
	}
	if !n.limits && n.history == nil && len(n.rules) == 0 && !s.delays() {
		return nil
	}
	if before != nil && n.history != nil && before.history != nil {
		n.history = before.history
		n.history.keep(s.oldest())
	}
	return n
}

// age draws how far behind a read is. global is for one of a global index.
func (s *simulator) age(table string, global, consistent bool) time.Duration {
	if consistent || s.history == nil {
		return 0
	}
	var age time.Duration
	if global {
		age = s.lag(table)
	}
	stale := s.stale(table)
	if stale.Probability == 0 {
		return age
	}
	n := s.reads.Add(1)
	if chance(mix(s.Seed, n)) < stale.Probability {
		age += time.Duration(chance(mix(^s.Seed, n)) * float64(stale.MaxAge))
	}
	return age
}

// mix makes one number of two, as good as drawn by lot: the finalizer of
// SplitMix64 (Steele, Lea, Flood, 2014) on both in turn.
func mix(a, b uint64) uint64 {
	x := a
	for _, v := range [...]uint64{0, b} {
		x += v + 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		x ^= x >> 31
	}
	return x
}

// chance makes a number from 0 to 1, without 1, of a drawn one.
func chance(x uint64) float64 { return float64(x>>11) / (1 << 53) }
