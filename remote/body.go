package remote

import (
	"bytes"
	"compress/gzip"
	"errors"
	"hash/crc32"
	"io"
	"net/http"
	"strconv"
)

// maxAnswer is the largest body of an answer in bytes, as sent and unpacked.
// DynamoDB's largest page is 16 MB of items, and no value is more than seven
// times as long in JSON as DynamoDB counts it (a list of nulls).
const maxAnswer = 128 << 20

var (
	errTooLarge = errors.New("a body of more than 128 MiB")
	errPacked   = errors.New("a body that cannot be unpacked")
	errDamaged  = errors.New("the answer was damaged on its way: its checksum is another")
)

// readBody reads the body of an answer: at most maxAnswer bytes, of the
// checksum that came with them, unpacked.
func readBody(answer *http.Response) ([]byte, error) {
	text, err := readAll(answer.Body, answer.ContentLength)
	if err != nil {
		return nil, err
	}
	if sum := answer.Header.Get("X-Amz-Crc32"); sum != "" {
		if want, err := strconv.ParseUint(sum, 10, 32); err != nil || crc32.ChecksumIEEE(text) != uint32(want) {
			return nil, errDamaged
		}
	}
	switch answer.Header.Get("Content-Encoding") {
	case "", "identity":
		return text, nil
	case "gzip":
		packed, err := gzip.NewReader(bytes.NewReader(text))
		if err != nil {
			return nil, errPacked
		}
		text, err = readAll(packed, -1)
		if err != nil && !errors.Is(err, errTooLarge) {
			err = errPacked
		}
		return text, err
	}
	return nil, errPacked
}

// readAll reads everything; hint is how much is expected, -1 if that is not
// known.
func readAll(r io.Reader, hint int64) ([]byte, error) {
	if hint > maxAnswer {
		return nil, errTooLarge
	}
	var text bytes.Buffer
	if hint > 0 {
		text.Grow(int(min(hint, 1<<20)) + bytes.MinRead)
	}
	n, err := text.ReadFrom(io.LimitReader(r, maxAnswer+1))
	switch {
	case err != nil:
		return nil, err
	case n > maxAnswer:
		return nil, errTooLarge
	}
	return text.Bytes(), nil
}
