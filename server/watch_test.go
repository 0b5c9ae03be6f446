package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/server"
)

func TestHealth(t *testing.T) {
	url := start(t, server.Options{Region: "eu-west-1"})
	for _, c := range []struct{ method, path, accept, want string }{
		{"GET", "/", "*/*", "healthy: dynamodb.eu-west-1.amazonaws.com "},
		{"GET", "/", "", "healthy: dynamodb.eu-west-1.amazonaws.com "},
		{"GET", "/healthz", "", "ok\n"},
		{"HEAD", "/healthz", "", ""},
		{"HEAD", "/", "", ""},
	} {
		r := get(t, url+c.path)
		r.Method = c.method
		r.Header.Set("Accept", c.accept)
		resp, body := send(t, http.DefaultClient, r)
		if resp.StatusCode != 200 || string(body) != c.want {
			t.Errorf("%+v: %d %q", c, resp.StatusCode, body)
		}
	}
}

// The page shows the tables to a browser, loads nothing, and runs nothing,
// whatever the names are.
func TestPage(t *testing.T) {
	url := start(t, server.Options{})
	page := func(url string) (http.Header, string) {
		r := get(t, url)
		r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
		resp, body := send(t, http.DefaultClient, r)
		if resp.StatusCode != 200 || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
			t.Errorf("%d %s", resp.StatusCode, resp.Header)
		}
		return resp.Header, string(body)
	}
	if _, body := page(url); !strings.Contains(body, "No tables yet") || !strings.Contains(body, url) {
		t.Errorf("%s", body)
	}
	send(t, http.DefaultClient, signed(t, url, "CreateTable", createNotes))
	send(t, http.DefaultClient, signed(t, url, "PutItem", putNote))
	h, body := page(url)
	if !strings.Contains(body, "<td>notes</td>") || strings.Contains(body, "<script") || strings.Contains(body, "src=") {
		t.Errorf("%s", body)
	}
	if csp := h.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "frame-ancestors 'none'") {
		t.Errorf("%s", csp)
	}
	r := get(t, url)
	r.Header.Set("Accept", "text/html")
	r.Host = `localhost"><script>`
	if _, body := send(t, http.DefaultClient, r); strings.Contains(string(body), "<script>") {
		t.Errorf("%s", body)
	}
	closed := start(t, server.Options{Credentials: server.NewCredentials("a", "b")})
	if _, body := page(closed); !strings.Contains(body, "Tables are shown to clients with a key") {
		t.Errorf("%s", body)
	}
}

func TestMetrics(t *testing.T) {
	url := start(t, server.Options{Metrics: true})
	send(t, http.DefaultClient, signed(t, url, "CreateTable", createNotes))
	for range 3 {
		_, body := send(t, http.DefaultClient, signed(t, url, "PutItem", putNote))
		if string(body) != `{}` { // the units that are counted are not shown to who did not ask
			t.Errorf("%s", body)
		}
	}
	_, body := send(t, http.DefaultClient, signed(t, url, "PutItem", strings.Replace(putNote, `{"TableName"`, `{"ReturnConsumedCapacity":"TOTAL","TableName"`, 1)))
	if string(body) != `{"ConsumedCapacity":{"TableName":"notes","CapacityUnits":1}}` {
		t.Errorf("%s", body)
	}
	send(t, http.DefaultClient, signed(t, url, "BatchGetItem", `{"RequestItems":{"notes":{"ConsistentRead":true,"Keys":[{"id":{"S":"a"}}]}}}`))
	send(t, http.DefaultClient, signed(t, url, "PutItem", `{}`))
	send(t, http.DefaultClient, signed(t, url, "Nonsense", `{}`))
	_, body = send(t, http.DefaultClient, get(t, url+"/metrics"))
	for _, want := range []string{
		`keywright_requests_total{code="OK",operation="PutItem"} 4`,
		`keywright_requests_total{code="ValidationException",operation="PutItem"} 1`,
		`keywright_requests_total{code="UnknownOperationException",operation="unknown"} 1`,
		`keywright_consumed_capacity_units_total{operation="PutItem"} 4`,
		`keywright_consumed_capacity_units_total{operation="BatchGetItem"} 1`,
		`keywright_request_duration_seconds_count{operation="PutItem"} 5`,
		`keywright_requests_in_flight 0`,
		`keywright_connections 1`,
	} {
		if !strings.Contains(string(body), want+"\n") {
			t.Errorf("no %s in\n%s", want, body)
		}
	}
}

// logs is a log that may be read while it is written.
type logs struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func TestRequestLog(t *testing.T) {
	var out logs
	url := start(t, server.Options{Requests: slog.New(slog.NewJSONHandler(&out, nil))})
	send(t, http.DefaultClient, signed(t, url, "CreateTable", createNotes))
	resp, _ := send(t, http.DefaultClient, signed(t, url, "GetItem", `{"TableName":"notes","Key":{}}`))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("%q", lines)
	}
	var line map[string]any
	if err := json.Unmarshal([]byte(lines[1]), &line); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"msg": "GetItem", "table": "notes", "status": 400.0, "code": "ValidationException", "region": "eu-west-1",
		"access_key": "local", "in": 30.0, "request_id": resp.Header.Get("x-amzn-RequestId"),
	} {
		if line[name] != want {
			t.Errorf("%s: %v, want %v", name, line[name], want)
		}
	}
}

// broken is a database whose operations go wrong.
type broken struct{ api.DB }

func (broken) GetItem(context.Context, *api.GetItemRequest) (*api.GetItemResponse, error) {
	panic("at /home/someone/secret")
}

func (broken) PutItem(context.Context, *api.PutItemRequest) (*api.PutItemResponse, error) {
	return nil, errors.New("write /home/someone/secret: no space left on device")
}

// What goes wrong in this machine is told to the operator and not to the
// caller, and the next request is served.
func TestFaults(t *testing.T) {
	var out logs
	url := start(t, server.Options{Databases: server.One(broken{open(t)}), Logger: slog.New(slog.NewTextHandler(&out, nil)), Metrics: true})
	for _, operation := range []string{"GetItem", "PutItem"} {
		resp, body := send(t, http.DefaultClient, signed(t, url, operation, `{"TableName":"t"}`))
		if want := `{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"Internal server error"}`; resp.StatusCode != 500 || string(body) != want {
			t.Errorf("%s: %d %s", operation, resp.StatusCode, body)
		}
		if id := resp.Header.Get("x-amzn-RequestId"); id == "" || !strings.Contains(out.String(), id) {
			t.Errorf("%s: request %q is not in the log %s", operation, id, out.String())
		}
	}
	if got := out.String(); strings.Count(got, "/home/someone/secret") != 2 || !strings.Contains(got, "watch_test.go") {
		t.Errorf("the log lacks the causes: %s", got)
	}
	if resp, body := send(t, http.DefaultClient, signed(t, url, "ListTables", `{}`)); resp.StatusCode != 200 {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
}

// slow is a database whose reads wait.
type slow struct {
	api.DB
	began, finish chan struct{}
}

func (s slow) GetItem(context.Context, *api.GetItemRequest) (*api.GetItemResponse, error) {
	s.began <- struct{}{}
	<-s.finish
	return &api.GetItemResponse{}, nil
}

// A server that ends takes no more, answers what is under way, and does not
// wait for connections that ask for nothing.
func TestShutdown(t *testing.T) {
	db := slow{open(t), make(chan struct{}), make(chan struct{})}
	s, err := server.New(server.Options{Databases: server.One(db)})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	for range 3 { // connected, and silent
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	type result struct {
		status int
		body   []byte
		err    error
	}
	answered := make(chan result, 1)
	r := signed(t, "http://"+l.Addr().String(), "GetItem", `{"TableName":"t"}`)
	go func() {
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			answered <- result{err: err}
			return
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		answered <- result{resp.StatusCode, body, err}
	}()
	<-db.began
	stop()
	for { // until no more are taken
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			break
		}
		_ = c.Close()
		time.Sleep(time.Millisecond)
	}
	select {
	case err := <-ended:
		t.Fatalf("ended before the request did: %v", err)
	default:
	}
	begin := time.Now()
	close(db.finish)
	if got := <-answered; got.err != nil || got.status != 200 || string(got.body) != `{}` {
		t.Errorf("%+v", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if took := time.Since(begin); took > 3*time.Second {
		t.Errorf("ending took %s", took)
	}
}
