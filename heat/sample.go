package heat

import (
	"slices"
	"strings"

	"github.com/keywright/keywright/cost"
)

// sampleSize bounds how many requests are remembered for a split.
const sampleSize = 512

// sample remembers requests evenly over time: every stride-th one. When it is
// full it forgets every other one and doubles the stride.
type sample struct {
	stride, skipped int
	seen            []access
}

type access struct {
	pos   string
	d     Direction
	units int64
}

func (s *sample) add(d Direction, pos []byte, units cost.HalfUnits) {
	if s.skipped++; s.skipped < s.stride {
		return
	}
	s.skipped = 0
	if len(s.seen) == sampleSize {
		for i := range sampleSize / 2 {
			s.seen[i] = s.seen[2*i+1]
		}
		s.seen = s.seen[:sampleSize/2]
		s.stride = max(1, s.stride) * 2
	}
	s.seen = append(s.seen, access{string(pos), d, int64(units)})
}

// cut returns the position at which the traffic falls into the most even
// halves; false where it is all of one position, or a cut would not help.
// start is where the partition begins.
func (s *sample) cut(start string) (at string, ok bool) {
	if len(s.seen) == 0 || s.moving() {
		return "", false
	}
	sorted := slices.Clone(s.seen)
	slices.SortStableFunc(sorted, func(a, b access) int { return strings.Compare(a.pos, b.pos) })
	var total int64
	for _, a := range sorted {
		total += a.units
	}
	var left, best int64 = 0, total
	for i, a := range sorted {
		if i > 0 && a.pos != sorted[i-1].pos && a.pos > start {
			if larger := max(left, total-left); larger < best {
				at, best, ok = a.pos, larger, true
			}
		}
		left += a.units
	}
	return at, ok
}

// movingPercent is the part of the writes beyond all before them that makes a
// sort key one that only grows, or only falls.
const movingPercent = 90

// moving says whether the writes go to one partition key and to ever higher,
// or ever lower, sort keys: the half of a split that they leave would be idle.
func (s *sample) moving() bool {
	var writes, rises, falls int
	var highest, lowest string
	for _, a := range s.seen {
		if a.d != Write {
			continue
		}
		switch {
		case writes == 0:
			highest, lowest = a.pos, a.pos
		case !same(highest, a.pos):
			return false
		case a.pos > highest:
			highest = a.pos
			rises++
		case a.pos < lowest:
			lowest = a.pos
			falls++
		}
		writes++
	}
	return writes > 1 && writes*2 > len(s.seen) && max(rises, falls)*100 >= (writes-1)*movingPercent
}
