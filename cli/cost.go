package cli

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/keywright/keywright/bill"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/report"
)

type costFlags struct {
	format, report            string
	explain                   bool
	prices, whatIf            []string
	mode, class, region, peak string
	target, floor             int64
	reserved, savings         string
	replicas                  []string
	pitr, kinesis             bool
	warm, cold, exports       int64
	streams                   string
}

func (a *app) costCommand() *cobra.Command {
	var f costFlags
	cmd := &cobra.Command{
		Use:   "cost MODEL [DESIGN]",
		Short: "Price a design: each question, write and index, in every capacity mode",
		Long: `Says what a design costs a month: by question, write, table and index, on
demand, with provisioned and with auto-scaled capacity, in both table classes;
what dominates, where modes break even, what it would be at other rates.
DESIGN is design.json beside the model unless it is given; without one, the
design is planned.

The units are those that the engine consumes when the model's writes and
questions run on it with items of mean size. Every amount is exact, and
--explain shows how it came about. docs/cost.md says what is assumed.

Exit code 0: priced. 2: the model, the design, a price list or the command
line is wrong.`,
		Example: `  keywright cost examples/shop
  keywright cost examples/shop --explain
  keywright cost model.sql design.json --what-if "matches x10" --what-if "all x3"
  keywright cost model.sql --mode auto-scaled --peak 3x8h --reserved 50%
  keywright cost model.sql --region eu-central-1 --prices eu-central-1.json --pitr
  keywright cost model.sql --report cost.html`,
		Args: args(1, 2),
		RunE: func(cmd *cobra.Command, argv []string) error {
			return a.cost(cmd.Context(), f, argv)
		},
	}
	f.register(cmd)
	return cmd
}

func (f *costFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.format, "format", "text", "what to print: text, json or html")
	fl.StringVar(&f.report, "report", "", "write the report to this file too: .html, .json or .txt")
	fl.BoolVar(&f.explain, "explain", false, "print the arithmetic of every amount")
	fl.StringArrayVar(&f.prices, "prices", nil, "file of a Region's price list, beside or in place of the program's own")
	fl.StringArrayVar(&f.whatIf, "what-if", nil, `a change, such as "matches x10" or "all x3, top-n x0.5"`)
	fl.StringVar(&f.mode, "mode", "", "on-demand, provisioned or auto-scaled (default: the model's)")
	fl.StringVar(&f.class, "class", "", "standard or standard-ia (default: the model's)")
	fl.StringVar(&f.region, "region", "", "Region (default: the model's)")
	fl.StringVar(&f.peak, "peak", "", "the day's peak: 3x8h is 3 times the mean for 8 hours (default: a steady load)")
	fl.Int64Var(&f.target, "target-use", 70, "percent of provisioned capacity that is to be used")
	fl.Int64Var(&f.floor, "floor", 1, "units that auto-scaling keeps at least, of reads and of writes")
	fl.StringVar(&f.reserved, "reserved", "", "discount on reserved capacity, such as 53%")
	fl.StringVar(&f.savings, "savings-plan", "", "discount of a Database Savings Plan on throughput, such as 15%")
	fl.StringSliceVar(&f.replicas, "replicas", nil, "other Regions of a global table")
	fl.BoolVar(&f.pitr, "pitr", false, "point-in-time recovery")
	fl.Int64Var(&f.warm, "backups", 0, "full on-demand backups kept")
	fl.Int64Var(&f.cold, "cold-backups", 0, "full backups kept in cold storage")
	fl.Int64Var(&f.exports, "exports", 0, "full exports to S3 a month")
	fl.StringVar(&f.streams, "streams", "", "GetRecords calls of stream readers, such as 4/s")
	fl.BoolVar(&f.kinesis, "kinesis", false, "change capture to Kinesis Data Streams")
}

func (a *app) cost(ctx context.Context, f costFlags, argv []string) error {
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
	priced, err := p.Cost(ctx, name, o)
	if err != nil {
		return err
	}
	r, err := report.FromCost(priced)
	if err != nil {
		return err
	}
	if err := a.renderCost(r, f.format, f.explain); err != nil {
		return err
	}
	if f.report == "" {
		return nil
	}
	return a.writeTo(f.report, func(file *app) error { return file.renderCost(r, fileFormats[filepath.Ext(f.report)], f.explain) })
}

func (a *app) renderCost(r *report.CostReport, format string, explain bool) error {
	switch format {
	case "json":
		return report.CostJSON(a.env.Stdout, r)
	case "html":
		return report.CostHTML(a.env.Stdout, r)
	}
	return report.CostText(a.env.Stdout, r, report.TextOptions{Width: a.env.Width, Color: a.color()}, explain)
}

// writeTo writes what render prints to a file, whole.
func (a *app) writeTo(name string, render func(*app) error) error {
	var out bytes.Buffer
	if err := render(&app{env: Env{Stdout: &out, Getenv: a.env.Getenv}}); err != nil {
		return err
	}
	if err := project.WriteFile(name, out.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(a.env.Stderr, "report written to %s\n", name)
	return nil
}

// checkReportName refuses a report file whose format its name does not tell.
func checkReportName(name string) error {
	if _, ok := fileFormats[filepath.Ext(name)]; name != "" && !ok {
		return &usageError{fmt.Errorf("--report %s: the name does not end in .html, .json or .txt", name), ""}
	}
	return nil
}

// options reads the flags that are more than a word or a number.
func (f *costFlags) options() (project.CostOptions, error) {
	o := project.CostOptions{Prices: f.prices, WhatIf: f.whatIf}
	b := &o.Bill
	b.Mode, b.Class, b.Region = bill.Mode(f.mode), f.class, f.region
	b.TargetUse, b.Floor, b.Replicas = f.target, f.floor, f.replicas
	b.PITR, b.ChangeCapture, b.WarmBackups, b.ColdBackups, b.Exports = f.pitr, f.kinesis, f.warm, f.cold, f.exports
	var err error
	if b.Peak, err = parsePeak(f.peak); err != nil {
		return o, err
	}
	if b.Reserved, err = parsePercent("reserved", f.reserved); err != nil {
		return o, err
	}
	if b.SavingsPlan, err = parsePercent("savings-plan", f.savings); err != nil {
		return o, err
	}
	if f.streams != "" {
		if b.StreamCalls, err = model.ParseRate(f.streams); err != nil {
			return o, &usageError{fmt.Errorf("--streams %s: %w", f.streams, err), "--streams 4/s"}
		}
	}
	if f.target < 1 {
		return o, &usageError{fmt.Errorf("--target-use %d: it is from 1 to 100", f.target), ""}
	}
	if err := b.Validate(); err != nil {
		return o, &usageError{err, ""}
	}
	return o, nil
}

var peakForm = regexp.MustCompile(`^([0-9]+(?:\.[0-9]{1,3})?)x([0-9]{1,2})h$`)

// parsePeak reads 3x8h.
func parsePeak(text string) (bill.Peak, error) {
	if text == "" {
		return bill.Peak{}, nil
	}
	m := peakForm.FindStringSubmatch(text)
	if m == nil {
		return bill.Peak{}, &usageError{fmt.Errorf("--peak %s is no peak", text), "--peak 3x8h: 3 times the mean load for 8 hours of a day"}
	}
	factor, _ := new(big.Rat).SetString(m[1])
	factor.Mul(factor, big.NewRat(1000, 1))
	hours, _ := new(big.Int).SetString(m[2], 10)
	if !factor.Num().IsInt64() {
		return bill.Peak{}, &usageError{fmt.Errorf("--peak %s is beyond any day", text), ""}
	}
	return bill.Peak{Times: factor.Num().Int64(), Hours: hours.Int64()}, nil
}

// parsePercent reads 53% as millionths; "" is 0.
func parsePercent(flag, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	x, ok := new(big.Rat).SetString(strings.TrimSuffix(text, "%"))
	if !ok || !strings.HasSuffix(text, "%") || x.Sign() < 0 || x.Cmp(big.NewRat(100, 1)) >= 0 || strings.ContainsAny(text, "eE/") {
		return 0, &usageError{fmt.Errorf("--%s %s is no discount from 0%% to below 100%%", flag, text), "--" + flag + " 53%"}
	}
	x.Mul(x, big.NewRat(10_000, 1))
	return new(big.Int).Quo(x.Num(), x.Denom()).Int64(), nil
}
