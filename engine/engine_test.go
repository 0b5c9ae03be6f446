package engine_test

import (
	"context"
	"testing"
	"time"

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
type wire struct {
	db    *engine.DB
	clock *stopClock
}

// stopClock is the time until a simulation stops it.
type stopClock struct {
	clock
	stopped bool
}

func (c *stopClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stopped {
		return time.Now()
	}
	return c.now
}

func (c *stopClock) stop(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped, c.now = true, at
}

// Simulate implements enginetest.Simulator.
func (w wire) Simulate(settings []byte) error {
	s, err := engine.ParseSimulation(settings)
	if err != nil {
		return err
	}
	w.clock.stop(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	return w.db.SetSimulation(s)
}

// Advance implements enginetest.Simulator.
func (w wire) Advance(d time.Duration) error {
	w.clock.turn(d)
	return w.db.Sweep(context.Background())
}

func (w wire) Call(ctx context.Context, operation string, body []byte) (int, []byte, error) {
	return api.Serve(ctx, w.db, operation, body)
}

func TestTranscripts(t *testing.T) {
	enginetest.Run(t, func(t testing.TB) enginetest.Target {
		c := &stopClock{}
		return wire{open(t, engine.Options{Now: c.Now, SweepInterval: -1}), c}
	})
}
