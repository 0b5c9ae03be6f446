package cli_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/keywright/keywright/cli"
)

// TestReadmeShowsWhatComesOut runs every `$ keywright ...` of the README's
// console blocks in the module's root and compares what it prints with the
// lines below it. A line "..." stands for any number of lines.
func TestReadmeShowsWhatComesOut(t *testing.T) {
	src, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("..")
	runs := consoleRuns(string(src))
	if len(runs) < 3 {
		t.Fatalf("README has %d runs in console blocks, want at least 3", len(runs))
	}
	for _, r := range runs {
		var out bytes.Buffer
		env := cli.Env{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &out, Getenv: func(string) string { return "" }}
		cli.Main(context.Background(), r.args, env)
		got := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		if at, ok := matchLines(got, r.want); !ok {
			t.Errorf("keywright %v: README line %q does not come out; output:\n%s", r.args, r.want[min(at, len(r.want)-1)], out.String())
		}
	}
}

// consoleRun is one command of the README and the lines it shows below.
type consoleRun struct {
	args []string
	want []string
}

func consoleRuns(text string) []consoleRun {
	var runs []consoleRun
	in := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			in = line == "```console"
		case in && strings.HasPrefix(line, "$ keywright "):
			runs = append(runs, consoleRun{args: strings.Fields(strings.TrimPrefix(line, "$ keywright "))})
		case in && len(runs) > 0:
			last := &runs[len(runs)-1]
			last.want = append(last.want, line)
		}
	}
	return runs
}

// matchLines says whether want, with its gaps, is all of got; at is the first
// wanted line that is not there.
func matchLines(got, want []string) (at int, ok bool) {
	i, gap := 0, false
	for at, w := range want {
		w = strings.TrimRight(w, " ")
		if w == "..." {
			gap = true
			continue
		}
		for gap && i < len(got) && got[i] != w {
			i++
		}
		if i >= len(got) || got[i] != w {
			return at, false
		}
		i, gap = i+1, false
	}
	return len(want), gap || i == len(got)
}
