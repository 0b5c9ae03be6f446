package prove_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/prove"
)

// Long runs: go test ./prove -run 'TestRightDesigns|TestMutants' -worlds 1000 -seeds 10
// One design: go test ./prove -run TestDesign -model m.sql -design d.json
var (
	worldsFlag = flag.Int("worlds", 0, "worlds of each run")
	seedsFlag  = flag.Uint64("seeds", 0, "seeds of each run")
	modelFlag  = flag.String("model", "", "model of TestDesign")
	designFlag = flag.String("design", "", "design of TestDesign")
)

// open returns an engine in memory that is closed with the test.
func open(t testing.TB) api.DB {
	t.Helper()
	db, err := engine.Open(engine.Options{})
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

// bind reads a model and a design.
func bind(t testing.TB, modelFile, designFile string) *design.Bound {
	t.Helper()
	src, err := os.ReadFile(modelFile)
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Parse(modelFile, src)
	if err != nil {
		t.Fatal(err)
	}
	src, err = os.ReadFile(designFile)
	if err != nil {
		t.Fatal(err)
	}
	d, err := design.Parse(designFile, src)
	if err != nil {
		t.Fatal(err)
	}
	b, err := design.Bind(m, d)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mutants(t testing.TB) []string {
	t.Helper()
	dirs, err := filepath.Glob("testdata/mutants/*")
	if err != nil || len(dirs) < 19 {
		t.Fatalf("mutants: %d, %v", len(dirs), err)
	}
	return dirs
}

// traps are the names by which each mutant's failure must be known, and
// whether a world has to show it. The first 19 are the table of planner traps;
// the others are traps that such designs fall into as well.
var traps = map[string]struct {
	names  []string
	static bool // follows from model and design; no world can show it
}{
	"01-unpadded-number":               {names: []string{"unpadded-number"}},
	"02-padded-signed":                 {names: []string{"padded-signed"}},
	"03-type-prefix-without-delimiter": {names: []string{"type-prefix-without-delimiter"}},
	"04-id-prefix-without-delimiter":   {names: []string{"id-prefix-without-delimiter"}},
	"05-no-id-after-timestamp":         {names: []string{"key-collision"}},
	"06-timestamp-cut-to-seconds":      {names: []string{"timestamp-cut"}},
	"07-open-range":                    {names: []string{"open-range"}},
	"08-between-without-tail-bound":    {names: []string{"between-without-tail-bound"}},
	"09-attribute-not-projected":       {names: []string{"attribute-not-projected"}},
	"10-delimiter-in-a-value":          {names: []string{"delimiter-in-a-value"}},
	"11-local-offsets":                 {names: []string{"local-offsets"}},
	"12-folded-case":                   {names: []string{"folded-case"}},
	"13-null-sort-column":              {names: []string{"null-sort-column"}},
	"14-wrong-direction":               {names: []string{"wrong-direction"}},
	"15-stale-copy":                    {names: []string{"stale-copy"}},
	"16-sparse-key-not-removed":        {names: []string{"sparse-key-not-removed", "sparse-key-not-set"}},
	"17-limit-before-filter":           {names: []string{"limit-before-filter"}},
	"18-native-key-of-another-type":    {names: []string{"native-key-of-another-type"}},
	"19-order-by-part-of-the-key":      {names: []string{"order-by-part-of-the-key"}},
	"20-duplicate-identity":            {names: []string{"duplicate-identity"}},
	"21-empty-string-in-a-native-key":  {names: []string{"empty-string-in-a-native-key"}},
	"22-key-over-1024-bytes":           {names: []string{"key-too-long"}},
	"23-local-index-over-10-gb":        {names: []string{"local-index-over-10-gb"}, static: true},
	"24-unique-not-enforced":           {names: []string{"unique-not-enforced"}},
	"25-sentinel-left-behind":          {names: []string{"sentinel-left-behind"}},
	"26-strong-read-on-a-global-index": {names: []string{"strong-read-on-a-global-index"}, static: true},
	"27-prefix-of-folded-text":         {names: []string{"folded-case"}},
	"28-forgotten-key-attribute":       {names: []string{"forgotten-key-attribute"}},
	"29-sparse-index-for-all-rows":     {names: []string{"sparse-index-for-all-rows"}},
}

// TestMutants holds that each mutant is caught in every seed within 300
// worlds, in a world of its own, and for the reason that it was made for.
func TestMutants(t *testing.T) {
	db := open(t)
	for _, dir := range mutants(t) {
		name := filepath.Base(dir)
		t.Run(name, func(t *testing.T) {
			want, ok := traps[name]
			if !ok {
				t.Fatal("not in the table of traps")
			}
			b := bind(t, dir+"/model.sql", dir+"/design.json")
			worlds := 300
			if want.static {
				worlds = 20 // worlds cannot show it
			}
			for seed := range or(*seedsFlag, 3) {
				rep, err := prove.Check(context.Background(), b, db, prove.Options{Seed: seed, Worlds: worlds})
				if err != nil {
					t.Fatal(err)
				}
				found := -1
				for _, f := range rep.Failures {
					if slices.Contains(want.names, f.Trap) && (want.static || len(f.Steps) > 0) && (found < 0 || f.Found < found) {
						found = f.Found
					}
				}
				t.Logf("seed %d: caught in world %d", seed, found)
				if found < 0 || rep.Proven {
					t.Errorf("seed %d: not caught as %v in %d worlds:\n%s", seed, want.names, rep.Worlds, failures(rep))
				}
			}
		})
	}
}

func failures(rep *prove.Report) string {
	var b strings.Builder
	for _, f := range rep.Failures {
		fmt.Fprintf(&b, "trap %q found in world %d\n%s", f.Trap, f.Found, f.Format())
	}
	return b.String()
}

// TestRightDesigns holds that the right design of each mutant's model raises
// no alarm.
func TestRightDesigns(t *testing.T) {
	db := open(t)
	for _, dir := range mutants(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			b := bind(t, dir+"/model.sql", dir+"/right.json")
			for seed := range or(*seedsFlag, 1) {
				check(t, b, db, prove.Options{Seed: seed, Worlds: or(*worldsFlag, 60)})
			}
		})
	}
}

func or[T comparable](given, otherwise T) T {
	var none T
	if given != none {
		return given
	}
	return otherwise
}

// check proves a design and reports every failure as an error of the test.
func check(t *testing.T, b *design.Bound, db api.DB, o prove.Options) *prove.Report {
	t.Helper()
	rep, err := prove.Check(context.Background(), b, db, o)
	if err != nil {
		t.Fatal(err)
	}
	if !rep.Proven {
		t.Errorf("seed %d: %s", o.Seed, failures(rep))
	}
	return rep
}

// TestDesign proves the design that -model and -design name.
func TestDesign(t *testing.T) {
	if *designFlag == "" {
		t.Skip("no -design")
	}
	b := bind(t, *modelFlag, *designFlag)
	db := open(t)
	for seed := range or(*seedsFlag, 1) {
		rep := check(t, b, db, prove.Options{Seed: seed, Worlds: *worldsFlag})
		t.Logf("seed %d: %d worlds, %d writes, %d requests, proven %t", seed, rep.Worlds, rep.Writes, rep.Requests, rep.Proven)
		for _, q := range rep.Questions {
			t.Logf("%+v", q)
		}
		for _, o := range rep.Obligations {
			t.Logf("%+v", o)
		}
	}
}
