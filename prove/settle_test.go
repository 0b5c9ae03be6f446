package prove_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/prove"
)

// behind opens a database as far behind itself as production can be.
func behind(t *testing.T) *engine.DB {
	t.Helper()
	sim, err := engine.ParseSimulation([]byte(`{"indexLag":"15ms","tableDelay":"20ms","indexDelay":"30ms","staleReads":{"probability":0.5,"maxAge":"10ms"},
		"faults":[{"kind":"unprocessed","operation":"BatchWriteItem","share":0.5,"every":3},{"kind":"unprocessed","operation":"BatchGetItem","share":0.5,"every":3}]}`))
	if err != nil {
		t.Fatal(err)
	}
	db, err := engine.Open(engine.Options{Simulation: sim})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// A right design holds on a database that is behind itself, a wrong one fails:
// indexes, copies that a support question finds by an index, tables that take
// a while.
func TestBehindItself(t *testing.T) {
	for name, proven := range map[string]bool{
		"09-attribute-not-projected/right.json":  true,
		"09-attribute-not-projected/design.json": false,
		"15-stale-copy/right.json":               true,
		"15-stale-copy/design.json":              false,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := "testdata/mutants/" + name[:strings.IndexByte(name, '/')+1]
			b := bind(t, dir+"model.sql", "testdata/mutants/"+name)
			o := prove.Options{Worlds: 8, Parallel: 2, Settle: 10 * time.Second, OnDemand: true}
			if !proven { // each wrong answer is waited for
				o.Worlds, o.Settle, o.Minimise = 3, 300*time.Millisecond, 2
			}
			rep, err := prove.Check(t.Context(), b, behind(t), o)
			if err != nil {
				t.Fatal(err)
			}
			if rep.Proven != proven {
				t.Errorf("proven %t\n%s", rep.Proven, failures(rep))
			}
		})
	}
}

// An index that never catches up is the database's fault, and told so.
func TestIndexNeverCatchesUp(t *testing.T) {
	dir := "testdata/mutants/09-attribute-not-projected/"
	db := &forgetful{DB: open(t)}
	_, err := prove.Check(t.Context(), bind(t, dir+"model.sql", dir+"right.json"), db, prove.Options{Worlds: 2, Parallel: 1, Settle: 50 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "is still behind its table after 50ms") {
		t.Errorf("got %v", err)
	}
}

// forgetful is a database whose indexes show nothing, with tables that cannot
// be deleted where it keeps them, or made where it is poor.
type forgetful struct {
	api.DB
	keeps, poor bool
}

func (f *forgetful) Scan(ctx context.Context, r *api.ScanRequest) (*api.ScanResponse, error) {
	return &api.ScanResponse{}, nil
}

func (f *forgetful) CreateTable(ctx context.Context, r *api.CreateTableRequest) (*api.CreateTableResponse, error) {
	if f.poor {
		return nil, &api.Error{Code: api.AccessDeniedException, Message: "not allowed"}
	}
	return f.DB.CreateTable(ctx, r)
}

func (f *forgetful) DeleteTable(ctx context.Context, r *api.DeleteTableRequest) (*api.DeleteTableResponse, error) {
	if f.keeps {
		return nil, &api.Error{Code: api.AccessDeniedException, Message: "not allowed"}
	}
	return f.DB.DeleteTable(ctx, r)
}

// A failure that comes once is none of the design's.
func TestFailureMustRepeat(t *testing.T) {
	dir := "testdata/mutants/14-wrong-direction/"
	db, once := open(t), atomic.Bool{}
	flaky := &faulty{DB: db, query: func(ctx context.Context, r *api.QueryRequest) (*api.QueryResponse, error) {
		res, err := db.Query(ctx, r)
		if err == nil && len(res.Items) > 1 && !r.ConsistentRead && !once.Swap(true) {
			res = &api.QueryResponse{Items: res.Items[:1], Count: 1, ScannedCount: 1}
		}
		return res, err
	}}
	rep, err := prove.Check(t.Context(), bind(t, dir+"model.sql", dir+"right.json"), flaky, prove.Options{Worlds: 16, Parallel: 1, Settle: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	if !once.Load() || !rep.Proven || rep.Unstable != 1 {
		t.Errorf("proven %t, %d worlds unstable\n%s", rep.Proven, rep.Unstable, failures(rep))
	}
}

// What the caller may not do, or too fast, says nothing of the design.
func TestErrorsOfTheCaller(t *testing.T) {
	dir := "testdata/mutants/14-wrong-direction/"
	b, db := bind(t, dir+"model.sql", dir+"right.json"), open(t)
	for _, code := range []api.Code{api.AccessDeniedException, "ExpiredTokenException", api.ThrottlingException, api.ProvisionedThroughputExceededException, api.InternalServerError} {
		_, err := prove.Check(t.Context(), b, &faulty{DB: db, put: func(context.Context, *api.PutItemRequest) (*api.PutItemResponse, error) {
			return nil, &api.Error{Code: code}
		}}, prove.Options{Worlds: 1, Parallel: 1})
		var e *api.Error
		if !errors.As(err, &e) || e.Code != code {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// Tables that cannot be deleted are named.
func TestTablesAreLeft(t *testing.T) {
	dir := "testdata/mutants/14-wrong-direction/"
	b := bind(t, dir+"model.sql", dir+"right.json")
	db := &forgetful{DB: open(t), keeps: true}
	rep, err := prove.Check(t.Context(), b, db, prove.Options{Worlds: 2, Parallel: 1, Prefix: "left-"})
	var left *prove.LeftError
	if !errors.As(err, &left) || len(left.Tables) != len(b.Tables()) || left.Tables[0] != "left-0-"+b.Tables()[0].Name {
		t.Fatalf("got %v", err)
	}
	if rep == nil {
		t.Error("what was proven is lost")
	}
}

// Tables that were never made are not said to be left.
func TestTablesAreRefused(t *testing.T) {
	dir := "testdata/mutants/14-wrong-direction/"
	db := &forgetful{DB: open(t), keeps: true, poor: true}
	_, err := prove.Check(t.Context(), bind(t, dir+"model.sql", dir+"right.json"), db, prove.Options{Worlds: 2, Parallel: 2})
	var left *prove.LeftError
	var refused *api.Error
	if errors.As(err, &left) || !errors.As(err, &refused) || refused.Code != api.AccessDeniedException {
		t.Errorf("got %v", err)
	}
}
