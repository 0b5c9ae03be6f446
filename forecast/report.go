package forecast

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/heat"
	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/traffic"
)

// limitOf is what a partition serves, in units a second.
func limitOf(d heat.Direction) float64 {
	l := schema.Documented()
	if d == heat.Write {
		return float64(l.PartitionWriteUnits)
	}
	return float64(l.PartitionReadUnits)
}

// report says what happened in a run.
func (s *stage) report(r *run) *Forecast {
	f := &Forecast{Traffic: s.traffic, Duration: s.o.length()}
	for _, p := range s.places {
		f.Places = append(f.Places, s.placeReport(r.at[p], r))
		if hot := s.hottest(p.Place); hot != nil && s.load(hot) > float64(hot.native) { // else it is not the key's fault
			load := s.load(hot)
			s.hot[p.Place] = hottest{hot, int(load), load}
		}
	}
	for _, a := range s.acts {
		t := r.tally[a]
		if t.refused == 0 {
			continue
		}
		f.Ops = append(f.Ops, Op{Name: a.name, Writes: a.writes, Offered: t.offered, Refused: t.refused, By: slices.Sorted(maps.Keys(t.by))})
	}
	slices.SortStableFunc(f.Ops, func(a, b Op) int { return cmp.Compare(b.Refused, a.Refused) })
	f.Notes = s.notes
	return f
}

func (s *stage) placeReport(v *venue, r *run) Place {
	p := Place{
		Place: v.p.Place, Capacity: s.o.Capacity(v.p.Place), First: len(v.first), Last: len(v.r.Partitions()),
		HeldBack: slices.Sorted(maps.Keys(v.heldBack)), Series: v.slices(r.slice),
	}
	if s.o.Config.FixedShares && !p.Capacity.OnDemand {
		for _, x := range v.first {
			p.Shares = append(p.Shares, x.Share)
		}
	}
	for _, a := range s.acts {
		for i := range a.hits {
			if h := &a.hits[i]; h.place == v.p {
				if a.writes {
					p.Writes += a.rate * h.halves / 2
				} else {
					p.Reads += a.rate * h.halves / 2
				}
			}
		}
	}
	p.Keys = s.busiest(v.p)
	for _, k := range slices.SortedFunc(maps.Keys(v.throttles), compareThrottles) {
		t := v.throttles[k]
		d := heat.Read
		if k.writes {
			d = heat.Write
		}
		p.Throttled = append(p.Throttled, Throttle{
			Limit: k.limit, Writes: k.writes, Refused: t.refused, Offered: v.offered[d], From: t.from, Until: t.until, Key: mostRefused(t.keys),
		})
	}
	slices.SortStableFunc(p.Throttled, func(a, b Throttle) int { return cmp.Compare(b.Refused, a.Refused) })
	return p
}

func compareThrottles(a, b throttleKey) int {
	return cmp.Or(cmp.Compare(a.limit, b.limit), cmp.Compare(fmt.Sprint(a.writes), fmt.Sprint(b.writes)))
}

// mostRefused is the key that was refused most; ties by name.
func mostRefused(keys map[keyID]float64) string {
	best, most := "", 0.0
	for k, n := range keys {
		if name := k.f.nameOf(k.key); n > most || n == most && (best == "" || name < best) {
			best, most = name, n
		}
	}
	return best
}

// slices lays the stretches of time out by the partitions at the end.
func (v *venue) slices(length time.Duration) []Slice {
	last := v.r.Partitions()
	var list []Slice
	for _, x := range v.series {
		s := Slice{At: x.at, Loads: make([]float64, len(last)), Refused: make([]float64, len(last))}
		for i, p := range last {
			s.Loads[i] = -1
			if c := x.cells[string(p.Start)]; c != nil {
				s.Loads[i], s.Refused[i] = c.load/length.Seconds(), c.refused
			}
		}
		list = append(list, s)
	}
	return list
}

const busiestKeys = 5

// busiest are the busiest keys of a place: what the acts send to each in the
// mean. Of keys with one load, the first stands for all.
func (s *stage) busiest(p *place) []Key {
	var list []Key
	total := 0.0
	for _, f := range s.families {
		if f.place != p {
			continue
		}
		loads := s.loads(f)
		for i, k := range loads {
			total += weightOf(k)
			if i < tracked && k[0]+k[1] > 0 && (i == 0 || weightOf(loads[i-1]) > weightOf(k)*1.001) {
				name := f.nameOf(i)
				if i > 0 && i+1 < len(loads) && weightOf(loads[i+1]) > weightOf(k)*0.999 {
					name = f.text + ", each of the others"
				}
				n := float64(f.native)
				if f.native > 1 {
					name += fmt.Sprintf(", each of its %d shards", f.native)
				}
				list = append(list, Key{Name: name, Reads: k[heat.Read] / n, Writes: k[heat.Write] / n})
			}
		}
	}
	weight := func(k Key) float64 { return weightOf([2]float64{k.Reads, k.Writes}) }
	slices.SortStableFunc(list, func(a, b Key) int { return cmp.Compare(weight(b), weight(a)) })
	list = list[:min(busiestKeys, len(list))]
	for i := range list {
		list[i].Share = weight(list[i]) / total
	}
	return list
}

// weightOf compares loads by what part of a partition they take.
func weightOf(k [2]float64) float64 {
	return k[heat.Read]/limitOf(heat.Read) + k[heat.Write]/limitOf(heat.Write)
}

// loads are the units a second that the acts send to each key of a family.
func (s *stage) loads(f *family) [][2]float64 {
	out := make([][2]float64, len(f.keys))
	for _, a := range s.acts {
		d := heat.Read
		if a.writes {
			d = heat.Write
		}
		for i := range a.hits {
			h, before := &a.hits[i], 0.0
			if h.family != f {
				continue
			}
			for k, upTo := range h.spread.upTo {
				out[k][d] += a.rate * h.halves / 2 * (upTo - before)
				before = upTo
			}
		}
	}
	return out
}

// nameOf names a key of a family: its form, and which of the values it is.
func (f *family) nameOf(key int) string {
	switch {
	case !strings.Contains(f.text, "{"):
		return f.text
	case key == 0:
		return f.text + ", the most frequent"
	case key < tracked:
		return fmt.Sprintf("%s, the %s most frequent", f.text, ordinal(key+1))
	}
	return f.text + ", any other"
}

func ordinal(n int) string {
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}

// trial is how long a number of shards is tried: long enough for what a new
// bucket holds to be spent.
const trial = time.Minute

// cure finds the smallest number of shards of a place's hottest key with which
// no partition's limit refuses anything there, each shard lying in a partition
// of its own.
func (s *stage) cure(p *Place) *Cure {
	hot, ok := s.hot[p.Place]
	if !ok {
		return nil
	}
	f := hot.family
	c := &Cure{Key: f.nameOf(0)}
	defer func() { f.shards = 1 }()
	for n := max(2, f.native, hot.guess); n <= MaxShards; n += max(1, n/16) {
		if s.shardedHolds(f, n) {
			for n > 2 && s.shardedHolds(f, n-1) {
				n--
			}
			c.Shards = n
			break
		}
	}
	if c.Shards == 0 {
		return c
	}
	headroom := float64(s.traffic.Bound.Model.Settings.Headroom) / 100
	c.Comfortable = max(c.Shards, int(math.Ceil(hot.load/headroom)))
	for _, a := range s.acts {
		if a.writes || a.op.Write != nil || a.hits[0].family != f {
			continue
		}
		c.Questions = append(c.Questions, s.sharded(a, c.Shards))
	}
	return c
}

// hottest is the family whose most frequent key was refused most at a place.
func (s *stage) hottest(p *traffic.Place) *family {
	var best *family
	for _, f := range s.families {
		if f.place.Place == p && len(f.keys) > 0 && f.keys[0].refused > 0 && (best == nil || f.keys[0].refused > best.keys[0].refused) {
			best = f
		}
	}
	return best
}

// load is the greatest load of a family's most frequent key, as a part of
// what a partition serves.
func (s *stage) load(f *family) float64 {
	k := s.loads(f)[0]
	factor := max(1, float64(s.o.Surge.Times)/1000)
	return factor * max(k[heat.Read]/limitOf(heat.Read), k[heat.Write]/limitOf(heat.Write))
}

// shardedHolds plays the traffic with a sharded key for a while, on as many
// partitions as there are keys. Questions on it read every shard.
func (s *stage) shardedHolds(f *family, n int) bool {
	f.shards = n
	halves := map[*act]float64{}
	for _, a := range s.acts {
		if !a.writes && a.hits[0].family == f {
			halves[a] = a.hits[0].halves
			a.hits[0].halves = 2 * s.sharded(a, n).After
		}
	}
	o := s.o
	s.o.Surge = Surge{Times: o.Surge.Times} // the load that was played last has to be served
	s.o.Config.Partitions = max(o.Config.Partitions, f.apart())
	s.o.Config.SplitAfter = -1
	r := s.play(trial, false, f.place)
	s.o = o
	for a, h := range halves {
		a.hits[0].halves = h
	}
	for k := range r.at[f.place].throttles {
		if k.limit == heat.KeyRange {
			return false
		}
	}
	return true
}

// sharded is what a question costs on a sharded key: a request for each
// shard, of which each may hold the whole answer where there is a LIMIT, and
// its part of it where there is none.
func (s *stage) sharded(a *act, n int) ShardedQuestion {
	t := &a.op.Touches[0]
	q := ShardedQuestion{Op: a.op, Requests: n, Before: float64(t.Units) / 2}
	limited := false
	if a.op.Question != nil {
		for _, sel := range a.op.Question.Selects {
			limited = limited || sel.Limit > 0
		}
	}
	each := q.Before
	if !limited {
		each = partUnits(t.Bytes, int64(n), a.op.Strong)
	}
	q.After = each * float64(n)
	return q
}

// partUnits are the read units of the n-th part of some bytes.
func partUnits(bytes, n int64, strong bool) float64 {
	return cost.ReadUnits(int((bytes+n-1)/n), strong).Units()
}

// Limit is what a partition serves in a direction, in units a second.
func Limit(d heat.Direction) float64 { return limitOf(d) }
