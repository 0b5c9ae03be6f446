package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/forecast"
	"github.com/keywright/keywright/heat"
	"github.com/keywright/keywright/project"
)

// HeatReport is the document of `keywright heat`. It is also the contract of
// its --format json: members may be added, never renamed or removed.
type HeatReport struct {
	Model       string      `json:"model"`
	Design      string      `json:"design"`
	OK          bool        `json:"ok"` // nothing is throttled
	Line        string      `json:"line"`
	Minutes     int         `json:"minutes"` // played
	Places      []HeatPlace `json:"places"`
	Throttled   []HeatOp    `json:"throttled,omitempty"`
	Assumptions []string    `json:"assumptions"`
}

// HeatPlace is a table or a global index.
type HeatPlace struct {
	Name        string      `json:"name"`
	Kind        string      `json:"kind"`
	Capacity    string      `json:"capacity"`
	Partitions  []int       `json:"partitions"` // at the beginning and at the end
	Division    string      `json:"division,omitempty"`
	Reads       string      `json:"reads"`  // units a second offered, in the mean
	Writes      string      `json:"writes"` // likewise
	Verdict     string      `json:"verdict"`
	OK          bool        `json:"ok"`
	Keys        []HeatKey   `json:"keys"`
	Limits      []HeatLimit `json:"limits,omitempty"`
	HeldBack    []string    `json:"heldBack,omitempty"` // writes of the table that this index refused
	Cure        *HeatCure   `json:"cure,omitempty"`
	Series      []HeatSlice `json:"series"`
	SliceLength string      `json:"sliceLength"`
}

// HeatKey is one of the busiest partition keys.
type HeatKey struct {
	Key    string `json:"key"`
	Share  string `json:"share"`  // of the place's load
	Reads  string `json:"reads"`  // units a second
	Writes string `json:"writes"` // likewise

	load float64 // as a part of a partition
}

// HeatLimit is what one limit refused.
type HeatLimit struct {
	Limit     string `json:"limit"` // as DynamoDB's throttling reason has it
	Direction string `json:"direction"`
	Part      string `json:"part"` // of the requests
	From      string `json:"from"`
	Until     string `json:"until"`
	Key       string `json:"key"` // that was refused most
}

// HeatCure is the smallest number of shards that cures a hot key.
type HeatCure struct {
	Key         string         `json:"key"`
	Shards      int            `json:"shards"`      // 0: none helps
	Comfortable int            `json:"comfortable"` // with the model's head-room
	Text        string         `json:"text"`
	Questions   []HeatQuestion `json:"questions,omitempty"`
}

// HeatQuestion is what a question on a sharded key costs.
type HeatQuestion struct {
	Question string     `json:"question"`
	Requests int        `json:"requests"`
	Before   float64    `json:"unitsBefore"`
	After    float64    `json:"unitsAfter"`
	More     cost.Money `json:"morePerMonth,omitzero"`
}

// HeatSlice is a stretch of time: the load of each partition as a part of its
// limit, and whether requests to it were refused.
type HeatSlice struct {
	At      string    `json:"at"`
	Loads   []float64 `json:"loads"`
	Refused []float64 `json:"refused"`
}

// HeatOp is an operation that was throttled.
type HeatOp struct {
	Name string   `json:"name"`
	Part string   `json:"part"`
	By   []string `json:"by"`
}

// FromHeat reports on what the traffic does to a design's partitions.
func FromHeat(h *project.Heated) *HeatReport {
	f := h.Forecast
	r := &HeatReport{Model: h.Bound.Model.Name, Design: h.Source, OK: true, Minutes: int(f.Duration / time.Minute)}
	for i := range f.Places {
		p := heatPlace(&f.Places[i], f, h.Prices)
		r.OK = r.OK && p.OK
		r.Places = append(r.Places, p)
	}
	for _, o := range f.Ops {
		r.Throttled = append(r.Throttled, HeatOp{o.Name, part(o.Refused / o.Offered), o.By})
	}
	r.Line = heatLine(f)
	r.Assumptions = append(slices.Clone(f.Notes),
		"what is throttled is gone: clients do not try again",
		"the most frequent key of a place is the same one for all that reads and writes there",
		fmt.Sprintf("partitions are split after being near their limit for %s, where that helps", "5 minutes"))
	return r
}

// heatLine is the verdict: what runs hot first, or how near it comes.
func heatLine(f *forecast.Forecast) string {
	if len(f.Ops) > 0 {
		o := f.Ops[0]
		line := fmt.Sprintf("%s of %s is throttled in %d minutes", part(o.Refused/o.Offered), o.Name, int(f.Duration/time.Minute))
		for i := range f.Places {
			p := &f.Places[i]
			if slices.Contains(o.By, p.Place.String()) && len(p.Throttled) > 0 {
				line += fmt.Sprintf(", by %s: %s", p.Place, cause(&p.Throttled[0]))
				if p.Cure != nil && p.Cure.Shards > 0 {
					line += fmt.Sprintf("; %d shards cure it", p.Cure.Shards)
				}
				break
			}
		}
		return line
	}
	busiest, most := "", 0.0
	for i := range f.Places {
		p := &f.Places[i]
		for _, k := range p.Keys {
			if w := max(k.Reads/limit(heat.Read), k.Writes/limit(heat.Write)); w > most {
				busiest, most = fmt.Sprintf("%s of %s", k.Name, p.Place), w
			}
		}
	}
	if busiest == "" {
		return "nothing is throttled"
	}
	return fmt.Sprintf("nothing is throttled; the busiest key, %s, takes %s of a partition", busiest, part(most))
}

// cause is what a limit is about: a key, or the place as a whole.
func cause(t *forecast.Throttle) string {
	switch t.Limit {
	case heat.Provisioned:
		return "less is provisioned than asked for"
	case heat.MaxOnDemand:
		return "its maximum"
	case heat.Account:
		return "the account's quota"
	}
	return t.Key
}

func limit(d heat.Direction) float64 { return forecast.Limit(d) }

// part prints a part of 1 as percent.
func part(x float64) string {
	p := 100 * x
	switch {
	case p > 0 && p < 0.1:
		return "<0.1%"
	case p < 10:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", p), ".0") + "%"
	}
	return fmt.Sprintf("%.0f%%", p)
}

// perSecond prints a load.
func perSecond(x float64) string {
	switch {
	case x == 0:
		return "0"
	case x < 0.05:
		return "<0.1"
	case x < 100:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
	}
	return thousands(int(math.Round(x)))
}

func heatPlace(p *forecast.Place, f *forecast.Forecast, prices *cost.PriceList) HeatPlace {
	out := HeatPlace{
		Name: p.Place.String(), Kind: "table", Capacity: capacityText(p.Capacity), Partitions: []int{p.First, p.Last},
		Reads: perSecond(p.Reads), Writes: perSecond(p.Writes), OK: len(p.Throttled) == 0, HeldBack: p.HeldBack,
		SliceLength: (f.Duration / time.Duration(max(1, len(p.Series)))).String(),
	}
	if p.Place.Index != "" {
		out.Kind = "GSI"
	}
	if len(p.Shares) > 0 {
		out.Division = fmt.Sprintf("%d partitions divide the capacity: each serves %s read and %s write units a second, and one that is hot is throttled while the rest stays paid for",
			p.First, perSecond(float64(p.Capacity.Provisioned.Read)*p.Shares[0]), perSecond(float64(p.Capacity.Provisioned.Write)*p.Shares[0]))
	}
	for _, k := range p.Keys {
		out.Keys = append(out.Keys, HeatKey{k.Name, part(k.Share), perSecond(k.Reads), perSecond(k.Writes), k.Reads/limit(heat.Read) + k.Writes/limit(heat.Write)})
	}
	for i := range p.Throttled {
		t := &p.Throttled[i]
		out.Limits = append(out.Limits, HeatLimit{string(t.Limit), direction(t.Writes), part(t.Part()), clock(t.From), clock(t.Until), t.Key})
	}
	if p.Cure != nil {
		out.Cure = heatCure(p.Cure, prices)
		if p.Place.Index != "" && p.Cure.Shards > 0 {
			out.Cure.Text += inModel(p.Cure.Questions)
		}
	}
	for _, s := range p.Series {
		out.Series = append(out.Series, HeatSlice{clock(s.At), rounded(s.Loads), rounded(s.Refused)})
	}
	out.Verdict = placeVerdict(p, f)
	return out
}

func rounded(list []float64) []float64 {
	out := make([]float64, len(list))
	for i, x := range list {
		out[i] = math.Round(x*1000) / 1000
	}
	return out
}

func direction(writes bool) string {
	if writes {
		return "writes"
	}
	return "reads"
}

// clock prints a time since the beginning: 5:30.
func clock(d time.Duration) string {
	s := int(d / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

func capacityText(c heat.Capacity) string {
	if c.OnDemand {
		if c.Warm != (heat.Units{}) {
			return fmt.Sprintf("on demand, warm for %s reads and %s writes a second", thousands(int(c.Warm.Read)), thousands(int(c.Warm.Write)))
		}
		return "on demand"
	}
	return fmt.Sprintf("%s read, %s write units", thousands(int(c.Provisioned.Read)), thousands(int(c.Provisioned.Write)))
}

// placeVerdict says in a sentence what happened at a place.
func placeVerdict(p *forecast.Place, f *forecast.Forecast) string {
	if len(p.Throttled) == 0 {
		return "nothing is throttled"
	}
	var parts []string
	for i := range p.Throttled {
		t := &p.Throttled[i]
		when := fmt.Sprintf("from %s on", clock(t.From))
		if f.Duration-t.Until > time.Minute {
			when = fmt.Sprintf("from %s to %s", clock(t.From), clock(t.Until))
		}
		parts = append(parts, fmt.Sprintf("%s of the %s %s (%s): %s", part(t.Part()), direction(t.Writes), when, t.Limit, cause(t)))
	}
	text := strings.Join(parts, "; ")
	if p.Last > p.First {
		text += fmt.Sprintf("; split from %d to %d partitions", p.First, p.Last)
	}
	return text
}

// inModel says what to write into the model for the planner to shard an index.
func inModel(list []forecast.ShardedQuestion) string {
	var names []string
	for _, q := range list {
		if q.Op.Question != nil && q.Op.Operation == "Query" {
			names = append(names, q.Op.Name)
		}
	}
	if names == nil {
		return ""
	}
	return "; keywright plan makes them where the model says shards=auto on " + strings.Join(names, ", ")
}

func heatCure(c *forecast.Cure, prices *cost.PriceList) *HeatCure {
	out := &HeatCure{Key: c.Key, Shards: c.Shards, Comfortable: c.Comfortable, Text: fmt.Sprintf("%d shards of %s, once they lie in different partitions (a split within minutes, or warm throughput); %d with the model's head-room", c.Shards, c.Key, c.Comfortable)}
	if c.Shards == 0 {
		out.Text = fmt.Sprintf("not even %d shards of %s suffice", forecast.MaxShards, c.Key)
	}
	for _, q := range c.Questions {
		h := HeatQuestion{Question: q.Op.Name, Requests: q.Requests, Before: q.Before, After: q.After}
		if prices != nil {
			more := int64(math.Round((q.After - q.Before) * 2 * float64(q.Op.Rate)))
			h.More, _ = prices.Reads(more) // a bill out of range has failed before
		}
		out.Questions = append(out.Questions, h)
	}
	return out
}
