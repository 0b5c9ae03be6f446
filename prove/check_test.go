package prove_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/prove"
)

// TestReportDoesNotDependOnWorkers holds that a report is the same however
// many worlds run at a time, to the byte.
func TestReportDoesNotDependOnWorkers(t *testing.T) {
	db := open(t)
	for _, design := range []string{"right.json", "design.json"} {
		dir := "testdata/mutants/10-delimiter-in-a-value/"
		b := bind(t, dir+"model.sql", dir+design)
		var reports []string
		for _, workers := range []int{1, 1, 3} {
			rep, err := prove.Check(context.Background(), b, db, prove.Options{Seed: 5, Worlds: 40, Parallel: workers})
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.MarshalIndent(rep, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			reports = append(reports, string(text))
		}
		for _, r := range reports[1:] {
			if diff := cmp.Diff(reports[0], r); diff != "" {
				t.Errorf("%s: %s", design, diff)
			}
		}
	}
}

// TestTablesAreDropped holds that Check leaves no table behind, and drops
// those that an earlier run has left.
func TestTablesAreDropped(t *testing.T) {
	db := open(t)
	dir := "testdata/mutants/14-wrong-direction/"
	b := bind(t, dir+"model.sql", dir+"right.json")
	left := *b.CreateTables()[0]
	left.TableName = "mine-0-main"
	if _, err := db.CreateTable(context.Background(), &left); err != nil {
		t.Fatal(err)
	}
	check(t, b, db, prove.Options{Worlds: 4, Prefix: "mine-"})
	list, err := db.ListTables(context.Background(), &api.ListTablesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if len(list.TableNames) > 0 {
		t.Errorf("left behind: %v", list.TableNames)
	}
}

func TestProgress(t *testing.T) {
	dir := "testdata/mutants/14-wrong-direction/"
	var seen []int
	check(t, bind(t, dir+"model.sql", dir+"right.json"), open(t), prove.Options{Worlds: 20, Progress: func(done, total int) {
		if total != 20 {
			t.Errorf("total is %d", total)
		}
		seen = append(seen, done)
	}})
	if diff := cmp.Diff([]int{8, 20}, seen); diff != "" {
		t.Error(diff)
	}
}

// TestUnanswered holds that a question without a request stands against a
// proof, unless the caller says that it is refused.
func TestUnanswered(t *testing.T) {
	question := "-- write play rate=1/s"
	b := edited(t, "14-wrong-direction", []string{question, "-- question by-id rate=1/s\nSELECT * FROM match WHERE player_id = :player AND match_id = :match;\n" + question}, nil)
	for _, partial := range []bool{false, true} {
		rep, err := prove.Check(context.Background(), b, open(t), prove.Options{Worlds: 8, Partial: partial})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Proven != partial {
			t.Errorf("partial %t: proven %t\n%s", partial, rep.Proven, failures(rep))
		}
		if partial != (len(rep.Unanswered) == 1) {
			t.Errorf("partial %t: unanswered %v", partial, rep.Unanswered)
		}
	}
}

// faulty is a database that goes wrong in one way.
type faulty struct {
	api.DB
	query func(context.Context, *api.QueryRequest) (*api.QueryResponse, error)
	put   func(context.Context, *api.PutItemRequest) (*api.PutItemResponse, error)
}

func (f *faulty) Query(ctx context.Context, r *api.QueryRequest) (*api.QueryResponse, error) {
	if f.query != nil {
		return f.query(ctx, r)
	}
	return f.DB.Query(ctx, r)
}

func (f *faulty) PutItem(ctx context.Context, r *api.PutItemRequest) (*api.PutItemResponse, error) {
	if f.put != nil {
		return f.put(ctx, r)
	}
	return f.DB.PutItem(ctx, r)
}

// TestFaults holds that Check believes nothing: each fault of the database
// shows as the obligation it breaks, and one of the machine as an error.
func TestFaults(t *testing.T) {
	db := open(t)
	dir := "testdata/mutants/14-wrong-direction/"
	b := bind(t, dir+"model.sql", dir+"right.json")
	change := func(do func(*api.QueryResponse)) func(context.Context, *api.QueryRequest) (*api.QueryResponse, error) {
		return func(ctx context.Context, r *api.QueryRequest) (*api.QueryResponse, error) {
			res, err := db.Query(ctx, r)
			if err == nil {
				do(res)
			}
			return res, err
		}
	}
	for _, c := range []struct {
		name string
		db   *faulty
		want prove.Rule
	}{
		{"a request is refused", &faulty{query: func(context.Context, *api.QueryRequest) (*api.QueryResponse, error) {
			return nil, &api.Error{Code: api.ValidationException, Message: "no"}
		}}, prove.Asked},
		{"a row is lost", &faulty{query: change(func(r *api.QueryResponse) { r.Items = r.Items[:len(r.Items)/2] })}, prove.Rows},
		{"items are read in vain", &faulty{query: change(func(r *api.QueryResponse) { r.ScannedCount++ })}, prove.Once},
		{"a value is changed", &faulty{query: change(func(r *api.QueryResponse) {
			for i, it := range r.Items {
				r.Items[i] = it.With("score", attr.Int(99))
			}
		})}, prove.Values},
		{"the cursor stands still", &faulty{query: change(func(r *api.QueryResponse) {
			if len(r.Items) > 0 {
				r.LastEvaluatedKey = r.Items[0].Pick("PK", "SK")
			}
		})}, prove.Pages},
		{"a write is forgotten", &faulty{put: func(context.Context, *api.PutItemRequest) (*api.PutItemResponse, error) {
			return &api.PutItemResponse{}, nil
		}}, prove.Current},
		{"a write is refused", &faulty{put: func(context.Context, *api.PutItemRequest) (*api.PutItemResponse, error) {
			return nil, &api.Error{Code: api.ConditionalCheckFailedException}
		}}, prove.Accepted},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.db.DB = db
			rep, err := prove.Check(context.Background(), b, c.db, prove.Options{Worlds: 16})
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, f := range rep.Failures {
				found = found || f.Rule == c.want
			}
			if !found || rep.Proven {
				t.Errorf("no failure of %q:\n%s", c.want, failures(rep))
			}
		})
	}
	t.Run("the machine fails", func(t *testing.T) {
		broken := errors.New("disk full")
		var n atomic.Int64
		_, err := prove.Check(context.Background(), b, &faulty{DB: db, put: func(ctx context.Context, r *api.PutItemRequest) (*api.PutItemResponse, error) {
			if n.Add(1) > 20 {
				return nil, broken
			}
			return db.PutItem(ctx, r)
		}}, prove.Options{Worlds: 16})
		if !errors.Is(err, broken) {
			t.Errorf("err = %v", err)
		}
	})
}

// TestSettle holds that an index that lags is waited for, and no longer.
func TestSettle(t *testing.T) {
	db := open(t)
	dir := "testdata/mutants/09-attribute-not-projected/"
	b := bind(t, dir+"model.sql", dir+"right.json")
	for settle, want := range map[time.Duration]bool{time.Minute: true, 0: false} {
		late := make(map[string]bool) // requests that were answered once
		slow := &faulty{DB: db, query: func(ctx context.Context, r *api.QueryRequest) (*api.QueryResponse, error) {
			res, err := db.Query(ctx, r)
			if key := r.ExpressionAttributeValues[":h"].Str(); err == nil && len(res.Items) > 0 && !late[key] {
				late[key] = true
				return &api.QueryResponse{}, nil
			}
			return res, err
		}}
		rep, err := prove.Check(context.Background(), b, slow, prove.Options{Worlds: 4, Parallel: 1, Settle: settle})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Proven != want {
			t.Errorf("settle %v: proven %t\n%s", settle, rep.Proven, failures(rep))
		}
	}
}

func TestCancel(t *testing.T) {
	db := open(t)
	dir := "testdata/mutants/14-wrong-direction/"
	ctx, cancel := context.WithCancel(context.Background())
	_, err := prove.Check(ctx, bind(t, dir+"model.sql", dir+"right.json"), db, prove.Options{Worlds: 1_000_000, Progress: func(int, int) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
	list, err := db.ListTables(context.Background(), &api.ListTablesRequest{})
	if err != nil || len(list.TableNames) > 0 {
		t.Errorf("left behind: %v, %v", list, err)
	}
}

// TestNeverExercised holds that a question that never finds a row is not
// proven: the membership contradicts itself.
func TestNeverExercised(t *testing.T) {
	b := edited(t, "16-sparse-key-not-removed", []string{"status = 'OPEN' ORDER BY due", "status = 'OPEN' AND due < '2020-01-01' AND due > '2019-12-31' ORDER BY due"},
		[]string{"\"when\": \"status = 'OPEN'\"", "\"when\": \"status = 'OPEN' AND due < '2020-01-01' AND due > '2019-12-31'\""})
	rep, err := prove.Check(context.Background(), b, open(t), prove.Options{Worlds: 30})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Proven || !strings.Contains(failures(rep), "nothing is proven of it") {
		t.Errorf("proven %t\n%s", rep.Proven, failures(rep))
	}
}
