package examples_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/plan"
	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/prove"
)

var update = flag.Bool("update", false, "write the planned designs, the verdicts and docs/cases.md anew")

// A publishedCase is a modelling problem with a published expert's design.
// What is said of the published design is what its sources say; the wording is
// ours.
type publishedCase struct {
	Name    string `json:"-"` // of its folder
	Title   string `json:"title"`
	Sources []struct {
		URL     string `json:"url"`
		By      string `json:"by"`
		Licence string `json:"licence"`
	} `json:"sources"`
	Published struct { // as the sources count them
		Tables int `json:"tables"`
		Global int `json:"global"`
		Local  int `json:"local"`
	} `json:"published"`
	Seed     uint64     `json:"seed"` // of the worlds in which the published design is tried
	Patterns []pattern  `json:"patterns"`
	Ours     []addition `json:"ours"` // questions that the sources do not ask
	Weak     []weakness `json:"weak"`
	Remarks  []remark   `json:"remarks"`

	lesson  string // what is instructive about it, by hand
	project *project.Project
	plan    *plan.Result
	proof   *prove.Report
	experts []*expert
}

// A pattern is something that the sources ask for.
type pattern struct {
	ID        string   `json:"id"`
	Kind      string   `json:"kind"` // get, list, count or write
	Ask       string   `json:"ask"`
	Questions []string `json:"questions"` // of the model
	Writes    []string `json:"writes"`    // of the model
	Published struct {
		On        string `json:"on"`
		Operation string `json:"operation"`
		Requests  string `json:"requests"` // 1, or 1+n, or n, or - where there is no answer
		Filter    string `json:"filter"`
		Note      string `json:"note"`
	} `json:"published"`
	// Unwritten says why the published answer, one request though it is, is
	// not in expert.json.
	Unwritten string `json:"unwritten"`
}

// An addition is a question of the model that the sources do not ask.
type addition struct {
	Question string `json:"question"`
	Why      string `json:"why"`
}

// A weakness is where the published answer falls short, in our judgement.
// Found lists the findings of the prover that show it, as "rule subject",
// after the design's file name where that is not expert.json. Unseen says why
// a proof cannot show it.
type weakness struct {
	Pattern string   `json:"pattern"`
	Kind    string   `json:"kind"`
	Note    string   `json:"note"`
	Found   []string `json:"found"`
	Unseen  string   `json:"unseen"`
}

// A remark is a word on a finding that does not speak for itself.
type remark struct {
	Found string `json:"found"` // as in weakness
	Note  string `json:"note"`
}

// TestCases holds each published case to what is recorded of it: its model,
// the planner's design and its proof, the verdict on the published design, and
// the page that sets them side by side.
func TestCases(t *testing.T) {
	cases := loadCases(t)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			c.checkPatterns(t)
			c.checkSQLite(t)
			c.checkPlan(t)
			c.checkExperts(t)
			c.checkRemarks(t)
		})
	}
	if t.Failed() || testing.Short() {
		return // the page is made of all of it
	}
	golden(t, filepath.Join("..", "docs", "cases.md"), page(string(read(t, filepath.Join("cases", "intro.md"))), cases))
}

func loadCases(t *testing.T) []*publishedCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("cases", "*", "case.json"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	var out []*publishedCase
	for _, file := range files {
		c := &publishedCase{Name: filepath.Base(filepath.Dir(file))}
		dec := json.NewDecoder(bytes.NewReader(read(t, file)))
		dec.DisallowUnknownFields()
		if err := dec.Decode(c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		c.lesson = strings.TrimSpace(string(read(t, c.path("lesson.md"))))
		if c.project, err = project.Open(c.path("")); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

func (c *publishedCase) path(file string) string { return filepath.Join("cases", c.Name, file) }

func (c *publishedCase) model() *model.Model { return c.project.Model }

// checkPatterns says that every pattern of the sources has its question, and
// every question its reason.
func (c *publishedCase) checkPatterns(t *testing.T) {
	t.Helper()
	if len(c.model().Warnings) > 0 {
		t.Errorf("the model has warnings: %v", c.model().Warnings)
	}
	var known []string
	for _, p := range c.Patterns {
		if p.Kind != "write" && len(p.Questions) == 0 {
			t.Errorf("%s has no question", p.ID)
		}
		for _, name := range p.Writes {
			if !slices.ContainsFunc(c.model().Writes, func(w *model.Write) bool { return w.Name == name }) {
				t.Errorf("%s: the model has no write %s", p.ID, name)
			}
		}
		known = append(known, p.Questions...)
	}
	for _, o := range c.Ours {
		known = append(known, o.Question)
	}
	var have []string
	for _, q := range c.model().Questions {
		have = append(have, q.Name)
	}
	slices.Sort(known)
	slices.Sort(have)
	if diff := cmp.Diff(known, have); diff != "" {
		t.Errorf("questions of the patterns (-) and of the model (+):\n%s", diff)
	}
}

// golden compares a derived file with what it should be, or writes it.
func golden(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; run go test ./examples -update", err)
	}
	if diff := cmp.Diff(string(got), string(want)); diff != "" {
		t.Errorf("%s is stale (-), run go test ./examples -update and read the difference:\n%s", file, diff)
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
