package plan_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/plan"
)

// parseFile reads a model file of the repository.
func parseFile(t testing.TB, path string) *model.Model {
	t.Helper()
	src, err := os.ReadFile(filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, path, string(src))
}

func parse(t testing.TB, name, src string) *model.Model {
	t.Helper()
	m, err := model.Parse(name, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// search plans a model and checks what has to hold of every result: the design
// binds, and its parts add up to the total.
func search(t testing.TB, m *model.Model, o plan.Options) *plan.Result {
	t.Helper()
	r, err := plan.Search(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := design.Bind(m, r.Design); err != nil {
		t.Errorf("the design does not bind: %v\n%s", err, r.Design.Format())
	}
	if sum := sumOf(r); sum != r.Total {
		t.Errorf("the parts cost %s, the whole %s", sum.Decimal(), r.Total.Decimal())
	}
	return r
}

// TestReports plans the models named in testdata/reports and compares the
// whole result with what is written there. Each file holds
//
//	plan file=../examples/shop/model.sql
//
// or a model in the file itself.
func TestReports(t *testing.T) {
	datadriven.Walk(t, "testdata/reports", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			m := modelOf(t, path, d)
			r := search(t, m, plan.Options{})
			switch d.Cmd {
			case "plan":
				return render(r)
			case "design":
				return string(r.Design.Format())
			case "refuse":
				return renderRefusals(r)
			}
			t.Fatalf("%s: unknown command", d.Cmd)
			return ""
		})
	})
}

// modelOf is the model that a case names, or holds.
func modelOf(t *testing.T, path string, d *datadriven.TestData) *model.Model {
	t.Helper()
	if !d.HasArg("file") {
		return parse(t, path, d.Input)
	}
	var file string
	d.ScanArgs(t, "file", &file)
	return parseFile(t, file)
}

// render prints a result.
func render(r *plan.Result) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	p("%d of %d questions, %s a month", r.Answered, r.Asked, r.Total)
	if r.Optimal {
		p(", optimal")
	} else {
		p(", best found, at least %s", r.Floor)
	}
	if u := r.RunnerUp; u != nil {
		p("; next best +%s\n", u.More)
		for _, k := range u.Drops {
			p("  without %s\n", k)
		}
		for _, k := range u.Takes {
			p("  with    %s\n", k)
		}
	} else {
		p("\n")
	}
	for _, t := range r.Tables {
		p("table %s\n", t.Name)
		for _, e := range t.Entities {
			p("  %s %s: %d rows of %d B, writes %s, storage %s\n", e.Name, e.Key, e.Rows, e.Bytes, e.Writes, e.Storage)
		}
	}
	for _, x := range r.Indexes {
		p("%s %s (%s) %s", x.Kind, x.Name, x.Table, strings.Join(x.Keys, "; "))
		if x.Native {
			p(" native")
		}
		p(" %s", x.Projection)
		if len(x.Include) > 0 {
			p(" %s", strings.Join(x.Include, ","))
		}
		p(": %d rows of %d B, %s = %s writes + %s storage, for %s\n", x.Rows, x.Bytes, x.Monthly, x.Writes, x.Storage, strings.Join(x.Serves, ", "))
	}
	for _, q := range r.Questions {
		p("question %s: %s", q.Name, q.Operation)
		if q.Index != "" {
			p(" on %s", q.Index)
		}
		p(" %s, %d rows (up to %d), %d B, %v units, %s", q.Key, q.Rows, q.Most, q.Bytes, q.Units.Units(), q.Monthly)
		if !q.Own {
			p(", price %s", q.Price)
		}
		if q.Strong {
			p(", strong")
		}
		if q.Order != "" {
			p(", order %s", q.Order)
		}
		p("\n")
		if q.Purpose != "" {
			p("  %s\n", q.Purpose)
		}
		for _, n := range q.Notes {
			p("  %s\n", n)
		}
	}
	for _, w := range r.Writes {
		p("write %s: %s", w.Name, w.Monthly)
		if w.Transaction {
			p(", a transaction")
		}
		if w.ReadsFirst {
			p(", reads first")
		}
		p("\n")
		for _, x := range w.Parts {
			p("  %s %s: %d.%06d x %d units, %s\n", x.Kind, x.On, x.PerMil/1_000_000, x.PerMil%1_000_000, x.Units, x.Monthly)
		}
	}
	for _, h := range r.Heat {
		p("heat %s %s %s: %d.%03d of %d writes, %d.%03d of %d reads\n", h.Table, h.Index, h.Partition,
			h.Writes/1_000_000, h.Writes%1_000_000/1000, h.WriteLimit/1_000_000, h.Reads/1_000_000, h.Reads%1_000_000/1000, h.ReadLimit/1_000_000)
	}
	for _, s := range r.Stability {
		if s.Same {
			p("stable: %s, %s\n", s.Change, s.Total)
			continue
		}
		p("changes: %s, %s\n", s.Change, s.Total)
		for _, k := range s.Drops {
			p("  without %s\n", k)
		}
		for _, k := range s.Takes {
			p("  with    %s\n", k)
		}
	}
	if r.Naive != nil {
		p("naive: %s with %d indexes\n", r.Naive.Total, r.Naive.Indexes)
	}
	p("searched: %d base keys, %d sets, %d arms, %d plans\n", r.Searched.Bases, r.Searched.Sets, r.Searched.Arms, r.Searched.Plans)
	b.WriteString(renderRefusals(r))
	for _, w := range r.Warnings {
		p("warning: %s\n", w)
	}
	for _, a := range r.Assumptions {
		p("assumed: %s\n", a)
	}
	return b.String()
}

func renderRefusals(r *plan.Result) string {
	var b strings.Builder
	for _, f := range r.Refused {
		name := f.Question
		if f.Write != "" {
			name = "write " + f.Write
		}
		fmt.Fprintf(&b, "refused %s: %s (%s) %s; %s\n", name, f.Code, strings.Join(f.Columns, ", "), f.Reason, f.Cure)
		for _, a := range f.Alternatives {
			price := "not priced"
			if a.Priced {
				price = "+" + a.Monthly.String()
			}
			fmt.Fprintf(&b, "  %s; %d requests: %s\n", price, a.Requests, a.Text)
		}
	}
	return b.String()
}
