package project

import (
	"context"
	"errors"
	"strings"

	"github.com/keywright/keywright/prove"
	"github.com/keywright/keywright/remote"
)

// Connection says which DynamoDB to use in place of the embedded engine: an
// endpoint, or Amazon's of a region. What is "" is asked of environment and
// shared files, as the AWS CLI does.
type Connection struct {
	Endpoint, Region, Profile string
	// Guarded refuses what could change something, unless the database is on
	// this machine.
	Guarded bool
	// Attempts is how often a request is sent at most, 0 for the SDK's number.
	Attempts int
}

// Given says whether any DynamoDB is named.
func (c Connection) Given() bool { return c.Endpoint != "" || c.Region != "" || c.Profile != "" }

// Connect opens the DynamoDB of a connection; nothing is sent yet. The caller
// closes it. What is wrong with the options or the shared files is an
// *InputError.
func Connect(ctx context.Context, c Connection) (*remote.DB, error) {
	o := remote.Options{Endpoint: c.Endpoint, Region: c.Region, Profile: c.Profile, Attempts: c.Attempts}
	db, err := remote.Open(ctx, o)
	if err == nil && c.Guarded && !db.Loopback() {
		o.ReadOnly = true
		db, err = remote.Open(ctx, o)
	}
	if err == nil || ctx.Err() != nil {
		return db, err
	}
	next := remote.Advice(err)
	if next == "" {
		next = "--endpoint http://127.0.0.1:8000, or --region and --profile of ~/.aws/config"
	}
	return nil, &InputError{errors.New(strings.TrimPrefix(err.Error(), "remote: ")), next}
}

// Advice says what to do about an error of a database that is not embedded;
// "" for others.
func Advice(err error) string {
	var left *prove.LeftError
	if errors.As(err, &left) {
		return "the same command with --clean, when the cause is gone"
	}
	return remote.Advice(err)
}
