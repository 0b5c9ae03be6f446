package remote

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/keywright/keywright/api"
)

// serviceName is what requests are signed for; DynamoDB Streams is signed as
// dynamodb, too.
const serviceName = "dynamodb"

// send makes one attempt. A nil failure is success: read has the body.
func (db *DB) send(ctx context.Context, op api.Operation, body []byte, read func([]byte) error) *failure {
	at := db.at.dynamodb
	if op.Service == api.ServiceStreams {
		at = db.at.streams
	}
	attempt, cancel := context.WithTimeout(ctx, db.timeout)
	defer cancel()
	r, by, err := db.request(attempt, at, op, body)
	if err != nil {
		return &failure{err: err}
	}
	answer, err := db.http.Do(r)
	if err != nil {
		return db.unanswered(ctx, at, err, !neverSent(err), db.proxyOf(r))
	}
	defer answer.Body.Close()
	text, err := readBody(answer)
	if errors.Is(err, errTooLarge) || errors.Is(err, errPacked) {
		return &failure{err: &AnswerError{shown(at), answer.StatusCode, err.Error()}, unknown: true}
	}
	if err != nil {
		return db.unanswered(ctx, at, err, true, "")
	}
	if answer.StatusCode != http.StatusOK {
		return db.refused(at, answer, text, by)
	}
	if err := read(text); err != nil {
		what := strings.TrimPrefix(err.Error(), "api: ")
		if !bytes.HasPrefix(text, []byte("{")) {
			what = excerpt(answer, text)
		}
		return &failure{err: &AnswerError{shown(at), answer.StatusCode, what}, unknown: true}
	}
	return nil
}

// signature is when and by whom a request was signed.
type signature struct {
	at    time.Time
	token string // of temporary credentials: a secret
}

// request makes a signed request.
func (db *DB) request(ctx context.Context, at *url.URL, op api.Operation, body []byte) (*http.Request, signature, error) {
	credentials, err := db.credentials.Retrieve(ctx)
	by := signature{time.Now().Add(time.Duration(db.skew.Load())).UTC(), credentials.SessionToken}
	if err != nil {
		if ctx.Err() != nil {
			return nil, by, ctx.Err()
		}
		return nil, by, &CredentialsError{db.profile, credentialsCause(err)}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), bytes.NewReader(body))
	if err != nil {
		return nil, by, fmt.Errorf("remote: %w", err)
	}
	r.Header.Set("Content-Type", "application/x-amz-json-1.0")
	r.Header.Set("X-Amz-Target", op.Service+"."+op.Name)
	hash := sha256.Sum256(body)
	if err := db.signer.SignHTTP(ctx, credentials, r, hex.EncodeToString(hash[:]), serviceName, db.region, by.at); err != nil {
		return nil, by, fmt.Errorf("remote: signing: %w", err)
	}
	// Proxies change these two, so they are not signed.
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("User-Agent", "keywright")
	return r, by, nil
}

// unanswered is the failure of an attempt that got no answer, or not all of
// it. sent says that the endpoint may have got the request, proxy what is in
// between.
func (db *DB) unanswered(ctx context.Context, at *url.URL, err error, sent bool, proxy string) *failure {
	if ctx.Err() != nil { // the caller's own, not the attempt's
		return &failure{err: ctx.Err(), unknown: sent}
	}
	cut := slices.ContainsFunc(cuts, func(c error) bool { return errors.Is(err, c) })
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("an attempt took more than %s: %w", db.timeout, context.DeadlineExceeded)
	}
	return &failure{err: &ConnectionError{Endpoint: shown(at), Proxy: proxy, Err: err}, unknown: sent, again: cut}
}

// proxyOf is the host of the proxy that a request goes through, "" without one.
func (db *DB) proxyOf(r *http.Request) string {
	if _, ours := db.http.(*http.Client); ours { // on a transport that was given
		return ""
	}
	proxy, err := http.ProxyFromEnvironment(r)
	if err != nil || proxy == nil {
		return ""
	}
	return proxy.Host // without user and password
}

// cuts are what an attempt may be repeated after, beyond what the retryer
// repeats of its own accord.
var cuts = []error{io.EOF, io.ErrUnexpectedEOF, syscall.EPIPE, errDamaged, context.DeadlineExceeded}

// neverSent says whether an error is one of making the connection.
func neverSent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// refused is the failure of an attempt that was answered an error.
func (db *DB) refused(at *url.URL, answer *http.Response, text []byte, by signature) *failure {
	f := &failure{status: answer.StatusCode, unknown: answer.StatusCode >= 500}
	if ms, err := strconv.Atoi(answer.Header.Get("X-Amz-Retry-After")); err == nil && ms > 0 {
		f.after = time.Duration(min(ms, 60_000)) * time.Millisecond
	}
	e := errorOf(answer, text)
	if e == nil {
		f.err = &AnswerError{shown(at), answer.StatusCode, excerpt(answer, text)}
		return f
	}
	if by.token != "" { // of what was signed, a refused signature repeats all
		e.Message = strings.ReplaceAll(e.Message, by.token, "(session token)")
	}
	f.err = e
	f.again = db.correctClock(e.Code, answer, by.at)
	return f
}

// errorOf reads an error of DynamoDB's out of an answer; nil for another's.
func errorOf(answer *http.Response, text []byte) *api.Error {
	if json.Valid(text) && bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		var typed struct {
			Type string `json:"__type"`
		}
		_ = json.Unmarshal(text, &typed) // of another type: none of DynamoDB's
		if typed.Type != "" {
			return api.DecodeError(text)
		}
	}
	// Some that stand before DynamoDB name the error in a header alone.
	code, _, _ := strings.Cut(answer.Header.Get("X-Amzn-Errortype"), ":")
	code = code[strings.LastIndexByte(code, '#')+1:]
	switch {
	case code != "":
		return &api.Error{Code: api.Code(code), Message: excerpt(answer, text)}
	case answer.StatusCode == http.StatusNotFound && bytes.Contains(text, []byte("<UnknownOperationException/>")):
		return &api.Error{Code: api.UnknownOperationException}
	}
	return nil
}

// maxExcerpt is how much of a strange body an error repeats, in bytes.
const maxExcerpt = 200

// excerpt is the beginning of a body, for people.
func excerpt(answer *http.Response, text []byte) string {
	if to := answer.Header.Get("Location"); to != "" && answer.StatusCode/100 == 3 {
		return "a redirection to another address"
	}
	short := string(text[:min(len(text), maxExcerpt)])
	short = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(short, " "))
	short = strings.Join(strings.Fields(short), " ")
	switch {
	case short == "":
		return "its body is empty"
	case len(text) > maxExcerpt:
		short += " ..."
	}
	return short
}

// maxSkew is how far clocks may be apart before they are the likely cause of
// a refused signature (AWS lets five minutes pass).
const maxSkew = 4 * time.Minute

// correctClock notes how far the endpoint's clock is from this machine's,
// where that is why a signature was refused, and says whether to sign again.
func (db *DB) correctClock(code api.Code, answer *http.Response, signed time.Time) bool {
	switch code {
	case api.InvalidSignatureException, api.AccessDeniedException, "RequestTimeTooSkewed", "RequestExpired":
	default:
		return false
	}
	there, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil || there.Sub(signed).Abs() <= maxSkew {
		return false
	}
	db.skew.Store(int64(time.Until(there)))
	return true
}
