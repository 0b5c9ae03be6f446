package server

import (
	"net/http"
	"strings"
)

// serveHealthLine answers GET / as the endpoints of DynamoDB do.
func (s *Server) serveHealthLine(w http.ResponseWriter) {
	s.text(w, http.StatusOK, "healthy: dynamodb."+s.opts.Region+".amazonaws.com ")
}

// serveHealth answers GET /healthz: 200 while requests are taken, 503 while
// the server ends.
func (s *Server) serveHealth(w http.ResponseWriter) {
	if s.draining.Load() {
		s.text(w, http.StatusServiceUnavailable, "stopping\n")
		return
	}
	s.text(w, http.StatusOK, "ok\n")
}

func (s *Server) text(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Server", serverName)
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text))
}

// wantsPage tells a browser from a plain client.
func wantsPage(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html")
}
