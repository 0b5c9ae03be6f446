package forecast

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"
	"time"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/heat"
)

// run is one play.
type run struct {
	s     *stage
	at    map[*place]*venue
	tally map[*act]*opTally
	slice time.Duration
}

// venue is a place while it is played.
type venue struct {
	p         *place
	r         *heat.Resource
	first     []heat.Partition
	starts    []string // of the partitions, looked up each second
	series    []stretch
	throttles map[throttleKey]*tally
	offered   [2]float64 // requests by direction
	heldBack  map[string]bool
}

// stretch is a slice while it is played: by the first position of partitions.
type stretch struct {
	at    time.Duration
	cells map[string]*cell
}

type cell struct{ load, refused float64 }

// cell is that of the partition which a position lies in, now.
func (v *venue) cell(pos []byte) *cell {
	cells := v.series[len(v.series)-1].cells
	start := v.starts[v.partition(pos)]
	c := cells[start]
	if c == nil {
		c = &cell{}
		cells[start] = c
	}
	return c
}

type keyID struct {
	f   *family
	key int
}

type throttleKey struct {
	limit  heat.Limit
	writes bool
}

type tally struct {
	refused     float64
	from, until time.Duration
	keys        map[keyID]float64
}

type opTally struct {
	offered, refused float64
	by               map[string]bool
}

// stretches is how many stretches of time the series has.
const stretches = 60

// play plays the acts for a time: all, or those that meet one place. report
// keeps the series.
func (s *stage) play(length time.Duration, report bool, only *place) *run {
	r := &run{s: s, at: map[*place]*venue{}, tally: map[*act]*opTally{}, slice: max(length/stretches, time.Second)}
	for _, p := range s.places {
		v := &venue{p: p, throttles: map[throttleKey]*tally{}, heldBack: map[string]bool{}}
		v.r = heat.New(s.o.Capacity(p.Place), s.o.Config, p.bytes, p.local, begin)
		v.first = v.r.Partitions()
		r.at[p] = v
	}
	for _, f := range s.families {
		for i := range f.keys {
			f.keys[i] = keyLoad{}
		}
	}
	var players []*player
	for i, a := range s.acts {
		if only == nil || a.meets(only) {
			players = append(players, newPlayer(r, a, i))
		}
		r.tally[a] = &opTally{by: map[string]bool{}}
	}
	for second := time.Duration(0); second < length; second += time.Second {
		for _, v := range r.at {
			v.look(second, r.slice, report)
		}
		for _, e := range schedule(players, second, s.factor(second)) {
			e.p.send(begin.Add(second+e.offset), second+e.offset)
		}
	}
	return r
}

// meets says whether an act touches a place.
func (a *act) meets(p *place) bool {
	return slices.ContainsFunc(a.hits, func(h hit) bool { return h.place == p })
}

// factor is what the surge makes of rates at a time.
func (s *stage) factor(at time.Duration) float64 {
	if s.o.Surge.Times > 0 && at >= time.Duration(s.o.Surge.Minute)*time.Minute {
		return float64(s.o.Surge.Times) / 1000
	}
	return 1
}

// look refreshes what a venue knows of its partitions, and begins a slice.
func (v *venue) look(at, slice time.Duration, report bool) {
	parts := v.r.Partitions()
	if len(parts) != len(v.starts) {
		v.starts = v.starts[:0]
		for _, p := range parts {
			v.starts = append(v.starts, string(p.Start))
		}
	}
	if !report {
		return
	}
	if at%slice < time.Second || len(v.series) == 0 {
		v.series = append(v.series, stretch{at, map[string]*cell{}})
	}
	for _, start := range v.starts { // also those that nothing goes to
		if cells := v.series[len(v.series)-1].cells; cells[start] == nil {
			cells[start] = &cell{}
		}
	}
}

func (v *venue) partition(pos []byte) int {
	return sort.Search(len(v.starts), func(i int) bool { return i > 0 && v.starts[i] > string(pos) }) - 1
}

// event is a bundle of acts at a moment of a second.
type event struct {
	p      *player
	offset time.Duration
}

// schedule lists the bundles of a second in order of time.
func schedule(players []*player, second time.Duration, factor float64) []event {
	var list []event
	for _, p := range players {
		p.due += p.a.rate * factor / p.size
		n := int(p.due)
		p.due -= float64(n)
		for k := range n {
			list = append(list, event{p, time.Duration((float64(k) + p.phase) / float64(n) * float64(time.Second))})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].offset < list[j].offset })
	return list
}

// player sends the bundles of one act.
type player struct {
	run   *run
	a     *act
	size  float64 // acts in a bundle
	due   float64 // bundles not sent yet
	phase float64 // of a bundle within its stretch of the second
	sent  float64
	owed  []float64 // half units not charged yet, by hit
	rises []uint64
	step  []float64 // of the sequence that draws keys, by hit
	seed  float64
	pos   [][]byte
	keys  []int
}

// golden is the step of the sequence that fills the interval from 0 to 1 most
// evenly; the others are its powers, which do so independently of it.
const golden = 0.618033988749894848

func newPlayer(r *run, a *act, index int) *player {
	p := &player{run: r, a: a, size: r.s.bundle(a), seed: math.Mod(float64(index+1)*0.754877666246693, 1)}
	p.phase = p.seed
	step := golden
	for i := range a.hits {
		p.owed = append(p.owed, 0)
		p.rises = append(p.rises, 0)
		p.step = append(p.step, step)
		if i%2 == 0 {
			step = 0.569840290998053 // of the plastic number
		} else {
			step = math.Mod(step*step+golden, 1)
		}
	}
	p.pos, p.keys = make([][]byte, len(a.hits)), make([]int, len(a.hits))
	return p
}

// send sends one bundle: all places must admit it, then all are charged.
func (p *player) send(now time.Time, at time.Duration) {
	d := heat.Read
	if p.a.writes {
		d = heat.Write
	}
	t := p.run.tally[p.a]
	t.offered += p.size
	p.sent++
	refusedBy := -1
	var over []heat.Limit
	for i := range p.a.hits {
		h := &p.a.hits[i]
		p.draw(i, at)
		v := p.run.at[h.place]
		v.offered[d] += p.size
		h.family.keys[p.keys[i]].load[d] += p.size * h.halves / 2
		if refusedBy >= 0 || h.halves == 0 {
			continue
		}
		if over = v.r.Admit(now, d, p.pos[i]); len(over) > 0 {
			refusedBy = i
		}
	}
	if refusedBy >= 0 {
		t.refused += p.size
		p.refuse(refusedBy, over, at)
		return
	}
	for i := range p.a.hits {
		p.charge(i, now, d)
	}
}

// draw chooses the key and the position of a hit.
func (p *player) draw(i int, at time.Duration) {
	h := &p.a.hits[i]
	x := math.Mod(p.seed+p.sent*p.step[i], 1)
	key := h.spread.draw(x)
	period, shard := int64(0), 0
	if h.spread.latest {
		period = int64(at / time.Hour)
	}
	switch {
	case key == 0 && h.family.shards > 1:
		shard = int(math.Mod(p.sent*golden, 1) * float64(h.family.shards))
	case h.family.shards == 1 && h.family.native > 1:
		shard = int(math.Mod(p.sent*golden, 1) * float64(h.family.native))
	}
	pos := h.family.position(key, shard, period)
	if p.a.writes { // which item of the partition: the newest, or any
		sort := uint64(math.Mod(p.seed+p.sent*0.245122333753307, 1) * math.MaxUint32 * math.MaxUint32)
		if h.rises {
			p.rises[i]++
			sort = p.rises[i]
		}
		pos = binary.BigEndian.AppendUint64(pos, sort)
	}
	p.keys[i], p.pos[i] = key, pos
}

// charge charges a hit, in two halves where an entry moves.
func (p *player) charge(i int, now time.Time, d heat.Direction) {
	h := &p.a.hits[i]
	v := p.run.at[h.place]
	p.owed[i] += p.size * h.halves
	units := cost.HalfUnits(p.owed[i])
	p.owed[i] -= float64(units)
	if units == 0 {
		return
	}
	if !h.moves || units < 2 {
		v.take(now, d, p.pos[i], units)
		return
	}
	v.take(now, d, p.pos[i], units/2)
	other := append(p.pos[i][:heat.HashBytes:heat.HashBytes], p.pos[i][heat.HashBytes:]...)
	for k := heat.HashBytes; k < len(other); k++ {
		other[k] ^= 0xff
	}
	v.take(now, d, other, units-units/2)
}

func (v *venue) take(now time.Time, d heat.Direction, pos []byte, units cost.HalfUnits) {
	v.r.Charge(now, d, pos, units)
	if len(v.series) == 0 {
		return
	}
	v.cell(pos).load += float64(units) / 2 / limitOf(d)
}

// refuse notes a bundle that was refused.
func (p *player) refuse(i int, over []heat.Limit, at time.Duration) {
	h := &p.a.hits[i]
	v := p.run.at[h.place]
	p.run.tally[p.a].by[h.place.String()] = true
	if p.a.writes && h.place.Index != "" {
		v.heldBack[p.a.op.Name] = true
	}
	h.family.keys[p.keys[i]].refused += p.size
	for _, l := range over {
		k := throttleKey{l, p.a.writes}
		t := v.throttles[k]
		if t == nil {
			t = &tally{from: at, keys: map[keyID]float64{}}
			v.throttles[k] = t
		}
		t.refused += p.size
		t.until = at
		t.keys[keyID{h.family, p.keys[i]}] += p.size
	}
	if len(v.series) > 0 {
		v.cell(p.pos[i]).refused += p.size
	}
}
