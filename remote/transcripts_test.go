package remote_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/enginetest"
	"github.com/keywright/keywright/remote"
)

// chain is this package, the server and the engine as the harness of
// transcripts sees them: requests and answers are read and written twice.
type chain struct {
	*world
	db *remote.DB
}

func (c chain) Call(ctx context.Context, operation string, body []byte) (int, []byte, error) {
	status, answer, err := serveTyped(ctx, c.db, operation, body)
	var known *api.Error
	if errors.As(err, &known) {
		status, answer = api.ErrorJSON(known)
		err = nil
	}
	return status, answer, err
}

// serveTyped takes a call through the Go types.
func serveTyped(ctx context.Context, db api.DB, operation string, body []byte) (int, []byte, error) {
	op, err := api.LookupOperation(operation)
	if err != nil {
		return 0, nil, err
	}
	req := op.NewRequest()
	if err := api.Decode(body, req); err != nil {
		return 0, nil, err
	}
	resp, err := op.Call(ctx, db, req)
	if err != nil {
		return 0, nil, err
	}
	answer, err := api.Encode(resp)
	return 200, answer, err
}

// Simulate implements enginetest.Simulator.
func (c chain) Simulate(settings []byte) error {
	c.clock.turn(0)
	s, err := engine.ParseSimulation(settings)
	if err != nil {
		return err
	}
	return c.engine.SetSimulation(s)
}

// Advance implements enginetest.Simulator.
func (c chain) Advance(d time.Duration) error {
	c.clock.turn(d)
	return c.engine.Sweep(context.Background())
}

// passing is chain with bodies passed on as they are.
type passing struct{ chain }

func (c passing) Call(ctx context.Context, operation string, body []byte) (int, []byte, error) {
	return api.Serve(ctx, c.db, operation, body)
}

// Every transcript that the engine is held to holds through this package and
// the server, with signatures verified: through the Go types, and with bodies
// passed on.
func TestTranscripts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs without -short")
	}
	t.Setenv("AWS_MAX_ATTEMPTS", "1") // what is refused has to be seen
	signIn(t, accessKey, secretKey, "")
	t.Run("types", func(t *testing.T) {
		enginetest.Run(t, func(t testing.TB) enginetest.Target {
			w := serve(t, nil)
			return chain{w, open(t, remote.Options{Endpoint: w.url})}
		})
	})
	t.Run("bodies", func(t *testing.T) { // of the reports: one of every kind
		transcripts, err := enginetest.Transcripts()
		if err != nil {
			t.Fatal(err)
		}
		for _, tr := range transcripts {
			if strings.HasPrefix(tr.Name, "report/") {
				w := serve(t, nil)
				enginetest.RunTranscript(t, tr, passing{chain{w, open(t, remote.Options{Endpoint: w.url})}})
			}
		}
	})
}
