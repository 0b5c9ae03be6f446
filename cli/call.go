package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/project"
)

type callFlags struct {
	on, design, data  string
	operation, format string
	typed             bool
	connection        connectionFlags
	allowWrites       bool
}

func (a *app) callCommand() *cobra.Command {
	var f callFlags
	cmd := &cobra.Command{
		Use:   "call [flags] REQUEST",
		Short: "Run one DynamoDB operation on sample data, a data folder or an endpoint",
		Long: `Runs one operation of the DynamoDB API on the embedded engine and shows what
it returned, the units it used, and how many items were read for those that
came back. REQUEST is the operation's JSON, a file that holds it, or - for
standard input. Values may be typed as the API has them ({"S": "x"}) or plain
as people write them ("x"); the operation is told from the request.

With --on, the operation runs on a model's tables in memory, filled with its
sample data (sample.json, or rows made up from the model); what it writes is
gone afterwards. With --data, it runs on a folder that keeps its data. With
--endpoint, --region or --profile, it runs on that DynamoDB, with the
credentials that the AWS CLI would use; what could change something there is
refused without --allow-writes, unless it is on this machine.`,
		Example: `  keywright call --on examples/tournament examples/tournament/requests/teams.json
  keywright call --on examples/leaderboard --design overloaded.json '{"TableName":"game","Key":{"partitionId":"PLAYER#u8231","rangeId":"PROFILE"}}'
  keywright call --data ./db --operation ListTables '{}'
  keywright call --endpoint http://127.0.0.1:8000 '{"TableName":"notes","Key":{"id":"a"}}'
  keywright call --region eu-west-1 --profile dev --operation DescribeTable '{"TableName":"notes"}'`,
		Args: args(1, 1),
		RunE: func(cmd *cobra.Command, argv []string) error {
			return a.call(cmd.Context(), f, argv[0])
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.on, "on", "", "model file or project folder whose tables and sample data to use")
	fl.StringVar(&f.design, "design", "", "design of the project (default design.json, else planned)")
	fl.StringVar(&f.data, "data", "", "data folder to run on; made if it is not there")
	fl.StringVar(&f.operation, "operation", "", "operation, where the request does not tell (Query, GetItem, ...)")
	fl.StringVar(&f.format, "format", "text", "text or json")
	f.connection.register(cmd)
	fl.BoolVar(&f.allowWrites, "allow-writes", false, "let a request change what is on another machine")
	fl.BoolVar(&f.typed, "typed", false, "show typed values, as the API has them")
	return cmd
}

func (a *app) call(ctx context.Context, f callFlags, arg string) error {
	if err := oneOf("format", f.format, "text", "json"); err != nil {
		return err
	}
	request, err := a.requestText(arg)
	if err != nil {
		return err
	}
	db, err := openCall(ctx, f)
	if err != nil {
		return err
	}
	called, err := project.Call(ctx, db, f.operation, request)
	if cerr := db.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	if f.format == "json" {
		err = a.printJSON(called)
	} else {
		err = a.printCalled(called, f.typed)
	}
	if err == nil && called.Failed {
		if called.Advice != "" {
			a.advise(called.Advice)
		}
		err = errGate
	}
	return err
}

// closableDB is a database that this process opened.
type closableDB interface {
	api.DB
	io.Closer
}

func openCall(ctx context.Context, f callFlags) (closableDB, error) {
	switch {
	case f.connection.given() && (f.on != "" || f.data != "" || f.design != ""):
		return nil, &usageError{errors.New("--on, --design and --data are of the embedded engine, --endpoint, --region and --profile name another: give one of the two"), ""}
	case f.connection.given():
		return f.connection.openCallable(ctx, f.allowWrites)
	case f.on != "" && f.data != "":
		return nil, &usageError{errors.New("--on and --data exclude each other: sample data is loaded into memory only"), ""}
	case f.data != "":
		return project.OpenData(f.data)
	case f.on == "":
		return nil, &usageError{errors.New("no data to run on"), "keywright call --on MODEL REQUEST, or --data FOLDER, or --endpoint URL"}
	}
	p, err := project.Open(f.on)
	if err != nil {
		return nil, err
	}
	return p.OpenSample(ctx, f.design)
}

// requestText returns the request itself, or reads the file or stream that
// the argument names.
func (a *app) requestText(arg string) ([]byte, error) {
	if arg == "-" {
		return io.ReadAll(a.env.Stdin)
	}
	if strings.HasPrefix(strings.TrimSpace(arg), "{") {
		return []byte(arg), nil
	}
	src, err := os.ReadFile(arg)
	if err != nil {
		return nil, &usageError{fmt.Errorf("the request is neither JSON nor a file: %w", err), ""}
	}
	return src, nil
}

func (a *app) printCalled(c *project.Called, typed bool) error {
	body := []byte(c.Response)
	if !typed {
		var err error
		if body, err = c.PlainResponse(); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	if err := json.Indent(&out, body, "", "  "); err != nil {
		return err
	}
	out.WriteByte('\n')
	if !c.Failed {
		fmt.Fprintf(&out, "%s: %s", c.Operation, quantity(c.Units, "unit"))
		if c.Scanned > 0 || c.Operation == "Query" || c.Operation == "Scan" {
			fmt.Fprintf(&out, ", %d returned of %d read", c.Count, c.Scanned)
		}
		if c.Partial {
			out.WriteString(", more to come (LastEvaluatedKey)")
		}
		out.WriteByte('\n')
		if c.Waste != "" {
			fmt.Fprintf(&out, "waste: %s; a question needs a key, not a filter\n", c.Waste)
		}
	}
	_, err := out.WriteTo(a.env.Stdout)
	return err
}

func quantity(n float64, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%g %ss", n, unit)
}

func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.env.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
