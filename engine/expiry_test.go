package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// ttlStart is when the clocks of the tests of expiry begin.
var ttlStart = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func setTTL(ctx context.Context, db api.DB, table, attribute string, on bool) error {
	_, err := db.UpdateTimeToLive(ctx, &api.UpdateTimeToLiveRequest{TableName: table,
		TimeToLiveSpecification: &api.TimeToLiveSpecification{Enabled: &on, AttributeName: attribute}})
	return err
}

func ttlStatus(t testing.TB, db api.DB, table string) string {
	t.Helper()
	resp, err := db.DescribeTimeToLive(t.Context(), &api.DescribeTimeToLiveRequest{TableName: table})
	if err != nil {
		t.Fatal(err)
	}
	return resp.TimeToLiveDescription.TimeToLiveStatus + " " + resp.TimeToLiveDescription.AttributeName
}

func scanIDs(t testing.TB, db api.DB, table, key string) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	r := &api.ScanRequest{TableName: table}
	for {
		resp, err := db.Scan(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range resp.Items {
			ids[it.Get(key).Str()] = true
		}
		if r.ExclusiveStartKey = resp.LastEvaluatedKey; resp.LastEvaluatedKey == nil {
			return ids
		}
	}
}

func mustNumber(t testing.TB, text string) attr.Value {
	t.Helper()
	n, err := attr.ParseNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return attr.Num(n)
}

// What expires and what does not (Developer Guide, TTL: a Number, in seconds,
// not more than five years past), on items from before TTL was turned on and
// from after.
func TestWhatExpires(t *testing.T) {
	now := ttlStart.Unix()
	for _, c := range []struct {
		name    string
		value   attr.Value
		expires bool
	}{
		{"a second ago", attr.Int(now - 1), true},
		{"now", attr.Int(now), true},
		{"in a second", attr.Int(now + 1), false},
		{"with a fraction", mustNumber(t, fmt.Sprint(now-1, ".5")), true},
		{"in this second, with a fraction", mustNumber(t, fmt.Sprint(now, ".9")), true},
		{"almost five years ago", attr.Int(ttlStart.AddDate(-5, 0, 0).Unix() + 1), true},
		{"five years ago", attr.Int(ttlStart.AddDate(-5, 0, 0).Unix()), false},
		{"zero", attr.Int(0), false},
		{"negative", attr.Int(-now), false},
		{"in milliseconds", attr.Int(1000 * (now - 1)), false},
		{"beyond 64 bits", mustNumber(t, "1E+100"), false},
		{"a small fraction", mustNumber(t, "1E-100"), false},
		{"text", attr.String(fmt.Sprint(now - 1)), false},
		{"a list", attr.List(attr.Int(now - 1)), false},
		{"nothing", attr.Value{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			clk := &clock{now: ttlStart}
			db := open(t, engine.Options{Now: clk.Now, SweepInterval: -1})
			createStreamed(t, db, "KEYS_ONLY")
			put := func(pk string) {
				it := streamItem(pk, 1, "")
				if !c.value.IsZero() {
					it = it.With("expires", c.value)
				}
				putStreamed(t, db, it)
			}
			put("before")
			if err := setTTL(t.Context(), db, "streamed", "expires", true); err != nil {
				t.Fatal(err)
			}
			put("after")
			if n := len(scanIDs(t, db, "streamed", "pk")); n != 2 { // expired items are read until they are deleted
				t.Errorf("%d items before the sweep", n)
			}
			if err := db.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			left := scanIDs(t, db, "streamed", "pk")
			if left["before"] == c.expires || left["after"] == c.expires {
				t.Errorf("left: %v", left)
			}
		})
	}
}

// A table of many items is looked through beside the writes; those find
// ENABLING. Turning it off removes what was kept, also when the database was
// closed in the middle.
func TestTTLOnFullTable(t *testing.T) {
	clk := &clock{now: ttlStart}
	o := engine.Options{Now: clk.Now, SweepInterval: -1, Dir: t.TempDir(), Sync: engine.SyncNever}
	db, err := engine.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
		t.Fatal(err)
	}
	const items = 2500
	for id := 0; id < items; id += 25 {
		var writes []api.WriteRequest
		for i := id; i < id+25; i++ {
			it := entry(i, i%7, i).With("expires", attr.Int(ttlStart.Unix()+int64(i%2)*3600))
			writes = append(writes, api.WriteRequest{PutRequest: &api.PutRequest{Item: it}})
		}
		if _, err := db.BatchWriteItem(t.Context(), &api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{"ledger": writes}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := setTTL(t.Context(), db, "ledger", "expires", true); err != nil {
		t.Fatal(err)
	}
	if s := ttlStatus(t, db, "ledger"); s != "ENABLING expires" && s != "ENABLED expires" {
		t.Error(s)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = open(t, o)
	for deadline := time.Now().Add(20 * time.Second); ttlStatus(t, db, "ledger") != "ENABLED expires"; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("still", ttlStatus(t, db, "ledger"))
		}
	}
	if err := db.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := itemCount(t, db); n != items/2 {
		t.Errorf("%d items are left, want %d", n, items/2)
	}
	if err := engine.Check(t.Context(), db); err != nil {
		t.Error(err)
	}
	clk.turn(time.Hour)
	if err := setTTL(t.Context(), db, "ledger", "expires", false); err != nil {
		t.Fatal(err)
	}
	if err := db.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := itemCount(t, db); n != items/2 {
		t.Errorf("%d items are left after TTL was turned off, want %d", n, items/2)
	}
	if s := ttlStatus(t, db, "ledger"); s != "DISABLED " {
		t.Error(s)
	}
}

// An item that is given more time, or none, while it is due, stays if the
// write was first; and its stream tells which it was.
func TestExpiryMeetsWrites(t *testing.T) {
	db := open(t, engine.Options{SweepInterval: time.Millisecond})
	arn := createStreamed(t, db, "NEW_AND_OLD_IMAGES")
	if err := setTTL(t.Context(), db, "streamed", "expires", true); err != nil {
		t.Fatal(err)
	}
	const items = 60
	var wg sync.WaitGroup
	var mu sync.Mutex
	kept := map[string]bool{}
	for w := range 3 {
		wg.Go(func() {
			for n := w; n < items; n += 3 {
				it := streamItem(fmt.Sprint("i", n), 0, "")
				putStreamed(t, db, it.With("expires", attr.Int(time.Now().Unix()-10)))
				update, condition := "SET expires = :later", "attribute_exists(pk)"
				_, err := db.UpdateItem(t.Context(), &api.UpdateItemRequest{TableName: "streamed", Key: it.Pick("pk", "sk"),
					UpdateExpression: &update, ConditionExpression: &condition,
					ExpressionAttributeValues: api.Values{":later": attr.Int(time.Now().Unix() + 1000)}})
				mu.Lock()
				kept[it.Get("pk").Str()] = err == nil
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		left := scanIDs(t, db, "streamed", "pk")
		wrong := 0
		for pk, was := range kept {
			if left[pk] != was {
				wrong++
			}
		}
		if wrong == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d items are there and should not, or the reverse", wrong)
		}
	}
	for _, r := range readStream(t, db, arn) {
		if byTTL := r.UserIdentity != nil; byTTL != (r.EventName == "REMOVE") {
			t.Errorf("%s of %v by TTL: %t", r.EventName, r.DynamoDB.Keys, byTTL)
		} else if byTTL && *r.UserIdentity != (api.Identity{PrincipalId: "dynamodb.amazonaws.com", Type: "Service"}) {
			t.Errorf("%+v", r.UserIdentity)
		}
	}
}

// The delay of a simulation, of all tables and of one.
func TestTTLDelay(t *testing.T) {
	clk := &clock{now: ttlStart}
	hour := time.Hour
	db := open(t, engine.Options{Now: clk.Now, SweepInterval: -1, Simulation: engine.Simulation{
		TTLDelay: 48 * time.Hour, Tables: map[string]engine.TableSimulation{"streamed": {TTLDelay: &hour}}}})
	createStreamed(t, db, "KEYS_ONLY")
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(ledger())); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"streamed", "ledger"} {
		if err := setTTL(t.Context(), db, table, "expires", true); err != nil {
			t.Fatal(err)
		}
	}
	expires := attr.Int(ttlStart.Unix())
	putStreamed(t, db, streamItem("a", 1, "").With("expires", expires))
	if _, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "ledger", Item: entry(1, 1, 1).With("expires", expires)}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		turn             time.Duration
		streamed, ledger int
	}{{time.Hour - time.Second, 1, 1}, {time.Second, 0, 1}, {47*time.Hour - time.Second, 0, 1}, {time.Second, 0, 0}} {
		clk.turn(c.turn)
		if err := db.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s, l := len(scanIDs(t, db, "streamed", "pk")), len(scanIDs(t, db, "ledger", "id")); s != c.streamed || l != c.ledger {
			t.Errorf("%s: %d and %d items, want %d and %d", clk.Now().Sub(ttlStart), s, l, c.streamed, c.ledger)
		}
	}
}

// TestCrashExpiry lets the disk lose what was not synced while items are
// written, expire, and their changes go to a stream: after opening again item,
// entries, expiry and records agree (engine.Check), and what was acknowledged
// is in the stream.
func TestCrashExpiry(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 0))
	fs := vfs.NewCrashableMem()
	openSweeping := func() *engine.DB {
		s, err := storepebble.Open(storepebble.Options{Dir: "data", FS: fs, MemTableBytes: 256 << 10})
		if err != nil {
			t.Fatal(err)
		}
		db, err := engine.Open(engine.Options{Store: s, SweepInterval: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	acked := map[string]bool{}
	arn := ""
	for round := range 6 {
		db := openSweeping()
		if round == 0 {
			arn = createStreamed(t, db, "NEW_AND_OLD_IMAGES")
			if err := setTTL(t.Context(), db, "streamed", "expires", true); err != nil {
				t.Fatal(err)
			}
		}
		if err := engine.Check(t.Context(), db); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		inserted := map[string]bool{}
		for _, r := range readStream(t, db, arn) {
			if r.EventName == "INSERT" {
				inserted[r.DynamoDB.Keys.Get("sk").Str()] = true
			}
		}
		for n := range acked {
			if !inserted[n] {
				t.Fatalf("round %d: write %s was acknowledged and is not in the stream", round, n)
			}
		}
		for n := round * 100; n < round*100+20+rnd.IntN(40); n++ {
			it := streamItem(fmt.Sprint("k", n%5), n, "").With("expires", attr.Int(time.Now().Unix()-int64(n%2)+int64(n%3)*100))
			putStreamed(t, db, it)
			acked[it.Get("sk").Str()] = true
		}
		fs2 := fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: rnd.IntN(101), RNG: rnd})
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		fs = fs2
	}
}
