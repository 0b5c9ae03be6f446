package server

import (
	"bytes"
	"io"
	"net/http"
	"strconv"

	"github.com/keywright/keywright/api"
)

// Transport serves the requests of an AWS SDK client from a database in the
// same process, without a socket: give it to the client as
// &http.Client{Transport: server.Transport(db)}. The endpoint, the region and
// the credentials do not matter; unsigned requests are served, too.
func Transport(db api.DB) http.RoundTripper {
	s, err := New(Options{Databases: One(db), Unsigned: true})
	if err != nil {
		panic(err) // these options are valid
	}
	return s.Transport()
}

// Transport is a transport whose requests this server answers in process.
func (s *Server) Transport() http.RoundTripper { return transport{s} }

type transport struct{ server *Server }

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	if err := ctx.Err(); err != nil {
		closeBody(r)
		return nil, err
	}
	in := r.Clone(ctx)
	if in.Body == nil {
		in.Body = http.NoBody
	}
	if in.Host == "" {
		in.Host = r.URL.Host
	}
	if in.URL.Path == "" {
		in.URL.Path = "/"
	}
	in.RequestURI = in.URL.RequestURI()
	w := &recorder{header: http.Header{}}
	t.server.route(w, in) // no browser comes this way
	closeBody(r)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &http.Response{
		Status:     strconv.Itoa(w.status) + " " + http.StatusText(w.status),
		StatusCode: w.status,
		Proto:      "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        w.header,
		Body:          io.NopCloser(bytes.NewReader(w.body)),
		ContentLength: int64(len(w.body)),
		Request:       r,
	}, nil
}

func closeBody(r *http.Request) {
	if r.Body != nil {
		_ = r.Body.Close() // everything that was wanted has been read
	}
}

// recorder keeps an answer.
type recorder struct {
	header http.Header
	status int
	body   []byte
}

func (w *recorder) Header() http.Header { return w.header }

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.body = append(w.body, p...)
	return len(p), nil
}
