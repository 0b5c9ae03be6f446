package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/prove"
	"github.com/keywright/keywright/report"
)

type proveFlags struct {
	worlds int
	seed   uint64
	format string
}

func (f *proveFlags) register(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.worlds, "worlds", 0, "worlds to try (default 300)")
	cmd.Flags().Uint64Var(&f.seed, "seed", 0, "seed of the worlds; the same seed gives the same report")
}

func (a *app) proveCommand() *cobra.Command {
	var f proveFlags
	cmd := &cobra.Command{
		Use:   "prove MODEL [DESIGN]",
		Short: "Prove that a design answers every question in one request",
		Long: `Proves a design against its model, or finds the smallest counter-example. Any
design can be proven, also one by hand; it runs on the embedded engine, on rows
aimed at the ways in which keys go wrong. DESIGN is design.json beside the
model unless it is given.

Exit code 0: proven. 1: a counter-example was found. 2: the model, the design
or the command line is wrong.`,
		Example: `  keywright prove examples/leaderboard/model.sql examples/leaderboard/dedicated.json
  keywright prove examples/leaderboard unpadded.json
  keywright prove model.sql design.json --format junit > proof.xml   in CI`,
		Args: args(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, argv []string) error {
			return a.prove(cmd.Context(), f, argv)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&f.format, "format", "text", "text, json, junit or html")
	return cmd
}

func (a *app) prove(ctx context.Context, f proveFlags, argv []string) error {
	if err := oneOf("format", f.format, "text", "json", "junit", "html"); err != nil {
		return err
	}
	p, err := project.Open(argv[0])
	if err != nil {
		return err
	}
	name := project.DesignFile
	if len(argv) == 2 {
		name = argv[1]
	}
	b, err := p.Design(name)
	if err != nil {
		return err
	}
	progress := a.progress("proving " + p.Model.Name)
	rep, err := p.Prove(ctx, b, prove.Options{Seed: f.seed, Worlds: f.worlds, Progress: progress.update})
	progress.done()
	if err != nil {
		return err
	}
	if err := a.printProof(ctx, p, b, name, rep, f.format); err != nil {
		return err
	}
	if !rep.Proven {
		return errGate
	}
	return nil
}

func (a *app) render(r *report.Report, format string, short bool) error {
	switch format {
	case "json":
		return report.JSON(a.env.Stdout, r)
	case "html":
		return report.HTML(a.env.Stdout, r)
	case "text":
		return report.Text(a.env.Stdout, r, report.TextOptions{Width: a.env.Width, Color: a.color(), Short: short})
	}
	return fmt.Errorf("cli: no renderer for %q", format)
}

// color says whether to style the output: on a terminal, unless NO_COLOR is
// set (no-color.org).
func (a *app) color() bool {
	return a.env.Width > 0 && a.env.Getenv("NO_COLOR") == ""
}

// printProof prints what was proven of a design by hand or from a file.
func (a *app) printProof(ctx context.Context, p *project.Project, b *design.Bound, source string, rep *prove.Report, format string) error {
	if format == "junit" {
		return report.JUnit(a.env.Stdout, rep)
	}
	charts, err := p.Charts(ctx, b)
	if err != nil {
		return err
	}
	return a.render(report.FromProof(b, source, charts, rep), format, true)
}
