package cli_test

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// served is a server that a script started.
type served struct {
	cmd    *exec.Cmd
	stdout *bufio.Reader
	stderr *bytes.Buffer
}

// serverCommands are what scripts do with a server:
//
//	serve ARGS           start `keywright serve ARGS`; ADDR is its address
//	get PATH             GET
//	call OPERATION BODY  POST, with a signature of the right form; BODY is JSON or a file
//	stop                 interrupt it and wait; its stderr is the command's
func serverCommands() map[string]func(*testscript.TestScript, bool, []string) {
	var running sync.Map // *testscript.TestScript: *served
	return map[string]func(*testscript.TestScript, bool, []string){
		"serve": func(ts *testscript.TestScript, _ bool, args []string) { running.Store(ts, serve(ts, args)) },
		"stop": func(ts *testscript.TestScript, _ bool, _ []string) {
			v, _ := running.LoadAndDelete(ts)
			s := v.(*served)
			ts.Check(s.cmd.Process.Signal(os.Interrupt))
			_, err := io.Copy(ts.Stdout(), s.stdout)
			ts.Check(err)
			err = s.cmd.Wait()
			_, _ = s.stderr.WriteTo(ts.Stderr())
			ts.Check(err)
		},
		"get": func(ts *testscript.TestScript, neg bool, args []string) {
			r, err := http.NewRequest(http.MethodGet, "http://"+ts.Getenv("ADDR")+args[0], nil)
			ts.Check(err)
			ask(ts, neg, r)
		},
		"call": func(ts *testscript.TestScript, neg bool, args []string) {
			body := args[1]
			if !strings.HasPrefix(body, "{") {
				body = ts.ReadFile(body)
			}
			r, err := http.NewRequest(http.MethodPost, "http://"+ts.Getenv("ADDR"), strings.NewReader(body))
			ts.Check(err)
			now := time.Now().UTC()
			r.Header.Set("Content-Type", "application/x-amz-json-1.0")
			r.Header.Set("X-Amz-Target", "DynamoDB_20120810."+args[0])
			r.Header.Set("X-Amz-Date", now.Format("20060102T150405Z"))
			r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=local/"+now.Format("20060102")+"/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00")
			ask(ts, neg, r)
		},
	}
}

// serve starts a server and reads what it announces.
func serve(ts *testscript.TestScript, args []string) *served {
	s := &served{stderr: &bytes.Buffer{}}
	path := ts.Getenv("PATH")
	program := filepath.Join(filepath.SplitList(path)[0], "keywright") // where testscript puts it
	s.cmd = exec.Command(program, append([]string{"serve"}, args...)...)
	s.cmd.Dir = ts.MkAbs(".")
	s.cmd.Stderr = s.stderr
	out, err := s.cmd.StdoutPipe()
	ts.Check(err)
	s.stdout = bufio.NewReader(out)
	ts.Check(s.cmd.Start())
	ts.Defer(func() { _ = s.cmd.Process.Kill() }) // for a script that failed before stop
	lines := 2
	for _, a := range args {
		switch a {
		case "--credentials", "--simulate", "--fault-rate", "--ttl-delay": // scripts give one of them
			lines = 3
		}
	}
	for i := range lines {
		line, err := s.stdout.ReadString('\n')
		if err != nil {
			_ = s.cmd.Wait()
			ts.Fatalf("serve: %v\n%s", err, s.stderr)
		}
		_, _ = io.WriteString(ts.Stdout(), line)
		if i == 0 {
			ts.Setenv("ADDR", strings.TrimSpace(line[strings.LastIndex(line, "//")+2:]))
		}
	}
	return s
}

// ask sends a request and shows the answer; one that is not 200 is a failure.
func ask(ts *testscript.TestScript, neg bool, r *http.Request) {
	resp, err := http.DefaultClient.Do(r)
	ts.Check(err)
	defer resp.Body.Close()
	_, err = io.Copy(ts.Stdout(), resp.Body)
	ts.Check(err)
	if ok := resp.StatusCode == http.StatusOK; ok == neg {
		ts.Fatalf("status %d", resp.StatusCode)
	}
}
