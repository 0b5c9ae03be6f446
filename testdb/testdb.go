// Package testdb gives tests of an application a DynamoDB of their own: the
// embedded engine in memory, made in about a millisecond and gone when the
// test ends. An AWS SDK for Go client reaches it in process, without a socket;
// programs in other languages reach it by its URL.
//
//	db := testdb.New(t)
//	client := dynamodb.New(dynamodb.Options{
//		Region:       db.Region,
//		BaseEndpoint: &db.Endpoint,
//		HTTPClient:   db.Client(),
//		Credentials:  aws.AnonymousCredentials{}, // any will do
//	})
package testdb

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/server"
)

// DB is a DynamoDB of one test. Its methods may be called concurrently.
type DB struct {
	// API is the database itself, for requests without HTTP and JSON.
	API api.DB
	// Region and Endpoint are for a client's configuration. Endpoint names
	// nothing that can be reached: Client answers what is sent to it.
	Region, Endpoint string

	t      testing.TB
	server *server.Server

	once sync.Once
	url  string
}

// New returns an empty database that is checked and closed when the test
// ends. Whatever goes wrong ends the test.
func New(t testing.TB) *DB {
	t.Helper()
	return Open(t, engine.Options{})
}

// Open is New with options of the engine: a folder to keep the data in, a
// clock of the test's.
func Open(t testing.TB, o engine.Options) *DB {
	t.Helper()
	e, err := engine.Open(o)
	if err != nil {
		t.Fatalf("testdb: %v", err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Errorf("testdb: %v", err)
		}
	})
	region := o.Region
	if region == "" {
		region = "us-east-1"
	}
	s, err := server.New(server.Options{
		Databases: func(region, _ string) (api.DB, error) { return e.Namespace(region, ""), nil },
		Region:    region,
		Unsigned:  true,
	})
	if err != nil {
		t.Fatalf("testdb: %v", err)
	}
	return &DB{
		API: e, Region: region, Endpoint: "http://testdb.invalid",
		t: t, server: s,
	}
}

// Client returns an HTTP client for an AWS SDK client's HTTPClient. Its
// requests are answered in process, by tables of the region that they are
// signed for.
func (db *DB) Client() *http.Client { return &http.Client{Transport: db.Transport()} }

// Transport is the transport of Client.
func (db *DB) Transport() http.RoundTripper { return db.server.Transport() }

// URL returns the address of the database for programs outside of the test:
// http://127.0.0.1 and a free port. The first call begins to listen.
func (db *DB) URL() string {
	db.t.Helper()
	db.once.Do(db.listen)
	return db.url
}

func (db *DB) listen() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		db.t.Errorf("testdb: %v", err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- db.server.Serve(ctx, l) }()
	db.t.Cleanup(func() { // before the engine is closed
		stop()
		if err := <-ended; err != nil {
			db.t.Errorf("testdb: %v", err)
		}
	})
	db.url = "http://" + l.Addr().String()
}
