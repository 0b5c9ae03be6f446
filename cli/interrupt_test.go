package cli_test

import (
	"bytes"
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/cli"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/server"
)

// An interrupt in the middle of a proof on an endpoint deletes its tables,
// those that are only just being made as well.
func TestInterruptedProofLeavesNothing(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "a")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "b")
	sim, err := engine.ParseSimulation([]byte(`{"tableDelay":"50ms","indexDelay":"50ms"}`))
	if err != nil {
		t.Fatal(err)
	}
	db, err := engine.Open(engine.Options{Simulation: sim})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s, err := server.New(server.Options{Databases: server.One(db)})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serving, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(serving, l) }()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	tables := func() []string {
		list, err := db.ListTables(t.Context(), &api.ListTablesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return list.TableNames
	}
	for _, after := range []time.Duration{0, 200 * time.Millisecond} { // of the first table
		ctx, interrupt := context.WithCancel(t.Context())
		var out, errs bytes.Buffer
		env := cli.Env{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
		code := make(chan int, 1)
		go func() {
			code <- cli.Main(ctx, []string{"prove", "../examples/leaderboard/by-hand.sql", "dedicated.json", "--endpoint", "http://" + l.Addr().String()}, env)
		}()
		waitFor(t, func() bool { return len(tables()) > 0 })
		time.Sleep(after)
		interrupt()
		if got := <-code; got != cli.ExitFailed {
			t.Errorf("exit code %d", got)
		}
		for _, want := range []string{"keywright: deleting the tables; a second interrupt leaves them there\n", "keywright: interrupted\n"} {
			if !strings.Contains(errs.String(), want) {
				t.Errorf("stderr has no %q:\n%s", want, errs.String())
			}
		}
		waitFor(t, func() bool { return len(tables()) == 0 })
	}
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not come")
		}
	}
}
