package server

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// grace is how long Serve waits for requests under way when it ends.
const grace = 10 * time.Second

// Serve answers the connections of a listener until ctx ends; then it takes
// no more, waits up to ten seconds for the requests under way, and returns
// nil. It closes the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	crowd := newCrowd(s.opts.MaxConnections, s.opts.ReadTimeout, s.metrics)
	// No deadlines here: net/http sets them anew for every request, which
	// costs 3 % of a GetItem. The crowd watches the clock instead.
	hs := &http.Server{
		Handler: s,
		// net/http reads up to 4 KB more than this before it refuses with its
		// own 431; ServeHTTP refuses what is between.
		MaxHeaderBytes: maxHeader,
		ConnState:      crowd.change,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, c)
		},
		ErrorLog: slog.NewLogLogger(s.opts.Logger.Handler(), slog.LevelWarn),
	}
	watching, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	go crowd.watch(watching)
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
