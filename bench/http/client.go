package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// request renders a request once, so that the client costs as little as it
// can: on two cores it takes from what the servers have. size is what the
// floor answers.
func request(operation, body string, size int) []byte {
	now := time.Now().UTC()
	return fmt.Appendf(nil, "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: DynamoDB_20120810.%s\r\n"+
		"X-Amz-Date: %s\r\nAuthorization: AWS4-HMAC-SHA256 Credential=bench/%s/us-east-1/dynamodb/aws4_request, "+
		"SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=%s\r\n%s: %d\r\nContent-Length: %d\r\n\r\n%s",
		operation, now.Format("20060102T150405Z"), now.Format("20060102"), strings.Repeat("0", 64), sizeHeader, size, len(body), body)
}

// conn is one connection of the client.
type conn struct {
	net.Conn
	r *bufio.Reader
}

func dial(addr string) (*conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &conn{c, bufio.NewReaderSize(c, 64<<10)}, nil
}

// roundTrip sends a request and reads over the answer; it returns the size of
// the answer's body.
func (c *conn) roundTrip(req []byte) (int, error) {
	if _, err := c.Write(req); err != nil {
		return 0, err
	}
	status, size := 0, -1
	for {
		line, err := c.r.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if status == 0 {
			status, _ = strconv.Atoi(string(line[9:12]))
			continue
		}
		if len(line) <= 2 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte("Content-Length")) {
			size, _ = strconv.Atoi(string(bytes.TrimSpace(value)))
		}
	}
	if size < 0 {
		return 0, fmt.Errorf("answer without a Content-Length")
	}
	if status != 200 {
		body := make([]byte, min(size, 300))
		_, _ = io.ReadFull(c.r, body)
		return 0, fmt.Errorf("status %d: %s", status, body)
	}
	_, err := c.r.Discard(size)
	return size, err
}

// call sends one request.
func (s *side) call(operation, body string) (int, error) {
	c, err := dial(s.addr)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	return c.roundTrip(request(operation, body, 2))
}

// fill makes the tables and their items.
func fill(s *side) error {
	for _, t := range []string{createTable, plainTable} {
		if _, err := s.call("CreateTable", t); err != nil {
			return err
		}
	}
	time.Sleep(time.Second) // until dynalite's tables are active
	c, err := dial(s.addr)
	if err != nil {
		return err
	}
	defer c.Close()
	for i := 0; i < itemCount; i += 25 {
		puts := make([]string, 25)
		for j := range puts {
			puts[j] = `{"PutRequest":{"Item":` + item(i+j) + `}}`
		}
		if _, err := c.roundTrip(request("BatchWriteItem", `{"RequestItems":{"bench":[`+strings.Join(puts, ",")+`]}}`, 2)); err != nil {
			return err
		}
	}
	return nil
}

// load sends requests over all connections for a while and returns how long
// each took, sorted.
func load(ctx context.Context, s *side, requests [][]byte, conns int, d time.Duration) ([]time.Duration, error) {
	took := make([][]time.Duration, conns)
	errs := make([]error, conns)
	end := time.Now().Add(d)
	var wg sync.WaitGroup
	for n := range conns {
		wg.Go(func() {
			c, err := dial(s.addr)
			if err != nil {
				errs[n] = err
				return
			}
			defer c.Close()
			for i := n; ctx.Err() == nil; i += conns {
				begin := time.Now()
				if begin.After(end) {
					return
				}
				if _, err := c.roundTrip(requests[i%len(requests)]); err != nil {
					errs[n] = err
					return
				}
				took[n] = append(took[n], time.Since(begin))
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	all := slices.Concat(took...)
	slices.Sort(all)
	return all, ctx.Err()
}
