package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/internal/testutil"
	"github.com/keywright/keywright/server"
)

// browser starts a headless Chromium that asks nothing of the network and
// takes evil.example for this machine, as after DNS rebinding.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("runs without -short")
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		testutil.Skip(t, "no chromium on this machine; on Debian: apt-get install chromium")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.NoSandbox,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("host-resolver-rules", "MAP evil.example 127.0.0.1"),
	)
	ctx, stop := chromedp.NewExecAllocator(t.Context(), opts...)
	t.Cleanup(stop)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	ctx, done := chromedp.NewContext(ctx)
	t.Cleanup(done)
	return ctx
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

// attack tries what a page can do to a server at %s; what it could read of
// the answers is in its title at the end.
const attack = `<!doctype html><title>running</title><body><script>
const url = "%s/", body = ` + "`" + createNotes + "`" + `, read = [];
const headers = {"X-Amz-Target": "DynamoDB_20120810.CreateTable", "X-Amz-Date": "%s",
  "Authorization": "AWS4-HMAC-SHA256 Credential=a/%s/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00"};
async function attempt(name, options) {
  try {
    const r = await fetch(url, options);
    if (r.ok) read.push(name + ": " + await r.text());
  } catch (e) { /* refused */ }
}
(async () => {
  await attempt("sdk", {method: "POST", headers: {...headers, "Content-Type": "application/x-amz-json-1.0"}, body});
  for (const type of ["text/plain", "application/x-www-form-urlencoded"])
    for (const mode of ["cors", "no-cors"])
      await attempt(type + " " + mode, {method: "POST", mode, headers: {"Content-Type": type}, body});
  await attempt("presigned", {method: "POST", mode: "no-cors", headers: {"Content-Type": "text/plain"}, body});
  await attempt("get", {method: "GET", headers: {"Accept": "text/html"}});
  const frame = document.createElement("iframe");
  frame.src = url;
  await new Promise((done) => { frame.onload = frame.onerror = done; document.body.append(frame); });
  try { read.push("frame: " + frame.contentDocument.body.innerText.trim()); } catch (e) { /* another origin */ }
  document.title = "read " + JSON.stringify(read.filter((r) => r !== "frame: "));
})();
</script>`

// A malicious page reaches neither the API nor the page, from another origin
// and under a name that it had resolve to this machine.
func TestMaliciousPage(t *testing.T) {
	ctx := browser(t)
	db := open(t)
	url := start(t, server.Options{Databases: server.One(db)})
	now := time.Now().UTC()
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, attack, url, now.Format("20060102T150405Z"), now.Format("20060102"))
	}))
	defer evil.Close()

	do(t, ctx, chromedp.Navigate(strings.Replace(evil.URL, "127.0.0.1", "localhost", 1)))
	title := waitTitle(t, ctx)
	if title != "read []" {
		t.Errorf("a page of another origin could %s", title)
	}
	// Rebinding: the page's own origin is this server under another name.
	do(t, ctx, chromedp.Navigate(strings.Replace(url, "127.0.0.1", "evil.example", 1)+"/"))
	body := do(t, ctx, chromedp.Evaluate[string]("document.body.innerText"))
	if !strings.Contains(body, "is not one that this server answers to") {
		t.Errorf("under another name, the server said %q", body)
	}
	script := fmt.Sprintf(`fetch("/", {method: "POST", headers: {"Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": "DynamoDB_20120810.CreateTable",
		"X-Amz-Date": %q, "Authorization": "AWS4-HMAC-SHA256 Credential=a/%s/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00"}, body: `+"'"+createNotes+"'"+`}).then(r => { document.title = "read " + r.status })`,
		now.Format("20060102T150405Z"), now.Format("20060102"))
	do(t, ctx, chromedp.Evaluate[any]("document.title = 'running'; "+script+"; 0"))
	if title := waitTitle(t, ctx); title != "read 403" {
		t.Errorf("under another name, a call: %s", title)
	}
	if resp, err := db.ListTables(t.Context(), &api.ListTablesRequest{}); err != nil || len(resp.TableNames) > 0 {
		t.Errorf("made by a page: %v, %v", resp, err)
	}
}

// waitTitle waits for a page to say what it read.
func waitTitle(t *testing.T, ctx context.Context) string {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if title := do(t, ctx, chromedp.Evaluate[string]("document.title")); strings.HasPrefix(title, "read") {
			return title
		}
	}
	t.Fatal("the page did not end")
	return ""
}

// The page in a browser: it shows the tables, is dark where that is wanted,
// and fits a narrow window.
func TestPageInBrowser(t *testing.T) {
	ctx := browser(t)
	url := start(t, server.Options{})
	for _, name := range []string{"notes", "orders-of-a-shop-with-a-name-that-is-very-long-indeed-and-then-some"} {
		send(t, http.DefaultClient, signed(t, url, "CreateTable", strings.Replace(createNotes, "notes", name, 1)))
	}
	send(t, http.DefaultClient, signed(t, url, "PutItem", putNote))
	do(t, ctx, chromedp.Navigate(url))
	if got := do(t, ctx, chromedp.Evaluate[string]("document.querySelector('tbody tr').innerText.replace(/\\s+/g, ' ')")); got != "notes id 0 1 3 B on demand ACTIVE" {
		t.Errorf("%q", got)
	}
	if got := do(t, ctx, chromedp.Evaluate[string]("[...document.querySelectorAll('pre')].filter(p => p.offsetHeight > 0).map(p => p.className).join()")); got != "p1" {
		t.Errorf("shown: %q", got)
	}
	do(t, ctx, chromedp.Evaluate[any]("document.querySelector('label[for=t3]').click(); 0"))
	if got := do(t, ctx, chromedp.Evaluate[string]("[...document.querySelectorAll('pre')].filter(p => p.offsetHeight > 0).map(p => p.innerText).join()")); !strings.Contains(got, "import boto3") {
		t.Errorf("shown: %q", got)
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
}
