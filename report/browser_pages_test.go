package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/report"
)

// TestCostAndHeatInBrowser opens the pages of cost and heat in Chromium: they
// show their verdict and their pictures, fetch and run nothing, fit a narrow
// window, and their tables have header cells with a scope.
func TestCostAndHeatInBrowser(t *testing.T) {
	var log pageLog
	ctx := browser(t, log.listen)
	for name, render := range map[string]func(*bytes.Buffer) error{
		"cost.html": func(b *bytes.Buffer) error { return report.CostHTML(b, costPage()) },
		"heat.html": func(b *bytes.Buffer) error { return report.HeatHTML(b, heatPage()) },
	} {
		var out bytes.Buffer
		if err := render(&out); err != nil {
			t.Fatal(err)
		}
		page := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(page, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		do(t, ctx, chromedp.EmulateViewport(1280, 900))
		do(t, ctx, chromedp.Navigate("file://"+page))
		if got := do(t, ctx, chromedp.Text(".verdict")); got != nasty {
			t.Errorf("%s: verdict %q", name, got)
		}
		if do(t, ctx, chromedp.Evaluate[bool]("window.smuggled === true")) {
			t.Errorf("%s: a value ran as a script", name)
		}
		if n := do(t, ctx, chromedp.Evaluate[int]("document.querySelectorAll('th:not([scope])').length")); n > 0 {
			t.Errorf("%s: %d header cells have no scope", name, n)
		}
		if n := do(t, ctx, chromedp.Evaluate[int]("document.querySelectorAll('svg rect, .bar').length")); n < 2 {
			t.Errorf("%s: %d parts of pictures", name, n)
		}
		do(t, ctx, chromedp.EmulateViewport(390, 800))
		if n := do(t, ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth - window.innerWidth")); n > 0 {
			t.Errorf("%s is %d pixels wider than a narrow window", name, n)
		}
	}
	log.check(t)
}

func costPage() *report.CostReport {
	return &report.CostReport{
		Model: nasty, Design: nasty, Line: nasty, Monthly: 3 * cost.Dollar, Prices: "us-east-1/on-demand", Date: "2026-11-30",
		Modes:     []report.CostMode{{Mode: "on-demand", Class: "standard", Monthly: 3 * cost.Dollar, Chosen: true}, {Mode: "provisioned", Class: "standard", Why: nasty}},
		Parts:     []report.CostLine{{What: "reads", Monthly: 2 * cost.Dollar}, {What: "storage", Monthly: cost.Dollar}},
		Dominant:  []report.CostShare{{What: nasty, Monthly: 2 * cost.Dollar, Percent: 67}},
		Questions: []report.CostOp{{Name: nasty, Operation: "Query", On: []string{"shop"}, Rate: "1/s", Units: "0.5", Only: []string{"byName"}, Saves: cost.Dollar, Notes: []string{nasty}}},
		Lines:     []report.CostDetail{{Part: "reads", Op: nasty, On: "shop", What: "Query", Steps: []string{nasty}, Confidence: "low"}},
	}
}

func heatPage() *report.HeatReport {
	return &report.HeatReport{
		Model: nasty, Design: nasty, Line: nasty, Minutes: 15,
		Places: []report.HeatPlace{{
			Name: nasty, Kind: "table", Capacity: "on demand", Partitions: []int{1, 2}, Verdict: nasty, HeldBack: []string{nasty},
			Keys:   []report.HeatKey{{Key: nasty, Share: "60%", Reads: "1", Writes: "1,500"}},
			Cure:   &report.HeatCure{Key: nasty, Shards: 2, Text: nasty, Questions: []report.HeatQuestion{{Question: nasty, Requests: 2, Before: 1, After: 2}}},
			Series: []report.HeatSlice{{At: "0:00", Loads: []float64{1, -1}, Refused: []float64{12, 0}}, {At: "0:15", Loads: []float64{0.5, 0.5}, Refused: []float64{0, 0}}},
		}},
	}
}
