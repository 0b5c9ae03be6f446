package engine

import (
	"context"
	"errors"
	"time"

	"github.com/keywright/keywright/store"
)

// defaultSweep is how often what is past is looked for.
const defaultSweep = time.Second

// Sweep does at once what otherwise happens every Options.SweepInterval, in
// all namespaces: items whose time to live is over are deleted, shards of
// streams that have been open for four hours are closed, and what streams have
// kept for a day goes. It is for tests with a clock of their own.
func (db *DB) Sweep(ctx context.Context) error { return db.sweep(ctx) }

func (s *shared) sweep(ctx context.Context) error {
	s.sweeping.Lock()
	defer s.sweeping.Unlock()
	var errs []error
	for _, db := range s.namespaces() {
		for _, t := range db.openTables() {
			if t.ttl != "" {
				errs = append(errs, db.expire(ctx, t))
			}
		}
		errs = append(errs, db.tendStreams(ctx))
	}
	return errors.Join(errs...)
}

// sweepOn sweeps at once and from time to time, until the database closes. It
// is a job.
func (s *shared) sweepOn(ctx context.Context) {
	ticker := time.NewTicker(s.opts.SweepInterval)
	defer ticker.Stop()
	for {
		err := s.sweep(ctx)
		switch {
		case err == nil || ctx.Err() != nil:
		case errors.Is(err, store.ErrClosed) || errors.Is(err, store.ErrFailed):
			return
		default:
			s.opts.Logger.WarnContext(ctx, "a sweep met an error and will be tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
