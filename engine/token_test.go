package engine_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/store"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// addWithToken adds one to the account in a transaction with a token.
func addWithToken(t *testing.T, db *engine.DB, token string, by int64) error {
	t.Helper()
	text := "ADD v :v"
	_, err := db.TransactWriteItems(t.Context(), &api.TransactWriteItemsRequest{
		ClientRequestToken: token,
		TransactItems: []api.TransactWriteItem{{Update: &api.TransactUpdate{TableName: "accounts", Key: accountKey(0),
			UpdateExpression: &text, ExpressionAttributeValues: api.Values{":v": attr.Int(by)}}}},
	})
	return err
}

func balance(t *testing.T, db *engine.DB) int64 {
	t.Helper()
	v, err := runItemOp(db, itemOp{0, "get", 0})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// clock is a clock that tests turn.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) turn(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// A token is good for ten minutes (API reference, TransactWriteItems), then
// it is a new one; and the records of old ones go away.
func TestTokensExpire(t *testing.T) {
	s, err := storepebble.Open(storepebble.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{now: time.UnixMilli(1_800_000_000_000)}
	db := open(t, engine.Options{Store: s, Now: c.Now})
	createAccounts(t, db)
	steps := []struct {
		wait time.Duration
		want int64
	}{{0, 1}, {0, 1}, {9*time.Minute + 59*time.Second, 1}, {time.Second, 2}, {9 * time.Minute, 2}, {time.Minute, 3}}
	for i, step := range steps {
		c.turn(step.wait)
		if err := addWithToken(t, db, "token", 1); err != nil {
			t.Fatal(err)
		}
		if got := balance(t, db); got != step.want {
			t.Fatalf("step %d: %d, want %d", i, got, step.want)
		}
	}
	for i := range 10 {
		if err := addWithToken(t, db, fmt.Sprint("other", i), 1); err != nil {
			t.Fatal(err)
		}
	}
	if n := countTokens(t, s); n != 22 { // a record and a time for each of 11
		t.Errorf("%d keys of tokens, want 22", n)
	}
	c.turn(time.Hour)
	for i := range 5 {
		if err := addWithToken(t, db, fmt.Sprint("late", i), 1); err != nil {
			t.Fatal(err)
		}
	}
	if n := countTokens(t, s); n != 10 {
		t.Errorf("%d keys of tokens after an hour, want 10", n)
	}
}

func countTokens(t *testing.T, s store.Store) (n int) {
	t.Helper()
	err := s.View(t.Context(), func(r store.Reader) error {
		return r.Scan(t.Context(), store.Range{Start: []byte{0x40}, End: []byte{0x41}}, func(_, _ []byte) bool {
			n++
			return true
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A token whose transaction failed is not used up.
func TestTokenOfAFailedTransaction(t *testing.T) {
	db := accounts(t)
	enough, text := "v >= :v", "SET v = v - :v"
	take := func() error {
		_, err := db.TransactWriteItems(t.Context(), &api.TransactWriteItemsRequest{
			ClientRequestToken: "token",
			TransactItems: []api.TransactWriteItem{{Update: &api.TransactUpdate{TableName: "accounts", Key: accountKey(0),
				UpdateExpression: &text, ConditionExpression: &enough, ExpressionAttributeValues: api.Values{":v": attr.Int(5)}}}},
		})
		return err
	}
	var e *api.Error
	if err := take(); !errors.As(err, &e) || e.Code != api.TransactionCanceledException {
		t.Fatalf("took what is not there: %v", err)
	}
	if _, err := runItemOp(db, itemOp{0, "put", 8}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := take(); err != nil {
			t.Fatal(err)
		}
	}
	if got := balance(t, db); got != 3 {
		t.Errorf("%d, want 3", got)
	}
}

// Of many that come with one token at once, one takes effect.
func TestTokenFromManySides(t *testing.T) {
	db := accounts(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 10 {
				if err := addWithToken(t, db, fmt.Sprint("token", i), 1); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := balance(t, db); got != 10 {
		t.Errorf("%d, want 10", got)
	}
}
