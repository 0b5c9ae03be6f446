package server

import (
	"net/http"
	"slices"
	"sync/atomic"

	"github.com/keywright/keywright/api"
)

// Server answers requests. It is an http.Handler whose methods may be called
// concurrently. It owns no database: whoever gave Options.Databases closes
// them.
type Server struct {
	opts     Options
	targets  map[string]*target // by X-Amz-Target
	unknown  *target            // stands for all others
	hosts    map[string]bool
	keys     keyCache
	metrics  *metrics     // nil unless asked for
	held     atomic.Int64 // bytes of large request bodies in memory
	draining atomic.Bool  // Serve is about to end
}

var _ http.Handler = (*Server)(nil)

// target is one operation as a request names it.
type target struct {
	op     api.Operation
	header string // the value of X-Amz-Target
	meter  *meter // nil without metrics
}

// New returns a server.
func New(o Options) (*Server, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s := &Server{opts: o.withDefaults(), targets: map[string]*target{}, unknown: &target{}, hosts: map[string]bool{}}
	if o.Metrics {
		s.metrics = newMetrics()
		s.unknown.meter = s.metrics.meter("unknown")
	}
	for _, op := range api.Operations() {
		t := &target{op: op, header: op.Service + "." + op.Name}
		if s.metrics != nil {
			t.meter = s.metrics.meter(op.Name)
		}
		s.targets[t.header] = t
	}
	for _, h := range o.Hosts {
		s.hosts[hostName(h)] = true
	}
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if headerSize(r) > maxHeader {
		refuse(w, http.StatusBadRequest, "header block over 16 KB")
		return
	}
	if s.admit(w, r) {
		s.route(w, r)
	}
}

// route answers a request that may come.
func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodPost && r.URL.Path == "/":
		s.serveCall(w, r)
	case r.Method == http.MethodOptions && r.Header.Get("Origin") != "":
		preflight(w, r)
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		s.serveGet(w, r)
	default:
		notFound(w)
	}
}

// serveGet answers what is not the API: people and machines that watch.
func (s *Server) serveGet(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/" && wantsPage(r):
		s.servePage(w, r)
	case r.URL.Path == "/":
		s.serveHealthLine(w)
	case r.URL.Path == "/healthz":
		s.serveHealth(w)
	case r.URL.Path == "/metrics" && s.metrics != nil:
		s.metrics.handler.ServeHTTP(w, r)
	default:
		notFound(w)
	}
}

// database finds the database of a request.
func (s *Server) database(region, accessKey string) (api.DB, error) {
	if region == "" {
		region = s.opts.Region
	}
	return s.opts.Databases(region, accessKey)
}

// maxHeader is DynamoDB's bound on request line and headers together.
const maxHeader = 16 << 10

// headerSize is how many bytes the request line and the headers took.
func headerSize(r *http.Request) int {
	n := len(r.Method) + len(r.RequestURI) + len(r.Proto) + 4 + len("Host: \r\n") + len(r.Host)
	for name, values := range r.Header {
		for _, v := range values {
			n += len(name) + len(v) + len(": \r\n")
		}
	}
	return n
}

// isOneOf says whether a value is in a list, or the list has "*".
func isOneOf(list []string, value string) bool {
	return slices.Contains(list, value) || slices.Contains(list, "*")
}
