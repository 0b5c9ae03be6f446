package pebble_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

// child is the life of a child process: "hold" opens the folder and waits for
// the end of its input, "record" records in the ledger until it is killed and
// prints each id that was acknowledged.
func child(what, dir string) int {
	s, err := pebble.Open(pebble.Options{Dir: dir, MemTableBytes: 64 << 10})
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	fmt.Println("open")
	if what == "hold" {
		io.Copy(io.Discard, os.Stdin)
		if err := s.Close(); err != nil {
			fmt.Println("error", err)
			return 1
		}
		return 0
	}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for n := 0; ; n++ {
				id := fmt.Sprintf("%d.%d.%d", os.Getpid(), w, n)
				if err := record(context.Background(), s, id); err != nil {
					fmt.Println("error", err)
					return
				}
				fmt.Println("ack", id) // one write call: whole lines in the pipe
			}
		})
	}
	wg.Wait()
	return 1
}

// startChild starts a child and waits until it has opened its folder.
func startChild(t *testing.T, what, dir string) (*exec.Cmd, io.WriteCloser, *bufio.Scanner) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), envChild+"="+what, envDir+"="+dir)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "open" {
		t.Fatalf("the child says %q", lines.Text())
	}
	return cmd, in, lines
}

// TestKill kills a process that writes, at a random moment, and looks for what
// it had acknowledged, round after round on one folder.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	var acked []string
	for range rounds(t, 4) {
		cmd, _, lines := startChild(t, "record", dir)
		time.AfterFunc(time.Duration(rand.IntN(300))*time.Millisecond, func() { cmd.Process.Kill() })
		for lines.Scan() { // to the end: what was printed before the kill is in the pipe
			if id, ok := strings.CutPrefix(lines.Text(), "ack "); ok {
				acked = append(acked, id)
			} else {
				t.Errorf("the child says %q", lines.Text())
			}
		}
		cmd.Wait()
		s := open(t, pebble.Options{Dir: dir})
		checkLedger(t, s, acked)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d transactions acknowledged", len(acked))
}

// TestOtherProcess: a folder that another process has open.
func TestOtherProcess(t *testing.T) {
	dir := t.TempDir()
	cmd, in, _ := startChild(t, "hold", dir)
	if s, err := pebble.Open(pebble.Options{Dir: dir}); !errors.Is(err, store.ErrInUse) {
		if s != nil {
			s.Close()
		}
		t.Errorf("error %v, want ErrInUse", err)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the child: %v", err)
	}
	if err := open(t, pebble.Options{Dir: dir}).Close(); err != nil {
		t.Fatal(err)
	}
}
