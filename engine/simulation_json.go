package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// The JSON form of a Simulation. Times are written as Go writes them: "1.5s".
// A table's settings are whole: what is not in its throughput is not taken from
// the throughput of all.

// span is a time.Duration as text.
type span time.Duration

// UnmarshalJSON implements json.Unmarshaler.
func (s *span) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return fmt.Errorf(`%s is no time: write it as "1.5s" or "200ms"`, data)
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf(`%q is no time: write it as "1.5s" or "200ms"`, text)
	}
	*s = span(d)
	return nil
}

// given is a time that may be missing.
func (s *span) given() *time.Duration { return (*time.Duration)(s) }

type simulationJSON struct {
	Seed       uint64                         `json:"seed"`
	Throughput *throughputJSON                `json:"throughput"`
	IndexLag   span                           `json:"indexLag"`
	TableDelay span                           `json:"tableDelay"`
	IndexDelay span                           `json:"indexDelay"`
	TTLDelay   span                           `json:"ttlDelay"`
	Quotas     bool                           `json:"quotas"`
	StaleReads *staleReadsJSON                `json:"staleReads"`
	Tables     map[string]tableSimulationJSON `json:"tables"`
	Faults     []faultJSON                    `json:"faults"`
}

type tableSimulationJSON struct {
	Throughput *throughputJSON `json:"throughput"`
	IndexLag   *span           `json:"indexLag"`
	TableDelay *span           `json:"tableDelay"`
	IndexDelay *span           `json:"indexDelay"`
	TTLDelay   *span           `json:"ttlDelay"`
	StaleReads *staleReadsJSON `json:"staleReads"`
}

// throughputJSON is enforced because it is there, unless it says otherwise.
type throughputJSON struct {
	Enforce    *bool `json:"enforce"`
	Partitions int   `json:"partitions"`
	Burst      *bool `json:"burst"`
	Adaptive   *bool `json:"adaptive"`
	SplitAfter span  `json:"splitAfter"`
	Split      *bool `json:"split"`
}

type staleReadsJSON struct {
	Probability float64 `json:"probability"`
	MaxAge      span    `json:"maxAge"`
}

type faultJSON struct {
	Kind        string   `json:"kind"`
	Operation   string   `json:"operation"`
	Table       string   `json:"table"`
	First       int      `json:"first"`
	Every       int      `json:"every"`
	Times       int      `json:"times"`
	Rate        *float64 `json:"rate"`
	AfterEffect bool     `json:"afterEffect"`
	Min         span     `json:"min"`
	Max         span     `json:"max"`
	Mean        span     `json:"mean"`
	Share       *float64 `json:"share"`
}

// ParseSimulation reads a Simulation from JSON and checks it. Members that it
// does not know are errors.
func ParseSimulation(data []byte) (Simulation, error) {
	var j simulationJSON
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&j); err != nil {
		return Simulation{}, fmt.Errorf("simulation: %w", placed(err, data))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Simulation{}, errors.New("simulation: more follows after the JSON object")
	}
	for i, f := range j.Faults {
		if err := f.idle(fmt.Sprintf("faults[%d]", i)); err != nil {
			return Simulation{}, fmt.Errorf("simulation: %w", err)
		}
	}
	s := j.simulation()
	return s, s.Validate()
}

// placed adds the line to an error of the JSON decoder that knows its place.
func placed(err error, data []byte) error {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &typ):
		offset = typ.Offset
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON ends too early")
	}
	if offset < 0 {
		return err
	}
	return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n")), err)
}

// idle refuses a rate or a share of nothing, which in a Fault would mean that
// none is given.
func (f *faultJSON) idle(at string) error {
	switch {
	case f.Rate != nil && *f.Rate == 0:
		return fmt.Errorf("%s.rate: a rule with rate 0 does nothing; leave it out", at)
	case f.Share != nil && *f.Share == 0:
		return fmt.Errorf("%s.share: a rule with share 0 does nothing; leave it out", at)
	}
	return nil
}

func or0(p *float64) float64 {
	if p == nil {
		return 0
	}
	return *p
}

func (j *simulationJSON) simulation() Simulation {
	s := Simulation{
		Seed: j.Seed, IndexLag: time.Duration(j.IndexLag),
		TableDelay: time.Duration(j.TableDelay), IndexDelay: time.Duration(j.IndexDelay), TTLDelay: time.Duration(j.TTLDelay), Quotas: j.Quotas,
	}
	if j.Throughput != nil {
		s.Throughput = j.Throughput.throughput()
	}
	if j.StaleReads != nil {
		s.StaleReads = StaleReads{j.StaleReads.Probability, time.Duration(j.StaleReads.MaxAge)}
	}
	for name, t := range j.Tables {
		if s.Tables == nil {
			s.Tables = map[string]TableSimulation{}
		}
		s.Tables[name] = t.simulation()
	}
	for _, f := range j.Faults {
		s.Faults = append(s.Faults, Fault{
			Kind: FaultKind(f.Kind), Operation: f.Operation, Table: f.Table,
			First: f.First, Every: f.Every, Times: f.Times, Rate: or0(f.Rate), AfterEffect: f.AfterEffect,
			Latency: Latency{time.Duration(f.Min), time.Duration(f.Max), time.Duration(f.Mean)}, Share: or0(f.Share),
		})
	}
	return s
}

func (j *tableSimulationJSON) simulation() TableSimulation {
	var t TableSimulation
	if j.Throughput != nil {
		v := j.Throughput.throughput()
		t.Throughput = &v
	}
	t.IndexLag, t.TableDelay, t.IndexDelay = j.IndexLag.given(), j.TableDelay.given(), j.IndexDelay.given()
	t.TTLDelay = j.TTLDelay.given()
	if j.StaleReads != nil {
		t.StaleReads = &StaleReads{j.StaleReads.Probability, time.Duration(j.StaleReads.MaxAge)}
	}
	return t
}

func (j *throughputJSON) throughput() Throughput {
	on := func(b *bool) bool { return b == nil || *b }
	t := Throughput{
		Enforce: on(j.Enforce), Partitions: j.Partitions, NoBurst: !on(j.Burst), FixedShares: !on(j.Adaptive),
		SplitAfter: time.Duration(j.SplitAfter),
	}
	if !on(j.Split) {
		t.SplitAfter = -1
	}
	return t
}
