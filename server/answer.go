package server

import (
	"compress/gzip"
	"hash/crc32"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// serverName is the Server header.
const serverName = "Keywright"

// compressFrom is the size in bytes of a body that is worth compressing.
const compressFrom = 4 << 10

// answer is what goes back to the caller of an operation.
type answer struct {
	status      int
	body        []byte
	contentType string
	requestID   string // one is made if it is ""
}

// writeAnswer sends an answer: its headers, and its body in one write. It
// returns how many bytes of body were sent.
func writeAnswer(w http.ResponseWriter, r *http.Request, a answer) int {
	h := w.Header()
	body := a.body
	if len(body) > compressFrom && acceptsGzip(r.Header) {
		packed := packers.Get().(*packer)
		defer packers.Put(packed)
		body = packed.pack(body)
		h["Content-Encoding"] = []string{"gzip"}
	}
	if a.requestID == "" {
		a.requestID = requestID()
	}
	// One allocation holds the values of all headers.
	values := &[5]string{
		a.requestID,
		strconv.FormatUint(uint64(crc32.ChecksumIEEE(body)), 10),
		a.contentType,
		strconv.Itoa(len(body)),
		serverName,
	}
	h["X-Amzn-Requestid"] = values[0:1:1]
	h["X-Amz-Crc32"] = values[1:2:2]
	h["Content-Type"] = values[2:3:3]
	h["Content-Length"] = values[3:4:4]
	h["Server"] = values[4:5:5]
	w.WriteHeader(a.status)
	_, _ = w.Write(body) // a caller that is gone needs no answer
	return len(body)
}

// notFound is DynamoDB's answer to what is no call of its API.
func notFound(w http.ResponseWriter) {
	const body = "<UnknownOperationException/>\n"
	h := w.Header()
	h["Content-Type"] = nil // DynamoDB sends none here
	h["X-Amzn-Requestid"] = []string{requestID()}
	h["X-Amz-Crc32"] = []string{strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(body))), 10)}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	h["Server"] = []string{serverName}
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write([]byte(body))
}

// refuse answers a request that is too large to look at, and closes the
// connection.
func refuse(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Connection", "close")
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Server", serverName)
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}

// contentType is that of the answer: the request's if it is one of the two
// that DynamoDB speaks.
func contentType(r *http.Request) string {
	if mediaType(r) == jsonType {
		return jsonType
	}
	return amzType
}

const (
	amzType  = "application/x-amz-json-1.0"
	jsonType = "application/json"
)

// mediaType is the request's Content-Type without parameters.
func mediaType(r *http.Request) string {
	values := r.Header["Content-Type"]
	if len(values) == 0 {
		return ""
	}
	switch values[0] {
	case amzType, jsonType:
		return values[0]
	}
	kind, _, _ := strings.Cut(values[0], ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// requestID makes an id as DynamoDB's are: 52 digits and capitals. Ids tell
// requests apart and are no secret.
func requestID() string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
	var id [52]byte
	for i := 0; i < len(id); {
		bits := rand.Uint64()
		for range 12 { // of 5 bits each
			if i == len(id) {
				break
			}
			id[i] = digits[bits&31]
			bits >>= 5
			i++
		}
	}
	return string(id[:])
}

// acceptsGzip reads Accept-Encoding.
func acceptsGzip(h http.Header) bool {
	for _, line := range h["Accept-Encoding"] {
		for coding := range strings.SplitSeq(line, ",") {
			name, params, _ := strings.Cut(coding, ";")
			if name = strings.TrimSpace(name); !strings.EqualFold(name, "gzip") && name != "*" {
				continue
			}
			q, isQ := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q=")
			weight, err := strconv.ParseFloat(q, 64)
			return !isQ || err == nil && weight > 0
		}
	}
	return false
}

// packer compresses bodies; its memory is used again.
type packer struct {
	buf  sliceWriter
	gzip *gzip.Writer
}

type sliceWriter []byte

func (b *sliceWriter) Write(p []byte) (int, error) {
	*b = append(*b, p...)
	return len(p), nil
}

var packers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is one of gzip's own
	}
	return &packer{gzip: w}
}}

// pack returns the compressed body, which lives until the next pack.
func (p *packer) pack(body []byte) []byte {
	p.buf = p.buf[:0]
	p.gzip.Reset(&p.buf)
	_, _ = p.gzip.Write(body) // a sliceWriter takes everything
	_ = p.gzip.Close()
	return p.buf
}
