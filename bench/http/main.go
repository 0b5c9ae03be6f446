// Command http compares servers over loopback: keywright serve with a bare
// net/http handler that reads and writes the same sizes (the floor), and, where
// it is given, with dynalite. All sides run in turn, in processes of their own,
// with the same connections and bytes; figures are medians over the rounds.
//
//	go run ./bench/http -keywright ./keywright [-dynalite node_modules/dynalite/cli.js]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"
)

type options struct {
	keywright, dynalite string
	only                string
	rounds, conns       int
	each                time.Duration
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "floor" {
		exit(floor())
	}
	var o options
	flag.StringVar(&o.keywright, "keywright", "./keywright", "the binary to measure")
	flag.StringVar(&o.dynalite, "dynalite", "", "dynalite's cli.js, run with node; none by default")
	flag.StringVar(&o.only, "only", "", "cases to run, comma-separated; all by default")
	flag.IntVar(&o.rounds, "rounds", 5, "rounds")
	flag.IntVar(&o.conns, "conns", 16, "connections")
	flag.DurationVar(&o.each, "each", time.Second, "time for each side of each case in a round")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	exit(run(ctx, o))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "http:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// run starts the sides, fills those that hold data, and measures.
func run(ctx context.Context, o options) (err error) {
	sides, err := start(o)
	defer func() {
		for _, s := range sides {
			err = errors.Join(err, s.stop())
		}
	}()
	if err != nil {
		return err
	}
	for _, s := range sides {
		if s.name == "floor" {
			continue
		}
		if err := fill(s); err != nil {
			return fmt.Errorf("filling %s: %w", s.name, err)
		}
	}
	r := newResults(sides)
	for range o.rounds {
		for _, c := range cases() {
			if o.only != "" && !strings.Contains(","+o.only+",", ","+c.name+",") {
				continue
			}
			if err := r.measure(ctx, c, o); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	r.print(os.Stdout)
	return nil
}
