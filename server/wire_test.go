package server_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/json"
	"hash/crc32"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/keywright/keywright/server"
)

const (
	createNotes = `{"TableName":"notes","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}`
	putNote     = `{"TableName":"notes","Item":{"id":{"S":"a"}}}`
)

// kind reads __type of an error answer.
func kind(t testing.TB, body []byte) string {
	t.Helper()
	var e struct {
		Type string `json:"__type"`
	}
	if err := json.Unmarshal(body, &e); err != nil {
		t.Fatalf("%v in %q", err, body)
	}
	return e.Type
}

// The headers of an answer (docs: API reference, "HTTP responses"; form of the
// id: recorded on AWS).
func TestAnswerHeaders(t *testing.T) {
	url := start(t, server.Options{})
	ids := map[string]bool{}
	for _, c := range []struct {
		operation, body, contentType, want string
		status                             int
	}{
		{"CreateTable", createNotes, "application/x-amz-json-1.0", "application/x-amz-json-1.0", 200},
		{"ListTables", `{}`, "application/json", "application/json", 200},
		{"ListTables", `{}`, "application/json; charset=utf-8", "application/json", 200},
		{"GetItem", `{}`, "application/x-amz-json-1.0", "application/x-amz-json-1.0", 400},
	} {
		r := signed(t, url, c.operation, c.body)
		r.Header.Set("Content-Type", c.contentType)
		resp, body := send(t, http.DefaultClient, r)
		h := resp.Header
		if resp.StatusCode != c.status || h.Get("Content-Type") != c.want {
			t.Errorf("%s: %d, %s", c.operation, resp.StatusCode, h.Get("Content-Type"))
		}
		if id := h.Get("x-amzn-RequestId"); !regexp.MustCompile(`^[0-9A-Z]{52}$`).MatchString(id) || ids[id] {
			t.Errorf("%s: request id %q", c.operation, id)
		} else {
			ids[id] = true
		}
		if got, want := h.Get("x-amz-crc32"), strconv.FormatUint(uint64(crc32.ChecksumIEEE(body)), 10); got != want {
			t.Errorf("%s: crc32 %s, want %s", c.operation, got, want)
		}
		if h.Get("Content-Length") != strconv.Itoa(len(body)) || h.Get("Server") == "" || h.Get("Date") == "" {
			t.Errorf("%s: %v", c.operation, h)
		}
		if h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: CORS headers without an Origin", c.operation)
		}
	}
}

// What is no call of the API, in the words recorded on AWS.
func TestNoCalls(t *testing.T) {
	url := start(t, server.Options{})
	call := func(change func(*http.Request)) (int, string) {
		r := signed(t, url, "ListTables", `{}`)
		change(r)
		resp, body := send(t, http.DefaultClient, r)
		return resp.StatusCode, string(body)
	}
	const unknown = `{"__type":"com.amazon.coral.service#UnknownOperationException"}`
	const malformed = `{"__type":"com.amazon.coral.service#SerializationException"}`
	setBody := func(r *http.Request, body string) {
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	}
	for _, c := range []struct {
		name   string
		change func(*http.Request)
		status int
		want   string
	}{
		{"as it should be", func(*http.Request) {}, 200, `{"TableNames":[]}`},
		{"path", func(r *http.Request) { r.URL.Path = "/x" }, 404, "<UnknownOperationException/>\n"},
		{"method", func(r *http.Request) { r.Method = "PUT" }, 404, "<UnknownOperationException/>\n"},
		{"get of a path", func(r *http.Request) { r.Method, r.URL.Path = "GET", "/shell" }, 404, "<UnknownOperationException/>\n"},
		{"metrics, not asked for", func(r *http.Request) { r.Method, r.URL.Path = "GET", "/metrics" }, 404, "<UnknownOperationException/>\n"},
		{"content type", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 404, "<UnknownOperationException/>\n"},
		{"no content type", func(r *http.Request) { r.Header.Del("Content-Type") }, 404, "<UnknownOperationException/>\n"},
		{"no target", func(r *http.Request) { r.Header.Del("X-Amz-Target") }, 400, unknown},
		{"target", func(r *http.Request) { r.Header.Set("X-Amz-Target", "DynamoDB_20120810.listTables") }, 400, unknown},
		{"version", func(r *http.Request) { r.Header.Set("X-Amz-Target", "DynamoDB_20200101.ListTables") }, 400, unknown},
		{"other service", func(r *http.Request) { r.Header.Set("X-Amz-Target", "DynamoDBStreams_20120810.ListTables") }, 400, unknown},
		{"not ours", func(r *http.Request) { r.Header.Set("X-Amz-Target", "DynamoDB_20120810.CreateGlobalTable") }, 400,
			`{"__type":"com.amazon.coral.service#UnknownOperationException","message":"The operation CreateGlobalTable is not implemented"}`},
		{"no JSON", func(r *http.Request) { setBody(r, `{"a"`) }, 400, malformed},
		{"no JSON before the target", func(r *http.Request) { setBody(r, `{`); r.Header.Del("X-Amz-Target") }, 400, malformed},
		{"no JSON before the signature", func(r *http.Request) { setBody(r, `{`); r.Header.Del("Authorization") }, 400, malformed},
		{"the target before the signature", func(r *http.Request) { r.Header.Del("X-Amz-Target"); r.Header.Del("Authorization") }, 400, unknown},
		{"no body", func(r *http.Request) { setBody(r, ``) }, 400, malformed},
		{"no body after the signature", func(r *http.Request) { setBody(r, ``); r.Header.Del("Authorization") }, 400,
			`{"__type":"com.amazon.coral.service#MissingAuthenticationTokenException","message":"Request is missing Authentication Token"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if status, body := call(c.change); status != c.status || body != c.want {
				t.Errorf("%d %s\nwant %d %s", status, body, c.status, c.want)
			}
		})
	}
}

func gzipped(t testing.TB, parts ...string) string {
	t.Helper()
	var out bytes.Buffer
	for _, p := range parts {
		w := gzip.NewWriter(&out)
		if _, err := w.Write([]byte(p)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

func zlibbed(t testing.TB, s string) string {
	t.Helper()
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	_, _ = w.Write([]byte(s))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func deflated(t testing.TB, s string) string {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write([]byte(s))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPackedBodies(t *testing.T) {
	url := start(t, server.Options{})
	send(t, http.DefaultClient, signed(t, url, "CreateTable", createNotes))
	const serialization = "com.amazon.coral.service#SerializationException"
	for _, c := range []struct {
		name, coding, body string
		want               string // __type, "" for success
		status             int
	}{
		{"gzip", "gzip", gzipped(t, putNote), "", 200},
		{"several members", "gzip", gzipped(t, putNote[:10], putNote[10:20], putNote[20:]), "", 200},
		{"deflate", "deflate", zlibbed(t, putNote), "", 200},
		{"deflate without a header", "deflate", deflated(t, putNote), "", 200},
		{"both", "deflate, gzip", gzipped(t, zlibbed(t, putNote)), "", 200},
		{"thrice", "gzip,gzip,gzip", gzipped(t, gzipped(t, gzipped(t, putNote))), serialization, 400},
		{"identity", "identity", putNote, "", 200},
		{"cut short", "gzip", gzipped(t, putNote)[:30], serialization, 400},
		{"wrong checksum", "gzip", gzipped(t, putNote)[:len(gzipped(t, putNote))-8] + "12345678", serialization, 400},
		{"not packed", "gzip", putNote, serialization, 400},
		{"unknown coding", "br", putNote, serialization, 400},
		{"bomb", "gzip", gzipped(t, strings.Repeat(" ", 17<<20)), "", 413},
		{"bomb of bombs", "gzip, gzip", gzipped(t, gzipped(t, strings.Repeat(" ", 17<<20))), "", 413},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := signed(t, url, "PutItem", c.body)
			r.Header.Set("Content-Encoding", c.coding)
			resp, body := send(t, http.DefaultClient, r)
			if resp.StatusCode != c.status {
				t.Fatalf("%d %s", resp.StatusCode, body)
			}
			if c.want != "" && kind(t, body) != c.want {
				t.Errorf("%s", body)
			}
		})
	}
}

// A body of 16 MiB is read, one byte more is not, chunked or not.
func TestBodyLimit(t *testing.T) {
	url := start(t, server.Options{})
	pad := func(n int) string { return `{}` + strings.Repeat(" ", n-2) }
	for _, c := range []struct {
		size    int
		chunked bool
		status  int
	}{
		{16 << 20, false, 200}, {16<<20 + 1, false, 413}, {16 << 20, true, 200}, {16<<20 + 1, true, 413},
	} {
		r := signed(t, url, "ListTables", pad(c.size))
		if c.chunked {
			r.ContentLength, r.Body = -1, io.NopCloser(strings.NewReader(pad(c.size)))
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			if c.status == 413 { // the answer may come before all is sent
				continue
			}
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("%+v: status %d", c, resp.StatusCode)
		}
	}
}

// Large answers are compressed for those who ask, and the checksum is of the
// bytes as they are sent.
func TestPackedAnswers(t *testing.T) {
	url := start(t, server.Options{})
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	send(t, client, signed(t, url, "CreateTable", createNotes))
	text := strings.Repeat("abcdefgh", 2000)
	send(t, client, signed(t, url, "PutItem", `{"TableName":"notes","Item":{"id":{"S":"a"},"t":{"S":"`+text+`"}}}`))
	send(t, client, signed(t, url, "PutItem", `{"TableName":"notes","Item":{"id":{"S":"b"},"t":{"S":"`+text[:3000]+`"}}}`))
	for _, c := range []struct {
		id, accept string
		packed     bool
	}{
		{"a", "gzip", true}, {"a", "deflate, gzip;q=0.5", true}, {"a", "*", true},
		{"a", "", false}, {"a", "identity", false}, {"a", "gzip;q=0", false}, {"a", "br", false},
		{"b", "gzip", false},
	} {
		r := signed(t, url, "GetItem", `{"TableName":"notes","Key":{"id":{"S":"`+c.id+`"}}}`)
		if c.accept != "" {
			r.Header.Set("Accept-Encoding", c.accept)
		}
		resp, body := send(t, client, r)
		if got := resp.Header.Get("Content-Encoding") == "gzip"; got != c.packed {
			t.Errorf("%+v: packed %t", c, got)
		}
		if got, want := resp.Header.Get("x-amz-crc32"), strconv.FormatUint(uint64(crc32.ChecksumIEEE(body)), 10); got != want {
			t.Errorf("%+v: crc32 %s, want %s", c, got, want)
		}
		if c.packed {
			z, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if !json.Valid(body) || len(body) < 3000 {
			t.Errorf("%+v: %d bytes", c, len(body))
		}
	}
}

// Request line and headers may take 16 KB together; beyond it DynamoDB says
// 400 and not 431.
func TestHeaderLimit(t *testing.T) {
	url := start(t, server.Options{})
	for size, want := range map[int]int{15 << 10: 200, 17 << 10: 400, 19 << 10: 400, 30 << 10: 400, 1 << 20: 400} {
		r := signed(t, url, "ListTables", `{}`)
		r.Header.Set("X-Padding", strings.Repeat("x", size))
		resp, err := http.DefaultClient.Do(r)
		if err != nil { // the server closed while the header was being sent
			if size < 1<<20 {
				t.Errorf("%d bytes: %v", size, err)
			}
			continue
		}
		_ = resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%d bytes: status %d, want %d", size, resp.StatusCode, want)
		}
	}
}

// Deep and long bodies are answered, whatever they are.
func TestHostileBodies(t *testing.T) {
	url := start(t, server.Options{})
	send(t, http.DefaultClient, signed(t, url, "CreateTable", createNotes))
	const deep = 1 << 20
	for name, body := range map[string]string{
		"lists":           strings.Repeat("[", deep),
		"maps":            strings.Repeat(`{"a":`, deep),
		"unknown member":  `{"x":` + strings.Repeat("[", deep) + strings.Repeat("]", deep) + `}`,
		"attribute lists": `{"TableName":"notes","Item":{"id":{"S":"a"},"l":` + strings.Repeat(`{"L":[`, deep) + strings.Repeat(`]}`, deep) + `}}`,
		"attribute maps":  `{"TableName":"notes","Item":{"id":{"S":"a"},"m":` + strings.Repeat(`{"M":{"a":`, deep) + `{"S":"x"}` + strings.Repeat(`}}`, deep) + `}}`,
		"long name":       `{"` + strings.Repeat("a", deep) + `":1}`,
		"long number":     `{"TableName":"notes","Item":{"id":{"S":"a"},"n":{"N":"` + strings.Repeat("1", deep) + `"}}}`,
		"not UTF-8":       "{\"TableName\":\"\xff\xfe\"}",
		"nothing":         "\x00",
	} {
		t.Run(name, func(t *testing.T) {
			resp, answer := send(t, http.DefaultClient, signed(t, url, "PutItem", body))
			if resp.StatusCode != 400 || kind(t, answer) == "" {
				t.Errorf("%d %.200s", resp.StatusCode, answer)
			}
		})
	}
}
