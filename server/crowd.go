package server

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// crowd keeps the number of connections in bounds, and the time that they may
// keep the server waiting. When there is one too many, the one that has waited
// longest for its client is closed: so clients that open connections and leave
// them, at whatever point of a request, do not keep others out.
type crowd struct {
	max     int
	tick    time.Duration         // between two looks at the connections
	limits  [phases]time.Duration // how long a connection may be in a phase, 0 for ever
	begin   time.Time
	metrics *metrics

	mu    sync.Mutex
	conns map[*conn]struct{}
}

// phase is what a connection is doing.
type phase int32

const (
	fresh     phase = iota // up to the end of the first request's headers
	idle                   // up to the end of a later request's headers
	receiving              // the body
	executing              // the operation runs: nobody waits for the client
	answering
	phases
)

// conn is a connection as the crowd sees it. Its phase is only ever changed by
// net/http's goroutine of the connection.
type conn struct {
	net.Conn
	crowd *crowd // from when net/http knows the connection
	phase atomic.Int32
	since atomic.Int64 // nanoseconds after crowd.begin at which the phase began
}

// connKey is where a request's context has its connection.
type connKey struct{}

// connOf is the connection of a request, nil in process.
func connOf(r *http.Request) *conn {
	c, _ := r.Context().Value(connKey{}).(*conn)
	return c
}

// enter begins a phase.
func (c *conn) enter(p phase) {
	if c != nil {
		c.phase.Store(int32(p))
		c.since.Store(int64(time.Since(c.crowd.begin)))
	}
}

func newCrowd(most int, timeout time.Duration, m *metrics) *crowd {
	return &crowd{
		max:     most,
		tick:    max(timeout/16, time.Millisecond),
		limits:  [phases]time.Duration{fresh: timeout, idle: 4 * timeout, receiving: timeout, answering: 2 * timeout},
		begin:   time.Now(),
		metrics: m,
		conns:   map[*conn]struct{}{},
	}
}

// change follows a connection's life, as net/http tells it.
func (c *crowd) change(nc net.Conn, state http.ConnState) {
	cn := nc.(*conn)
	switch state {
	case http.StateNew:
		cn.crowd = c
		cn.enter(fresh)
		c.add(cn)
	case http.StateActive: // the headers have been read
		cn.enter(receiving)
	case http.StateIdle:
		cn.enter(idle)
	case http.StateClosed, http.StateHijacked:
		c.mu.Lock()
		c.remove(cn)
		c.mu.Unlock()
	}
}

func (c *crowd) add(cn *conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conns[cn] = struct{}{}
	if len(c.conns) > c.max {
		c.drop(c.longest())
	}
	c.count()
}

// longest returns the connection that has waited longest for its client. The
// newest waits, so there is one.
func (c *crowd) longest() *conn {
	var found *conn
	for cn := range c.conns {
		if phase(cn.phase.Load()) != executing && (found == nil || cn.since.Load() < found.since.Load()) {
			found = cn
		}
	}
	return found
}

// drop closes a connection; net/http finds out by itself.
func (c *crowd) drop(cn *conn) {
	c.remove(cn)
	_ = cn.Close() // it is gone either way
}

func (c *crowd) remove(cn *conn) {
	delete(c.conns, cn)
	c.count()
}

func (c *crowd) count() {
	if c.metrics != nil {
		c.metrics.conns.Set(float64(len(c.conns)))
	}
}

// watch closes connections that keep the server waiting for too long, until
// ctx ends.
func (c *crowd) watch(ctx context.Context) {
	t := time.NewTicker(c.tick)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			c.look()
		}
	}
}

func (c *crowd) look() {
	now := time.Since(c.begin)
	c.mu.Lock()
	defer c.mu.Unlock()
	for cn := range c.conns {
		if limit := c.limits[cn.phase.Load()]; limit > 0 && now-time.Duration(cn.since.Load()) > limit {
			c.drop(cn)
		}
	}
}

// leave closes every connection without a request, and those that come.
func (c *crowd) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.max = 0
	for cn := range c.conns {
		if p := phase(cn.phase.Load()); p == fresh || p == idle {
			c.drop(cn)
		}
	}
}
