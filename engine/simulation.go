package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Simulation makes the engine behave as production does where that is
// inconvenient. The zero Simulation is off and costs nothing. It is given in
// Options, or to DB.SetSimulation while the database is in use, or read from
// JSON by ParseSimulation; docs/simulation.md shows it at work.
type Simulation struct {
	// Seed decides everything that is left to chance. The same requests in the
	// same order meet the same fate.
	Seed uint64

	// Throughput, IndexLag and StaleReads are for every table, unless Tables
	// says otherwise for it.
	Throughput Throughput
	// IndexLag is how old what global indexes show is. (Local indexes are
	// written with their table.)
	IndexLag   time.Duration
	StaleReads StaleReads

	// TableDelay is how long, on the clock of Options, a table stays CREATING,
	// UPDATING or DELETING. While it is CREATING or DELETING, operations on its
	// items are answered as for a table that is not there. What is done to the
	// data is done at once: the delay is in what is told and admitted, and a
	// database that is opened again has none.
	TableDelay time.Duration
	// IndexDelay is the same for a global index: CREATING, when queries on it
	// are refused, UPDATING and DELETING.
	IndexDelay time.Duration
	// TTLDelay is how long an item stays after its time to live is over.
	// DynamoDB's is up to two days, as a rule.
	TTLDelay time.Duration
	// Quotas holds clients to an account's default quotas: tables in a region,
	// changes of tables at a time, decreases of provisioned capacity in a day,
	// changes of the capacity mode in a day (Developer Guide, Quotas).
	Quotas bool

	// Tables are what is different for some tables, by name. A table of that
	// name in another namespace is meant as well.
	Tables map[string]TableSimulation

	// Faults are rules for requests that fail, are slow, or are done in part.
	// All of them are asked in order.
	Faults []Fault
}

// TableSimulation is what is different for one table: nil for what is not.
type TableSimulation struct {
	Throughput *Throughput
	IndexLag   *time.Duration
	StaleReads *StaleReads
	TableDelay *time.Duration
	IndexDelay *time.Duration
	TTLDelay   *time.Duration
}

// Throughput says how throughput is enforced, on provisioned tables and on
// those on demand. Package heat tells by which rules.
type Throughput struct {
	Enforce bool
	// Partitions is how many a table, or a global index, begins with; 0 for as
	// many as its throughput and size ask for.
	Partitions int
	// NoBurst keeps no unused capacity beyond one second.
	NoBurst bool
	// FixedShares leaves each partition its share of provisioned capacity,
	// whatever the others leave unused: no adaptive capacity.
	FixedShares bool
	// SplitAfter is how long a partition has to be busy before it is split; 0
	// for 5 minutes, below 0 for never.
	SplitAfter time.Duration
}

// StaleReads says how often an eventually consistent read is behind, and how
// far at most. Such a read shows everything as it was at one moment: of an item
// never one part older than another. Two reads in a row may go back in time,
// as they may in DynamoDB, which promises nothing here; no read is older than
// MaxAge (and IndexLag, on a global index).
type StaleReads struct {
	Probability float64       // from 0 to 1
	MaxAge      time.Duration // ages are spread evenly up to it
}

// FaultKind is what a Fault does.
type FaultKind string

// The kinds of faults.
const (
	FaultInternalServerError FaultKind = "internalServerError"
	FaultThrottle            FaultKind = "throttle"
	FaultLatency             FaultKind = "latency"
	FaultUnprocessed         FaultKind = "unprocessed" // a part of a batch is not done
)

// Fault is a rule. It counts the requests that it is about, and takes effect
// at some of them: from the First, at every Every-th, at most Times times, and
// with the probability Rate.
type Fault struct {
	Kind      FaultKind
	Operation string // "PutItem"; "" for all
	Table     string // that the request names, among others; "" for all

	First int     // 1 is the first request; 0 also
	Every int     // 0 for every one
	Times int     // 0 for no bound
	Rate  float64 // from 0 to 1; 0 for always

	// AfterEffect lets an error be answered for a request that was done: the
	// client cannot know.
	AfterEffect bool
	// Latency is how long a request waits before it is begun.
	Latency Latency
	// Share of a batch's items that are left unprocessed, from 0 to 1; 0 for a
	// half. One at least is processed.
	Share float64
}

// Latency is a distribution: Min, or where Max is set spread evenly from Min to
// Max, or where Mean is set exponentially above Min with that mean, cut off at
// Max if there is one.
type Latency struct{ Min, Max, Mean time.Duration }

// Validate checks the simulation. The error names what is wrong as the JSON
// form spells it.
func (s Simulation) Validate() error {
	errs := []error{
		s.Throughput.validate("throughput"), checkSpan("indexLag", s.IndexLag), s.StaleReads.validate("staleReads"),
		checkSpan("tableDelay", s.TableDelay), checkSpan("indexDelay", s.IndexDelay),
		checkSpan("ttlDelay", s.TTLDelay),
	}
	for _, name := range slices.Sorted(maps.Keys(s.Tables)) {
		t, at := s.Tables[name], "tables."+name+"."
		if t.Throughput != nil {
			errs = append(errs, t.Throughput.validate(at+"throughput"))
		}
		for _, d := range [...]struct {
			name string
			span *time.Duration
		}{{"indexLag", t.IndexLag}, {"tableDelay", t.TableDelay}, {"indexDelay", t.IndexDelay}, {"ttlDelay", t.TTLDelay}} {
			if d.span != nil {
				errs = append(errs, checkSpan(at+d.name, *d.span))
			}
		}
		if t.StaleReads != nil {
			errs = append(errs, t.StaleReads.validate(at+"staleReads"))
		}
	}
	for i, f := range s.Faults {
		errs = append(errs, f.validate(fmt.Sprintf("faults[%d]", i)))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("simulation: %w", err)
	}
	return nil
}

func (t Throughput) validate(at string) error {
	if t.Partitions < 0 {
		return fmt.Errorf("%s.partitions: %d is negative", at, t.Partitions)
	}
	return nil
}

func (r StaleReads) validate(at string) error {
	err := errors.Join(checkPart(at+".probability", r.Probability), checkSpan(at+".maxAge", r.MaxAge))
	if err == nil && r.Probability > 0 && r.MaxAge == 0 {
		return fmt.Errorf("%s.maxAge: is missing", at)
	}
	return err
}

func (f Fault) validate(at string) error {
	errs := []error{checkPart(at+".rate", f.Rate), checkPart(at+".share", f.Share)}
	for _, n := range [...]struct {
		name  string
		value int
	}{{"first", f.First}, {"every", f.Every}, {"times", f.Times}} {
		if n.value < 0 {
			errs = append(errs, fmt.Errorf("%s.%s: %d is negative", at, n.name, n.value))
		}
	}
	if f.Operation != "" && !slices.Contains(faultOperations(), f.Operation) {
		errs = append(errs, fmt.Errorf("%s.operation: %q is not one of %s", at, f.Operation, strings.Join(faultOperations(), ", ")))
	}
	l := f.Latency
	errs = append(errs, checkSpan(at+".min", l.Min), checkSpan(at+".max", l.Max), checkSpan(at+".mean", l.Mean))
	switch {
	case !slices.Contains([]FaultKind{FaultInternalServerError, FaultThrottle, FaultLatency, FaultUnprocessed}, f.Kind):
		errs = append(errs, fmt.Errorf("%s.kind: %q is not one of internalServerError, throttle, latency, unprocessed", at, f.Kind))
	case f.Kind == FaultLatency && l == (Latency{}):
		errs = append(errs, fmt.Errorf("%s: a latency needs min, max or mean", at))
	case f.Kind == FaultLatency && l.Max != 0 && l.Max < l.Min:
		errs = append(errs, fmt.Errorf("%s.max: %s is below min, %s", at, l.Max, l.Min))
	case f.Kind != FaultLatency && l != (Latency{}):
		errs = append(errs, fmt.Errorf("%s: min, max and mean are for latency", at))
	case f.AfterEffect && f.Kind != FaultInternalServerError:
		errs = append(errs, fmt.Errorf("%s.afterEffect: is for internalServerError", at))
	case f.Share != 0 && f.Kind != FaultUnprocessed:
		errs = append(errs, fmt.Errorf("%s.share: is for unprocessed", at))
	}
	return errors.Join(errs...)
}

func checkSpan(at string, d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("%s: %s is negative", at, d)
	}
	return nil
}

func checkPart(at string, p float64) error {
	if !(p >= 0 && p <= 1) {
		return fmt.Errorf("%s: %v is not from 0 to 1", at, p)
	}
	return nil
}

// throughput is how throughput is enforced on a table.
func (s *Simulation) throughput(table string) Throughput {
	if t := s.Tables[table].Throughput; t != nil {
		return *t
	}
	return s.Throughput
}

// lag is how old what a table's global indexes show is.
func (s *Simulation) lag(table string) time.Duration {
	if t := s.Tables[table].IndexLag; t != nil {
		return *t
	}
	return s.IndexLag
}

func (s *Simulation) stale(table string) StaleReads {
	if t := s.Tables[table].StaleReads; t != nil {
		return *t
	}
	return s.StaleReads
}

// oldest is the greatest age that any read may have.
func (s *Simulation) oldest() time.Duration {
	age := func(table string) time.Duration { return s.lag(table) + s.stale(table).MaxAge }
	oldest := s.IndexLag + s.StaleReads.MaxAge
	for name := range s.Tables {
		oldest = max(oldest, age(name))
	}
	return oldest
}

// delays says whether changes of tables and expiry take their time, or are
// bounded.
func (s *Simulation) delays() bool {
	for name := range s.Tables {
		if s.tableDelay(name) > 0 || s.indexDelay(name) > 0 || s.ttlDelay(name) > 0 {
			return true
		}
	}
	return s.TableDelay > 0 || s.IndexDelay > 0 || s.TTLDelay > 0 || s.Quotas
}

func (s *Simulation) tableDelay(table string) time.Duration {
	if d := s.Tables[table].TableDelay; d != nil {
		return *d
	}
	return s.TableDelay
}

func (s *Simulation) indexDelay(table string) time.Duration {
	if d := s.Tables[table].IndexDelay; d != nil {
		return *d
	}
	return s.IndexDelay
}

func (s *Simulation) ttlDelay(table string) time.Duration {
	if d := s.Tables[table].TTLDelay; d != nil {
		return *d
	}
	return s.TTLDelay
}

// enforces says whether throughput is enforced on any table.
func (s *Simulation) enforces() bool {
	for _, t := range s.Tables {
		if t.Throughput != nil && t.Throughput.Enforce {
			return true
		}
	}
	return s.Throughput.Enforce
}
