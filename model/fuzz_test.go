package model_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keywright/keywright/model"
)

// FuzzParse: whatever the input, Parse returns, and what it returns is sound
// (checkParse). Seeds are the test scripts' inputs and the examples.
func FuzzParse(f *testing.F) {
	for _, path := range exampleFiles(f) {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	scripts, err := filepath.Glob("testdata/script/*")
	if err != nil || len(scripts) == 0 {
		f.Fatalf("no scripts: %v", err)
	}
	for _, path := range scripts {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(src), "\n----\n") {
			f.Add([]byte(part))
		}
	}
	f.Add([]byte("\xff\x00"))
	f.Add([]byte(strings.Repeat("(", 5000)))
	f.Add([]byte("SELECT " + strings.Repeat("NOT ", 5000)))
	f.Fuzz(func(t *testing.T, src []byte) { checkParse(t, src) })
}

// FuzzPredicate: a condition prints as what it is.
func FuzzPredicate(f *testing.F) {
	for _, s := range []string{"a = 1", "NOT (b = 'x' OR a BETWEEN 1 AND 2)", "c IS NOT NULL AND d", "lower(b) LIKE 'x%'", "a IN (1, 2, 3)", "b IN ('x')", "- a < 3"} {
		f.Add(s)
	}
	src := "-- model fuzz\nCREATE TABLE t (a int PRIMARY KEY, b text, c timestamp(3), d boolean);  -- rows=1\n"
	m, err := model.Parse("fuzz.sql", []byte(src))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := model.ParsePredicate(m.Entity("t"), s)
		if err != nil {
			return
		}
		again, err := model.ParsePredicate(m.Entity("t"), e.String())
		if err != nil || again.String() != e.String() {
			t.Errorf("%q prints as %s, which reads as %v, %v", s, e, again, err)
		}
	})
}
