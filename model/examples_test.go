package model_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keywright/keywright/model"
)

// exampleFiles returns every model file of the examples.
func exampleFiles(t testing.TB) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir("../examples", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".sql") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	return files
}

func parseFile(t testing.TB, path string) (*model.Model, []byte) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Parse(filepath.Base(path), src)
	if err != nil {
		t.Fatalf("%s:\n%v", path, err)
	}
	return m, src
}

// TestExamples says that every example is a right model file.
func TestExamples(t *testing.T) {
	for _, path := range exampleFiles(t) {
		t.Run(path, func(t *testing.T) {
			m, _ := parseFile(t, path)
			for _, w := range m.Warnings {
				t.Logf("%s", w.Format())
			}
		})
	}
}

// TestExampleSizes holds the examples to the figures that the specification
// gives for them: entities, questions, collections and refusals.
func TestExampleSizes(t *testing.T) {
	type size struct{ entities, questions, collections, refused, writes int }
	for name, want := range map[string]size{
		"leaderboard": {3, 4, 0, 0, 4},
		"tournament":  {4, 7, 1, 0, 8},
		"shop":        {7, 19, 1, 0, 17},
		"auction":     {7, 28, 0, 1, 8},
	} {
		m, _ := parseFile(t, "../examples/"+name+"/model.sql")
		got := size{entities: len(m.Entities), questions: len(m.Questions), writes: len(m.Writes)}
		for _, q := range m.Questions {
			if len(q.Refusals) > 0 {
				got.refused++
			}
			if len(q.Statements) > 1 {
				got.collections++
			}
		}
		if got != want {
			t.Errorf("%s has %+v, want %+v", name, got, want)
		}
	}
}
