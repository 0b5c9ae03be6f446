package remote_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/remote"
)

// What the SDK's retryer repeats is repeated until it works.
func TestRetries(t *testing.T) {
	w, db := pair(t)
	for _, c := range []struct {
		name, faults string
		do           func() error
	}{
		{"500", `{"kind":"internalServerError","operation":"GetItem","times":2}`, func() error {
			_, err := db.GetItem(t.Context(), &api.GetItemRequest{TableName: "tab", Key: key("a")})
			return err
		}},
		{"throttled", `{"kind":"throttle","operation":"Scan","times":1}`, func() error {
			_, err := db.Scan(t.Context(), &api.ScanRequest{TableName: "tab"})
			return err
		}},
		{"written, and not told so", `{"kind":"internalServerError","operation":"PutItem","afterEffect":true,"times":2}`, func() error {
			return put(t.Context(), db, "b")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			simulate(t, w, `{"faults":[`+c.faults+`]}`)
			if err := c.do(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A transaction has a token, so that it is made once however often it is sent.
func TestTransactionIsMadeOnce(t *testing.T) {
	w, db := pair(t)
	simulate(t, w, `{"faults":[{"kind":"internalServerError","operation":"TransactWriteItems","afterEffect":true,"times":2}]}`)
	update := "ADD n :one"
	_, err := db.TransactWriteItems(t.Context(), &api.TransactWriteItemsRequest{TransactItems: []api.TransactWriteItem{{Update: &api.TransactUpdate{
		TableName: "tab", Key: key("counter"), UpdateExpression: &update, ExpressionAttributeValues: api.Values{":one": attr.Int(1)},
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.engine.GetItem(t.Context(), &api.GetItemRequest{TableName: "tab", Key: key("counter")})
	if err != nil {
		t.Fatal(err)
	}
	if n := got.Item.Get("n").Number().String(); n != "1" {
		t.Errorf("counted %s times, want once", n)
	}
}

// A condition that fails on an attempt after one that may have written says
// nothing about the condition.
func TestUncertain(t *testing.T) {
	w, db := pair(t)
	isNew := "attribute_not_exists(pk)"
	request := &api.PutItemRequest{TableName: "tab", Item: key("a"), ConditionExpression: &isNew}
	simulate(t, w, `{"faults":[{"kind":"internalServerError","operation":"PutItem","afterEffect":true,"times":1}]}`)
	_, err := db.PutItem(t.Context(), request)
	var uncertain *remote.UncertainError
	if !errors.As(err, &uncertain) || uncertain.Refusal.Code != api.ConditionalCheckFailedException || isAPI(err, api.ConditionalCheckFailedException) {
		t.Errorf("got %v", err)
	}
	// Where no attempt went wrong, the condition's failure is one.
	if _, err := db.PutItem(t.Context(), request); !isAPI(err, api.ConditionalCheckFailedException) {
		t.Errorf("got %v", err)
	}
}

// A wrong request is sent once, a failing one as often as the SDK would.
func TestAttempts(t *testing.T) {
	signIn(t, accessKey, secretKey, "")
	const refused = `{"__type":"com.amazon.coral.validate#ValidationException","message":"no"}`
	const failed = `{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"no"}`
	for _, c := range []struct {
		name   string
		status int
		body   string
		env    map[string]string
		want   int
	}{
		{"refused", 400, refused, nil, 1},
		{"failed", 500, failed, nil, 4}, // DynamoDB's number of the SDK
		{"adaptive", 500, failed, map[string]string{"AWS_RETRY_MODE": "adaptive"}, 4},
		{"two by environment", 500, failed, map[string]string{"AWS_MAX_ATTEMPTS": "2"}, 2},
		{"no JSON, bad gateway", 502, "<html>", map[string]string{"AWS_MAX_ATTEMPTS": "3"}, 3},
		{"no JSON, forbidden", 403, "<html>", nil, 1},
		{"no JSON, though 200", 200, "<html>", nil, 1},
		{"a redirection", 307, "", nil, 1}, // what was signed for one host is not for another
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, value := range c.env {
				t.Setenv(name, value)
			}
			s := &script{answers: []func(*http.Request) (*http.Response, error){func(*http.Request) (*http.Response, error) {
				a := answer(c.status, c.body)
				a.Header.Set("Location", "https://elsewhere.example/")
				return a, nil
			}}}
			db := open(t, remote.Options{Region: "eu-west-1", Transport: s})
			if err := put(t.Context(), db, "a"); err == nil {
				t.Error("no error")
			}
			if len(s.asked) != c.want {
				t.Errorf("%d attempts, want %d", len(s.asked), c.want)
			}
		})
	}
	t.Setenv("AWS_RETRY_MODE", "nosuch")
	if _, err := remote.Open(t.Context(), remote.Options{Region: "eu-west-1"}); err == nil {
		t.Error("a retry mode that does not exist is taken")
	}
}

// An end of the context ends requests and waits at once.
func TestContext(t *testing.T) {
	w, db := pair(t)
	simulate(t, w, `{"faults":[{"kind":"latency","operation":"PutItem","min":"20s","max":"20s"},{"kind":"throttle","operation":"Scan"}]}`)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	if err := put(ctx, db, "a"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a slow request: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	for ctx.Err() == nil { // the waits between attempts are by chance
		if _, err := db.Scan(ctx, &api.ScanRequest{TableName: "tab"}); err == nil {
			t.Error("a throttled request works")
		}
	}
	if _, err := db.Scan(ctx, &api.ScanRequest{TableName: "tab"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled request: %v", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}

// An attempt that takes too long is ended and repeated.
func TestAttemptTimeout(t *testing.T) {
	t.Setenv("AWS_MAX_ATTEMPTS", "2")
	w := serve(t, nil)
	signIn(t, accessKey, secretKey, "")
	db := open(t, remote.Options{Endpoint: w.url, AttemptTimeout: 100 * time.Millisecond})
	makeTable(t, db)
	simulate(t, w, `{"faults":[{"kind":"latency","operation":"PutItem","min":"20s","max":"20s","times":1}]}`)
	if err := put(t.Context(), db, "a"); err != nil {
		t.Error(err)
	}
	simulate(t, w, `{"faults":[{"kind":"latency","operation":"PutItem","min":"20s","max":"20s"}]}`)
	want := "no answer from " + w.url + " after 2 attempts: an attempt took more than 100ms: context deadline exceeded"
	if err := put(t.Context(), db, "a"); err == nil || err.Error() != want || remote.Advice(err) == "" {
		t.Errorf("got %v, want %s", err, want)
	}
}

// What a batch leaves undone is the caller's, as everywhere.
func TestUnprocessed(t *testing.T) {
	w, db := pair(t)
	simulate(t, w, `{"faults":[{"kind":"unprocessed","operation":"BatchWriteItem","share":1,"times":1}]}`)
	got, err := db.BatchWriteItem(t.Context(), &api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{
		"tab": {{PutRequest: &api.PutRequest{Item: key("a")}}, {PutRequest: &api.PutRequest{Item: key("b")}}},
	}})
	if err != nil || len(got.UnprocessedItems["tab"]) != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Connections are kept: many requests, few connections.
func TestConnectionsAreKept(t *testing.T) {
	_, db := pair(t)
	before := connections.Load()
	for range 50 {
		if err := put(t.Context(), db, "a"); err != nil {
			t.Fatal(err)
		}
	}
	if made := connections.Load() - before; made > 1 {
		t.Errorf("%d connections for 50 requests in a row", made)
	}
}

var _ http.RoundTripper = (*script)(nil)

// An endpoint that asks to wait is waited for.
func TestRetryAfter(t *testing.T) {
	signIn(t, accessKey, secretKey, "")
	busy := answer(503, `{"__type":"com.amazon.coral.service#ServiceUnavailable","message":"busy"}`)
	busy.Header.Set("X-Amz-Retry-After", "300")
	s := &script{answers: append([]func(*http.Request) (*http.Response, error){func(*http.Request) (*http.Response, error) { return busy, nil }}, says(200, `{}`)...)}
	start := time.Now()
	if err := put(t.Context(), open(t, remote.Options{Region: "eu-west-1", Transport: s}), "a"); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took < 300*time.Millisecond || took > 5*time.Second {
		t.Errorf("waited %s", took)
	}
}
