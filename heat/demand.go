package heat

import (
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/schema"
)

// demand finds the traffic that an on-demand table has got used to: its
// busiest minute of those that are half an hour old.
type demand struct {
	minute int64    // the present one, since 1970
	used   []int64  // halves in each of the last minutes, by minute mod length
	peak   [2]int64 // halves in the busiest minute that has passed out of used
}

func doublingMinutes() int64 { return int64(schema.Documented().OnDemandDoublingMinutes) }

// add counts units of one direction; d is even or odd in used.
func (m *demand) add(now int64, d Direction, units cost.HalfUnits) {
	m.advance(now)
	m.used[m.at(m.minute, d)] += int64(units)
}

func (m *demand) at(minute int64, d Direction) int64 {
	return minute%(doublingMinutes()+1)*2 + int64(d)
}

// advance moves to the present minute. A minute that leaves the window may be
// the peak.
func (m *demand) advance(now int64) {
	n := doublingMinutes() + 1
	if m.used == nil {
		m.used, m.minute = make([]int64, 2*n), now/(60*second)
	}
	for present := now / (60 * second); m.minute < present; {
		m.minute = max(m.minute+1, present-n) // after a long pause, each place once
		for _, d := range [...]Direction{Read, Write} {
			i := m.at(m.minute, d)
			m.peak[d] = max(m.peak[d], m.used[i])
			m.used[i] = 0
		}
	}
}

// served returns the throughput that may be had at once: double the peak's.
func (m *demand) served(now int64) Units {
	m.advance(now)
	double := func(halves int64) int64 { return upward(halves, 60) } // 2 × halves / 2 / 60 s
	return Units{double(m.peak[Read]), double(m.peak[Write])}
}
