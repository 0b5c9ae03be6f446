package prove_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/prove"
)

// TestSharded: the example of a sharded leaderboard is proven, and its mutants
// are not: ratings that are not padded come back in the wrong order from each
// shard and merged; a forward read has the wrong end.
func TestSharded(t *testing.T) {
	read := func(name string) string {
		src, err := os.ReadFile("../examples/leaderboard/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(src)
	}
	m, err := model.Parse("by-hand.sql", []byte(read("by-hand.sql")))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, old, new, rule string }{
		{"as it is", "", "", ""},
		{"unpadded", "RATING#{rating:05}", "RATING#{rating}", "order"},
		{"forward", `"IndexName": "bySeason",
        "KeyConditionExpression": "seasonPartition = :season",
        "ExpressionAttributeValues": {":season": {"S": "SEASON#{season}#{_shard}"}},
        "ScanIndexForward": false`, `"IndexName": "bySeason",
        "KeyConditionExpression": "seasonPartition = :season",
        "ExpressionAttributeValues": {":season": {"S": "SEASON#{season}#{_shard}"}},
        "ScanIndexForward": true`, "order"},
		{"cut short", `"Limit": 100`, `"Limit": 99`, "limit"},
	} {
		src := read("sharded.json")
		if !strings.Contains(src, c.old) {
			t.Fatalf("%s: the design has no %q", c.name, c.old)
		}
		doc, err := design.Parse("sharded.json", []byte(strings.Replace(src, c.old, c.new, 1)))
		if err != nil {
			t.Fatal(err)
		}
		b, err := design.Bind(m, doc)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		db, err := engine.Open(engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rep, err := prove.Check(context.Background(), b, db, prove.Options{Worlds: 100})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if rep.Proven != (c.rule == "") {
			t.Errorf("%s: proven %v, failures %+v", c.name, rep.Proven, rep.Failures)
		}
		for _, f := range rep.Failures {
			if f.Subject != "top-n" || string(f.Rule) != c.rule && string(f.Rule) != "rows" && string(f.Rule) != "pages" {
				t.Errorf("%s: %s of %s: %s", c.name, f.Rule, f.Subject, f.Message)
			}
		}
	}
}
