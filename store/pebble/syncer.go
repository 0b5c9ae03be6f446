package pebble

import (
	"sync/atomic"
	"time"

	cpebble "github.com/cockroachdb/pebble/v2"
)

// syncer syncs the log in the background, under Sync Interval.
type syncer struct {
	dirty atomic.Bool
	quit  chan struct{} // nil where there is nothing to stop
	done  chan struct{}
}

func (y *syncer) wrote() {
	if !y.dirty.Load() {
		y.dirty.Store(true)
	}
}

func (y *syncer) stop() {
	if y.quit != nil {
		close(y.quit)
		<-y.done
	}
}

func (s *Store) startSyncer() {
	y := &s.syncer
	y.quit, y.done = make(chan struct{}), make(chan struct{})
	go func() {
		defer close(y.done)
		tick := time.NewTicker(s.opts.Interval)
		defer tick.Stop()
		for {
			select {
			case <-y.quit:
				return
			case <-tick.C:
				if y.dirty.Swap(false) && s.failed.Load() == nil {
					s.syncLog()
				}
			}
		}
	}()
}

// syncLog makes all commits so far durable by an empty record with a sync.
func (s *Store) syncLog() {
	b := s.db.NewBatch()
	if err := b.LogData(nil, nil); err != nil {
		s.fail(err)
		return
	}
	if err := s.db.ApplyNoSyncWait(b, cpebble.Sync); err != nil {
		s.fail(err)
		return
	}
	if err := b.SyncWait(); err != nil {
		s.fail(err)
		return
	}
	b.Close() // its one error is a second Close
}
