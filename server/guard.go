package server

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/keywright/keywright/api"
)

// admit refuses what a malicious web page could send: a request under a name
// that is not this server's (DNS rebinding), and one from another origin. It
// answers what it refuses. Browsers send Origin with every POST across
// origins, also with those that need no preflight.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) bool {
	if !s.knowsHost(r.Host) {
		answerDenied(w, r, "The Host "+clip(r.Host)+" is not one that this server answers to. Start it with --allow-host to add a name.")
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" || sameOrigin(origin, r.Host) {
		return true
	}
	if !isOneOf(s.opts.CORSOrigins, origin) {
		answerDenied(w, r, "Requests of web pages from "+clip(origin)+" are not allowed. Start the server with --cors-origin to allow them.")
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Vary", "Origin")
	h.Set("Access-Control-Expose-Headers", "x-amzn-RequestId,x-amz-crc32,Date,Content-Encoding")
	return true
}

// knowsHost says whether a Host header names this server.
func (s *Server) knowsHost(host string) bool {
	name := hostName(host)
	if name == "localhost" || name == "127.0.0.1" || strings.HasSuffix(name, ".localhost") || s.hosts[name] {
		return true
	}
	addr, err := netip.ParseAddr(name)
	if err != nil {
		// A name without a dot cannot be had from a public registry, so no
		// page can be served under it: names of containers, of the network.
		return s.opts.Remote && name != "" && !strings.Contains(name, ".")
	}
	return s.opts.Remote || addr.IsLoopback()
}

// hostName strips the port and brackets of a Host header.
func hostName(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// sameOrigin says whether a page of this server sent the request.
func sameOrigin(origin, host string) bool {
	return origin == "http://"+host || origin == "https://"+host
}

// preflight answers a browser that asks before it sends. admit has set who
// may.
func preflight(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if asked := r.Header.Get("Access-Control-Request-Headers"); asked != "" {
		h.Set("Access-Control-Allow-Headers", asked)
	}
	if asked := r.Header.Get("Access-Control-Request-Method"); asked != "" {
		h.Set("Access-Control-Allow-Methods", asked)
	}
	if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
		h.Set("Access-Control-Allow-Private-Network", "true")
	}
	h.Set("Access-Control-Max-Age", "172800")
	h.Set("Content-Length", "0")
	h["X-Amzn-Requestid"] = []string{requestID()}
	w.WriteHeader(http.StatusOK)
}

// answerDenied answers a request that may not come: 403, unlike DynamoDB's
// own AccessDeniedException, so that no SDK takes it for a policy's verdict.
func answerDenied(w http.ResponseWriter, r *http.Request, message string) {
	if r.Method != http.MethodPost {
		refuse(w, http.StatusForbidden, message)
		return
	}
	_, body := api.ErrorJSON(&api.Error{Code: api.AccessDeniedException, Message: message})
	w.Header().Set("Connection", "close")
	writeAnswer(w, r, answer{status: http.StatusForbidden, body: body, contentType: contentType(r)})
}

// clip shortens what a caller sent for a message.
func clip(s string) string {
	if len(s) > 100 {
		s = s[:100] + "..."
	}
	return "'" + s + "'"
}
