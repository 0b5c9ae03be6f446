package forecast

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/heat"
	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/traffic"
)

// stage is the traffic made ready to be played.
type stage struct {
	traffic  *traffic.Traffic
	o        Options
	places   []*place
	families []*family
	acts     []*act
	notes    []string
	hot      map[*traffic.Place]hottest
}

// hottest is the family of a place whose most frequent key was refused most,
// and into how many shards its mean load alone would split that key.
type hottest struct {
	family *family
	guess  int
	load   float64 // as a part of what a partition serves
}

// place is a table or a global index.
type place struct {
	*traffic.Place
	bytes int64
	local bool // the table has local indexes
}

// act is what is sent at once: a request, or a transaction.
type act struct {
	op     *traffic.Op
	name   string
	writes bool
	rate   float64 // a second
	hits   []hit
}

// hit is what an act does at one place.
type hit struct {
	place  *place
	family *family
	spread spread
	halves float64 // units of one act, in the mean
	moves  bool
	rises  bool // sort keys only grow
}

func (s *stage) note(text string) {
	if !slices.Contains(s.notes, text) {
		s.notes = append(s.notes, text)
	}
}

func newStage(t *traffic.Traffic, o Options) *stage {
	s := &stage{traffic: t, o: o, hot: map[*traffic.Place]hottest{}}
	for _, p := range t.Places {
		if p.Capacity != p {
			continue
		}
		x := &place{Place: p}
		for i := range t.Stored {
			if st := &t.Stored[i]; st.Place.Capacity == p && !o.Empty {
				x.bytes += st.Count * (st.Bytes + cost.Conventions().ItemOverheadBytes)
			}
		}
		for _, other := range t.Places {
			x.local = x.local || other.Capacity == p && other.Local()
		}
		s.places = append(s.places, x)
	}
	for _, op := range t.Ops {
		s.addActs(op)
	}
	return s
}

// addActs splits an operation into what is sent by itself: its reads, the
// write with all it touches, and the copies that follow.
func (s *stage) addActs(op *traffic.Op) {
	rate := float64(op.Rate) / 1e6
	write := &act{op: op, name: op.Name, writes: true, rate: rate}
	follow := map[string]*act{}
	for i := range op.Touches {
		t := &op.Touches[i]
		h := s.hit(op, t)
		switch t.Kind {
		case traffic.ReadItems, traffic.ReadFirst, traffic.ReadParent:
			s.acts = append(s.acts, &act{op: op, name: op.Name, rate: rate, hits: []hit{h}})
		case traffic.FollowItem, traffic.FollowIdx:
			a := follow[t.Item]
			if a == nil {
				a = &act{op: op, name: op.Name + " (copies in " + t.Item + ")", writes: true, rate: rate * float64(t.Times) / 1e6}
				follow[t.Item] = a
				s.acts = append(s.acts, a)
			}
			h.halves = float64(t.Units) // each copy is a write of its own
			a.add(h)
		default:
			write.add(h)
		}
	}
	if len(write.hits) > 0 {
		s.acts = append(s.acts, write)
	}
}

// add joins what goes to the same keys.
func (a *act) add(h hit) {
	for i := range a.hits {
		if o := &a.hits[i]; o.family == h.family && o.moves == h.moves {
			o.halves += h.halves
			return
		}
	}
	a.hits = append(a.hits, h)
}

func (s *stage) hit(op *traffic.Op, t *traffic.Touch) hit {
	var p *place
	for _, x := range s.places {
		if x.Place == t.Place.Capacity {
			p = x
		}
	}
	h := hit{place: p, spread: s.spreadOf(op, t), moves: t.Moves, rises: s.ascending(op, t)}
	h.halves = float64(t.Units) * float64(t.Times) / 1e6
	h.family = s.family(p, t)
	for len(h.family.keys) < len(h.spread.upTo) {
		h.family.keys = append(h.family.keys, keyLoad{})
	}
	return h
}

func (s *stage) family(p *place, t *traffic.Touch) *family {
	text, shape := traffic.KeyForm(s.traffic.Bound, t.Item, t.Place)
	for _, f := range s.families {
		if f.place == p && f.shape == shape {
			return f
		}
	}
	f := &family{place: p, shape: shape, text: text, shards: 1, native: 1}
	for _, name := range t.Place.Key().Partition {
		f.native *= s.traffic.Bound.Shards(t.Item, name)
	}
	s.families = append(s.families, f)
	return f
}

// position is where a key lies among the partitions: those that are played
// one by one at a hash of their own, the others evenly.
func (f *family) position(key, shard int, period int64) []byte {
	if f.shards > 1 { // each in a partition of its own
		if key > 0 {
			shard = f.shards + key - 1
		}
		return slot(shard, f.apart())
	}
	if key >= tracked {
		return slot(key-tracked, others)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%d\x00%d", f.place, f.shape, key, shard, period))
	return sum[:heat.HashBytes]
}

// apart is how many keys of the family are played, shards included.
func (f *family) apart() int { return f.shards + tracked - 1 + others }

// slot is the middle of the i-th of n equal parts of all positions.
func slot(i, n int) []byte {
	var b [heat.HashBytes]byte
	step := math.MaxUint64 / uint64(n)
	binary.BigEndian.PutUint64(b[:], uint64(i)*step+step/2)
	return b[:]
}

// smallest is the smallest rate that a request of a direction meets at a
// place, in units a second.
func (s *stage) smallest(p *place, writes bool) float64 {
	l := schema.Documented()
	limit, whole := l.PartitionReadUnits, int64(0)
	c := s.o.Capacity(p.Place)
	whole = c.Provisioned.Read
	if writes {
		limit, whole = l.PartitionWriteUnits, c.Provisioned.Write
	}
	if !c.OnDemand && whole > 0 {
		limit = min(limit, whole)
		if n := s.o.Config.Partitions; s.o.Config.FixedShares && n > 0 {
			return float64(limit) / float64(n)
		}
	}
	return float64(limit)
}

// bundle is how many acts are admitted together.
func (s *stage) bundle(a *act) float64 {
	n := math.Max(1, a.rate) // at most a second's worth
	for i := range a.hits {
		h := &a.hits[i]
		if h.halves > 0 {
			n = math.Min(n, s.smallest(h.place, a.writes)/50*2/h.halves)
		}
	}
	return math.Max(1, math.Floor(n))
}

// begin is when the play begins; any time will do.
var begin = time.Unix(1_800_000_000, 0)
