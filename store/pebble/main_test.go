package pebble_test

import (
	"os"
	"strconv"
	"testing"
)

// The crash tests run this test binary again as the process to be killed.
const (
	envChild  = "KEYWRIGHT_TEST_CHILD"  // what to be: see child_test.go
	envDir    = "KEYWRIGHT_TEST_DIR"    // the child's folder
	envRounds = "KEYWRIGHT_TEST_ROUNDS" // multiplies the rounds of the crash tests
)

func TestMain(m *testing.M) {
	if what := os.Getenv(envChild); what != "" {
		os.Exit(child(what, os.Getenv(envDir)))
	}
	os.Exit(m.Run())
}

// rounds is n, or more where the environment asks for a long run.
func rounds(t testing.TB, n int) int {
	t.Helper()
	times := os.Getenv(envRounds)
	if times == "" {
		return n
	}
	factor, err := strconv.Atoi(times)
	if err != nil {
		t.Fatalf("%s: %v", envRounds, err)
	}
	return n * factor
}
