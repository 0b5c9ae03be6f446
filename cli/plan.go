package cli

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/prove"
	"github.com/keywright/keywright/report"
)

type planFlags struct {
	out, report, format string
	noProof, check      bool
	prices              []string
	proof               proveFlags
}

func (a *app) planCommand() *cobra.Command {
	var f planFlags
	cmd := &cobra.Command{
		Use:   "plan MODEL",
		Short: "Design keys for a model's questions, price and prove them",
		Long: `Finds the cheapest key design in which every question of the model is one
Query or GetItem, says what it costs and why it is the best, and proves it.
MODEL is a model file, or a folder that holds a model.sql.

Questions that cannot be one request are refused, each with its reason and
priced alternatives; the others are planned all the same.

Exit code 0: planned and proven. 1: the proof failed, or --check found another
design in the file. 2: the model or the command line is wrong.`,
		Example: `  keywright plan examples/shop
  keywright plan model.sql -o design.json --report design.html
  keywright plan model.sql --format json --no-prove
  keywright plan model.sql --check -o design.json     in CI: is the design up to date?`,
		Args: args(1, 1),
		RunE: func(cmd *cobra.Command, argv []string) error {
			return a.plan(cmd.Context(), f, argv[0])
		},
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "out", "o", "", "write the design to this file")
	fl.StringVar(&f.report, "report", "", "write the report to this file: .html, .json or .txt")
	fl.StringVar(&f.format, "format", "text", "what to print: text, json or html")
	fl.BoolVar(&f.noProof, "no-prove", false, "plan only")
	fl.BoolVar(&f.check, "check", false, "write nothing; fail if the file of -o is not the planned design")
	fl.StringArrayVar(&f.prices, "prices", nil, "file of a Region's price list, beside or in place of the program's own")
	f.proof.register(cmd)
	return cmd
}

func (a *app) plan(ctx context.Context, f planFlags, name string) error {
	if err := f.validate(); err != nil {
		return err
	}
	p, err := project.Open(name)
	if err != nil {
		return err
	}
	planned, err := a.planAndProve(ctx, p, f)
	if err != nil {
		return err
	}
	r := report.FromPlan(planned)
	if err := a.render(r, f.format, false); err != nil {
		return err
	}
	if err := a.writePlanned(p, planned, r, f); err != nil {
		return err
	}
	if planned.Proof != nil && !planned.Proof.Proven {
		return errGate
	}
	return nil
}

func (f planFlags) validate() error {
	if err := oneOf("format", f.format, "text", "json", "html"); err != nil {
		return err
	}
	if f.check && f.out == "" {
		return &usageError{fmt.Errorf("--check compares with the file of -o, which is not given"), "keywright plan MODEL --check -o design.json"}
	}
	if f.report == "" {
		return nil
	}
	if _, ok := fileFormats[filepath.Ext(f.report)]; !ok {
		return &usageError{fmt.Errorf("--report %s: the name does not end in .html, .json or .txt", f.report), ""}
	}
	return nil
}

// fileFormats are the formats of report files by their extension.
var fileFormats = map[string]string{".html": "html", ".json": "json", ".txt": "text"}

func (a *app) planAndProve(ctx context.Context, p *project.Project, f planFlags) (*project.Planned, error) {
	bar := a.progress("proving " + p.Model.Name)
	defer bar.done()
	return p.Plan(ctx, project.PlanOptions{
		Prices: f.prices, NoProof: f.noProof,
		Prove: prove.Options{Seed: f.proof.seed, Worlds: f.proof.worlds, Progress: bar.update},
	})
}

func (a *app) writePlanned(p *project.Project, planned *project.Planned, r *report.Report, f planFlags) error {
	if f.check {
		same, err := p.SameDesign(f.out, planned.Plan.Design)
		if err == nil && !same {
			fmt.Fprintf(a.env.Stderr, "keywright: %s is not the planned design\n  try: keywright plan %s -o %s\n", f.out, p.ModelFile, f.out)
			err = errGate
		}
		return err
	}
	if f.out != "" {
		if err := project.WriteFile(f.out, planned.Plan.Design.Format()); err != nil {
			return err
		}
		fmt.Fprintf(a.env.Stderr, "design written to %s\n", f.out)
	}
	if f.report != "" {
		return a.writeReport(f.report, r)
	}
	return nil
}

func (a *app) writeReport(name string, r *report.Report) error {
	var out bytes.Buffer
	file := &app{env: Env{Stdout: &out, Getenv: a.env.Getenv}}
	if err := file.render(r, fileFormats[filepath.Ext(name)], false); err != nil {
		return err
	}
	if err := project.WriteFile(name, out.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(a.env.Stderr, "report written to %s\n", name)
	return nil
}
