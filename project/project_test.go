package project_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/project"
)

// TestInventedRowsAreValid: rows made up for a model without sample data
// satisfy its types, checks and references, for every model of the examples.
func TestInventedRowsAreValid(t *testing.T) {
	models, err := filepath.Glob("../examples/*/model.sql")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := filepath.Glob("../examples/cases/*/model.sql")
	if err != nil {
		t.Fatal(err)
	}
	if len(models)+len(cases) < 10 {
		t.Fatalf("only %d models found", len(models)+len(cases))
	}
	for _, file := range append(models, cases...) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir() // without the sample.json beside it
		if err := os.WriteFile(filepath.Join(dir, "model.sql"), src, 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := project.Open(dir)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		s, err := p.Sample()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, rows := range s {
			checkRows(t, file, s, rows)
		}
	}
}

func checkRows(t *testing.T, file string, s project.Sample, rows project.SampleRows) {
	t.Helper()
	if len(rows.Rows) == 0 {
		t.Errorf("%s: no rows of %s", file, rows.Entity.Name)
	}
	seen := map[string]bool{}
	for _, row := range rows.Rows {
		var key []string
		for _, k := range rows.Entity.Key {
			key = append(key, row[k].Str())
		}
		if id := strings.Join(key, "\x00"); seen[id] {
			t.Errorf("%s: %s has two rows with key %q", file, rows.Entity.Name, key)
		} else {
			seen[id] = true
		}
		for _, c := range rows.Entity.Columns {
			if c.Computed != nil {
				continue
			}
			if err := c.CheckValue(row[c.Name]); err != nil {
				t.Errorf("%s: %s: %v", file, rows.Entity.Name, err)
			}
			checkReference(t, file, s, c, row[c.Name])
		}
	}
}

func checkReference(t *testing.T, file string, s project.Sample, c *model.Column, v attr.Value) {
	t.Helper()
	if c.References == nil || v.IsNull() {
		return
	}
	for _, rows := range s {
		if rows.Entity.Name == c.References.Entity && s.Row(rows.Entity, model.Row{c.References.Column: v}) == nil {
			t.Errorf("%s: %s refers to no row of %s", file, c.Name, c.References.Entity)
		}
	}
}

func TestSampleFileIsChecked(t *testing.T) {
	const src = "-- model mmm prices=us-east-1/on-demand\nCREATE TABLE a (id ulid PRIMARY KEY, n int CHECK (n BETWEEN 0 AND 9)); -- rows=1\n" +
		"-- question q rate=1/s\nSELECT * FROM a WHERE id = :id;\n-- write w rate=1/s\nINSERT INTO a;\n"
	cases := []struct{ name, sample, want string }{
		{"cut", `{"a": [`, "not an object"},
		{"unknown entity", `{"b": []}`, `"b" is no entity`},
		{"unknown column", `{"a": [{"id": "01JWC30JDAPMF4Q7NZZXVFJXW2", "x": 1}]}`, `no column "x"`},
		{"outside the check", `{"a": [{"id": "01JWC30JDAPMF4Q7NZZXVFJXW2", "n": 10}]}`, "n"},
		{"no key", `{"a": [{"n": 1}]}`, "id"},
	}
	for _, c := range cases {
		dir := t.TempDir()
		for name, text := range map[string]string{"model.sql": src, "sample.json": c.sample} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		p, err := project.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Sample()
		var input *project.InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "sample.json") {
			t.Errorf("%s: error %v, want one about %s that names the file", c.name, err, c.want)
		}
	}
}

func TestWriteFileReplacesWhole(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	for _, text := range []string{"one", "two, longer"} {
		if err := project.WriteFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil || string(got) != text {
			t.Fatalf("read %q, %v", got, err)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(entries) != 1 {
		t.Errorf("files left beside it: %v, %v", entries, err)
	}
	err = project.WriteFile(filepath.Join(filepath.Dir(name), "no", "f"), nil)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestOpenNamesTheCure(t *testing.T) {
	_, err := project.Open(filepath.Join(t.TempDir(), "nothing"))
	var input *project.InputError
	if !errors.As(err, &input) || input.Next == "" {
		t.Errorf("error %v has no next step", err)
	}
	if _, err = project.Open(t.TempDir()); !errors.As(err, &input) {
		t.Errorf("a folder without a model.sql: %v", err)
	}
}
