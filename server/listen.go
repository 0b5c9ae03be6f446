package server

import (
	"bytes"
	"container/list"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// grace is how long Serve waits for requests under way when it ends.
const grace = 10 * time.Second

// Serve answers the connections of a listener until ctx ends; then it takes
// no more, waits up to ten seconds for the requests under way, and returns
// nil. It closes the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	crowd := &crowd{max: s.opts.MaxConnections, idle: list.New(), conns: map[net.Conn]*list.Element{}, metrics: s.metrics}
	hs := &http.Server{
		Handler: s,
		// One deadline for headers and body: a request is small, or comes
		// from close by.
		ReadTimeout:  s.opts.ReadTimeout,
		WriteTimeout: 2 * s.opts.ReadTimeout, // counts from the headers on
		IdleTimeout:  2 * time.Minute,
		// net/http reads up to 4 KB more than this before it refuses with its
		// own 431; ServeHTTP refuses what is between.
		MaxHeaderBytes: maxHeader,
		ConnState:      crowd.change,
		ErrorLog:       slog.NewLogLogger(s.opts.Logger.Handler(), slog.LevelWarn),
	}
	served := make(chan error, 1)
	go func() { served <- hs.Serve(listener{l}) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	s.draining.Store(true)
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	// Shutdown gives a connection without a request five seconds to send one.
	crowd.leave()
	err := hs.Shutdown(limit)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.Join(errors.New("server: some requests did not end in time and were cut off"), hs.Close())
	}
	<-served
	return err
}

// listener gives connections that speak DynamoDB's 400 where net/http says
// 431, for which it has no setting.
type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c}, nil
}

type conn struct{ net.Conn }

var (
	tooLargeOf  = []byte("HTTP/1.1 431 Request Header Fields Too Large\r\n")
	badRequest  = []byte("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\nheader block over 16 KB\n")
	tooLargeLen = len(tooLargeOf)
)

// Write passes everything on but that one answer, which net/http writes
// straight to the connection, in one piece, before it closes it.
func (c *conn) Write(p []byte) (int, error) {
	if len(p) > tooLargeLen && p[9] == '4' && bytes.HasPrefix(p, tooLargeOf) {
		if _, err := c.Conn.Write(badRequest); err != nil {
			return 0, err
		}
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// crowd keeps the number of connections in bounds: when there is one too
// many, the one that has been without a request for longest is closed. So
// connections that were opened and left do not keep others out.
type crowd struct {
	max     int
	metrics *metrics

	mu    sync.Mutex
	idle  *list.List                 // of net.Conn, the longest idle in front
	conns map[net.Conn]*list.Element // nil while a request is under way
}

// change follows a connection's life.
func (c *crowd) change(nc net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, known := c.conns[nc]
	if !known && state != http.StateNew {
		return // dropped, and net/http finds out
	}
	switch state {
	case http.StateNew:
		c.conns[nc] = c.idle.PushBack(nc)
		if len(c.conns) > c.max {
			c.drop()
		}
	case http.StateIdle:
		c.conns[nc] = c.idle.PushBack(nc)
	case http.StateActive:
		if e != nil {
			c.idle.Remove(e)
		}
		c.conns[nc] = nil
	case http.StateClosed, http.StateHijacked:
		if e != nil {
			c.idle.Remove(e)
		}
		delete(c.conns, nc)
	}
	if c.metrics != nil {
		c.metrics.conns.Set(float64(len(c.conns)))
	}
}

// leave closes every connection without a request, and those that come.
func (c *crowd) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.max = 0
	for c.idle.Len() > 0 {
		c.drop()
	}
}

// drop closes the connection that has been idle longest. The newest is always
// idle, so there is one.
func (c *crowd) drop() {
	e := c.idle.Front()
	c.idle.Remove(e)
	nc := e.Value.(net.Conn)
	delete(c.conns, nc)
	_ = nc.Close() // it is gone either way
}
