package heat_test

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"pgregory.net/rapid"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/heat"
)

var epoch = time.Unix(1_800_000_000, 0)

// trace is a resource and a clock, driven by a script:
//
//	new rcu=3 wcu=3 [ondemand] [maxread= maxwrite=] [warmread= warmwrite=]
//	    [partitions=] [bytes=] [fixed] [noburst] [local] [never] [after=1m]
//	do       one request a line: <time> read|write <position> <units>
//	load     <from> <to> <requests a second> read|write <units> <positions...>
//	capacity as new, but for SetCapacity
//	partitions
//
// A position is hash[/sort]: the hash as two hex digits, the first byte of it.
type trace struct{ r *heat.Resource }

func TestTraces(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		tr := &trace{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "new":
				c, cfg := capacity(t, d), config(t, d)
				tr.r = heat.New(c, cfg, int64(number(t, d, "bytes")), d.HasArg("local"), epoch)
				return tr.partitions()
			case "capacity":
				tr.r.SetCapacity(capacity(t, d), int64(number(t, d, "bytes")), epoch.Add(span(t, d, "at")))
				return tr.partitions()
			case "do":
				return tr.do(t, d.Input)
			case "load":
				return tr.load(t, d.Input)
			case "partitions":
				return tr.partitions()
			}
			t.Fatalf("unknown command %s", d.Cmd)
			return ""
		})
	})
}

func number(t *testing.T, d *datadriven.TestData, key string) int {
	n := 0
	d.MaybeScanArgs(t, key, &n)
	return n
}

func span(t *testing.T, d *datadriven.TestData, key string) time.Duration {
	s := "0s"
	d.MaybeScanArgs(t, key, &s)
	return duration(t, s)
}

func duration(t *testing.T, s string) time.Duration {
	v, err := time.ParseDuration(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func capacity(t *testing.T, d *datadriven.TestData) heat.Capacity {
	units := func(read, write string) heat.Units {
		return heat.Units{Read: int64(number(t, d, read)), Write: int64(number(t, d, write))}
	}
	return heat.Capacity{OnDemand: d.HasArg("ondemand"), Provisioned: units("rcu", "wcu"), Max: units("maxread", "maxwrite"), Warm: units("warmread", "warmwrite")}
}

func config(t *testing.T, d *datadriven.TestData) heat.Config {
	cfg := heat.Config{Partitions: number(t, d, "partitions"), NoBurst: d.HasArg("noburst"), FixedShares: d.HasArg("fixed"), SplitAfter: span(t, d, "after")}
	if d.HasArg("never") {
		cfg.SplitAfter = -1
	}
	return cfg
}

// position spells a script's position as 16 bytes and the sort key.
func position(t *testing.T, s string) []byte {
	hash, sort, _ := strings.Cut(s, "/")
	first, err := strconv.ParseUint(hash, 16, 8)
	if err != nil {
		t.Fatal(err)
	}
	pos := make([]byte, heat.HashBytes)
	pos[0] = byte(first)
	return append(pos, sort...)
}

func direction(t *testing.T, s string) heat.Direction {
	switch s {
	case "read":
		return heat.Read
	case "write":
		return heat.Write
	}
	t.Fatalf("direction %q", s)
	return 0
}

func (tr *trace) do(t *testing.T, input string) string {
	var out strings.Builder
	for line := range strings.Lines(input) {
		f := strings.Fields(line)
		units, err := strconv.ParseFloat(f[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		now, d, pos := epoch.Add(duration(t, f[0])), direction(t, f[1]), position(t, f[2])
		over := tr.r.Admit(now, d, pos)
		if len(over) == 0 {
			tr.r.Charge(now, d, pos, cost.HalfUnits(units*2))
		}
		fmt.Fprintf(&out, "%s: %s\n", strings.TrimSpace(line), verdict(over, d))
	}
	return out.String()
}

func verdict(over []heat.Limit, d heat.Direction) string {
	if len(over) == 0 {
		return "ok"
	}
	var reasons []string
	for _, l := range over {
		reasons = append(reasons, l.Reason(false, d))
	}
	return strings.Join(reasons, ", ")
}

// load sends an even load and tells what came of it, by verdict. A sort key
// "+" grows with every request, and "~" is spread.
func (tr *trace) load(t *testing.T, input string) string {
	var out strings.Builder
	for line := range strings.Lines(input) {
		f := strings.Fields(line)
		from, to := duration(t, f[0]), duration(t, f[1])
		rate, err := strconv.Atoi(f[2])
		if err != nil {
			t.Fatal(err)
		}
		units, err := strconv.ParseFloat(f[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		var order []string
		n := 0
		for at := from; at < to; at = from + time.Duration(n)*time.Second/time.Duration(rate) {
			pos := f[5+n%(len(f)-5)]
			if hash, kind, _ := strings.Cut(pos, "/"); kind == "+" {
				pos = fmt.Sprintf("%s/%09d", hash, n)
			} else if kind == "~" {
				pos = fmt.Sprintf("%s/%09d", hash, uint32(n)*2654435761%1_000_000_000)
			}
			now, d, p := epoch.Add(at), direction(t, f[3]), position(t, pos)
			over := tr.r.Admit(now, d, p)
			if len(over) == 0 {
				tr.r.Charge(now, d, p, cost.HalfUnits(units*2))
			}
			v := verdict(over, d)
			if counts[v]++; counts[v] == 1 {
				order = append(order, v)
			}
			n++
		}
		for _, v := range order {
			fmt.Fprintf(&out, "%s to %s: %d %s\n", f[0], f[1], counts[v], v)
		}
	}
	return out.String()
}

func (tr *trace) partitions() string {
	parts := tr.r.Partitions()
	var out strings.Builder
	fmt.Fprintf(&out, "%d:", len(parts))
	for i, p := range parts {
		if i == 8 {
			out.WriteString(" ...")
			break
		}
		start := fmt.Sprintf("%x", p.Start)
		if len(p.Start) > heat.HashBytes {
			start = fmt.Sprintf("%x/%s", p.Start[:heat.HashBytes], p.Start[heat.HashBytes:])
		}
		fmt.Fprintf(&out, " [%s %.3g", strings.TrimRight(start, "0"), p.Share)
		out.WriteString("]")
	}
	return out.String() + "\n"
}

// TestNeverMoreThanTheRate: whatever is asked, what a table admits in t seconds
// is at most rate × (1 + t) and the last request. (A bucket begins with one
// second's worth; with a burst no more comes in than the rate.)
func TestNeverMoreThanTheRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rcu := rapid.Int64Range(1, 50).Draw(t, "rcu")
		r := heat.New(heat.Capacity{Provisioned: heat.Units{Read: rcu, Write: rcu}},
			heat.Config{Partitions: rapid.IntRange(1, 5).Draw(t, "partitions"), NoBurst: rapid.Bool().Draw(t, "noburst"), FixedShares: rapid.Bool().Draw(t, "fixed")},
			0, false, epoch)
		now, used, last := epoch, cost.HalfUnits(0), cost.HalfUnits(0)
		for range rapid.IntRange(1, 200).Draw(t, "requests") {
			now = now.Add(time.Duration(rapid.Int64Range(0, 3000).Draw(t, "wait")) * time.Millisecond)
			pos := make([]byte, heat.HashBytes)
			binary.BigEndian.PutUint64(pos, rapid.Uint64().Draw(t, "position"))
			units := cost.HalfUnits(rapid.Int64Range(1, 40).Draw(t, "halves"))
			if len(r.Admit(now, heat.Read, pos)) > 0 {
				continue
			}
			r.Charge(now, heat.Read, pos, units)
			used, last = used+units, units
			if allowed := float64(2*rcu) * (1 + now.Sub(epoch).Seconds()); float64(used-last) > allowed+1e-6 {
				t.Fatalf("%d halves were admitted by %v, %v is all there is", used-last, now.Sub(epoch), allowed)
			}
		}
	})
}

// TestEvenLoadIsNotThrottled: requests of one unit, spread evenly over time
// and partitions and no more than the rate, are all admitted.
func TestEvenLoadIsNotThrottled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "partitions")
		wcu := int64(n) * rapid.Int64Range(1, 200).Draw(t, "each")
		onDemand := rapid.Bool().Draw(t, "ondemand")
		c := heat.Capacity{OnDemand: onDemand, Provisioned: heat.Units{Read: 1, Write: wcu}}
		r := heat.New(c, heat.Config{Partitions: n, FixedShares: rapid.Bool().Draw(t, "fixed"), NoBurst: rapid.Bool().Draw(t, "noburst")}, 0, false, epoch)
		for i := range int64(2000) {
			now := epoch.Add(time.Duration(i) * time.Second / time.Duration(wcu))
			pos := make([]byte, heat.HashBytes)
			binary.BigEndian.PutUint64(pos, ^uint64(0)/uint64(n)*(uint64(i)%uint64(n))+1<<32)
			if over := r.Admit(now, heat.Write, pos); len(over) > 0 {
				t.Fatalf("request %d of %d a second on %d partitions: %v", i, wcu, n, over)
			}
			r.Charge(now, heat.Write, pos, 2)
		}
	})
}

func BenchmarkAdmitAndCharge(b *testing.B) {
	r := heat.New(heat.Capacity{OnDemand: true}, heat.Config{}, 0, false, epoch)
	pos := make([]byte, heat.HashBytes)
	now := epoch
	for i := range b.N {
		now = now.Add(time.Millisecond)
		binary.BigEndian.PutUint64(pos, uint64(i)*0x9e3779b97f4a7c15)
		if len(r.Admit(now, heat.Write, pos)) == 0 {
			r.Charge(now, heat.Write, pos, 2)
		}
	}
}
