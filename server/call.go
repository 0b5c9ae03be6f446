package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/keywright/keywright/api"
)

// call is one request to the API under way. Calls are used again.
type call struct {
	target    *target
	conn      *conn // nil in process
	sig       signature
	body      body
	response  []byte // memory for the answer
	table     string // of the request, where it names one
	units     float64
	requestID string
	start     time.Time

	status int
	code   string // "OK", or the error's
	sent   int    // bytes of the answer's body
}

var calls = sync.Pool{New: func() any { return new(call) }}

// serveCall answers a POST on /.
func (s *Server) serveCall(w http.ResponseWriter, r *http.Request) {
	c := calls.Get().(*call)
	*c = call{body: c.body, response: c.response, target: s.unknown, conn: connOf(r), requestID: requestID(), start: time.Now()}
	if s.metrics != nil {
		s.metrics.inFlight.Inc()
	}
	defer s.end(w, r, c)

	if err := s.readBody(r, &c.body); err != nil {
		s.refuseBody(w, r, c, err)
		return
	}
	c.conn.enter(executing)
	kind := mediaType(r)
	if len(c.body.sent) > 0 && kind != amzType && kind != jsonType {
		c.status, c.code = http.StatusNotFound, string(api.UnknownOperationException)
		notFound(w)
		return
	}
	response, err := s.run(r, c)
	if err != nil {
		s.answerError(w, r, c, err)
		return
	}
	c.conn.enter(answering)
	c.status, c.code = http.StatusOK, "OK"
	c.sent = writeAnswer(w, r, answer{c.status, response, contentType(r), c.requestID})
}

// run does what a request asks for, in DynamoDB's order: JSON at all, a known
// operation, a signature, a request of that operation.
func (s *Server) run(r *http.Request, c *call) ([]byte, error) {
	t, ok := s.targets[r.Header.Get("X-Amz-Target")]
	if !ok {
		if err := wellFormed(c.body.unpacked); err != nil {
			return nil, err
		}
		return nil, unknownOperation(r.Header.Get("X-Amz-Target"))
	}
	c.target = t
	var err error
	if err = s.readSignature(r, &c.sig); err == nil && s.opts.Credentials != nil {
		err = s.verify(r, &c.sig, c.body.sent)
	}
	if err != nil {
		if malformed := wellFormed(c.body.unpacked); malformed != nil {
			return nil, malformed
		}
		return nil, err
	}
	db, err := s.database(c.sig.region, c.sig.accessKey)
	if err != nil {
		return nil, err
	}
	return s.execute(r.Context(), db, c)
}

// execute decodes the request, runs the operation and encodes the response.
func (s *Server) execute(ctx context.Context, db api.DB, c *call) ([]byte, error) {
	req := c.target.op.NewRequest()
	if err := api.Decode(c.body.unpacked, req); err != nil {
		return nil, err
	}
	if s.opts.Requests != nil {
		c.table = tableOf(req)
	}
	var err error
	if s.metrics != nil {
		err = c.measured(ctx, db, req)
	} else {
		c.response, err = c.target.op.Append(ctx, db, req, c.response[:0])
	}
	return c.response, err
}

// measured runs the operation and takes down the units that it used, whether
// or not the caller asked for them.
func (c *call) measured(ctx context.Context, db api.DB, req any) error {
	added := askUnits(req)
	resp, err := c.target.op.Call(ctx, db, req)
	if err != nil {
		return err
	}
	c.units = takeUnits(resp, added)
	c.response, err = api.AppendJSON(c.response[:0], resp)
	return err
}

// wellFormed says what DynamoDB says of a body that is no JSON. One that is
// empty is looked at later.
func wellFormed(body []byte) error {
	if len(body) > 0 && !json.Valid(body) {
		return &api.Error{Code: api.SerializationException}
	}
	return nil
}

// unknownOperation is the error for a target that is not one of ours:
// DynamoDB's own for what it does not know either, and one that names the
// operation where DynamoDB has it.
func unknownOperation(target string) error {
	service, name, _ := strings.Cut(target, ".")
	ours := service == api.ServiceDynamoDB || service == api.ServiceStreams
	if _, err := api.LookupOperation(name); err != nil && ours && api.KnownOperation(name) {
		return &api.Error{Code: api.UnknownOperationException, Message: "The operation " + name + " is not implemented"}
	}
	return &api.Error{Code: api.UnknownOperationException}
}

// answerError sends an error. One that is no error of the API is for the
// operator's eyes: the caller learns nothing of this machine.
func (s *Server) answerError(w http.ResponseWriter, r *http.Request, c *call, err error) {
	var known *api.Error
	if errors.As(err, &known) {
		c.code = string(known.Code)
	} else {
		c.code = string(api.InternalServerError)
		if r.Context().Err() == nil { // else the caller has gone
			s.opts.Logger.Error("operation failed", "operation", c.target.op.Name, "request_id", c.requestID, "error", err)
		}
	}
	status, body := api.ErrorJSON(err)
	c.conn.enter(answering)
	c.status = status
	c.sent = writeAnswer(w, r, answer{status, body, contentType(r), c.requestID})
}

// refuseBody answers a body that could not be read.
func (s *Server) refuseBody(w http.ResponseWriter, r *http.Request, c *call, err error) {
	switch {
	case errors.Is(err, errTooLarge):
		c.status, c.code = http.StatusRequestEntityTooLarge, "RequestEntityTooLarge"
		refuse(w, c.status, errTooLarge.Error())
	case errors.Is(err, errBusy):
		w.Header().Set("Connection", "close")
		s.answerError(w, r, c, &api.Error{Code: api.ServiceUnavailable, Message: "The service is unavailable: " + errBusy.Error()})
	case errors.Is(err, errPacked):
		s.answerError(w, r, c, &api.Error{Code: api.SerializationException})
	default: // cut short, or too slow
		w.Header().Set("Connection", "close")
		s.answerError(w, r, c, &api.Error{Code: api.SerializationException})
	}
}

// end counts and logs a call, and answers for one that panicked.
func (s *Server) end(w http.ResponseWriter, r *http.Request, c *call) {
	if p := recover(); p != nil {
		if p == http.ErrAbortHandler {
			panic(p)
		}
		s.opts.Logger.Error("panic", "operation", c.target.op.Name, "request_id", c.requestID,
			"panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		if c.status == 0 { // nothing was sent
			s.answerError(w, r, c, errPanic)
		}
	}
	if s.metrics != nil {
		s.metrics.inFlight.Dec()
		c.target.meter.count(c.code, time.Since(c.start), c.units)
	}
	if s.opts.Requests != nil {
		s.logCall(r, c)
	}
	s.release(&c.body)
	if cap(c.response) > largestKept {
		c.response = nil
	}
	calls.Put(c)
}

// largestKept is the most memory in bytes that a call keeps for the answers of
// later ones: a page of 1 MB as JSON. The collector takes it back after two of
// its rounds without a call.
const largestKept = 4 << 20

var errPanic = errors.New("server: the operation panicked")

// logCall writes the line of a request.
func (s *Server) logCall(r *http.Request, c *call) {
	name := c.target.op.Name
	if name == "" {
		name = clip(r.Header.Get("X-Amz-Target"))
	}
	s.opts.Requests.LogAttrs(r.Context(), slog.LevelInfo, name,
		slog.String("table", c.table),
		slog.Int("status", c.status),
		slog.String("code", c.code),
		slog.Duration("took", time.Since(c.start).Round(time.Microsecond)),
		slog.Int("in", len(c.body.sent)),
		slog.Int("out", c.sent),
		slog.String("region", c.sig.region),
		slog.String("access_key", c.sig.accessKey),
		slog.String("remote", r.RemoteAddr),
		slog.String("request_id", c.requestID),
	)
}
