package heat

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/schema"
)

// partition is a range of positions, from start to the next one's.
type partition struct {
	start  string
	weight int64     // its share of the capacity, relative to the others'
	limit  [2]bucket // the limit of every partition
	share  [2]bucket // of the provisioned capacity; without a rate if shares are not fixed

	since int64    // when the present look at its traffic began
	used  [2]int64 // halves since then
	seen  sample
}

// fullWeight is a partition's weight before any split; each split halves it.
const fullWeight = 1 << 40

func newPartition(start string, weight, now int64) *partition {
	l := schema.Documented()
	return &partition{
		start: start, weight: weight, since: now,
		limit: [2]bucket{
			Read:  newBucket(rate(l.PartitionReadUnits), second, now),
			Write: newBucket(rate(l.PartitionWriteUnits), second, now),
		},
	}
}

// divide makes n partitions of equal parts of the hash space.
func (r *Resource) divide(n int, now int64) {
	for i := range n {
		start := ""
		if i > 0 {
			hash, _ := bits.Div64(uint64(i), 0, uint64(n))
			start = string(binary.BigEndian.AppendUint64(nil, hash))
		}
		r.parts = append(r.parts, newPartition(start, fullWeight, now))
	}
	r.weight = int64(n) * fullWeight
}

// find returns the partition that a position lies in.
func (r *Resource) find(pos []byte) int {
	return sort.Search(len(r.parts), func(i int) bool { return i > 0 && r.parts[i].start > string(pos) }) - 1
}

// open says whether the partition admits a request.
func (p *partition) open(now int64, d Direction) bool {
	return p.limit[d].open(now) && (p.share[d].rate == 0 || p.share[d].open(now))
}

func (p *partition) take(now int64, d Direction, pos []byte, units cost.HalfUnits) {
	p.limit[d].take(now, units)
	if p.share[d].rate > 0 {
		p.share[d].take(now, units)
	}
	p.used[d] += int64(units)
	p.seen.add(d, pos, units)
}

// setShares gives every partition its share of a provisioned capacity, where
// shares are fixed.
func (r *Resource) setShares(now int64) {
	if !r.cfg.FixedShares {
		return
	}
	for _, p := range r.parts {
		for _, d := range [...]Direction{Read, Write} {
			next := newBucket(r.shareRate(p, d), r.keep, now)
			if p.share[d].rate > 0 && next.rate > 0 {
				next = p.share[d].changed(now, next)
			}
			p.share[d] = next
		}
	}
}

// shareRate is the rate of a partition's share, 0 where there is no limit.
func (r *Resource) shareRate(p *partition, d Direction) int64 {
	whole := rate(r.capacity.Provisioned.of(d))
	if r.capacity.OnDemand || whole == 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(whole), uint64(p.weight))
	part, _ := bits.Div64(hi, lo, uint64(r.weight))
	return max(1, int64(part))
}

// grow splits the widest partitions in the middle until there are n.
func (r *Resource) grow(n int, now int64) {
	for len(r.parts) < n {
		widest, width := 0, uint64(0)
		for i := range r.parts {
			if w := r.width(i); w > width {
				widest, width = i, w
			}
		}
		if width < 2 {
			return
		}
		middle := hashOf(r.parts[widest].start) + width/2
		r.split(widest, string(binary.BigEndian.AppendUint64(nil, middle)), now)
	}
}

// width is how much of the hash space a partition has.
func (r *Resource) width(i int) uint64 {
	if i+1 == len(r.parts) {
		return -hashOf(r.parts[i].start) - 1
	}
	return hashOf(r.parts[i+1].start) - hashOf(r.parts[i].start)
}

func hashOf(start string) uint64 {
	var b [8]byte
	copy(b[:], start)
	return binary.BigEndian.Uint64(b[:])
}

// split makes two partitions of one. Each has the limit of a partition, and
// half of the share and of what it saved.
func (r *Resource) split(i int, at string, now int64) {
	p := r.parts[i]
	p.weight /= 2
	right := newPartition(at, p.weight, now)
	for _, d := range [...]Direction{Read, Write} {
		b := &p.share[d]
		b.fill(now)
		b.rate, b.room, b.level = b.rate/2, b.room/2, b.level/2
		right.share[d] = *b
	}
	p.look(now)
	r.parts = slices.Insert(r.parts, i+1, right)
}

// look begins to look at the traffic anew.
func (p *partition) look(now int64) {
	p.since, p.used, p.seen = now, [2]int64{}, sample{}
}

// hotPercent is the part of its limit at which a partition is split.
const hotPercent = 80

// splitIfHot splits a partition that was near its limit for long enough, if
// that helps anybody.
func (r *Resource) splitIfHot(i int, now int64) {
	after := r.cfg.SplitAfter
	if after == 0 {
		after = splitAfter
	}
	p := r.parts[i]
	passed := now - p.since
	if after < 0 || passed < int64(after/time.Microsecond) {
		return
	}
	hot := false
	for d := range p.used {
		gave := p.used[d] * 1000 // as a bucket's rate counts
		hot = hot || gave*100 >= p.limit[d].rate*(passed/second)*hotPercent
	}
	if at, ok := p.seen.cut(p.start); hot && ok && len(r.parts) < maxPartitions {
		r.split(i, at, now)
		return
	}
	p.look(now)
}

// same says whether two positions have one partition key.
func same(a, b string) bool {
	return strings.HasPrefix(b, a[:min(len(a), HashBytes)])
}
