package server

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
)

// onlyFaults fails on an error that a caller must not see.
func onlyFaults(t *testing.T, err error) {
	t.Helper()
	var known *api.Error
	if err != nil && !errors.As(err, &known) {
		t.Errorf("an error that is none of the API: %v", err)
	}
}

// What is accepted has all its parts, and the date of its scope.
func checkRead(t *testing.T, sig signature, err error) {
	t.Helper()
	onlyFaults(t, err)
	if err != nil {
		return
	}
	if !sig.signs("host") || !validRegion(sig.region) || sig.service != service || !strings.HasPrefix(sig.when, sig.date) ||
		sig.value == "" || strings.Contains(sig.accessKey, "/") {
		t.Errorf("accepted %+v", sig)
	}
}

func FuzzAuthorization(f *testing.F) {
	f.Add("AWS4-HMAC-SHA256 Credential=k/20261201/r/dynamodb/aws4_request, SignedHeaders=host, Signature=00", "20261201T061415Z")
	f.Add("AWS4-HMAC-SHA256 Credential=a/b/c/d/e,,SignedHeaders=host;;x,Signature==", "Tue, 01 Dec 2026 06:14:15 GMT")
	f.Add("AWS4-", "")
	f.Add("AWS4-X Credential", "9")
	now := time.Date(2026, 12, 1, 6, 14, 15, 0, time.UTC)
	s := &Server{opts: Options{Now: func() time.Time { return now }, Credentials: NewCredentials("k", "s")}}
	f.Fuzz(func(t *testing.T, authorization, date string) {
		r := httptest.NewRequest(http.MethodPost, "http://localhost/", nil)
		r.Header.Set("Authorization", authorization)
		r.Header.Set("X-Amz-Date", date)
		var sig signature
		err := s.readSignature(r, &sig)
		checkRead(t, sig, err)
		if err == nil {
			if err := s.verify(r, &sig, nil); err == nil {
				t.Error("a signature that nobody made was accepted")
			} else {
				onlyFaults(t, err)
			}
		}
	})
}

// Dates are those that time.Parse takes.
func FuzzDate(f *testing.F) {
	for _, s := range []string{"20261201T061415Z", "20240229T235959Z", "20230229T000000Z", "20261301T000000Z", "20261201T240000Z", "20261201T000060Z",
		"00000101T000000Z", "20261201t061415z", "2026120 T061415Z", "20261201T061415.1Z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := parseDate(s)
		want, err := time.Parse(amzDate, s)
		if len(s) != len(amzDate) { // time.Parse also takes a fraction of a second, which AWS's form has not
			err = errors.New("another length")
		}
		if ok != (err == nil) || ok && !got.Equal(want) {
			t.Errorf("%q: %s %t, time.Parse says %s %v", s, got, ok, want, err)
		}
	})
}

func FuzzPresigned(f *testing.F) {
	f.Add("X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20261201%2Fr%2Fdynamodb%2Faws4_request&X-Amz-Date=20261201T061415Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=00")
	f.Add("X-Amz-Algorithm=&%zz")
	f.Add("X-Amz-Algorithm=a;b&X-Amz-Expires=99999999999999999999")
	now := time.Date(2026, 12, 1, 6, 14, 15, 0, time.UTC)
	s := &Server{opts: Options{Now: func() time.Time { return now }, Credentials: NewCredentials("k", "s")}}
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest(http.MethodPost, "http://localhost/", nil)
		r.URL.RawQuery = "X-Amz-Algorithm=AWS4-HMAC-SHA256&" + query
		var sig signature
		err := s.readSignature(r, &sig)
		checkRead(t, sig, err)
		if err == nil {
			if err := s.verify(r, &sig, nil); err == nil {
				t.Error("a signature that nobody made was accepted")
			} else {
				onlyFaults(t, err)
			}
		}
	})
}

// Packed bodies are unpacked as the standard library would, or refused, and
// every byte that was counted is given back.
func FuzzBody(f *testing.F) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(`{"TableName":"notes"}`))
	_ = w.Close()
	f.Add(packed.Bytes(), "gzip")
	f.Add(append(packed.Bytes(), packed.Bytes()...), "gzip")
	f.Add(packed.Bytes(), "gzip, deflate")
	f.Add([]byte("x\x9c\x03\x00\x00\x00\x00\x01"), "deflate")
	f.Add([]byte("\x03\x00"), "deflate")
	f.Add([]byte("{}"), "identity")
	s := &Server{}
	var b body
	f.Fuzz(func(t *testing.T, sent []byte, coding string) {
		r := httptest.NewRequest(http.MethodPost, "http://localhost/", bytes.NewReader(sent))
		r.Header.Set("Content-Encoding", coding)
		err := s.readBody(r, &b)
		if err != nil && !errors.Is(err, errPacked) && !errors.Is(err, errTooLarge) {
			t.Errorf("%v", err)
		}
		if err == nil && coding == "gzip" {
			z, err := gzip.NewReader(bytes.NewReader(sent))
			if err != nil {
				t.Fatal(err)
			}
			if want, err := io.ReadAll(z); err != nil || !bytes.Equal(want, b.unpacked) {
				t.Errorf("%q, want %q, %v", b.unpacked, want, err)
			}
		}
		if !bytes.Equal(b.sent, sent) {
			t.Errorf("what was sent became %q", b.sent)
		}
		s.release(&b)
		if held := s.held.Load(); held != 0 {
			t.Errorf("%d bytes are still counted", held)
		}
	})
}

// panics is a database with no operation at all.
type panics struct{ api.DB }

// Whatever a request is, it is answered, once, and with the headers of an
// answer.
func FuzzRequest(f *testing.F) {
	f.Add("POST", "/", "DynamoDB_20120810.ListTables", "application/json", "gzip", "localhost", "", []byte(`{}`))
	f.Add("POST", "/", "DynamoDB_20120810.GetItem", "application/x-amz-json-1.0", "", "evil", "http://a", []byte(`{"TableName":"abc","Key":{"a":{"S":""}}}`))
	f.Add("GET", "/metrics", ".", "x", "*;q=0", "[::1]:1", "null", []byte(nil))
	f.Add("OPTIONS", "/x", "DynamoDBStreams_20120810.GetRecords", ";", ",", "", "*", []byte("\xff"))
	s, err := New(Options{Databases: One(panics{}), Unsigned: true, Metrics: true, CORSOrigins: []string{"http://a"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method, path, target, kind, accept, host, origin string, sent []byte) {
		r := httptest.NewRequest(http.MethodPost, "http://localhost/", bytes.NewReader(sent))
		r.Method, r.URL.Path, r.Host = method, path, host
		r.Header = http.Header{"X-Amz-Target": {target}, "Content-Type": {kind}, "Accept-Encoding": {accept}, "Origin": {origin}}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != 200 && w.Code < 400 || w.Code == 500 && s.targets[target] == nil {
			t.Errorf("status %d", w.Code)
		}
		if w.Code == 200 && method == "POST" { // nothing can succeed on this database
			t.Errorf("success: %s", w.Body)
		}
		if length := w.Result().ContentLength; length >= 0 && length != int64(w.Body.Len()) {
			t.Errorf("Content-Length %d, body of %d", length, w.Body.Len())
		}
	})
}

func FuzzCredentials(f *testing.F) {
	f.Add("[default]\naws_access_key_id = a\naws_secret_access_key = b\n")
	f.Add("[a]\n#\n[b\naws_session_token==")
	f.Fuzz(func(t *testing.T, src string) {
		c, err := ReadCredentials(strings.NewReader(src))
		if (c == nil) == (err == nil) {
			t.Fatalf("%v, %v", c, err)
		}
		if err == nil {
			for key, sec := range c.byAccessKey {
				if key == "" || sec.key == "" {
					t.Errorf("key %q of secret %q", key, sec.key)
				}
			}
		}
	})
}
