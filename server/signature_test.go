package server_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"github.com/keywright/keywright/server"
)

// What DynamoDB says of signatures that are wrong in form or date, in the
// order in which it looks (recorded on AWS by others; the five minutes are
// those of recorded answers since 2015).
func TestSignatureForm(t *testing.T) {
	at := time.Date(2026, 12, 1, 6, 14, 15, 0, time.UTC)
	endpoint := start(t, server.Options{Now: func() time.Time { return at }})
	const good = "AWS4-HMAC-SHA256 Credential=k/20261201/r/dynamodb/aws4_request, SignedHeaders=host, Signature=00"
	for _, c := range []struct {
		name, authorization, date, query string
		want                             string
	}{
		{name: "good", authorization: good, date: "20261201T061415Z"},
		{name: "blanks instead of commas", authorization: "AWS4-HMAC-SHA256 Credential=k/20261201/r/dynamodb/aws4_request SignedHeaders=x;HOST Signature=00", date: "20261201T061415Z"},
		{name: "commas without blanks", authorization: "AWS4-HMAC-SHA256 Credential=k/20261201/r/dynamodb/aws4_request,SignedHeaders=host,Signature=00", date: "20261201T061415Z"},
		{name: "five minutes ago", authorization: good, date: "20261201T060915Z"},
		{name: "in five minutes", authorization: good, date: "20261201T061915Z"},
		{name: "date of the header", authorization: good, date: "Tue, 01 Dec 2026 06:14:15 GMT"},
		{name: "none", want: "MissingAuthenticationTokenException: Request is missing Authentication Token"},
		{name: "other scheme", authorization: "Bearer x", date: "20261201T061415Z", want: "MissingAuthenticationTokenException: Request is missing Authentication Token"},
		{name: "both", authorization: good, query: "X-Amz-Algorithm=x", want: "InvalidSignatureException: Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."},
		{name: "no pair", authorization: "AWS4-HMAC-SHA256 Signature=b, Credential", want: "IncompleteSignatureException: 'Credential' not a valid key=value pair (missing equal-sign) in Authorization header: 'AWS4-HMAC-SHA256 Signature=b, Credential'."},
		{name: "nothing in it", authorization: "AWS4-", want: "IncompleteSignatureException: Authorization header requires 'Credential' parameter. Authorization header requires 'Signature' parameter. " +
			"Authorization header requires 'SignedHeaders' parameter. Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. Authorization=AWS4-"},
		{name: "no date", authorization: good, want: "IncompleteSignatureException: Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. Authorization=" + good},
		{name: "date of another form", authorization: good, date: "201", want: "IncompleteSignatureException: Date must be in ISO-8601 'basic format'. Got '201'. See http://en.wikipedia.org/wiki/ISO_8601"},
		{name: "expired", authorization: good, date: "20261201T060914Z", want: "InvalidSignatureException: Signature expired: 20261201T060914Z is now earlier than 20261201T060915Z (20261201T061415Z - 5 min.)"},
		{name: "not yet current", authorization: good, date: "20261201T061916Z", want: "InvalidSignatureException: Signature not yet current: 20261201T061916Z is still later than 20261201T061915Z (20261201T061415Z + 5 min.)"},
		{name: "host", authorization: strings.Replace(good, "=host", "=a;hosts", 1), date: "20261201T061415Z", want: "InvalidSignatureException: 'Host' must be a 'SignedHeader' in the AWS Authorization."},
		{name: "algorithm", authorization: strings.Replace(good, "256 ", "25 ", 1), date: "20261201T061415Z", want: "IncompleteSignatureException: Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only AWS4-HMAC-SHA256 for now). "},
		{name: "four parts", authorization: strings.Replace(good, "k/20261201/r/dynamodb/aws4_request", "a/b/c/d", 1), date: "20261201T061415Z", want: "IncompleteSignatureException: Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got 'a/b/c/d'"},
		{name: "wrong parts", authorization: strings.Replace(good, "k/20261201/r/dynamodb/aws4_request", "a/b/c d/d/e", 1), date: "20261201T061415Z",
			want: "IncompleteSignatureException: 'd/d/e' not a valid key=value pair (missing equal-sign) in Authorization header: '" + strings.Replace(good, "k/20261201/r/dynamodb/aws4_request", "a/b/c d/d/e", 1) + "'."},
		{name: "five wrong parts", authorization: strings.Replace(good, "k/20261201/r/dynamodb/aws4_request", "a/b/c.c/d/e", 1), date: "20261201T061415Z",
			want: "InvalidSignatureException: Credential should be scoped to a valid region, not 'c.c'. Credential should be scoped to correct service: 'dynamodb'. " +
				"Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. " +
				"Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: 'b' != '20261201', from '20261201T061415Z'."},
		{name: "presigned", query: "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20261201%2Fr%2Fdynamodb%2Faws4_request&X-Amz-Date=20261201T061415Z&X-Amz-SignedHeaders=host&X-Amz-Signature=00"},
		{name: "presigned an hour ago", query: "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20261201%2Fr%2Fdynamodb%2Faws4_request&X-Amz-Date=20261201T051415Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=00"},
		{name: "presigned and expired", query: "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20261201%2Fr%2Fdynamodb%2Faws4_request&X-Amz-Date=20261201T051414Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=00",
			want: "InvalidSignatureException: Signature expired: 20261201T051414Z is now earlier than 20261201T051415Z (20261201T061415Z - 60 min.)"},
		{name: "presigned by half", query: "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=00&X-Amz-Date=20261201T061415Z",
			want: "IncompleteSignatureException: AWS query-string parameters must include 'X-Amz-Credential'. AWS query-string parameters must include 'X-Amz-SignedHeaders'. Re-examine the query-string parameters."},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := signed(t, endpoint+"/?"+c.query, "ListTables", `{}`)
			r.Header.Del("Authorization")
			r.Header.Del("X-Amz-Date")
			if c.authorization != "" {
				r.Header.Set("Authorization", c.authorization)
			}
			if strings.HasSuffix(c.date, "GMT") {
				r.Header.Set("Date", c.date)
			} else if c.date != "" {
				r.Header.Set("X-Amz-Date", c.date)
			}
			resp, body := send(t, http.DefaultClient, r)
			checkFault(t, resp, body, c.want)
		})
	}
}

// checkFault compares an answer with "Code: message", "" for success.
func checkFault(t *testing.T, resp *http.Response, body []byte, want string) {
	t.Helper()
	if want == "" {
		if resp.StatusCode != 200 {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
		return
	}
	var got struct {
		Type    string `json:"__type"`
		Message string `json:"message"`
	}
	if err := json.Unmarshal(body, &got); err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != 400 || got.Type+": "+got.Message != "com.amazon.coral.service#"+want {
		t.Errorf("%d %s: %s\nwant %s", resp.StatusCode, got.Type, got.Message, want)
	}
}

const (
	accessKey = "AKIDEXAMPLE"
	secretKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
)

func hash(body string) string {
	h := sha256.Sum256([]byte(body))
	return hex.EncodeToString(h[:])
}

// sign signs a request with the SDK's own signer.
func sign(t testing.TB, r *http.Request, body string, keys aws.Credentials) {
	t.Helper()
	r.Header.Del("Authorization")
	r.Header.Del("X-Amz-Date")
	if err := v4.NewSigner().SignHTTP(context.Background(), keys, r, hash(body), "dynamodb", "eu-west-1", time.Now()); err != nil {
		t.Fatal(err)
	}
}

// Requests that the SDK's signer signed are let in, and nothing that was
// changed afterwards.
func TestVerify(t *testing.T) {
	creds, err := server.ReadCredentials(strings.NewReader("# keys\n[default]\naws_access_key_id = " + accessKey + "\naws_secret_access_key = " + secretKey +
		"\nregion = x\n\n[session]\naws_access_key_id=ASIA\naws_secret_access_key=s\naws_session_token=token==\n"))
	if err != nil {
		t.Fatal(err)
	}
	if creds.Len() != 2 {
		t.Fatalf("%d keys", creds.Len())
	}
	endpoint := start(t, server.Options{Credentials: creds})
	keys := aws.Credentials{AccessKeyID: accessKey, SecretAccessKey: secretKey}
	session := aws.Credentials{AccessKeyID: "ASIA", SecretAccessKey: "s", SessionToken: "token=="}
	const (
		mismatch = "InvalidSignatureException: The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details."
		unknown  = "UnrecognizedClientException: The security token included in the request is invalid."
		body     = `{"Limit":7}`
	)
	for _, c := range []struct {
		name   string
		keys   aws.Credentials
		before func(*http.Request) // it is signed
		after  func(*http.Request)
		want   string
	}{
		{name: "good", keys: keys},
		{name: "session", keys: session},
		{name: "odd header values", keys: keys, before: func(r *http.Request) { r.Header["X-Amz-Meta-A"] = []string{"  a   b ", "c"} }},
		{name: "query", keys: keys, before: func(r *http.Request) { r.URL.RawQuery = "b=2&a=%20x~y&a=1" }},
		{name: "unknown key", keys: aws.Credentials{AccessKeyID: "AKIDOTHER", SecretAccessKey: secretKey}, want: unknown},
		{name: "wrong secret", keys: aws.Credentials{AccessKeyID: accessKey, SecretAccessKey: "x"}, want: mismatch},
		{name: "no token", keys: aws.Credentials{AccessKeyID: "ASIA", SecretAccessKey: "s"}, want: unknown},
		{name: "wrong token", keys: aws.Credentials{AccessKeyID: "ASIA", SecretAccessKey: "s", SessionToken: "t"}, want: unknown},
		{name: "token that is not the key's", keys: aws.Credentials{AccessKeyID: accessKey, SecretAccessKey: secretKey, SessionToken: "t"}, want: unknown},
		{name: "another body", keys: keys, after: func(r *http.Request) { r.Body, r.ContentLength = http.NoBody, 0; setBody(r, `{"Limit":8}`) }, want: mismatch},
		{name: "another target", keys: keys, after: func(r *http.Request) { r.Header.Set("X-Amz-Target", "DynamoDB_20120810.DeleteTable") }, want: mismatch},
		{name: "another date", keys: keys, after: func(r *http.Request) {
			r.Header.Set("X-Amz-Date", time.Now().UTC().Add(time.Second).Format("20060102T150405Z"))
		}, want: mismatch},
		{name: "another host", keys: keys, after: func(r *http.Request) { r.Host = "localhost:1" }, want: mismatch},
		{name: "another query", keys: keys, after: func(r *http.Request) { r.URL.RawQuery = "a=1" }, want: mismatch},
		{name: "header that is not signed", keys: keys, after: func(r *http.Request) { r.Header.Set("X-Amz-Meta-B", "x") },
			want: "InvalidSignatureException: 'X-Amz-Meta-B' must be a 'SignedHeader' in the AWS Authorization."},
		{name: "hash of another body", keys: keys, before: func(r *http.Request) { r.Header.Set("X-Amz-Content-Sha256", hash("x")) }, want: mismatch},
		{name: "no hexadecimal", keys: keys, after: func(r *http.Request) {
			a := r.Header.Get("Authorization")
			r.Header.Set("Authorization", a[:len(a)-4]+"zzzz")
		}, want: mismatch},
		{name: "shorter", keys: keys, after: func(r *http.Request) {
			a := r.Header.Get("Authorization")
			r.Header.Set("Authorization", a[:len(a)-2])
		}, want: mismatch},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := signed(t, endpoint+"/", "ListTables", body)
			if c.before != nil {
				c.before(r)
			}
			sign(t, r, body, c.keys)
			if c.after != nil {
				c.after(r)
			}
			resp, answer := send(t, http.DefaultClient, r)
			checkFault(t, resp, answer, c.want)
		})
	}
}

func setBody(r *http.Request, body string) {
	b := readCloser{bytes.NewReader([]byte(body))}
	r.Body, r.ContentLength = b, int64(len(body))
}

type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }

// A presigned URL of the SDK's signer, and what was changed of it.
func TestVerifyPresigned(t *testing.T) {
	endpoint := start(t, server.Options{Credentials: server.NewCredentials(accessKey, secretKey)})
	presign := func(lifetime string) *http.Request {
		r := signed(t, endpoint+"/?X-Amz-Expires="+lifetime, "ListTables", `{}`)
		r.Header.Del("Authorization")
		r.Header.Del("X-Amz-Date")
		keys := aws.Credentials{AccessKeyID: accessKey, SecretAccessKey: secretKey}
		uri, headers, err := v4.NewSigner().PresignHTTP(context.Background(), keys, r, hash(`{}`), "dynamodb", "eu-west-1", time.Now().Add(-10*time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		if r.URL, err = url.Parse(uri); err != nil {
			t.Fatal(err)
		}
		for name, values := range headers {
			r.Header[name] = values
		}
		return r
	}
	for _, c := range []struct {
		name, lifetime string
		after          func(*http.Request)
		code           string
	}{
		{"good", "3600", func(*http.Request) {}, ""},
		{"expired", "301", func(*http.Request) {}, "InvalidSignatureException"},
		{"another lifetime", "301", func(r *http.Request) { r.URL.RawQuery = strings.Replace(r.URL.RawQuery, "=301", "=3601", 1) }, "InvalidSignatureException"},
		{"another body", "3600", func(r *http.Request) { setBody(r, `{} `) }, "InvalidSignatureException"},
		{"another target", "3600", func(r *http.Request) { r.Header.Set("X-Amz-Target", "DynamoDB_20120810.DeleteTable") }, "InvalidSignatureException"},
		{"no lifetime at all", "3600", func(r *http.Request) { r.URL.RawQuery = strings.Replace(r.URL.RawQuery, "=3600", "=0", 1) }, "IncompleteSignatureException"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := presign(c.lifetime)
			c.after(r)
			resp, body := send(t, http.DefaultClient, r)
			if got := resp.StatusCode == 200; got != (c.code == "") || c.code != "" && !strings.HasSuffix(kind(t, body), c.code) {
				t.Errorf("%d %s", resp.StatusCode, body)
			}
		})
	}
}

func TestReadCredentialsRefuses(t *testing.T) {
	for _, src := range []string{
		"", "# nothing\n", "aws_access_key_id=a\n", "[a]\naws_access_key_id=a\n", "[a]\naws_secret_access_key=a\n",
		"[a]\nx\n", "[a]\naws_access_key_id=a\naws_secret_access_key=hidden\n[b]\naws_access_key_id=a\naws_secret_access_key=hidden\n",
	} {
		_, err := server.ReadCredentials(strings.NewReader(src))
		if err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%q: %v", src, err)
		}
	}
}
