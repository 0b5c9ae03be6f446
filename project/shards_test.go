package project_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/plan"
	"github.com/keywright/keywright/prove"
)

// TestShardsArePlannedAndProven: what shards= asks for is planned, and proven.
// The shards of shards=auto by hand: 900 updates a second move an entry of the
// season, 1,800 units; 500 a second may be planned for, so four shards. By handle nothing is
// hot: one request.
func TestShardsArePlannedAndProven(t *testing.T) {
	src, err := os.ReadFile("../plan/testdata/sharded.sql")
	if err != nil {
		t.Fatal(err)
	}
	d := planned(t, string(src))
	want := map[string]int{"player": 0, "mine": 0, "top-n": 4, "between": 4, "of-country": 3, "rare": 2, "cool": 0}
	for _, q := range d.Questions {
		if q.Shards != want[q.Name] {
			t.Errorf("question %s has %d shards, not %d", q.Name, q.Shards, want[q.Name])
		}
	}
	i := slices.IndexFunc(d.Items, func(it design.ItemType) bool { return it.Name == "rating" })
	if got := d.Items[i].Keys["bySeasonPK"].Template; got != "SEASON#{season}#{player_id:shard(4)}" {
		t.Errorf("the key of top-n is %s", got)
	}
	checkProof(t, string(src), d, 60)
}

// TestRandomShardsAreProven: questions of random forms with shards are planned
// into designs that are proven.
func TestRandomShardsAreProven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := shardedModel(t)
		checkProof(t, src, planned(t, src), 8)
	})
}

// TestExamplesShardedAreProven: examples with all questions in three shards
// that can be.
func TestExamplesShardedAreProven(t *testing.T) {
	for _, name := range []string{"tournament", "shop", "cases/d08-chat-rooms"} {
		src, err := os.ReadFile("../examples/" + name + "/model.sql")
		if err != nil {
			t.Fatal(err)
		}
		text, n := string(src), 0
		for _, q := range parsed(t, text).Questions {
			if len(q.Selects) == 1 && !q.Selects[0].Unique && !q.Selects[0].Exists && q.Selects[0].In == nil && !q.Strong {
				text = strings.Replace(text, "-- question "+q.Name+" ", "-- question "+q.Name+" shards=3 ", 1)
				n++
			}
		}
		d := planned(t, text)
		for _, q := range d.Questions {
			if q.Shards > 0 {
				n--
			}
		}
		if n != 0 {
			t.Errorf("%s: %d questions are not sharded", name, n)
		}
		checkProof(t, text, d, 20)
	}
}

type failer interface {
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Helper()
}

// planned is the design of a model, all of whose questions are answered.
func planned(t failer, src string) *design.Design {
	t.Helper()
	res, err := plan.Search(context.Background(), parsed(t, src), plan.Options{Quick: true})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if len(res.Refused) > 0 {
		t.Fatalf("refused: %+v\n%s", res.Refused, src)
	}
	return res.Design
}

func parsed(t failer, src string) *model.Model {
	t.Helper()
	m, err := model.Parse("model.sql", []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return m
}

func checkProof(t failer, src string, d *design.Design, worlds int) {
	t.Helper()
	b, err := design.Bind(parsed(t, src), d)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, src, d.Format())
	}
	db, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer db.Close()
	rep, err := prove.Check(context.Background(), b, db, prove.Options{Worlds: worlds})
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, f := range rep.Failures {
		if f.Rule == prove.Exercised && worlds < 50 {
			continue // a few worlds may hold no row that is asked for
		}
		t.Errorf("%s of %s: %s\n%s\n%s", f.Rule, f.Subject, f.Message, src, d.Format())
	}
}

// shardedModel is a model of one table with questions on it, most of them
// sharded: with and without equalities, memberships, ranges, orders of one and
// of both directions, NULL, limits.
func shardedModel(t *rapid.T) string {
	pick := func(label string, list ...string) string { return rapid.SampledFrom(list).Draw(t, label) }
	var b strings.Builder
	b.WriteString(`-- model random  prices=us-east-1/on-demand
CREATE TABLE thing ( -- rows=2k
  owner ulid NOT NULL, -- distinct=100
  n     int NOT NULL CHECK (n BETWEEN 0 AND 999),
  thing_id int NOT NULL CHECK (thing_id BETWEEN 0 AND 99999),
  score int CHECK (score BETWEEN -50 AND 50),
  made  timestamp(3) NOT NULL,
  tag   varchar(8) NOT NULL, -- distinct=50
  state text NOT NULL CHECK (state IN ('DONE', 'OPEN')),
`)
	b.WriteString(pick("key", "  PRIMARY KEY (owner, thing_id));\n", "  PRIMARY KEY (thing_id));\n", "  PRIMARY KEY (owner, n, thing_id));\n"))
	for i := range rapid.IntRange(1, 3).Draw(t, "questions") {
		equal := pick("equal", "owner = :owner", "tag = :tag", "state = :state", "state = 'OPEN'", "owner = :owner AND state = 'DONE'", "tag = :tag AND state = :state")
		ranged := pick("range", "", "", " AND made > :from", " AND score BETWEEN :low AND :high", " AND score <= :high")
		order := pick("order", "", " ORDER BY made", " ORDER BY made DESC", " ORDER BY score DESC, made, thing_id", " ORDER BY score, thing_id DESC")
		switch {
		case strings.Contains(ranged, "made") && order != "":
			order = " ORDER BY made DESC"
		case strings.Contains(ranged, "score") && order != "":
			order = " ORDER BY score, thing_id"
		}
		fmt.Fprintf(&b, "-- question q%d rate=1/s rows=20%s\nSELECT thing_id, n, owner, %s FROM thing WHERE %s%s%s%s;\n", i,
			pick("shards", "", " shards=2", " shards=3", " shards=11", " shards=auto"),
			pick("what", "made", "score", "tag, state"), equal, ranged, order, pick("limit", "", " LIMIT 3", " LIMIT 20"))
	}
	b.WriteString("-- write add rate=1/s\nINSERT INTO thing;\n")
	return b.String()
}
