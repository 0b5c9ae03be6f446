package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/keywright/keywright/project"
)

func (a *app) checkDataCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "check-data FOLDER",
		Short: "Verify a data folder: records, counts, every index against its table",
		Long: `Reads a data folder whole and verifies what the engine promises of it: every
record lies under its own key and knows its size, every index holds exactly
the projection of its table, counts are exact, and nothing else is there. No
server may have the folder open.

Exit code 0: sound. 1: a fault, the first of which is told. 2: no such folder,
or it is in use.`,
		Example: `  keywright check-data ./db`,
		Args:    args(1, 1),
		RunE: func(cmd *cobra.Command, argv []string) error {
			return a.checkData(cmd.Context(), argv[0], format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func (a *app) checkData(ctx context.Context, dir, format string) error {
	if err := oneOf("format", format, "text", "json"); err != nil {
		return err
	}
	checked, err := project.CheckData(ctx, dir)
	if err != nil {
		return err
	}
	if format == "json" {
		return a.printJSON(checked)
	}
	for _, t := range checked.Tables {
		fmt.Fprintf(a.env.Stdout, "%s %s: %s, %s, %s\n", strings.TrimSpace(t.Region+" "+t.AccessKey), t.Name, count(int(t.Items), "item"), count(int(t.Bytes), "byte"), countIndexes(t.Indexes))
	}
	_, err = fmt.Fprintf(a.env.Stdout, "%s: sound, %s\n", dir, count(len(checked.Tables), "table"))
	return err
}

func countIndexes(n int) string {
	if n == 1 {
		return "1 index"
	}
	return fmt.Sprintf("%d indexes", n)
}
