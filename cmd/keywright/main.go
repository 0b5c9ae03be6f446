// Command keywright designs DynamoDB keys from the questions an application
// asks, proves that each question is one request, and prices it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/keywright/keywright/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	code := cli.Main(ctx, os.Args[1:], cli.System())
	stop()
	os.Exit(code)
}
