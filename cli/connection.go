package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/keywright/keywright/project"
)

// connectionFlags say which DynamoDB a command runs on in place of the
// embedded engine.
type connectionFlags struct {
	endpoint, region, profile string
}

func (f *connectionFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.endpoint, "endpoint", "", "run on the DynamoDB at this URL in place of the embedded engine")
	fl.StringVar(&f.region, "region", "", "run on Amazon DynamoDB of this region; with --endpoint, the region to sign for")
	fl.StringVar(&f.profile, "profile", "", "profile of ~/.aws/config to run with: its credentials, its region")
}

func (f *connectionFlags) given() bool { return f.connection().Given() }

// connection is what the flags say, for project.Connect.
func (f *connectionFlags) connection() project.Connection {
	return project.Connection{Endpoint: f.endpoint, Region: f.region, Profile: f.profile}
}

// openCallable opens the database for single requests. Away from this machine
// it is read-only unless writes are allowed.
func (f *connectionFlags) openCallable(ctx context.Context, allowWrites bool) (closableDB, error) {
	c := f.connection()
	c.Guarded = !allowWrites
	return project.Connect(ctx, c)
}
