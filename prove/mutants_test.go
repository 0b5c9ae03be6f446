package prove_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
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

// TestMutants holds the table of planner traps: each mutant is caught.
func TestMutants(t *testing.T) {
	db := open(t)
	for _, dir := range mutants(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			b := bind(t, dir+"/model.sql", dir+"/design.json")
			for seed := range uint64(3) {
				rep, err := prove.Check(context.Background(), b, db, prove.Options{Seed: seed, Worlds: 300})
				if err != nil {
					t.Fatal(err)
				}
				if rep.Proven {
					t.Errorf("seed %d: not caught in %d worlds", seed, rep.Worlds)
				}
				for _, f := range rep.Failures {
					t.Logf("seed %d: trap %q found in world %d\n%s", seed, f.Trap, f.Found, f.Format())
				}
			}
		})
	}
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
	for _, f := range rep.Failures {
		t.Errorf("seed %d: trap %q found in world %d\n%s", o.Seed, f.Trap, f.Found, f.Format())
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
