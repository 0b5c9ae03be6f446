// Package cli is the command line: one file per command, each of which calls
// project and renders what it returns. Main is the whole program; streams,
// arguments and environment are parameters, so that tests run it in process.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/keywright/keywright/project"
)

// Exit codes.
const (
	ExitOK     = 0
	ExitFailed = 1 // a proof or a gate failed, or the machine below did
	ExitUsage  = 2 // wrong use: arguments, model, design, request
)

// Env is what a program has around it.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	// Width is the terminal's width in columns, 0 where Stdout is no terminal.
	Width int
	// Interactive says whether Stderr is a terminal, for progress.
	Interactive bool
}

// System returns the environment of this process.
func System() Env {
	env := Env{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv}
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) {
		env.Width, _, _ = term.GetSize(fd)
	}
	env.Interactive = term.IsTerminal(int(os.Stderr.Fd()))
	return env
}

// app is one run of the program.
type app struct {
	env Env
}

// errGate is a proof or a gate that failed and has been reported already.
var errGate = errors.New("failed")

// Main runs the program and returns its exit code.
func Main(ctx context.Context, args []string, env Env) int {
	a := &app{env: env}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	err := root.ExecuteContext(ctx)
	return a.report(err)
}

// report prints an error and returns the exit code that it asks for.
func (a *app) report(err error) int {
	var input *project.InputError
	var usage *usageError
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, errGate):
		return ExitFailed
	case errors.As(err, &input):
		a.complain(err, input.Next)
		return ExitUsage
	case errors.As(err, &usage):
		a.complain(err, usage.next)
		return ExitUsage
	case errors.Is(err, context.Canceled):
		a.complain(errors.New("interrupted"), "")
		return ExitFailed
	case strings.HasPrefix(err.Error(), "unknown command"):
		a.complain(err, "keywright --help")
		return ExitUsage
	}
	a.complain(err, project.Advice(err))
	return ExitFailed
}

func (a *app) complain(err error, next string) {
	fmt.Fprintf(a.env.Stderr, "keywright: %s\n", strings.Map(shown, err.Error()))
	if next != "" {
		a.advise(next)
	}
}

// shown keeps control characters out of a message: it may hold text of an
// endpoint, and terminals obey them.
func shown(r rune) rune {
	if unicode.IsControl(r) && r != '\n' && r != '\t' {
		return unicode.ReplacementChar
	}
	return r
}

// advise prints what to do next.
func (a *app) advise(next string) { fmt.Fprintf(a.env.Stderr, "  try: %s\n", next) }

// usageError is a wrong command line.
type usageError struct {
	err  error
	next string
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "keywright",
		Short: "Questions in, DynamoDB keys and a proof out",
		Long: `Keywright designs DynamoDB keys from the questions your application asks,
proves that each question is exactly one Query or GetItem, and prices it.
It needs no account and no network.`,
		Example: `  keywright demo                              plan and prove two example models
  keywright plan model.sql                    design keys for a model, proven
  keywright plan model.sql -o design.json     ... and keep the design
  keywright prove model.sql design.json       prove any design, also by hand
  keywright call --on examples/tournament '{"TableName":"tournaments",...}'`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &usageError{err, cmd.CommandPath() + " --help"}
	})
	root.AddCommand(a.demoCommand(), a.planCommand(), a.proveCommand(), a.costCommand(), a.heatCommand(), a.callCommand(), a.serveCommand(), a.checkDataCommand(), a.versionCommand())
	root.CompletionOptions.HiddenDefaultCmd = false
	return root
}

// args checks the number of arguments; a wrong one shows how the command is used.
func args(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, argv []string) error {
		what := "is missing"
		switch {
		case len(argv) > most:
			what = "is too much: " + strings.Join(argv[most:], " ")
		case len(argv) >= least:
			return nil
		}
		return &usageError{fmt.Errorf("an argument %s\n  use: %s", what, cmd.UseLine()), cmd.CommandPath() + " --help"}
	}
}

// oneOf refuses a flag value that is not in the list.
func oneOf(flag, value string, allowed ...string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	return &usageError{fmt.Errorf("--%s=%s is not one of %s", flag, value, strings.Join(allowed, ", ")), ""}
}
