package cli_test

import (
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/keywright/keywright/internal/testutil"
)

// block LANGUAGE FILE writes the program in that language of docs/testing.md
// to a file.
func block(ts *testscript.TestScript, _ bool, args []string) {
	doc, err := os.ReadFile("../docs/testing.md")
	ts.Check(err)
	_, text, found := strings.Cut(string(doc), "```"+args[0]+"\n")
	text, _, ended := strings.Cut(text, "```")
	if !found || !ended {
		ts.Fatalf("docs/testing.md has no program in %s", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o644))
}

// testKey is where a script keeps its test.
type testKey struct{}

// need WHAT COMMAND... goes on if the command succeeds, and skips the script
// aloud otherwise.
func need(ts *testscript.TestScript, _ bool, args []string) {
	t := ts.Value(testKey{}).(testing.TB)
	if testing.Short() {
		t.Skip("runs without -short")
	}
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		testutil.Skip(t, "needs "+args[0])
	}
}
