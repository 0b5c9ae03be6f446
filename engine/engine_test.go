package engine_test

import (
	"context"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/enginetest"
)

// open opens a database that is checked and closed when the test ends.
func open(t testing.TB, o engine.Options) *engine.DB {
	t.Helper()
	db, err := engine.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := engine.Check(context.Background(), db); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// wire is a database as the harness of transcripts sees it.
type wire struct{ db api.DB }

func (w wire) Call(ctx context.Context, operation string, body []byte) (int, []byte, error) {
	return api.Serve(ctx, w.db, operation, body)
}

func TestTranscripts(t *testing.T) {
	enginetest.Run(t, func(t testing.TB) enginetest.Target { return wire{open(t, engine.Options{})} })
}
