package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/server"
)

type serveFlags struct {
	listen, data, region, fsync string
	perAccessKey                bool
	credentials                 string
	remote                      bool
	hosts, cors                 []string
	log                         string
	metrics                     bool
	simulation                  project.SimulationOptions
}

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the embedded engine as a DynamoDB endpoint",
		Long: `Serves the embedded engine over HTTP, for AWS SDKs, the AWS CLI and tools that
speak DynamoDB. Any access key and secret will do unless --credentials is
given. Tables are kept apart by the region that a client names.

Without --data, everything is in memory and gone when the server ends. With
it, a write is answered when it is on the disk; --fsync=interval and never are
faster, and a crash of the machine loses the newest writes.

On request it behaves as production does: it throttles, its indexes are
behind, requests fail. --simulate takes all of that from a file; the flags
beside it are the most common parts (docs/simulation.md).

A browser shows the tables on the same address. /healthz answers ok; /metrics
has figures for Prometheus where --metrics is given.`,
		Example: `  keywright serve                                     in memory, on 127.0.0.1:8000
  keywright serve --data ./db --log text              keep the data, show requests
  keywright serve --listen 127.0.0.1:0                any free port; the first line tells it
  keywright serve --listen :8000 --allow-remote --credentials keys.ini
  keywright serve --throttle --index-lag 1s --fault-rate 0.01 --seed 7
  AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 aws dynamodb list-tables`,
		Args: args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.serve(cmd.Context(), f)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.listen, "listen", "127.0.0.1:8000", "address to listen on; port 0 takes a free one")
	fl.StringVar(&f.data, "data", "", "data folder; made if it is not there (default: in memory)")
	fl.StringVar(&f.fsync, "fsync", "always", "when writes reach the disk: always, interval or never")
	fl.StringVar(&f.region, "region", "us-east-1", "region of requests that name none")
	fl.BoolVar(&f.perAccessKey, "per-access-key", false, "give every access key tables of its own")
	fl.StringVar(&f.credentials, "credentials", "", "file of the keys to let in, as ~/.aws/credentials; signatures are verified")
	fl.BoolVar(&f.remote, "allow-remote", false, "listen on addresses that other machines reach")
	fl.StringSliceVar(&f.hosts, "allow-host", nil, "further host name to answer to; may be repeated")
	fl.StringSliceVar(&f.cors, "cors-origin", nil, "origin of web pages that may call the API, * for all; may be repeated")
	fl.StringVar(&f.log, "log", "none", "a line for each request on stderr: none, text or json")
	fl.BoolVar(&f.metrics, "metrics", false, "serve /metrics in Prometheus's format")
	addSimulation(cmd, &f.simulation)
	return cmd
}

func (a *app) serve(ctx context.Context, f serveFlags) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	logger := a.logger(f.log)
	o := server.Options{
		Region: f.region, Remote: f.remote, Hosts: f.hosts, CORSOrigins: f.cors,
		Metrics: f.metrics, Logger: logger,
	}
	if f.log != "none" {
		o.Requests = logger
	}
	if o.Credentials, err = readCredentials(f.credentials); err != nil {
		return err
	}
	l, err := listen(ctx, f.listen)
	if err != nil {
		return err
	}
	defer l.Close() // for the ways out before Serve
	data, err := project.OpenServed(project.DataOptions{
		Dir: f.data, Sync: f.fsync, Region: f.region, PerAccessKey: f.perAccessKey, Logger: logger,
		Simulation: f.simulation,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, data.Close()) }()
	o.Databases = data.For
	o.Spaces = func() (spaces []server.Space) {
		for _, sp := range data.Spaces() {
			spaces = append(spaces, server.Space{Region: sp.Region, AccessKey: sp.Owner})
		}
		return spaces
	}
	s, err := server.New(o)
	if err != nil {
		return &usageError{errors.New(strings.TrimPrefix(err.Error(), "server: ")), "keywright serve --help"}
	}
	a.announce(f, l.Addr(), o.Credentials)
	if sim := data.Simulated(); len(sim) > 0 {
		fmt.Fprintf(a.env.Stdout, "simulated: %s\n", strings.Join(sim, ", "))
	}
	go a.tuneMemory(ctx)
	if err := s.Serve(ctx, l); err != nil {
		return err
	}
	fmt.Fprintln(a.env.Stderr, "keywright: stopped")
	return nil
}

// check refuses flags that do not fit.
func (f serveFlags) check() error {
	if err := oneOf("fsync", f.fsync, "always", "interval", "never"); err != nil {
		return err
	}
	if err := oneOf("log", f.log, "none", "text", "json"); err != nil {
		return err
	}
	if f.data == "" && f.fsync != "always" {
		return &usageError{errors.New("--fsync is about a data folder, and there is none"), "add --data FOLDER"}
	}
	host, _, err := net.SplitHostPort(f.listen)
	if err != nil {
		return &usageError{fmt.Errorf("--listen=%s is no address", f.listen), "HOST:PORT, such as 127.0.0.1:8000"}
	}
	if !f.remote && !loopback(host) {
		return &usageError{fmt.Errorf("--listen=%s can be reached from other machines", f.listen),
			"--listen 127.0.0.1:8000, or add --allow-remote (and --credentials) if that is meant"}
	}
	return nil
}

// loopback says whether only this machine reaches a host.
func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// logger returns the operator's log: on stderr, in the form of the requests'.
func (a *app) logger(form string) *slog.Logger {
	if form == "json" {
		return slog.New(slog.NewJSONHandler(a.env.Stderr, nil))
	}
	return slog.New(slog.NewTextHandler(a.env.Stderr, nil))
}

func readCredentials(name string) (*server.Credentials, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, &usageError{fmt.Errorf("--credentials: %w", err), ""}
	}
	defer file.Close()
	c, err := server.ReadCredentials(file)
	if err != nil {
		return nil, &usageError{fmt.Errorf("--credentials %s: %w", name, err),
			"a profile, as in ~/.aws/credentials: [name], aws_access_key_id = ..., aws_secret_access_key = ..."}
	}
	return c, nil
}

func listen(ctx context.Context, address string) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, &usageError{fmt.Errorf("%s is in use by another program", address), "another port: --listen 127.0.0.1:8001, or 127.0.0.1:0 for any free one"}
	case err != nil:
		return nil, &usageError{fmt.Errorf("cannot listen on %s: %w", address, err), ""}
	}
	return l, nil
}

// announce says where the server listens, where the data are, and what is
// lost when. The first line is for programs: its last word is the URL.
func (a *app) announce(f serveFlags, addr net.Addr, keys *server.Credentials) {
	out := a.env.Stdout
	fmt.Fprintf(out, "keywright: listening on http://%s\n", addr)
	switch {
	case f.data == "":
		fmt.Fprintln(out, "data: in memory, gone when the server ends")
	case f.fsync == "always":
		fmt.Fprintf(out, "data: %s, every write on the disk before it is answered\n", f.data)
	case f.fsync == "interval":
		fmt.Fprintf(out, "data: %s, a crash of the machine loses about the last tenth of a second\n", f.data)
	default:
		fmt.Fprintf(out, "data: %s, a crash of the machine loses an unknown number of the newest writes\n", f.data)
	}
	if keys != nil {
		fmt.Fprintf(out, "credentials: %s from %s, signatures verified\n", count(keys.Len(), "key"), f.credentials)
	} else if f.remote {
		fmt.Fprintln(a.env.Stderr, "keywright: warning: other machines may reach this server, and it lets every key in; --credentials changes that")
	}
}

func count(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
