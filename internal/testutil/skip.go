// Package testutil holds what tests of several packages share.
package testutil

import (
	"os"
	"testing"
)

// Skip skips a test that this machine cannot run, and says why and how to get
// what is missing. Where KEYWRIGHT_NO_SKIP is set, as in CI, it fails instead,
// so that a skip never hides.
func Skip(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("KEYWRIGHT_NO_SKIP") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}
