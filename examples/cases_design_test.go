package examples_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/prove"
)

// How many worlds a design is tried in. A planned design is challenged at
// length by the planner's and the prover's own tests; a published one shows
// its weaknesses early, and a run stops soon after the first.
const (
	worlds       = 32
	worldsShort  = 16
	worldsExpert = 64
)

// checkPlan plans the model, compares the design with design.json and proves
// it. What the planner refuses is not proven, and is in the page.
func (c *publishedCase) checkPlan(t *testing.T) {
	t.Helper()
	n := worlds
	if testing.Short() {
		n = worldsShort
	}
	planned, err := c.project.Plan(t.Context(), project.PlanOptions{Prove: prove.Options{Worlds: n}})
	if err != nil {
		t.Fatal(err)
	}
	c.plan, c.proof = planned.Plan, planned.Proof
	golden(t, c.path(project.DesignFile), planned.Plan.Design.Format())
	if !planned.Plan.Optimal {
		t.Errorf("the design is not proven to be the cheapest")
	}
	if !c.proof.Proven {
		t.Errorf("the planned design fails:\n%s", findings(c.proof))
	}
}

// An expert is a published design of a case and what the prover finds in it.
type expert struct {
	file   string
	bound  *design.Bound
	report *prove.Report
}

// checkExperts proves the published designs and compares the verdicts with
// what is recorded. What the prover finds is expected; it must include what
// the case says of each weakness.
func (c *publishedCase) checkExperts(t *testing.T) {
	t.Helper()
	if testing.Short() {
		return
	}
	files, err := filepath.Glob(c.path("expert*.json"))
	first := slices.Index(files, c.path("expert.json"))
	if err != nil || first < 0 {
		t.Fatalf("no published design: %v", err)
	}
	files[0], files[first] = files[first], files[0]
	for _, file := range files {
		x := &expert{file: filepath.Base(file)}
		if x.bound, err = c.project.Design(x.file); err != nil {
			t.Fatal(err)
		}
		if x.report, err = c.project.Prove(t.Context(), x.bound, prove.Options{Seed: c.Seed, Worlds: worldsExpert}); err != nil {
			t.Fatal(err)
		}
		golden(t, strings.TrimSuffix(file, ".json")+".txt", []byte(verdict(x.report)))
		c.experts = append(c.experts, x)
	}
	for _, w := range c.Weak {
		for _, f := range w.Found {
			if _, ok := c.finding(f); !ok {
				t.Errorf("the prover does not find %q, which shows: %s", f, w.Note)
			}
		}
		if (len(w.Found) == 0) == (w.Unseen == "") {
			t.Errorf("either what shows it or why nothing does: %s", w.Note)
		}
	}
}

// checkRemarks says that what is remarked upon is still found.
func (c *publishedCase) checkRemarks(t *testing.T) {
	t.Helper()
	for _, r := range c.Remarks {
		if _, ok := c.finding(r.Found); !ok && len(c.experts) > 0 {
			t.Errorf("the prover does not find %q any more, drop the remark: %s", r.Found, r.Note)
		}
	}
}

// A found is one finding in one of the published designs. Its name is
// "rule subject", after the design's file name where that is not expert.json.
type found struct {
	*prove.Failure
	file string
	name string
	note string // a remark
}

// findings lists what the prover finds, but what a further published design
// shares with the first, and questions that are left out for a reason.
func (c *publishedCase) findings() []found {
	var out []found
	seen := map[string]bool{}
	for _, x := range c.experts {
		for i := range x.report.Failures {
			f := &x.report.Failures[i]
			what := string(f.Rule) + " " + f.Subject
			if seen[what] || f.Rule == prove.Answered && c.unwritten(f.Subject) != "" {
				continue
			}
			name := what
			if x.file != "expert.json" {
				name = x.file + ": " + what
			} else {
				seen[what] = true
			}
			out = append(out, found{f, x.file, name, c.remark(name)})
		}
	}
	return out
}

func (c *publishedCase) remark(name string) string {
	for _, r := range c.Remarks {
		if r.Found == name {
			return r.Note
		}
	}
	return ""
}

// finding returns the finding of that name.
func (c *publishedCase) finding(name string) (found, bool) {
	all := c.findings()
	i := slices.IndexFunc(all, func(f found) bool { return f.name == name })
	if i < 0 {
		return found{}, false
	}
	return all[i], true
}

// unwritten says why a question is not in expert.json although the published
// design answers it in one request, "" where it is or does not.
func (c *publishedCase) unwritten(question string) string {
	for _, p := range c.Patterns {
		if slices.Contains(p.Questions, question) {
			return p.Unwritten
		}
	}
	return ""
}

// verdict is a report as it is recorded.
func verdict(rep *prove.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "proven: %t (seed %d)\n", rep.Proven, rep.Seed)
	if len(rep.Unanswered) > 0 {
		fmt.Fprintf(&b, "refused by the model: %s\n", strings.Join(rep.Unanswered, ", "))
	}
	if text := findings(rep); text != "" {
		b.WriteString("\n" + text)
	}
	return b.String()
}

func findings(rep *prove.Report) string {
	var parts []string
	for i := range rep.Failures {
		parts = append(parts, rep.Failures[i].Format())
	}
	return strings.Join(parts, "\n")
}
