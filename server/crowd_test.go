package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/keywright/keywright/server"
)

// Connections that are opened and left, at every point of a request, do not
// keep those out that have something to ask, however many they are.
func TestAbandonedConnections(t *testing.T) {
	const most = 200
	abandoned := 10_000
	if testing.Short() {
		abandoned = 1000
	}
	url := start(t, server.Options{MaxConnections: most, Metrics: true})
	addr := strings.TrimPrefix(url, "http://")
	// A connection for each request: one that is kept may be closed meanwhile.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	send(t, client, signed(t, url, "CreateTable", createNotes))
	starts := []string{ // what was sent before they were left
		"",
		"POST / HT",
		"POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: ",
		"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"\x16\x03\x01\x02\x00\x01\x00\x01",
	}
	var left []net.Conn // open, and never heard of again
	for i := range abandoned {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(c, starts[i%len(starts)])
		if i%2 == 0 {
			_ = c.Close()
		} else if left = append(left, c); len(left) > 400 { // spare this machine's descriptors
			_ = left[0].Close()
			left = left[1:]
		}
		if i%100 == 0 {
			if resp, body := send(t, client, signed(t, url, "PutItem", putNote)); resp.StatusCode != 200 {
				t.Fatalf("after %d: %d %s", i, resp.StatusCode, body)
			}
		}
	}
	defer func() {
		for _, c := range left {
			_ = c.Close()
		}
	}()
	_, body := send(t, client, get(t, url+"/metrics"))
	var open int
	if _, err := fmt.Sscanf(string(body[strings.Index(string(body), "\nkeywright_connections ")+1:]), "keywright_connections %d", &open); err != nil {
		t.Fatal(err)
	}
	if open > most {
		t.Errorf("%d connections are open, at most %d may be", open, most)
	}
}

// Callers that send and read as slowly as they can are cut off in time, and
// others are served meanwhile.
func TestSlowClients(t *testing.T) {
	const patience = 500 * time.Millisecond
	url := start(t, server.Options{ReadTimeout: patience})
	send(t, http.DefaultClient, signed(t, url, "CreateTable", createNotes))
	addr := strings.TrimPrefix(url, "http://")
	now := time.Now().UTC()
	head := "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\nX-Amz-Date: " +
		now.Format("20060102T150405Z") + "\r\n"
	var all sync.WaitGroup
	for range 50 {
		for _, s := range []string{"", head, head + "Content-Length: 100000\r\n\r\n{", head + "Transfer-Encoding: chunked\r\n\r\nff\r\n{"} {
			all.Go(func() { // sends a byte now and then
				c, err := net.Dial("tcp", addr)
				if err != nil {
					t.Error(err)
					return
				}
				defer c.Close()
				begin := time.Now()
				_, _ = io.WriteString(c, s)
				var refused error
				for refused == nil && time.Since(begin) < 20*patience {
					time.Sleep(patience / 10)
					_, refused = io.WriteString(c, "x")
				}
				if refused == nil {
					t.Errorf("still connected after %s, having sent %q", time.Since(begin), s)
				}
			})
		}
	}
	served := time.Now()
	for range 50 {
		if resp, body := send(t, http.DefaultClient, signed(t, url, "PutItem", putNote)); resp.StatusCode != 200 {
			t.Fatalf("%d %s", resp.StatusCode, body)
		}
	}
	if took := time.Since(served); took > 5*time.Second {
		t.Errorf("50 requests took %s beside slow clients", took)
	}
	all.Wait()
}

// A caller that does not take its answers is cut off; one whose operation
// takes long is not, and neither is one that only waits before the next.
func TestPatience(t *testing.T) {
	const patience = 300 * time.Millisecond
	db := slow{open(t), make(chan struct{}), make(chan struct{})}
	url := start(t, server.Options{Databases: server.One(db), ReadTimeout: patience})
	big := strings.Replace(putNote, `{"S":"a"}`, `{"S":"a"},"t":{"S":"`+strings.Repeat("x", 390<<10)+`"}`, 1)
	send(t, http.DefaultClient, signed(t, url, "CreateTable", createNotes))
	send(t, http.DefaultClient, signed(t, url, "PutItem", big))

	c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const asked = 100 // 39 MB of answers: more than the sockets of both sides hold
	for range asked {
		if err := signed(t, url, "Scan", `{"TableName":"notes"}`).Write(c); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(4 * patience)
	if n, err := io.Copy(io.Discard, c); n > asked*(390<<10) {
		t.Errorf("all of the %d bytes were still there, %v", n, err)
	}

	own := &http.Client{Transport: &http.Transport{}}
	defer own.CloseIdleConnections()
	go func() {
		<-db.began
		time.Sleep(3 * patience)
		close(db.finish)
	}()
	if resp, body := send(t, own, signed(t, url, "GetItem", `{"TableName":"t"}`)); resp.StatusCode != 200 {
		t.Errorf("a long operation: %d %s", resp.StatusCode, body)
	}
	time.Sleep(2 * patience)
	r := signed(t, url, "ListTables", `{}`)
	r.GetBody = nil // not sent again on another connection
	if resp, body := send(t, own, r); resp.StatusCode != 200 {
		t.Errorf("after a pause: %d %s", resp.StatusCode, body)
	}
}

// A connection serves several requests, also when they are sent at once.
func TestPipelining(t *testing.T) {
	url := start(t, server.Options{})
	c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var sent strings.Builder
	for range 5 {
		if err := signed(t, url, "ListTables", `{}`).Write(&sent); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := io.WriteString(c, sent.String()); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(c)
	for i := range 5 {
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil || string(body) != `{"TableNames":[]}` {
			t.Errorf("answer %d: %s, %v", i, body, err)
		}
		_ = resp.Body.Close()
	}
}
