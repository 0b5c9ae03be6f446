package pebble

import (
	"sync"
	"sync/atomic"
)

// gateClosed is the bit of gate.state that says no call may begin; the bits
// below it count the calls under way.
const gateClosed = 1 << 62

// gate lets Close wait for the calls under way. A read-write lock would do the
// same, but a call inside a call would then hang behind a waiting Close.
type gate struct {
	state   atomic.Int64
	once    sync.Once
	drained chan struct{}
}

// enter begins a call; every true is followed by one leave.
func (g *gate) enter() bool {
	if g.state.Add(1)&gateClosed == 0 {
		return true
	}
	g.leave()
	return false
}

func (g *gate) leave() {
	if g.state.Add(-1) == gateClosed {
		g.once.Do(func() { close(g.drained) })
	}
}

// shut refuses new calls and waits for those under way. It is called once.
func (g *gate) shut() {
	g.state.Add(gateClosed + 1)
	g.leave()
	<-g.drained
}
