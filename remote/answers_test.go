package remote_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"hash/crc32"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/remote"
)

// listen runs a program on a port that is no DynamoDB: do gets each
// connection.
func listen(t *testing.T, do func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				c.Read(make([]byte, 64<<10)) //nolint:errcheck // whatever came
				do(c)
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// What is no answer is told as what it is, with the endpoint and advice.
func TestNoAnswer(t *testing.T) {
	t.Setenv("AWS_MAX_ATTEMPTS", "2")
	signIn(t, accessKey, secretKey, "")
	down, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	down.Close()
	writes := func(text string) func(net.Conn) { return func(c net.Conn) { io.WriteString(c, text) } } //nolint:errcheck
	for _, c := range []struct{ name, url, want, advice string }{
		{"down", "http://" + down.Addr().String(), "after 2 attempts: dial tcp " + down.Addr().String() + ": connect: connection refused", "listens on that port"},
		{"cut at once", listen(t, func(net.Conn) {}), "after 2 attempts", ""},
		{"cut in the headers", listen(t, writes("HTTP/1.1 200 OK\r\n")), "after 2 attempts: net/http: HTTP/1.x transport connection broken: unexpected EOF", ""},
		{"cut in the body", listen(t, writes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"Item")), "after 2 attempts: unexpected EOF", ""},
		{"no HTTP", listen(t, writes("220 mail.example ESMTP\r\n")), "malformed HTTP", ""},
		{"a page", listen(t, writes("HTTP/1.1 200 OK\r\nContent-Length: 20\r\nContent-Type: text/html\r\n\r\n<html>\n<b>Hello</b>\n")), "answered 200 OK, which is no answer of DynamoDB's: <html> <b>Hello</b>", "check that the address"},
		{"a login page", listen(t, writes("HTTP/1.1 302 Found\r\nLocation: https://login.example/?secret\r\nContent-Length: 0\r\n\r\n")), "answered 302 Found, which is no answer of DynamoDB's: a redirection to another address", "check that the address"},
		{"empty", listen(t, writes("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")), "answered 503 Service Unavailable, which is no answer of DynamoDB's: its body is empty", ""},
		{"endless", listen(t, writes("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n{")), "a body of more than 128 MiB", ""},
		{"https on http", strings.Replace(serve(t, nil).url, "http", "https", 1), "server gave HTTP response to HTTPS client", "use http://"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := put(t.Context(), open(t, remote.Options{Endpoint: c.url}), "a")
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.url) {
				t.Fatalf("got %v, want %s", err, c.want)
			}
			if !strings.Contains(remote.Advice(err), c.advice) {
				t.Errorf("advice %q, want %q", remote.Advice(err), c.advice)
			}
			keepsSecrets(t, err)
		})
	}
}

func packed(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text) //nolint:errcheck // a buffer takes everything
	w.Close()
	return b.Bytes()
}

// Checksums are of what was sent, packed or not; a damaged answer is asked for
// again.
func TestBodies(t *testing.T) {
	t.Setenv("AWS_MAX_ATTEMPTS", "2")
	signIn(t, accessKey, secretKey, "")
	const body = `{"Item":{"pk":{"S":"a"},"n":{"N":"12345678901234567890123456789012345678"}}}`
	sum := func(b []byte) string { return strconv.FormatUint(uint64(crc32.ChecksumIEEE(b)), 10) }
	zip := packed([]byte(body))
	for _, c := range []struct {
		name, sum, coding string
		body              []byte
		want              string // of the error, "" for none
	}{
		{"plain", sum([]byte(body)), "", []byte(body), ""},
		{"no checksum", "", "", []byte(body), ""},
		{"packed", sum(zip), "gzip", zip, ""},
		{"damaged", sum([]byte("x")), "", []byte(body), "after 2 attempts: the answer was damaged"},
		{"checksum of what was unpacked", sum([]byte(body)), "gzip", zip, "damaged"},
		{"no number", "abc", "", []byte(body), "damaged"},
		{"not packed", "", "gzip", []byte(body), "cannot be unpacked"},
		{"packed and cut", "", "gzip", zip[:len(zip)-3], "cannot be unpacked"},
		{"another coding", "", "br", zip, "cannot be unpacked"},
		{"bomb", "", "gzip", bytes.Repeat(packed(make([]byte, 1<<20)), 129), "more than 128 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &script{answers: []func(*http.Request) (*http.Response, error){func(r *http.Request) (*http.Response, error) {
				if r.Header.Get("Accept-Encoding") != "gzip" {
					t.Error("gzip is not asked for")
				}
				a := answer(200, string(c.body))
				a.Header.Set("X-Amz-Crc32", c.sum)
				if c.sum == "" {
					a.Header.Del("X-Amz-Crc32")
				}
				a.Header.Set("Content-Encoding", c.coding)
				return a, nil
			}}}
			db := open(t, remote.Options{Region: "eu-west-1", Transport: s})
			got, err := db.GetItem(t.Context(), &api.GetItemRequest{TableName: "tab", Key: key("a")})
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want %s", err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if n := got.Item.Get("n").Number().String(); n != "12345678901234567890123456789012345678" {
				t.Errorf("the number came as %s", n)
			}
		})
	}
}

// Errors come with all that DynamoDB tells: items, reasons.
func TestErrors(t *testing.T) {
	signIn(t, accessKey, secretKey, "")
	n, err := attr.ParseItem([]byte(`{"pk":{"S":"a"},"n":{"N":"0.1000"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		status int
		body   string
		want   *api.Error
	}{
		{400, `{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"The conditional request failed","Item":{"pk":{"S":"a"},"n":{"N":"0.1"}}}`,
			&api.Error{Code: api.ConditionalCheckFailedException, Message: "The conditional request failed", Item: n}},
		{400, `{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"Transaction cancelled","CancellationReasons":[{"Code":"None"},{"Code":"ConditionalCheckFailed","Message":"no","Item":{"pk":{"S":"a"},"n":{"N":"0.1"}}}]}`,
			&api.Error{Code: api.TransactionCanceledException, Message: "Transaction cancelled", Reasons: []api.CancellationReason{{Code: "None"}, {Code: "ConditionalCheckFailed", Message: "no", Item: n}}}},
		{400, `{"__type":"com.amazon.coral.availability#ThrottlingException","message":"slow down","throttlingReasons":[{"reason":"r","resource":"arn"}]}`,
			&api.Error{Code: api.ThrottlingException, Message: "slow down", Throttling: []api.ThrottlingReason{{Reason: "r", Resource: "arn"}}}},
		{400, `{"__type":"com.amazon.coral.service#ExpiredTokenException","message":"The security token included in the request is expired"}`,
			&api.Error{Code: "ExpiredTokenException", Message: "The security token included in the request is expired"}},
		{400, `{"__type":"SomethingNewException"}`, &api.Error{Code: "SomethingNewException"}},
		{404, "<UnknownOperationException/>\n", &api.Error{Code: api.UnknownOperationException}},
	} {
		t.Run(string(c.want.Code), func(t *testing.T) {
			t.Setenv("AWS_MAX_ATTEMPTS", "1")
			db := open(t, remote.Options{Region: "eu-west-1", Transport: &script{answers: says(c.status, c.body)}})
			var got *api.Error
			if err := put(t.Context(), db, "a"); !errors.As(err, &got) {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, cmp.Comparer(func(a, b attr.Item) bool { return attr.EqualItems(a, b) })); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// A request that no DynamoDB takes is not sent.
func TestRequestTooLarge(t *testing.T) {
	signIn(t, accessKey, secretKey, "")
	s := &script{answers: says(200, `{}`)}
	db := open(t, remote.Options{Region: "eu-west-1", Transport: s})
	if err := put(t.Context(), db, strings.Repeat("x", 17<<20)); err == nil || !strings.Contains(err.Error(), "takes at most 16777216") || len(s.asked) > 0 {
		t.Errorf("got %v after %d requests", err, len(s.asked))
	}
}

// FuzzAnswer: no answer, whatever its status, headers and body, makes the
// client panic or take it for a success that it is not.
func FuzzAnswer(f *testing.F) {
	f.Add(200, "", "", []byte(`{"Item":{"a":{"S":"b"}}}`))
	f.Add(200, "gzip", "", packed([]byte(`{}`)))
	f.Add(400, "", "com.amazon#X:http://y", []byte(`{"__type":"a#ConditionalCheckFailedException","Item":{"a":{"N":"1"}}}`))
	f.Add(400, "", "", []byte(`{"__type":"a#TransactionCanceledException","CancellationReasons":[null,{}]}`))
	f.Add(404, "", "", []byte("<UnknownOperationException/>"))
	f.Add(500, "", "#", []byte(`[]`))
	f.Setenv("AWS_MAX_ATTEMPTS", "1")
	signIn(f, accessKey, secretKey, "")
	next := answer(200, "")
	db := open(f, remote.Options{Region: "eu-west-1", Transport: &script{answers: []func(*http.Request) (*http.Response, error){
		func(*http.Request) (*http.Response, error) { return next, nil },
	}}})
	f.Fuzz(func(t *testing.T, status int, coding, kind string, body []byte) {
		if status < 100 || status > 999 {
			return
		}
		next = answer(status, string(body))
		next.Header["Content-Encoding"], next.Header["X-Amzn-Errortype"] = []string{coding}, []string{kind}
		got, err := db.GetItem(t.Context(), &api.GetItemRequest{TableName: "tab", Key: key("a")})
		if (err == nil) != (got != nil) || err == nil && status != 200 {
			t.Errorf("%d %q: %+v, %v", status, body, got, err)
		}
		if err != nil && (err.Error() == "" || len(err.Error()) > len(body)+1000) {
			t.Errorf("%d: error %q", status, err)
		}
		remote.Advice(err)
	})
}
