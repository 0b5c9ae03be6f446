package server_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/enginetest"
	"github.com/keywright/keywright/server"
)

// open opens a database in memory that is checked and closed when the test ends.
func open(t testing.TB) *engine.DB {
	t.Helper()
	db, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		err := errors.Join(engine.Check(context.Background(), db), db.Close())
		if err != nil {
			t.Error(err)
		}
	})
	return db
}

// regions gives each region tables of its own.
func regions(db *engine.DB) server.Databases {
	return func(region, _ string) (api.DB, error) { return db.Namespace(region, ""), nil }
}

// start runs a server on a free port until the test ends and returns its URL.
func start(t testing.TB, o server.Options) string {
	t.Helper()
	if o.Databases == nil {
		db := open(t)
		o.Databases = regions(db)
		o.Spaces = func() (spaces []server.Space) {
			for _, sp := range db.Spaces() {
				spaces = append(spaces, server.Space{Region: sp.Region})
			}
			return spaces
		}
	}
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String()
}

// signed makes a request whose signature has the right form and date, and no
// value: what a server without credentials asks for.
func signed(t testing.TB, url, operation, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().UTC()
	r.Header.Set("Content-Type", "application/x-amz-json-1.0")
	service := api.ServiceDynamoDB
	if op, err := api.LookupOperation(operation); err == nil {
		service = op.Service
	}
	r.Header.Set("X-Amz-Target", service+"."+operation)
	r.Header.Set("X-Amz-Date", now.Format("20060102T150405Z"))
	r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=local/"+now.Format("20060102")+
		"/eu-west-1/dynamodb/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=00")
	return r
}

// send sends a request and reads the whole answer.
func send(t testing.TB, client *http.Client, r *http.Request) (*http.Response, []byte) {
	t.Helper()
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, body
}

// wire is a server as the harness of transcripts sees it.
type wire struct {
	t      testing.TB
	client *http.Client
	url    string
}

func (w wire) Call(_ context.Context, operation string, body []byte) (int, []byte, error) {
	resp, answer := send(w.t, w.client, signed(w.t, w.url, operation, string(body)))
	return resp.StatusCode, answer, nil
}

// The transcripts that the engine is held to in process hold over HTTP, too,
// and through the transport that needs no socket.
func TestTranscripts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs without -short")
	}
	t.Run("http", func(t *testing.T) {
		enginetest.Run(t, func(t testing.TB) enginetest.Target {
			return wire{t, http.DefaultClient, start(t, server.Options{})}
		})
	})
	t.Run("transport", func(t *testing.T) {
		enginetest.Run(t, func(t testing.TB) enginetest.Target {
			return wire{t, &http.Client{Transport: server.Transport(open(t))}, "http://in.process"}
		})
	})
}
