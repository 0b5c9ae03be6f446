package report_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/keywright/keywright/internal/testutil"
	"github.com/keywright/keywright/report"
)

// TestPageInBrowser opens the HTML report in Chromium: it shows the verdict,
// fetches nothing, runs nothing that a row's value smuggles in, and fits a
// narrow window and a dark theme.
func TestPageInBrowser(t *testing.T) {
	var log pageLog
	ctx := browser(t, log.listen)
	page := filepath.Join(t.TempDir(), "report.html")
	writePage(t, page)

	do(t, ctx, chromedp.Navigate("file://"+page))
	if got := do(t, ctx, chromedp.Text(".verdict")); got != "1 of 1 question in one request, proven" {
		t.Errorf("verdict %q", got)
	}
	if got := do(t, ctx, chromedp.Text("#items .cell .mono")); got != nasty {
		t.Errorf("value shown as %q, want %q", got, nasty)
	}
	if do(t, ctx, chromedp.Evaluate[bool]("window.smuggled === true")) {
		t.Error("a value of a row ran as a script")
	}
	if n := do(t, ctx, chromedp.Evaluate[int]("document.querySelectorAll('th:not([scope])').length")); n > 0 {
		t.Errorf("%d header cells have no scope", n)
	}
	const background = "getComputedStyle(document.body).backgroundColor"
	light := do(t, ctx, chromedp.Evaluate[string](background))
	dark := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: dark}); err != nil {
		t.Fatal(err)
	}
	if got := do(t, ctx, chromedp.Evaluate[string](background)); got == light {
		t.Errorf("the dark theme has the light background %s", light)
	}
	do(t, ctx, chromedp.EmulateViewport(390, 800))
	if n := do(t, ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth - window.innerWidth")); n > 0 {
		t.Errorf("the page is %d pixels wider than a narrow window", n)
	}
	log.check(t)
}

// do runs one step in the browser.
func do[T any](t *testing.T, ctx context.Context, step chromedp.Action[T]) T {
	t.Helper()
	v, err := chromedp.Run(ctx, step)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// pageLog collects what a page fetched and what it complained about.
type pageLog struct {
	mu                  sync.Mutex
	fetched, complaints []string
}

func (l *pageLog) listen(ev any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch ev := ev.(type) {
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(ev.Request.URL, "file://") {
			l.fetched = append(l.fetched, ev.Request.URL)
		}
	case *runtime.EventConsoleAPICalled:
		l.complaints = append(l.complaints, fmt.Sprint(ev.Args))
	case *runtime.EventExceptionThrown:
		l.complaints = append(l.complaints, ev.ExceptionDetails.Text)
	}
}

func (l *pageLog) check(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.fetched)+len(l.complaints) > 0 {
		t.Errorf("fetched %v, complained %v", l.fetched, l.complaints)
	}
}

// nasty is a value that would run if values became markup.
const nasty = `<img src=x onerror="window.smuggled=true"><script>window.smuggled=true</script>`

func writePage(t *testing.T, name string) {
	t.Helper()
	r := &report.Report{
		Model: "shop", Design: "planned",
		Verdict:  report.Verdict{OK: true, Line: "1 of 1 question in one request, proven"},
		Entities: []report.Entity{{Entity: "note", Item: "note", Table: "shop", PK: "NOTE#{id}"}},
		Tables:   []report.Table{{Name: "shop", PK: "PK"}},
		Patterns: []report.Pattern{{Question: "by-id", SQL: "SELECT 1", Operation: "GetItem", On: "shop", Condition: "PK = NOTE#{id}", Request: "{}"}},
		Charts: []report.Chart{{
			Title: "shop", PK: []string{"PK"},
			Parts: []report.ChartPart{{PK: "NOTE#1", Rows: []report.ChartItem{{Item: "note", Fields: []report.ChartCell{{Name: "text", Value: nasty, Type: "S"}}}}}},
		}},
	}
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := report.HTML(f, r); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// browser starts a headless Chromium that asks nothing of the network.
func browser(t *testing.T, listen func(any)) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		testutil.Skip(t, "no chromium on this machine; on Debian: apt-get install chromium")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.NoSandbox,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true),
	)
	ctx, stop := chromedp.NewExecAllocator(t.Context(), opts...)
	t.Cleanup(stop)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	ctx, done := chromedp.NewContext(ctx, chromedp.WithListener(listen))
	t.Cleanup(done)
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	return ctx
}
