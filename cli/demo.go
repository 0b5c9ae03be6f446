package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/keywright/keywright/examples"
	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/report"
)

func (a *app) demoCommand() *cobra.Command {
	var f planFlags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Plan and prove a game leaderboard and a sports tournament",
		Long: `Plans and proves two example models that are built into the program: a game
leaderboard and a sports tournament. Nothing is read or written outside.`,
		Args: args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.demo(cmd.Context(), f)
		},
	}
	f.proof.register(cmd)
	return cmd
}

// demos are the examples that the demo shows, with a line about each.
var demos = []struct{ dir, about string }{
	{"leaderboard", "Game leaderboard: profiles, recent matches, the top of a season, a player by handle."},
	{"tournament", "Sports tournament: details, teams, players and matches under one partition key."},
}

func (a *app) demo(ctx context.Context, f planFlags) error {
	failed := false
	for i, d := range demos {
		if i > 0 {
			fmt.Fprintln(a.env.Stdout)
		}
		fmt.Fprintf(a.env.Stdout, "%s\n\n", d.about)
		p, err := project.OpenFS(examples.FS, d.dir, project.ModelFile, "examples/"+d.dir)
		if err != nil {
			return err
		}
		planned, err := a.planAndProve(ctx, p, f)
		if err != nil {
			return err
		}
		if err := a.render(report.FromPlan(planned), "text", false); err != nil {
			return err
		}
		failed = failed || !planned.Proof.Proven
	}
	if failed {
		return errGate
	}
	fmt.Fprintf(a.env.Stdout, "\nNext: keywright plan MODEL --report report.html for a page to show around; keywright --help for the rest.\n")
	return nil
}
