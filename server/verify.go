package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/keywright/keywright/api"
)

const (
	invalidToken = "The security token included in the request is invalid."
	mismatch     = "The request signature we calculated does not match the signature you provided. " +
		"Check your AWS Secret Access Key and signing method. Consult the service documentation for details."
)

// verify computes a request's signature and compares it with the one that was
// sent. body is the one that was sent, packed or not.
func (s *Server) verify(r *http.Request, sig *signature, body []byte) error {
	sec, ok := s.opts.Credentials.byAccessKey[sig.accessKey]
	if !ok {
		return fault(api.UnrecognizedClientException, invalidToken)
	}
	if err := sig.checkHeaders(r); err != nil {
		return err
	}
	payload := hash256(body)
	if sent := r.Header.Get("X-Amz-Content-Sha256"); sent != "" && sent != payload {
		return fault(api.InvalidSignatureException, mismatch)
	}
	text := stringToSign(sig, canonicalRequest(r, sig, payload))
	want := sum(s.keys.signing(sig, sec.key), text)
	got, err := hex.DecodeString(sig.value)
	if err != nil || subtle.ConstantTimeCompare(got, want) != 1 {
		return fault(api.InvalidSignatureException, mismatch)
	}
	if subtle.ConstantTimeCompare([]byte(sig.token), []byte(sec.token)) != 1 {
		return fault(api.UnrecognizedClientException, invalidToken)
	}
	return nil
}

// checkHeaders makes sure that the headers which decide what is done are
// signed: all x-amz-* (Signature Version 4, "canonical headers"). A presigned
// URL may carry them in its query instead, which is signed whole. Only the
// name of the SDK may be left out, as some SDKs do.
func (sig *signature) checkHeaders(r *http.Request) error {
	for name, values := range r.Header {
		lower := strings.ToLower(name)
		if !strings.HasPrefix(lower, "x-amz-") || lower == "x-amz-user-agent" || sig.signs(lower) {
			continue
		}
		if !sig.presigned || len(values) != 1 || r.URL.Query().Get(name) != values[0] {
			return notSigned(name)
		}
	}
	return nil
}

func stringToSign(sig *signature, canonical []byte) string {
	return algorithm + "\n" + sig.when + "\n" + sig.date + "/" + sig.region + "/" + sig.service + "/" + terminator + "\n" + hash256(canonical)
}

func hash256(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// canonicalRequest is what is signed of a request.
func canonicalRequest(r *http.Request, sig *signature, payload string) []byte {
	path := r.URL.EscapedPath()
	if path == "" {
		path = "/"
	}
	b := append([]byte(nil), r.Method...)
	b = append(append(append(b, '\n'), path...), '\n')
	b = append(append(b, canonicalQuery(r.URL.RawQuery)...), '\n')
	for name := range strings.SplitSeq(strings.ToLower(sig.headers), ";") {
		b = append(append(b, name...), ':')
		b = append(append(b, headerValue(r, name)...), '\n')
	}
	b = append(append(append(b, '\n'), strings.ToLower(sig.headers)...), '\n')
	return append(b, payload...)
}

// headerValue is a header as it is signed: values joined, blanks trimmed and
// runs of them made one.
func headerValue(r *http.Request, name string) string {
	switch name {
	case "host": // net/http takes these three out of the headers
		return r.Host
	case "content-length":
		return strconv.FormatInt(r.ContentLength, 10)
	case "transfer-encoding":
		return strings.Join(r.TransferEncoding, ",")
	}
	values := r.Header.Values(name)
	if len(values) == 1 && !strings.Contains(values[0], "  ") {
		return strings.TrimSpace(values[0])
	}
	trimmed := make([]string, len(values))
	for i, v := range values {
		trimmed[i] = strings.Join(strings.Fields(v), " ")
	}
	return strings.Join(trimmed, ",")
}

// canonicalQuery is the query as it is signed: sorted, percent-encoded,
// without the signature itself.
func canonicalQuery(raw string) string {
	if raw == "" {
		return ""
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return raw // the signature will not match
	}
	var pairs []string
	for name, vs := range values {
		if name == "X-Amz-Signature" {
			continue
		}
		for _, v := range vs {
			pairs = append(pairs, escape(name)+"="+escape(v))
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, "&")
}

// escape percent-encodes all but unreserved characters (RFC 3986).
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// keyCache keeps signing keys: they hold for a day, a region and a secret.
type keyCache struct {
	mu   sync.RWMutex
	keys map[signingScope][]byte
}

type signingScope struct{ secret, date, region string }

// maxKeys bounds the cache; regions are what callers say they are.
const maxKeys = 256

func (c *keyCache) signing(sig *signature, secretKey string) []byte {
	scope := signingScope{secretKey, sig.date, sig.region}
	c.mu.RLock()
	key := c.keys[scope]
	c.mu.RUnlock()
	if key != nil {
		return key
	}
	key = sum([]byte("AWS4"+secretKey), sig.date)
	for _, part := range []string{sig.region, sig.service, terminator} {
		key = sum(key, part)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.keys == nil || len(c.keys) >= maxKeys {
		c.keys = map[signingScope][]byte{}
	}
	c.keys[scope] = key
	return key
}

func sum(key []byte, text string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return m.Sum(nil)
}
