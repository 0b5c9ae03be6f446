package forecast_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/keywright/keywright/forecast"
	"github.com/keywright/keywright/heat"
	"github.com/keywright/keywright/traffic"
)

// play plays a case's model for some minutes.
func (c *replayCase) play(t *testing.T, o forecast.Options) *forecast.Forecast {
	t.Helper()
	tr, err := traffic.Of(c.bound(t))
	if err != nil {
		t.Fatal(err)
	}
	o.Config = c.cfg
	o.Empty = true
	if c.capacity != (heat.Units{}) {
		o.Capacity = func(*traffic.Place) heat.Capacity { return heat.Capacity{Provisioned: c.capacity} }
	}
	f, err := forecast.Of(tr, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func near(got, want, by float64) bool { return math.Abs(got-want) <= by }

// TestHotKey: by hand. One device has 60 % of 2,500 writes a second: 1,500 of
// one unit, and its partition a quarter of the others, 250. Of 1,750 in that
// partition 750 are refused: 30 % of all, from the second second on. Two shards
// of the key bear 750 each; with half of a partition to spare, three.
func TestHotKey(t *testing.T) {
	c := replayCase{writes: 2500, device: "hot:60%", cfg: heat.Config{SplitAfter: -1}}
	f := c.play(t, forecast.Options{Minutes: 2})
	if len(f.Ops) != 1 || f.Ops[0].Name != "log" || !near(f.Ops[0].Refused/f.Ops[0].Offered, 0.30, 0.01) {
		t.Fatalf("throttled operations %+v", f.Ops)
	}
	p := f.Places[0]
	if x := p.Throttled[0]; x.Limit != heat.KeyRange || !x.Writes || x.From > 2*time.Second || x.Until < 119*time.Second ||
		x.Key != "{device}, the most frequent" {
		t.Errorf("throttled %+v", x)
	}
	if k := p.Keys[0]; !near(k.Writes, 1500, 0.1) || !near(k.Share, 0.6, 0.001) {
		t.Errorf("busiest key %+v", k)
	}
	if len(p.Keys) != 2 || !strings.HasSuffix(p.Keys[1].Name, ", each of the others") {
		t.Errorf("keys %+v", p.Keys)
	}
	if p.Cure == nil || p.Cure.Shards != 2 || p.Cure.Comfortable != 3 {
		t.Fatalf("cure %+v", p.Cure)
	}
	// newest has a LIMIT of 1: each of 2 shards may hold the newest.
	if q := p.Cure.Questions; len(q) != 1 || q[0].Requests != 2 || q[0].Before != 1 || q[0].After != 2 {
		t.Errorf("sharded questions %+v", q)
	}
}

// TestSeries: the picture's numbers. The hot partition is at its limit in every
// stretch, and nothing is refused elsewhere.
func TestSeries(t *testing.T) {
	c := replayCase{writes: 2500, device: "hot:60%", cfg: heat.Config{SplitAfter: -1}}
	p := c.play(t, forecast.Options{Minutes: 2}).Places[0]
	if len(p.Series) != 60 || p.First != 4 || p.Last != 4 {
		t.Fatalf("%d stretches, %d to %d partitions", len(p.Series), p.First, p.Last)
	}
	for _, s := range p.Series {
		hot := 0
		for i, load := range s.Loads {
			if load > 0.9 {
				hot++
			}
			if (s.Refused[i] > 0) != (load > 0.9) {
				t.Errorf("at %s partition %d: load %.2f, %.0f refused", s.At, i, load, s.Refused[i])
			}
		}
		if hot != 1 {
			t.Errorf("at %s: %d hot partitions of %v", s.At, hot, s.Loads)
		}
	}
}

// TestBackPressure: 80 % of 2,000 writes a second go to one key of the index
// and 100 more to its partition: 700 of 1,700 are refused there, and with them
// the writes of the table, which itself is cool.
func TestBackPressure(t *testing.T) {
	c := replayCase{writes: 2000, device: "uniform", kind: "hot:80%", cfg: heat.Config{SplitAfter: -1}}
	f := c.play(t, forecast.Options{Minutes: 2})
	table, index := f.Places[0], f.Places[1]
	if len(table.Throttled) > 0 || len(index.HeldBack) != 1 || index.HeldBack[0] != "log" {
		t.Errorf("table %+v, index holds back %v", table.Throttled, index.HeldBack)
	}
	if !near(f.Ops[0].Refused/f.Ops[0].Offered, 0.35, 0.01) || f.Ops[0].By[0] != "byKind" {
		t.Errorf("throttled operations %+v", f.Ops)
	}
}

// TestBurst: 100 write units are provisioned and 50 used for 5 minutes, which
// saves 300 s x 100. Then 150 are asked for, 50 more than there is: what was
// saved, 50 a second filled up to 15,000 by then, lasts 300 seconds, to minute
// 10. From then on a third is refused.
func TestBurst(t *testing.T) {
	c := replayCase{writes: 50, device: "uniform", capacity: heat.Units{Read: 100, Write: 100}}
	f := c.play(t, forecast.Options{Minutes: 15, Surge: forecast.Surge{Times: 3000, Minute: 5}})
	x := f.Places[0].Throttled[0]
	if x.Limit != heat.Provisioned || !near(x.From.Minutes(), 10, 0.2) {
		t.Fatalf("throttled %+v from %s", x, x.From)
	}
	// 5 minutes x 60 x 50 of the 15,000 + 90,000 that are asked for in all.
	if !near(x.Part(), 15_000.0/105_000, 0.005) {
		t.Errorf("%.1f%% refused", 100*x.Part())
	}
	if f.Places[0].Cure != nil {
		t.Error("shards are no cure for capacity that is not there")
	}
}

// TestDivision: product.md's 3 partitions with 3 units. Each serves 1; a key
// with 2 requests a second gets half of what it asks for while two thirds of
// the capacity stay idle.
func TestDivision(t *testing.T) {
	c := replayCase{writes: 2, device: "hot:100%", capacity: heat.Units{Read: 3, Write: 3}, cfg: heat.Config{Partitions: 3, FixedShares: true, NoBurst: true}}
	f := c.play(t, forecast.Options{Minutes: 10})
	p := f.Places[0]
	if len(p.Shares) != 3 || !near(p.Shares[0], 1.0/3, 1e-9) {
		t.Errorf("shares %v", p.Shares)
	}
	if x := p.Throttled[0]; x.Limit != heat.KeyRange || !near(x.Part(), 0.5, 0.02) {
		t.Errorf("throttled %+v", x)
	}
	c.cfg.FixedShares = false
	if f := c.play(t, forecast.Options{Minutes: 10}); len(f.Ops) != 0 {
		t.Errorf("with adaptive capacity: %+v", f.Ops)
	}
}

// TestOnDemandGrowth: a new table serves 4,000 writes a second, spread evenly.
// 6,000 are too many, until half an hour later there are partitions for twice
// the busiest minute.
func TestOnDemandGrowth(t *testing.T) {
	c := replayCase{writes: 6000, device: "uniform", cfg: heat.Config{SplitAfter: -1}}
	p := c.play(t, forecast.Options{Minutes: 40}).Places[0]
	x := p.Throttled[0]
	if x.From > 3*time.Second || !near(x.Until.Minutes(), 31, 1) {
		t.Errorf("throttled from %s to %s", x.From, x.Until)
	}
	if p.First != 4 || p.Last < 6 {
		t.Errorf("%d to %d partitions", p.First, p.Last)
	}
	warm := func(*traffic.Place) heat.Capacity {
		return heat.Capacity{OnDemand: true, Warm: heat.Units{Read: 24_000, Write: 8_000}}
	}
	if f := c.play(t, forecast.Options{Minutes: 5, Capacity: warm}); len(f.Ops) != 0 {
		t.Errorf("with warm throughput: %+v", f.Ops)
	}
}

// TestSameEveryTime: a forecast is deterministic.
func TestSameEveryTime(t *testing.T) {
	c := replayCase{writes: 2500, reads: 300, device: "zipf:1.2", kind: "sizes:50%,20%"}
	a, b := c.play(t, forecast.Options{Minutes: 3}), c.play(t, forecast.Options{Minutes: 3})
	for i := range a.Ops {
		if a.Ops[i].Refused != b.Ops[i].Refused || a.Ops[i].Name != b.Ops[i].Name {
			t.Errorf("%+v, then %+v", a.Ops[i], b.Ops[i])
		}
	}
	if len(a.Ops) == 0 {
		t.Error("nothing is throttled")
	}
}

func TestOptions(t *testing.T) {
	for name, o := range map[string]forecast.Options{
		"minutes":    {Minutes: -1},
		"a month":    {Minutes: 50_000},
		"surge":      {Surge: forecast.Surge{Times: -1}},
		"late surge": {Minutes: 5, Surge: forecast.Surge{Times: 2000, Minute: 5}},
		"partitions": {Config: heat.Config{Partitions: -1}},
	} {
		if err := o.Validate(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
