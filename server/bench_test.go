package server_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/keywright/keywright/server"
)

// discard is a ResponseWriter that keeps nothing, so that the benchmarks
// measure what the server does and not what net/http does.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// A GetItem of 1 KB through the handler: with signatures looked at, verified,
// and with metrics.
func BenchmarkGetItem(b *testing.B) {
	creds := server.NewCredentials(accessKey, secretKey)
	for name, o := range map[string]server.Options{
		"plain": {}, "verified": {Credentials: creds}, "metrics": {Metrics: true},
	} {
		b.Run(name, func(b *testing.B) {
			o.Databases = regions(open(b))
			s, err := server.New(o)
			if err != nil {
				b.Fatal(err)
			}
			w := &discard{header: http.Header{}}
			serve := func(operation, body string) *http.Request {
				r := signed(b, "http://localhost/", operation, body)
				sign(b, r, body, aws.Credentials{AccessKeyID: accessKey, SecretAccessKey: secretKey})
				s.ServeHTTP(w, r)
				if w.status != 200 {
					b.Fatalf("%s: %d", operation, w.status)
				}
				return r
			}
			serve("CreateTable", createNotes)
			serve("PutItem", `{"TableName":"notes","Item":{"id":{"S":"a"},"t":{"S":"`+strings.Repeat("x", 1000)+`"}}}`)
			const get = `{"TableName":"notes","Key":{"id":{"S":"a"}}}`
			r, body := serve("GetItem", get), bytes.NewReader(nil)
			r.Body = io.NopCloser(body)
			b.ReportAllocs()
			for b.Loop() {
				body.Reset([]byte(get))
				clear(w.header)
				s.ServeHTTP(w, r)
			}
		})
	}
}
