package design_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// examples are the designs written by hand and the model of each.
var examples = map[string]string{
	"../examples/leaderboard/dedicated.json":     "../examples/leaderboard/by-hand.sql",
	"../examples/leaderboard/overloaded.json":    "../examples/leaderboard/by-hand.sql",
	"../examples/leaderboard/unpadded.json":      "../examples/leaderboard/by-hand.sql",
	"../examples/tournament/design-by-hand.json": "../examples/tournament/by-hand.sql",
}

func readModel(t testing.TB, file string) *model.Model {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Parse(file, src)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func readDesign(t testing.TB, file string) *design.Design {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := design.Parse(file, src)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestExamples: the examples are in canonical form, fit their models, and
// leave no question out.
func TestExamples(t *testing.T) {
	for file, sql := range examples {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d := readDesign(t, file)
			if os.Getenv("REWRITE") != "" {
				os.WriteFile(file, d.Format(), 0o644)
			}
			if diff := cmp.Diff(string(src), string(d.Format())); diff != "" {
				t.Errorf("not in canonical form (-file +format):\n%s", diff)
			}
			b, err := design.Bind(readModel(t, sql), d)
			if err != nil {
				t.Fatal(err)
			}
			if len(b.Missing) > 0 {
				t.Errorf("no request for %v", b.Missing)
			}
		})
	}
}

// TestDocument: the example of docs/design.md is in canonical form and fits the
// example of docs/model.md.
func TestDocument(t *testing.T) {
	m, err := model.Parse("model.md", []byte(fenced(t, "../docs/model.md", "sql")))
	if err != nil {
		t.Fatal(err)
	}
	src := fenced(t, "../docs/design.md", "json")
	d, err := design.Parse("design.md", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(src, string(d.Format())); diff != "" {
		t.Errorf("not in canonical form (-file +format):\n%s", diff)
	}
	b, err := design.Bind(m, d)
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Missing) > 0 {
		t.Errorf("no request for %v", b.Missing)
	}
}

// fenced returns the first code block of a language.
func fenced(t *testing.T, file, language string) string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(src), "```"+language+"\n")
	block, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatalf("%s has no %s block", file, language)
	}
	return block
}
