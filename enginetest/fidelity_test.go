package enginetest_test

import (
	"flag"
	"os"
	"path"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/enginetest"
)

var update = flag.Bool("update", false, "rewrite docs/fidelity.md")

const fidelityPage = "../docs/fidelity.md"

// difference is a known difference as the page shows it.
type difference struct{ Name, Amazon, Differs, Source string }

// The page of known differences is made of the transcripts, and fresh.
func TestFidelity(t *testing.T) {
	transcripts, err := enginetest.Transcripts()
	if err != nil {
		t.Fatal(err)
	}
	var differences []difference
	for _, tr := range transcripts {
		if tr.Differs != "" {
			differences = append(differences, difference{path.Base(tr.Name), oneLine(tr.About), oneLine(tr.Differs), oneLine(tr.Source)})
		}
	}
	tmpl, err := template.ParseFiles("testdata/fidelity.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	var made strings.Builder
	if err := tmpl.Execute(&made, differences); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(fidelityPage, []byte(made.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(fidelityPage)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(made.String(), string(kept)); diff != "" {
		t.Errorf("%s is stale: go test ./enginetest -run TestFidelity -update (-made +kept):\n%s", fidelityPage, diff)
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
