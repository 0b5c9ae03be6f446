package partiql_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/partiql"
)

// FuzzParse: no text panics, neither parsed nor lowered; what is accepted
// prints to text that gives the same text again.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/scripts/*")
	if err != nil || len(files) == 0 {
		f.Fatal("no scripts", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			f.Add(strings.Split(line, " <- ")[0])
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		s, err := partiql.Parse(src)
		if err != nil {
			return
		}
		printed := s.String()
		again, err := partiql.Parse(printed)
		if err != nil {
			t.Fatalf("%q prints as %q: %v", src, printed, err)
		}
		if got := again.String(); got != printed {
			t.Fatalf("%q prints as %q, and that as %q", src, printed, got)
		}
		lowerAll(s)
	})
}

// lowerAll binds and lowers a statement with parameters of any number.
func lowerAll(s *partiql.Statement) {
	values := []attr.Value{attr.String("a"), attr.Int(1), attr.List(attr.Null()), attr.Map(attr.Item{})}
	var parameters []attr.Value
	for n := range 8 {
		if b, err := s.Bind(parameters); err == nil {
			_, _ = b.Read(table, false)
			_, _ = b.Write(table)
			b.Target(table)
			_, _ = b.Resume("", b.NextToken("", partiql.Position{}), 1)
		}
		parameters = append(parameters, values[n%len(values)])
	}
}
