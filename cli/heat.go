package cli

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/keywright/keywright/forecast"
	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/report"
)

type heatFlags struct {
	format, report        string
	minutes               int
	surge                 string
	readUnits, writeUnits int64
	warmReads, warmWrites int64
	target                int64
	partitions            int
	noAdaptive, noBurst   bool
	splitAfter            time.Duration
	empty, gate           bool
	prices, whatIf        []string
}

func (a *app) heatCommand() *cobra.Command {
	var f heatFlags
	cmd := &cobra.Command{
		Use:   "heat MODEL [DESIGN]",
		Short: "Play a model's traffic against DynamoDB's partitions: what runs hot, and what cures it",
		Long: `Plays the questions and writes of a model on a design, at their rates and by
their distributions (skew= in the model), against DynamoDB's limits: 1,000
write and 3,000 read units a second for each partition, what is provisioned,
bursts, adaptive capacity, splits for heat, on-demand growth. Says which key
runs hot, when, how much is throttled, which index holds its table's writes
back, into how many shards the key would have to be split, and what its
questions then cost. The limits are the engine's own: keywright serve
--throttle refuses the same requests. docs/heat.md says what is assumed.
DESIGN is design.json beside the model unless it is given; without one, the
design is planned.

Exit code 0: played. 1: --gate is set and something is throttled. 2: the model,
the design or the command line is wrong.`,
		Example: `  keywright heat examples/leaderboard
  keywright heat model.sql --what-if "rate x20"
  keywright heat model.sql --surge 5x@3m --report heat.html
  keywright heat model.sql --read-units 3 --write-units 3 --partitions 3 --no-adaptive --no-burst
  keywright heat model.sql design.json --gate           in CI: does anything run hot?`,
		Args: args(1, 2),
		RunE: func(cmd *cobra.Command, argv []string) error {
			return a.heat(cmd.Context(), f, argv)
		},
	}
	f.register(cmd)
	return cmd
}

func (f *heatFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.format, "format", "text", "what to print: text, json or html")
	fl.StringVar(&f.report, "report", "", "write the report to this file too: .html, .json or .txt")
	fl.IntVar(&f.minutes, "minutes", 15, "minutes of traffic to play")
	fl.StringVar(&f.surge, "surge", "", "all rates grow: 5x@3m is 5 times as much from minute 3 on")
	fl.Int64Var(&f.readUnits, "read-units", 0, "provisioned read units of each table and global index")
	fl.Int64Var(&f.writeUnits, "write-units", 0, "provisioned write units of each table and global index")
	fl.Int64Var(&f.warmReads, "warm-reads", 0, "reads a second that on-demand tables were prepared for")
	fl.Int64Var(&f.warmWrites, "warm-writes", 0, "writes a second that on-demand tables were prepared for")
	fl.Int64Var(&f.target, "target-use", 70, "of a provisioned model: percent of the capacity that is to be used")
	fl.IntVar(&f.partitions, "partitions", 0, "partitions to begin with (default: as throughput and size ask for)")
	fl.BoolVar(&f.noAdaptive, "no-adaptive", false, "each partition keeps its share of the provisioned capacity")
	fl.BoolVar(&f.noBurst, "no-burst", false, "unused capacity is not kept for 300 seconds")
	fl.DurationVar(&f.splitAfter, "split-after", 0, "how long a partition is hot before it is split (default 5m; below 0 for never)")
	fl.BoolVar(&f.empty, "empty", false, "tables are new: they have no partitions for the rows they will have")
	fl.BoolVar(&f.gate, "gate", false, "exit code 1 if anything is throttled")
	fl.StringArrayVar(&f.prices, "prices", nil, "file of a Region's price list")
	fl.StringArrayVar(&f.whatIf, "what-if", nil, `a change of the model, such as "matches x10"`)
}

func (a *app) heat(ctx context.Context, f heatFlags, argv []string) error {
	if err := oneOf("format", f.format, "text", "json", "html"); err != nil {
		return err
	}
	if err := checkReportName(f.report); err != nil {
		return err
	}
	o, err := f.options()
	if err != nil {
		return err
	}
	p, err := project.Open(argv[0])
	if err != nil {
		return err
	}
	name := ""
	if len(argv) == 2 {
		name = argv[1]
	}
	played, err := p.Heat(ctx, name, o)
	if err != nil {
		return err
	}
	r := report.FromHeat(played)
	if err := a.renderHeat(r, f.format); err != nil {
		return err
	}
	if f.report != "" {
		if err := a.writeTo(f.report, func(file *app) error { return file.renderHeat(r, fileFormats[filepath.Ext(f.report)]) }); err != nil {
			return err
		}
	}
	if f.gate && !r.OK {
		return errGate
	}
	return nil
}

func (a *app) renderHeat(r *report.HeatReport, format string) error {
	switch format {
	case "json":
		return report.HeatJSON(a.env.Stdout, r)
	case "html":
		return report.HeatHTML(a.env.Stdout, r)
	}
	return report.HeatText(a.env.Stdout, r, report.TextOptions{Width: a.env.Width, Color: a.color()})
}

func (f *heatFlags) options() (project.HeatOptions, error) {
	o := project.HeatOptions{Prices: f.prices, WhatIf: f.whatIf, TargetUse: f.target}
	o.Provisioned.Read, o.Provisioned.Write = f.readUnits, f.writeUnits
	o.Warm.Read, o.Warm.Write = f.warmReads, f.warmWrites
	o.Forecast.Minutes, o.Forecast.Empty = f.minutes, f.empty
	c := &o.Forecast.Config
	c.Partitions, c.FixedShares, c.NoBurst, c.SplitAfter = f.partitions, f.noAdaptive, f.noBurst, f.splitAfter
	wrong := func(format string, args ...any) (project.HeatOptions, error) {
		return o, &usageError{fmt.Errorf(format, args...), ""}
	}
	switch {
	case f.minutes < 1:
		return wrong("--minutes %d: at least 1 is played", f.minutes)
	case f.readUnits < 0 || f.writeUnits < 0 || (f.readUnits == 0) != (f.writeUnits == 0):
		return wrong("--read-units %d, --write-units %d: give both, above 0", f.readUnits, f.writeUnits)
	case f.warmReads < 0 || f.warmWrites < 0:
		return wrong("--warm-reads and --warm-writes are not negative")
	case f.target < 1 || f.target > 100:
		return wrong("--target-use %d: it is from 1 to 100", f.target)
	}
	var err error
	if o.Forecast.Surge, err = parseSurge(f.surge); err != nil {
		return o, err
	}
	if err := o.Forecast.Validate(); err != nil {
		return o, &usageError{err, ""}
	}
	return o, nil
}

var surgeForm = regexp.MustCompile(`^([0-9]+(?:\.[0-9]{1,3})?)x@([0-9]{1,4})m$`)

// parseSurge reads 5x@3m.
func parseSurge(text string) (forecast.Surge, error) {
	if text == "" {
		return forecast.Surge{}, nil
	}
	m := surgeForm.FindStringSubmatch(text)
	if m == nil {
		return forecast.Surge{}, &usageError{fmt.Errorf("--surge %s is no surge", text), "--surge 5x@3m: 5 times the rates from minute 3 on"}
	}
	factor, _ := new(big.Rat).SetString(m[1])
	factor.Mul(factor, big.NewRat(1000, 1))
	minute, _ := new(big.Int).SetString(m[2], 10)
	if !factor.Num().IsInt64() || factor.Num().Int64() == 0 || factor.Num().Int64() > 1_000_000_000 {
		return forecast.Surge{}, &usageError{errors.New("--surge: rates grow above 0 and at most a million times"), ""}
	}
	return forecast.Surge{Times: factor.Num().Int64(), Minute: int(minute.Int64())}, nil
}
