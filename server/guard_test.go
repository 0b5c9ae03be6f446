package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/keywright/keywright/server"
)

// A page that had its name resolve to this machine sends that name as Host.
func TestHosts(t *testing.T) {
	local := start(t, server.Options{Hosts: []string{"db.example.com"}})
	remote := start(t, server.Options{Remote: true})
	for _, c := range []struct {
		host          string
		local, remote bool
	}{
		{"127.0.0.1:8000", true, true}, {"localhost:8000", true, true}, {"LOCALHOST", true, true}, {"localhost.", true, true},
		{"db.localhost:8000", true, true}, {"[::1]:8000", true, true}, {"127.3.2.1", true, true},
		{"db.example.com:8000", true, false},
		{"192.168.1.5:8000", false, true}, {"[fd00::5]:8000", false, true}, {"dynamodb:8000", false, true},
		{"evil.example", false, false}, {"evil.example:8000", false, false}, {"localhost.evil.example", false, false},
		{"127.0.0.1.evil.example", false, false}, {"0x7f.1", false, false},
	} {
		for url, want := range map[string]bool{local: c.local, remote: c.remote} {
			for _, r := range []*http.Request{signed(t, url, "ListTables", `{}`), get(t, url+"/"), get(t, url+"/healthz")} {
				r.Host = c.host
				resp, _ := send(t, http.DefaultClient, r)
				if got := resp.StatusCode == 200; got != want || !got && resp.StatusCode != 403 {
					t.Errorf("%s %s, Host %s: status %d, want it served: %t", r.Method, url, c.host, resp.StatusCode, want)
				}
			}
		}
	}
}

func get(t testing.TB, url string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Pages of other origins reach nothing unless a flag lets them.
func TestOrigins(t *testing.T) {
	const app = "https://app.example.com"
	none, one, all := start(t, server.Options{}), start(t, server.Options{CORSOrigins: []string{app}}), start(t, server.Options{CORSOrigins: []string{"*"}})
	for _, c := range []struct {
		url, origin string
		want        bool
	}{
		{none, app, false}, {none, "null", false}, {none, "http://localhost:3000", false}, {none, none, true},
		{one, app, true}, {one, "https://evil.example", false}, {one, app + ":444", false}, {one, "null", false}, {one, one, true},
		{all, app, true}, {all, "http://localhost:3000", true},
	} {
		shows := c.want && c.origin != c.url // the page of the server itself needs no CORS
		// A call with everything that an SDK sends, after a preflight.
		r := signed(t, c.url, "ListTables", `{}`)
		r.Header.Set("Origin", c.origin)
		checkOrigin(t, r, c.want, shows, c.origin)
		// What a page can send without a preflight: a form, a script.
		for _, simple := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
			r := signed(t, c.url, "ListTables", `{}`)
			r.Header = http.Header{"Origin": {c.origin}, "Content-Type": {simple}}
			resp, body := send(t, http.DefaultClient, r)
			if resp.StatusCode < 400 || strings.Contains(string(body), "TableNames") {
				t.Errorf("%s from %s: %d %s", simple, c.origin, resp.StatusCode, body)
			}
		}
		r = signed(t, c.url, "ListTables", ``)
		r.Method = http.MethodOptions
		r.Header = http.Header{"Origin": {c.origin}, "Access-Control-Request-Method": {"POST"},
			"Access-Control-Request-Headers": {"authorization,x-amz-date,x-amz-target"}}
		resp := checkOrigin(t, r, c.want, shows, c.origin)
		if c.want && resp.Header.Get("Access-Control-Allow-Headers") != "authorization,x-amz-date,x-amz-target" {
			t.Errorf("preflight from %s: %v", c.origin, resp.Header)
		}
	}
}

func checkOrigin(t *testing.T, r *http.Request, want, shows bool, origin string) *http.Response {
	t.Helper()
	resp, body := send(t, http.DefaultClient, r)
	if got := resp.StatusCode == 200; got != want || !got && resp.StatusCode != 403 {
		t.Errorf("%s from %s: %d %s", r.Method, origin, resp.StatusCode, body)
	}
	if got := resp.Header.Get("Access-Control-Allow-Origin"); (got == origin) != shows {
		t.Errorf("%s from %s: Access-Control-Allow-Origin %q", r.Method, origin, got)
	}
	return resp
}

func TestOptions(t *testing.T) {
	db := server.One(open(t))
	for name, o := range map[string]server.Options{
		"no databases":         {},
		"no region":            {Databases: db, Region: "us east"},
		"origin with a path":   {Databases: db, CORSOrigins: []string{"https://a.example/"}},
		"origin without more":  {Databases: db, CORSOrigins: []string{"a.example"}},
		"unsigned and checked": {Databases: db, Unsigned: true, Credentials: server.NewCredentials("a", "b")},
		"connections":          {Databases: db, MaxConnections: -1},
		"time":                 {Databases: db, ReadTimeout: -1},
	} {
		if _, err := server.New(o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
