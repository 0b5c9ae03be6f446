package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/prove"
	"github.com/keywright/keywright/report"
)

type proveFlags struct {
	worlds     int
	seed       uint64
	format     string
	connection connectionFlags
	yes, clean bool
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

With --endpoint, --region or --profile, what holds on the embedded engine is
proven again on that DynamoDB: on tables of its own, made on demand under the
name keywright-prove-..., and deleted afterwards, also after an interrupt.
Before anything is made away from this machine, it says what and what that
costs, and asks; --yes is the answer in scripts.

Exit code 0: proven. 1: a counter-example was found. 2: the model, the design
or the command line is wrong.`,
		Example: `  keywright prove examples/leaderboard/model.sql examples/leaderboard/dedicated.json
  keywright prove examples/leaderboard unpadded.json
  keywright prove model.sql design.json --format junit > proof.xml   in CI
  keywright prove model.sql --endpoint http://127.0.0.1:8000
  keywright prove model.sql --region eu-west-1 --profile dev --worlds 50`,
		Args: args(1, 2),
		RunE: func(cmd *cobra.Command, argv []string) error {
			return a.prove(cmd.Context(), f, argv)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&f.format, "format", "text", "text, json, junit or html")
	f.connection.register(cmd)
	cmd.Flags().BoolVar(&f.clean, "clean", false, "first delete the tables that earlier proofs have left there")
	cmd.Flags().BoolVar(&f.yes, "yes", false, "make tables and requests away from this machine without asking")
	return cmd
}

func (a *app) prove(ctx context.Context, f proveFlags, argv []string) error {
	if err := oneOf("format", f.format, "text", "json", "junit", "html"); err != nil {
		return err
	}
	if (f.yes || f.clean) && !f.connection.given() {
		return &usageError{errors.New("--yes and --clean are for --endpoint, --region and --profile: nothing is made anywhere without them"), ""}
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
	rep, err := a.proof(ctx, p, b, f)
	if rep == nil {
		return err
	}
	if perr := a.printProof(ctx, p, b, name, rep, f.format); perr != nil {
		return errors.Join(perr, err)
	}
	if err == nil && !rep.Proven {
		err = errGate
	}
	return err
}

// proof proves the design where the flags say. An error may come with a
// report: tables could not be deleted.
func (a *app) proof(ctx context.Context, p *project.Project, b *design.Bound, f proveFlags) (*prove.Report, error) {
	o := prove.Options{Seed: f.seed, Worlds: f.worlds}
	if f.connection.given() {
		return a.proveRemote(ctx, p, b, f, o)
	}
	progress := a.progress("proving " + p.Model.Name)
	defer progress.done()
	o.Progress = progress.update
	return p.Prove(ctx, b, o)
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
