package partiql

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"

	"github.com/keywright/keywright/attr"
)

// Position is where a SELECT goes on: in which of its requests, and after
// which key; nil for the request's beginning.
type Position struct {
	Request int
	After   attr.Item
}

// The form of a NextToken, in base64:
//
//	version 1 | digest 16 B | request uvarint | key in attr's storage codec, or nothing
//
// The digest is of the statement's text and its parameters: a token goes with
// both, to the letter (report aws-sdk-js-v3 4424).
const (
	tokenVersion = 1
	digestBytes  = 16
)

// NextToken returns the token for a position of the statement with this text.
func (b *Bound) NextToken(text string, p Position) string {
	out := append([]byte{tokenVersion}, b.digest(text)...)
	out = binary.AppendUvarint(out, uint64(p.Request))
	if p.After != nil {
		out = attr.AppendItem(out, p.After)
	}
	return base64.StdEncoding.EncodeToString(out)
}

// Resume reads a token for a read of so many requests. The error, an *Error,
// says that it is none, or that it is another statement's.
func (b *Bound) Resume(text, token string, requests int) (p Position, err error) {
	raw, err := base64.StdEncoding.DecodeString(token)
	if err != nil || len(raw) < 1+digestBytes+1 || raw[0] != tokenVersion {
		return p, refuse(msgTokenInvalid)
	}
	if !bytes.Equal(raw[1:1+digestBytes], b.digest(text)) {
		return p, refuse(msgTokenForeign)
	}
	rest := raw[1+digestBytes:]
	request, n := binary.Uvarint(rest)
	if n <= 0 || request >= uint64(requests) {
		return p, refuse(msgTokenInvalid)
	}
	p.Request = int(request)
	if rest = rest[n:]; len(rest) > 0 {
		if p.After, err = attr.DecodeItem(rest); err != nil {
			return p, refuse(msgTokenInvalid)
		}
	}
	return p, nil
}

func (b *Bound) digest(text string) []byte {
	h := sha256.New()
	h.Write(binary.AppendUvarint(nil, uint64(len(text))))
	h.Write([]byte(text))
	for _, v := range b.parameters {
		h.Write(attr.AppendItem(nil, attr.Item{{Name: "?", Value: v}}))
	}
	return h.Sum(nil)[:digestBytes]
}
