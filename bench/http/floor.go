package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
)

// sizeHeader tells the floor how many bytes to answer.
const sizeHeader = "X-Answer-Size"

// floor serves what every HTTP server in Go has to do at least: the body is
// read whole, an answer of the size asked for is written.
func floor() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("listening on http://%s\n", l.Addr())
	answer := bytes.Repeat([]byte("x"), 4<<20)
	return http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			return
		}
		n, err := strconv.Atoi(r.Header.Get(sizeHeader))
		if err != nil || n > len(answer) {
			http.Error(w, "size", http.StatusBadRequest)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "application/x-amz-json-1.0")
		h.Set("Content-Length", strconv.Itoa(n))
		w.Write(answer[:n])
	}))
}
