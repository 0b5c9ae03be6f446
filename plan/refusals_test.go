package plan_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/plan"
)

// planners are the refusals that the planner finds where the model file has
// none: those of planner.md 2.3, which also says of E-IN, E-ORDER and others
// that the statement alone decides, and E-LIMIT for the quotas of a table.
var planners = map[model.Code]string{
	model.EDir:       "an order that no inversion of columns gives",
	model.EStrong:    "a strong answer that only an index could give, or of copies that lag",
	model.EHot:       "more than one partition may be planned to take",
	model.ESize:      "an answer without LIMIT that is larger than a page",
	model.ENullOrder: "an order by a column that may be NULL, in a key without a form for it",
	model.ENoRange:   "a number in a text key that has no bounds",
	model.ELen:       "a key that is longer than DynamoDB takes",
	model.EText:      "a key that columns as they are cannot be, where the model wants no texts",
	model.EAddr:      "a write that does not name its item",
	model.EJoin:      "SELECTs of one request that no partition holds together",
	model.ERange2:    "SELECTs of one request that are not ranged over alike",
	plan.ELimit:      "more global indexes than a table may have",
}

// statements are the refusals that the statement alone decides: package model
// finds them, and the planner the ways out.
var statements = []model.Code{
	model.ERange2, model.EOrder, model.ENullOrder, model.EAgg, model.EGroup, model.EJoin,
	model.EOr, model.EIn, model.EMulti, model.EOffset, model.EText,
}

// TestEveryRefusal wants a case in testdata/reports/refusals for every refusal
// that the planner or the model finds, and every case on a list; each with a
// way out, and each code once with its price.
func TestEveryRefusal(t *testing.T) {
	found, stated, priced := map[model.Code]bool{}, map[model.Code]bool{}, map[model.Code]bool{}
	path := filepath.Join("testdata", "reports", "refusals")
	datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
		m := modelOf(t, path, d)
		for _, f := range search(t, m, plan.Options{}).Refused {
			of := found
			if f.Write == "" && len(m.Question(f.Question).Refusals) > 0 {
				of = stated
			}
			of[f.Code] = true
			priced[f.Code] = priced[f.Code] || slices.ContainsFunc(f.Alternatives, func(a plan.Alternative) bool { return a.Priced })
			if len(f.Alternatives) == 0 {
				t.Errorf("%s: %s %s%s has no way out", d.Pos, f.Code, f.Question, f.Write)
			}
		}
		return d.Expected
	})
	if diff := cmp.Diff(slices.Sorted(maps.Keys(planners)), slices.Sorted(maps.Keys(found))); diff != "" {
		t.Errorf("refusals on the list (-) and in %s (+) differ:\n%s", path, diff)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(statements)), slices.Sorted(maps.Keys(stated))); diff != "" {
		t.Errorf("refusals of statements on the list (-) and in %s (+) differ:\n%s", path, diff)
	}
	for code, ok := range priced {
		if !ok {
			t.Errorf("%s has no way out with a price", code)
		}
	}
}

// TestRefusalsAreListed reads the sources for refusals that are not on the list.
func TestRefusalsAreListed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	made := regexp.MustCompile(`(?:fault\{|Code: |code: )(?:model\.)?(E[A-Z]\w+)`)
	names := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range made.FindAllStringSubmatch(string(src), -1) {
			names["E-"+strings.ToUpper(m[1][1:])] = true
		}
	}
	if len(names) < 8 {
		t.Fatalf("found only %v: the pattern is out of date", names)
	}
	for name := range names {
		if planners[model.Code(name)] == "" {
			t.Errorf("%s is made somewhere and is not on the list", name)
		}
	}
}
