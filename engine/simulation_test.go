package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
)

func TestParseSimulation(t *testing.T) {
	datadriven.RunTest(t, "testdata/simulation/json", func(t *testing.T, d *datadriven.TestData) string {
		s, err := engine.ParseSimulation([]byte(d.Input))
		if err != nil {
			return err.Error() + "\n"
		}
		return showSimulation(s)
	})
}

// showSimulation prints what is not zero.
func showSimulation(s engine.Simulation) string {
	var out strings.Builder
	show := func(name string, zero bool, v any) {
		if !zero {
			fmt.Fprintf(&out, "%s: %+v\n", name, v)
		}
	}
	show("seed", s.Seed == 0, s.Seed)
	show("throughput", s.Throughput == engine.Throughput{}, s.Throughput)
	show("index lag", s.IndexLag == 0, s.IndexLag)
	show("stale reads", s.StaleReads == engine.StaleReads{}, s.StaleReads)
	names := make([]string, 0, len(s.Tables))
	for name := range s.Tables {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		ts := s.Tables[name]
		if ts.Throughput != nil {
			show(name+" throughput", false, *ts.Throughput)
		}
		if ts.IndexLag != nil {
			show(name+" index lag", false, *ts.IndexLag)
		}
		if ts.TableDelay != nil {
			show(name+" table delay", false, *ts.TableDelay)
		}
		if ts.IndexDelay != nil {
			show(name+" index delay", false, *ts.IndexDelay)
		}
		if ts.StaleReads != nil {
			show(name+" stale reads", false, *ts.StaleReads)
		}
	}
	show("table delay", s.TableDelay == 0, s.TableDelay)
	show("index delay", s.IndexDelay == 0, s.IndexDelay)
	show("quotas", !s.Quotas, s.Quotas)
	for _, f := range s.Faults {
		show("fault", false, f)
	}
	return out.String()
}

// What ParseSimulation takes, Open takes; it takes or refuses anything.
func FuzzParseSimulation(f *testing.F) {
	f.Add([]byte(`{"seed":7,"throughput":{"partitions":3,"adaptive":false},"indexLag":"1s","staleReads":{"probability":0.1,"maxAge":"1s"}}`))
	f.Add([]byte(`{"faults":[{"kind":"latency","min":"1ms","mean":"2ms"},{"kind":"internalServerError","rate":0.5,"afterEffect":true}]}`))
	f.Add([]byte(`{"tables":{"a":{"throughput":{"enforce":false},"indexLag":"0s"}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := engine.ParseSimulation(data)
		if err != nil {
			return
		}
		if err := s.Validate(); err != nil {
			t.Fatalf("%s was read, and is not valid: %v", data, err)
		}
	})
}

// epoch is where the clocks of these tests begin.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// simulate opens a database with one table of a key k and a global index by g.
func simulate(t testing.TB, s engine.Simulation) (*engine.DB, *stopClock) {
	t.Helper()
	c := &stopClock{}
	c.stop(epoch)
	db := open(t, engine.Options{Now: c.Now, Simulation: s})
	_, err := db.CreateTable(t.Context(), &api.CreateTableRequest{
		TableName:            "versions",
		BillingMode:          "PAY_PER_REQUEST",
		AttributeDefinitions: []api.AttributeDefinition{{AttributeName: "k", AttributeType: "N"}, {AttributeName: "g", AttributeType: "N"}},
		KeySchema:            []api.KeySchemaElement{{AttributeName: "k", KeyType: "HASH"}},
		GlobalSecondaryIndexes: []api.GlobalSecondaryIndex{{
			IndexName: "byG", KeySchema: []api.KeySchemaElement{{AttributeName: "g", KeyType: "HASH"}, {AttributeName: "k", KeyType: "RANGE"}},
			Projection: &api.Projection{ProjectionType: "ALL"},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return db, c
}

func num(n int) attr.Value { return attr.Int(int64(n)) }

// put stores item k, in partition g of the index; a and b are always equal, so
// that a torn item shows.
func put(ctx context.Context, db *engine.DB, k, g, n int) error {
	_, err := db.PutItem(ctx, &api.PutItemRequest{TableName: "versions",
		Item: attr.Item{{Name: "a", Value: num(n)}, {Name: "b", Value: num(n)}, {Name: "g", Value: num(g)}, {Name: "k", Value: num(k)}}})
	return err
}

// content is what a table of versions holds: "g:a" by key.
type content map[int]string

func describeItem(it attr.Item) (k int, text string) {
	if _, err := fmt.Sscan(it.Get("k").Str(), &k); err != nil {
		panic(err)
	}
	return k, it.Get("g").Str() + ":" + it.Get("a").Str()
}

// moments is the history of a table as a test keeps it: whole copies.
type moments struct {
	at []time.Time
	is []content
}

func (m *moments) now() content {
	if len(m.is) == 0 {
		return content{}
	}
	return m.is[len(m.is)-1]
}

func (m *moments) put(at time.Time, k int, text string) {
	next := content{}
	for key, v := range m.now() {
		next[key] = v
	}
	if next[k] = text; text == "" {
		delete(next, k)
	}
	m.at, m.is = append(m.at, at), append(m.is, next)
}

// as returns the content at a moment, with what happened in it.
func (m *moments) as(at time.Time) content {
	for i := len(m.at) - 1; i >= 0; i-- {
		if !m.at[i].After(at) {
			return m.is[i]
		}
	}
	return content{}
}

// TestReadsOfThePast: a global index shows the table as it was IndexLag ago,
// whatever was written since; a consistent read shows what is.
func TestReadsOfThePast(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lag := time.Duration(rapid.IntRange(1, 5).Draw(rt, "lag")) * time.Second
		db, clock := simulate(t, engine.Simulation{IndexLag: lag})
		var m moments
		for i := range rapid.IntRange(1, 40).Draw(rt, "steps") {
			k, g := rapid.IntRange(0, 4).Draw(rt, "k"), rapid.IntRange(0, 1).Draw(rt, "g")
			switch rapid.SampledFrom([]string{"put", "put", "delete", "wait", "query"}).Draw(rt, "step") {
			case "put":
				if err := put(t.Context(), db, k, g, i); err != nil {
					rt.Fatal(err)
				}
				m.put(clock.Now(), k, fmt.Sprintf("%d:%d", g, i))
			case "delete":
				if _, err := db.DeleteItem(t.Context(), &api.DeleteItemRequest{TableName: "versions", Key: attr.Item{{Name: "k", Value: num(k)}}}); err != nil {
					rt.Fatal(err)
				}
				m.put(clock.Now(), k, "")
			case "wait":
				clock.turn(time.Duration(rapid.IntRange(0, 3000).Draw(rt, "ms")) * time.Millisecond)
			case "query":
				comparePast(rt, db, m.as(clock.Now().Add(-lag)), g, rapid.Bool().Draw(rt, "forward"))
				comparePresent(rt, db, m.now(), k)
			}
		}
	})
}

// comparePast compares partition g of the index, read in pages of 2.
func comparePast(t *rapid.T, db *engine.DB, want content, g int, forward bool) {
	var wanted []string
	for k, text := range want {
		if strings.HasPrefix(text, fmt.Sprintf("%d:", g)) {
			wanted = append(wanted, fmt.Sprintf("%d=%s", k, text))
		}
	}
	slices.Sort(wanted) // keys have one digit
	if !forward {
		slices.Reverse(wanted)
	}
	limit := 2
	r := &api.QueryRequest{TableName: "versions", IndexName: "byG", Limit: &limit, ScanIndexForward: &forward,
		KeyConditionExpression: ptr("g = :g"), ExpressionAttributeValues: map[string]attr.Value{":g": num(g)}}
	var got []string
	for {
		resp, err := db.Query(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range resp.Items {
			k, text := describeItem(it)
			got = append(got, fmt.Sprintf("%d=%s", k, text))
		}
		if r.ExclusiveStartKey = resp.LastEvaluatedKey; r.ExclusiveStartKey == nil {
			break
		}
	}
	if !slices.Equal(got, wanted) {
		t.Fatalf("partition %d is %v, was %v", g, got, wanted)
	}
}

func comparePresent(t *rapid.T, db *engine.DB, want content, k int) {
	resp, err := db.GetItem(context.Background(), &api.GetItemRequest{TableName: "versions", Key: attr.Item{{Name: "k", Value: num(k)}}, ConsistentRead: true})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	if resp.Item != nil {
		_, got = describeItem(resp.Item)
	}
	if got != want[k] {
		t.Fatalf("item %d is %q, want %q", k, got, want[k])
	}
}

func ptr[T any](v T) *T { return &v }

// TestStaleReads: a stale read is of a moment not longer ago than MaxAge; with
// the probability of 0.3 about 30 of 100 reads are stale; the seed decides
// which.
func TestStaleReads(t *testing.T) {
	run := func(seed uint64) (ages []int) {
		db, clock := simulate(t, engine.Simulation{Seed: seed, StaleReads: engine.StaleReads{Probability: 0.3, MaxAge: 10 * time.Second}})
		for n := range 20 { // one write a second: a is the second
			if err := put(t.Context(), db, 0, 0, n); err != nil {
				t.Fatal(err)
			}
			clock.turn(time.Second)
		}
		for range 1000 {
			resp, err := db.GetItem(t.Context(), &api.GetItemRequest{TableName: "versions", Key: attr.Item{{Name: "k", Value: num(0)}}})
			if err != nil {
				t.Fatal(err)
			}
			var a int
			if _, err := fmt.Sscan(resp.Item.Get("a").Str(), &a); err != nil {
				t.Fatal(err)
			}
			ages = append(ages, 19-a)
		}
		return ages
	}
	ages := run(1)
	stale := 0
	for _, age := range ages {
		if age > 9 {
			t.Fatalf("a read showed what was replaced %d seconds ago", age)
		}
		if age > 0 {
			stale++
		}
	}
	// Of the 10 s back from now, the last one shows the newest write: 30 % × 90 %.
	if stale < 220 || stale > 320 {
		t.Errorf("%d of 1000 reads were stale, want about 270", stale)
	}
	if !slices.Equal(ages, run(1)) {
		t.Error("the same seed gave other ages")
	}
	if slices.Equal(ages, run(2)) {
		t.Error("another seed gave the same ages")
	}
}

// TestStaleReadsAreNeverTorn: however writes and stale reads meet, an item is
// of one write, and the index holds it in one place.
func TestStaleReadsAreNeverTorn(t *testing.T) {
	db, clock := simulate(t, engine.Simulation{IndexLag: time.Millisecond, StaleReads: engine.StaleReads{Probability: 1, MaxAge: 5 * time.Millisecond}})
	if err := put(t.Context(), db, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	clock.turn(10 * time.Millisecond) // so that no read is of the time before the item
	g, ctx := errgroup.WithContext(t.Context())
	g.Go(func() error {
		for n := range 300 {
			if err := put(ctx, db, 0, n%2, n); err != nil {
				return err
			}
			clock.turn(time.Millisecond)
		}
		return nil
	})
	for range 2 {
		g.Go(func() error {
			for range 300 {
				resp, err := db.Scan(ctx, &api.ScanRequest{TableName: "versions", IndexName: "byG"})
				if err != nil {
					return err
				}
				if len(resp.Items) != 1 || resp.Items[0].Get("a").Str() != resp.Items[0].Get("b").Str() {
					return fmt.Errorf("the index shows %v", resp.Items)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
}

// TestFaultsBySeed: which requests fail depends on the seed and their numbers
// alone, and as many fail as the rate says: 100 of 1000, give or take three
// times sqrt(1000 × 0.1 × 0.9) = 9.5.
func TestFaultsBySeed(t *testing.T) {
	run := func(seed uint64) (failed []int) {
		db, _ := simulate(t, engine.Simulation{Seed: seed, Faults: []engine.Fault{{Kind: engine.FaultInternalServerError, Operation: "PutItem", Rate: 0.1}}})
		for n := range 1000 {
			var e *api.Error
			switch err := put(t.Context(), db, 0, 0, n); {
			case errors.As(err, &e) && e.Code == api.InternalServerError:
				failed = append(failed, n)
			case err != nil:
				t.Fatal(err)
			}
		}
		return failed
	}
	failed := run(3)
	if math.Abs(float64(len(failed)-100)) > 29 {
		t.Errorf("%d of 1000 requests failed", len(failed))
	}
	if !slices.Equal(failed, run(3)) || slices.Equal(failed, run(4)) {
		t.Error("the seed does not decide which requests fail")
	}
}

// TestLatencyEndsWithTheContext: a request that is made to wait for an hour
// ends when its context does, and has done nothing.
func TestLatencyEndsWithTheContext(t *testing.T) {
	db, _ := simulate(t, engine.Simulation{Faults: []engine.Fault{{Kind: engine.FaultLatency, Operation: "PutItem", Latency: engine.Latency{Min: time.Hour, Max: 2 * time.Hour}}}})
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := put(ctx, db, 0, 0, 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v", err)
	}
	resp, err := db.GetItem(t.Context(), &api.GetItemRequest{TableName: "versions", Key: attr.Item{{Name: "k", Value: num(0)}}})
	if err != nil || resp.Item != nil {
		t.Fatalf("got %v, %v", resp, err)
	}
}

// TestSetSimulation: it may be changed while the database is in use, per table
// too, and what a table has used of its throughput is not forgotten.
func TestSetSimulation(t *testing.T) {
	enforce := engine.Throughput{Enforce: true, Partitions: 1}
	db, _ := simulate(t, engine.Simulation{Throughput: enforce})
	if err := put(t.Context(), db, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	set := func(s engine.Simulation) {
		t.Helper()
		if err := db.SetSimulation(s); err != nil {
			t.Fatal(err)
		}
	}
	throttled := func() bool {
		t.Helper()
		var e *api.Error
		err := put(t.Context(), db, 0, 0, 1)
		if err != nil && !(errors.As(err, &e) && e.Throttling != nil) {
			t.Fatal(err)
		}
		return err != nil
	}
	for n := 0; !throttled(); n++ {
		if n > 1000 {
			t.Fatal("1,000 units a second, and 1,000 writes were not throttled")
		}
	}
	set(engine.Simulation{Throughput: enforce, IndexLag: time.Second})
	if !throttled() {
		t.Error("another setting has given the table new units")
	}
	off := engine.Throughput{}
	set(engine.Simulation{Throughput: enforce, Tables: map[string]engine.TableSimulation{"versions": {Throughput: &off}}})
	if throttled() {
		t.Error("throttled, though the table's own setting is off")
	}
	set(engine.Simulation{})
	if throttled() {
		t.Error("throttled, though all is off")
	}
	if got := showSimulation(db.Simulation()); got != "" {
		t.Errorf("all is off, and yet: %s", got)
	}
	if err := db.SetSimulation(engine.Simulation{IndexLag: -1}); err == nil {
		t.Error("a negative lag was taken")
	}
}

// TestFaultsReachOperations: a rule for an operation takes effect at it, and a
// rule for one that faults do not reach is refused.
func TestFaultsReachOperations(t *testing.T) {
	db := open(t, engine.Options{})
	for _, op := range api.Operations() {
		s := engine.Simulation{Faults: []engine.Fault{{Kind: engine.FaultInternalServerError, Operation: op.Name}}}
		if err := db.SetSimulation(s); err != nil {
			if !strings.Contains(err.Error(), "is not one of") {
				t.Errorf("%s: %v", op.Name, err)
			}
			continue
		}
		_, err := op.Call(t.Context(), db, op.NewRequest())
		var e *api.Error
		if !errors.As(err, &e) || e.Code != api.InternalServerError {
			t.Errorf("%s: a rule for it has no effect: %v", op.Name, err)
		}
	}
}

// TestTableSimulation: a table's own settings come before those of all.
func TestTableSimulation(t *testing.T) {
	none, long := time.Duration(0), time.Hour
	db, _ := simulate(t, engine.Simulation{TableDelay: long, IndexLag: long, Tables: map[string]engine.TableSimulation{
		"versions": {TableDelay: &none, IndexLag: &none},
	}})
	if s := tableStatus(t, db, "versions"); s != "ACTIVE" {
		t.Errorf("the table that is made at once is %s", s)
	}
	if err := put(t.Context(), db, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	resp, err := db.Scan(t.Context(), &api.ScanRequest{TableName: "versions", IndexName: "byG"})
	if err != nil || resp.Count != 1 {
		t.Errorf("the index that is not behind shows %v, %v", resp, err)
	}
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(plain())); err != nil {
		t.Fatal(err)
	}
	if s := tableStatus(t, db, "plain"); s != "CREATING" {
		t.Errorf("the other table is %s", s)
	}
}
