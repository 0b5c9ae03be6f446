package server

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
)

// maxBody is the largest body in bytes, as sent and unpacked (measured on AWS
// by others: 16 MiB).
const maxBody = 16 << 20

// Bodies beyond smallBody are counted, and all of them together take at most
// maxHeld bytes, however many callers send slowly.
const (
	smallBody = 256 << 10
	maxHeld   = 1 << 30
)

var (
	errTooLarge = errors.New("body over 16 MiB")
	errBusy     = errors.New("too many large requests at once")
	errPacked   = errors.New("body cannot be unpacked")
)

// body is a request's body, as it was sent and unpacked. Its memory is used
// again after release.
type body struct {
	sent     []byte
	unpacked []byte // the same as sent where nothing was packed
	packed   bool
	spare    []byte // memory for the next unpacked
	counted  int64  // of Server.held
}

// readBody reads the whole body into b.
func (s *Server) readBody(r *http.Request, b *body) error {
	if r.ContentLength > maxBody {
		return errTooLarge
	}
	var err error
	b.sent, err = s.readAll(b, b.sent[:0], r.Body, min(r.ContentLength, smallBody))
	if err != nil {
		return err
	}
	b.unpacked = b.sent
	packed := codings(r.Header["Content-Encoding"])
	if len(packed) > maxCodings {
		return errPacked
	}
	for _, coding := range packed {
		if err := s.unpack(b, coding); err != nil {
			return err
		}
	}
	return nil
}

// maxCodings is how often a body may be packed: what unpacks to itself would
// keep the machine busy.
const maxCodings = 2

// codings returns the codings of a body, the last one applied first.
func codings(lines []string) (names []string) {
	for _, line := range lines {
		for name := range strings.SplitSeq(line, ",") {
			if name = strings.ToLower(strings.TrimSpace(name)); name != "" && name != "identity" {
				names = append(names, name)
			}
		}
	}
	slices.Reverse(names)
	return names
}

// unpack takes one coding off.
func (s *Server) unpack(b *body, coding string) error {
	in := bytes.NewReader(b.unpacked)
	var r io.Reader
	var err error
	switch coding {
	case "gzip", "x-gzip":
		r, err = gzip.NewReader(in) // reads every member
	case "deflate":
		// HTTP means zlib by it; some clients send the bare stream.
		if r, err = zlib.NewReader(in); errors.Is(err, zlib.ErrHeader) {
			in.Reset(b.unpacked)
			r, err = flate.NewReader(in), nil
		}
	default:
		return errPacked
	}
	if err != nil {
		return errPacked
	}
	out, err := s.readAll(b, b.spare[:0], r, 0)
	b.unpacked, b.spare, b.packed = out, nil, true
	if err != nil && !errors.Is(err, errTooLarge) && !errors.Is(err, errBusy) {
		return errPacked
	}
	return err
}

// readAll appends everything to dst, at most maxBody bytes. hint is how much
// is expected, 0 or less if that is not known.
func (s *Server) readAll(b *body, dst []byte, r io.Reader, hint int64) ([]byte, error) {
	if hint >= int64(cap(dst)) {
		dst = make([]byte, 0, hint+1) // +1: the read that finds the end
	}
	for {
		if len(dst) == cap(dst) {
			size := max(4096, 2*cap(dst))
			if err := s.hold(b, int64(size)); err != nil {
				return dst, err
			}
			grown := make([]byte, len(dst), size)
			copy(grown, dst)
			dst = grown
		}
		n, err := r.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		switch {
		case len(dst) > maxBody:
			return dst, errTooLarge
		case err == io.EOF:
			return dst, nil
		case err != nil:
			return dst, err
		}
	}
}

// hold counts memory for a large body.
func (s *Server) hold(b *body, size int64) error {
	if size <= smallBody {
		return nil
	}
	b.counted += size
	if s.held.Add(size) > maxHeld {
		return errBusy
	}
	return nil
}

// release gives the memory of a body back. Small buffers are kept for the
// next request.
func (s *Server) release(b *body) {
	if b.counted > 0 {
		s.held.Add(-b.counted)
		*b = body{}
		return
	}
	if b.packed {
		b.spare = b.unpacked[:0]
	}
	b.sent, b.unpacked, b.packed = b.sent[:0], nil, false
}
