package forecast_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/forecast"
	"github.com/keywright/keywright/heat"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/traffic"
)

// TestVerdictsAreTheEngines plays traffic here, and sends the same traffic to
// the engine with throttling on: every request itself, its keys drawn at
// random from the model's distributions, a clock that goes with it. The same
// part of each operation is refused, for the same reasons.
func TestVerdictsAreTheEngines(t *testing.T) {
	for _, c := range []replayCase{
		{name: "one key takes most", writes: 2500, device: "hot:60%", seconds: 12},
		{name: "tenants", writes: 3000, device: "sizes:40%,30%,10%", seconds: 10},
		{name: "zipf", writes: 2600, device: "zipf:1.3", seconds: 12, cfg: heat.Config{Partitions: 1}},
		{name: "even", writes: 2000, device: "uniform", seconds: 10},
		{name: "a hot index holds writes back", writes: 2000, device: "uniform", kind: "hot:80%", seconds: 12},
		{name: "hot reads", writes: 10, reads: 8000, device: "hot:60%", seconds: 8},
		{name: "less provisioned than asked for", writes: 150, device: "uniform", capacity: heat.Units{Read: 50, Write: 100}, seconds: 60, cfg: heat.Config{NoBurst: true}},
		{name: "bursts", writes: 150, device: "uniform", capacity: heat.Units{Read: 50, Write: 100}, seconds: 60},
		{name: "capacity divided among partitions", writes: 200, device: "hot:60%", capacity: heat.Units{Read: 30, Write: 300}, seconds: 60,
			cfg: heat.Config{Partitions: 3, FixedShares: true, NoBurst: true}},
		{name: "capacity lent to a hot partition", writes: 200, device: "hot:60%", capacity: heat.Units{Read: 30, Write: 300}, seconds: 60,
			cfg: heat.Config{Partitions: 3, NoBurst: true}},
		{name: "a split for heat", writes: 1400, device: "sizes:10%,10%,10%,10%,10%,10%,10%,10%,10%,10%", seconds: 40, cfg: heat.Config{Partitions: 1, SplitAfter: 10 * time.Second}},
		{name: "a key that only grows is not split", writes: 1400, device: "hot:100%", seconds: 20, cfg: heat.Config{Partitions: 1, SplitAfter: 5 * time.Second}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := c.bound(t)
			here := c.here(t, b)
			there := c.there(t, b)
			for _, op := range []string{"log", "newest"} {
				h, e := here[op], there[op]
				if math.Abs(h.part-e.part) > 0.03 || !maps.Equal(h.reasons, e.reasons) {
					t.Errorf("%s: %.1f%% refused here for %v, %.1f%% by the engine for %v", op, 100*h.part, slices.Sorted(maps.Keys(h.reasons)),
						100*e.part, slices.Sorted(maps.Keys(e.reasons)))
				}
			}
		})
	}
}

// replayCase is a table of events: a device writes ever newer ones, of a kind
// that an index finds, and its newest is read.
type replayCase struct {
	name          string
	writes, reads int // a second
	device, kind  string
	capacity      heat.Units // of the table and the index; zero is on demand
	cfg           heat.Config
	seconds       int
}

const devices, kinds = 5000, 400

func (c *replayCase) bound(t *testing.T) *design.Bound {
	t.Helper()
	kind := c.kind
	if kind == "" {
		kind = "uniform"
	}
	src := fmt.Sprintf(`-- model events
CREATE TABLE event ( -- rows=5M
  device char(9) NOT NULL, -- distinct=%d skew=%s
  at timestamp(6) NOT NULL,
  kind char(5) NOT NULL, -- distinct=%d skew=%s
  body varchar(400) NOT NULL, -- avg=100
  PRIMARY KEY (device, at));
-- question newest rate=%d/s consistency=strong
SELECT * FROM event WHERE device = :device ORDER BY at DESC LIMIT 1;
-- question of-kind rate=1/day
SELECT device, at FROM event WHERE kind = :kind ORDER BY at DESC LIMIT 10;
-- write log rate=%d/s
INSERT INTO event;
`, devices, c.device, kinds, kind, max(1, c.reads), c.writes)
	m, err := model.Parse("events.sql", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := design.Parse("design.json", []byte(`{"version": 1, "model": "events",
 "tables": [{"name": "events", "key": {"partition": "device", "sort": "at"},
   "indexes": [{"name": "byKind", "key": {"partition": "kind", "sort": "at"}, "projection": "KEYS_ONLY"}]}],
 "items": [{"item": "event", "entity": "event", "table": "events", "keys": {}}],
 "questions": [
  {"question": "newest", "operation": "Query", "items": "event", "request": {"TableName": "events", "KeyConditionExpression": "device = :d",
   "ExpressionAttributeValues": {":d": {"S": "{device}"}}, "ScanIndexForward": false, "Limit": 1, "ConsistentRead": true}},
  {"question": "of-kind", "operation": "Query", "items": "event", "request": {"TableName": "events", "IndexName": "byKind", "KeyConditionExpression": "kind = :k",
   "ExpressionAttributeValues": {":k": {"S": "{kind}"}}, "ScanIndexForward": false, "Limit": 10}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := design.Bind(m, doc)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// verdict is what happened to an operation.
type verdict struct {
	part    float64
	reasons map[string]bool
}

// here plays the traffic.
func (c *replayCase) here(t *testing.T, b *design.Bound) map[string]verdict {
	t.Helper()
	tr, err := traffic.Of(b)
	if err != nil {
		t.Fatal(err)
	}
	o := forecast.Options{Minutes: 1, Config: c.cfg, Empty: true, Seconds: c.seconds}
	if c.capacity != (heat.Units{}) {
		o.Capacity = func(*traffic.Place) heat.Capacity { return heat.Capacity{Provisioned: c.capacity} }
	}
	f, err := forecast.Of(tr, o)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]verdict{"log": {}, "newest": {}}
	for _, op := range f.Ops {
		v := verdict{part: op.Refused / op.Offered, reasons: map[string]bool{}}
		for _, p := range f.Places {
			for _, x := range p.Throttled {
				if d := direction(x.Writes); x.Writes == op.Writes && slices.Contains(op.By, p.Place.String()) {
					v.reasons[x.Limit.Reason(p.Place.Index != "", d)] = true
				}
			}
		}
		out[op.Name] = v
	}
	return out
}

func direction(writes bool) heat.Direction {
	if writes {
		return heat.Write
	}
	return heat.Read
}

// there sends the traffic to the engine.
func (c *replayCase) there(t *testing.T, b *design.Bound) map[string]verdict {
	t.Helper()
	start := time.Unix(1_800_000_000, 0)
	now := start
	db, err := engine.Open(engine.Options{
		Now: func() time.Time { return now },
		Simulation: engine.Simulation{Throughput: engine.Throughput{
			Enforce: true, Partitions: c.cfg.Partitions, NoBurst: c.cfg.NoBurst, FixedShares: c.cfg.FixedShares, SplitAfter: c.cfg.SplitAfter}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	ctx := context.Background()
	for _, r := range b.CreateTables() {
		if c.capacity != (heat.Units{}) {
			r.BillingMode = "PROVISIONED"
			r.ProvisionedThroughput = &api.ProvisionedThroughput{ReadCapacityUnits: c.capacity.Read, WriteCapacityUnits: c.capacity.Write}
			for i := range r.GlobalSecondaryIndexes {
				r.GlobalSecondaryIndexes[i].ProvisionedThroughput = r.ProvisionedThroughput
			}
		}
		if _, err := db.CreateTable(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	e := b.Model.Entity("event")
	device, kind := draw(e.Column("device"), devices), draw(e.Column("kind"), kinds)
	tally := map[string]*tallied{"log": {reasons: map[string]bool{}}, "newest": {reasons: map[string]bool{}}}
	rnd := rand.New(rand.NewPCG(7, uint64(c.writes)))
	for second := range c.seconds {
		for i := range c.writes + c.reads {
			now = start.Add(time.Duration(second)*time.Second + time.Duration(i)*time.Second/time.Duration(c.writes+c.reads))
			key := attr.String(fmt.Sprintf("dev%06d", device(rnd.Float64())))
			if i*c.writes/(c.writes+c.reads) == (i+1)*c.writes/(c.writes+c.reads) { // spread among the writes
				_, err := db.Query(ctx, newest(key))
				tally["newest"].add(t, err)
				continue
			}
			_, err := db.PutItem(ctx, &api.PutItemRequest{TableName: "events", Item: attr.NewItem(
				attr.Field{Name: "device", Value: key},
				attr.Field{Name: "at", Value: attr.String(model.FormatTimestamp(now, 6))},
				attr.Field{Name: "kind", Value: attr.String(fmt.Sprintf("k%04d", kind(rnd.Float64())))},
				attr.Field{Name: "body", Value: attr.String("a body")},
			)})
			tally["log"].add(t, err)
		}
	}
	out := map[string]verdict{}
	for name, x := range tally {
		out[name] = verdict{float64(x.refused) / float64(max(1, x.sent)), x.reasons}
		if x.refused == 0 {
			out[name] = verdict{}
		}
	}
	return out
}

func newest(key attr.Value) *api.QueryRequest {
	backward, one, condition := false, 1, "device = :d"
	return &api.QueryRequest{TableName: "events", KeyConditionExpression: &condition, ExpressionAttributeValues: api.Values{":d": key},
		ScanIndexForward: &backward, Limit: &one, ConsistentRead: true}
}

// draw draws values of a column: the n-th most frequent is n.
func draw(c *model.Column, n int64) func(float64) int {
	var upTo []float64
	sum := 0.0
	for _, share := range c.Skew.Top(n, int(n)) {
		sum += float64(share) / 1e9
		upTo = append(upTo, sum)
	}
	return func(x float64) int {
		i, _ := slices.BinarySearch(upTo, x)
		return min(i, len(upTo)-1)
	}
}

type tallied struct {
	sent, refused int
	reasons       map[string]bool
}

func (x *tallied) add(t *testing.T, err error) {
	t.Helper()
	x.sent++
	var failed *api.Error
	switch {
	case err == nil:
	case errors.As(err, &failed) && len(failed.Throttling) > 0:
		x.refused++
		for _, r := range failed.Throttling {
			x.reasons[r.Reason] = true
		}
	default:
		t.Fatal(err)
	}
}
