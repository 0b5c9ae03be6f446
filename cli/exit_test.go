package cli_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/keywright/keywright/cli"
)

// TestExitCodes holds the contract of product.md section 7: 0 for success, 1
// for a failed proof or gate, 2 for wrong use.
func TestExitCodes(t *testing.T) {
	const hand = "../examples/leaderboard/by-hand.sql"
	cases := []struct {
		args []string
		want int
	}{
		{[]string{"version"}, cli.ExitOK},
		{[]string{"prove", hand, "dedicated.json", "--worlds", "10"}, cli.ExitOK},
		{[]string{"prove", hand, "unpadded.json", "--worlds", "60"}, cli.ExitFailed},
		{[]string{"prove", hand, "nowhere.json"}, cli.ExitUsage},
		{[]string{"prove", "nowhere.sql"}, cli.ExitUsage},
		{[]string{"plan", "../README.md"}, cli.ExitUsage},
		{[]string{"plan", "--check", "../examples/leaderboard"}, cli.ExitUsage},
		{[]string{"call", "--on", hand, "--design", "dedicated.json", `{"TableName":"none","Key":{"a":"b"}}`}, cli.ExitFailed},
		{[]string{"call", "{}"}, cli.ExitUsage},
		{[]string{"nosuch"}, cli.ExitUsage},
		{[]string{"version", "--nosuch"}, cli.ExitUsage},
	}
	for _, c := range cases {
		var out, errs bytes.Buffer
		env := cli.Env{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
		if got := cli.Main(context.Background(), c.args, env); got != c.want {
			t.Errorf("keywright %v: exit code %d, want %d\n%s", c.args, got, c.want, errs.String())
		}
		if c.want == cli.ExitUsage && errs.Len() == 0 {
			t.Errorf("keywright %v: nothing on stderr", c.args)
		}
	}
}

// TestInterrupt: an interrupted run stops and says so.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	env := cli.Env{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
	if got := cli.Main(ctx, []string{"prove", "../examples/leaderboard/by-hand.sql", "dedicated.json"}, env); got != cli.ExitFailed {
		t.Errorf("exit code %d, want %d", got, cli.ExitFailed)
	}
	if got := errs.String(); got != "keywright: interrupted\n" {
		t.Errorf("stderr %q", got)
	}
}
