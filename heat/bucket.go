package heat

import "github.com/keywright/keywright/cost"

// Tokens are counted in billionths of half a unit, so that whole numbers serve
// a rate of a third of a unit and microseconds of it.
const (
	tokensPerHalf = 1e9
	second        = 1_000_000 // microseconds
)

// bucket is a token bucket. Times are microseconds.
type bucket struct {
	rate  int64 // tokens per microsecond: thousandths of half a unit per second
	room  int64 // the most tokens it keeps
	level int64
	last  int64
}

// newBucket returns a bucket of so many thousandths of half a unit per second
// that keeps the tokens of the given time and begins with one second's worth.
func newBucket(rate, keep, now int64) bucket {
	return bucket{rate: rate, room: rate * max(keep, second), level: rate * second, last: now}
}

// fill adds what came in since the last call. A clock that was set back adds
// nothing.
func (b *bucket) fill(now int64) {
	passed := now - b.last
	if passed <= 0 {
		return
	}
	b.last = now
	if missing := b.room - b.level; b.rate > 0 && passed > missing/b.rate {
		b.level = b.room
	} else {
		b.level += b.rate * passed
	}
}

// open says whether the bucket admits a request.
func (b *bucket) open(now int64) bool {
	b.fill(now)
	return b.level > 0
}

func (b *bucket) take(now int64, units cost.HalfUnits) {
	b.fill(now)
	b.level -= int64(units) * tokensPerHalf
}

// changed returns the bucket with another's rate and room. What was saved is
// kept as far as there is room.
func (b bucket) changed(now int64, next bucket) bucket {
	b.fill(now)
	b.rate, b.room = next.rate, next.room
	b.level = min(b.level, b.room)
	return b
}
