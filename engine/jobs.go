package engine

import (
	"context"
	"sync"
)

// jobs are the goroutines of a database. Close ends them.
type jobs struct {
	mu     sync.Mutex
	ctx    context.Context // ends when the database closes
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

func newJobs() *jobs {
	j := &jobs{}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	return j
}

// start runs fn beside the requests, unless the database is closing. fn
// returns soon after its context has ended.
func (j *jobs) start(fn func(context.Context)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.ctx.Err() != nil {
		return
	}
	j.wg.Go(func() { fn(j.ctx) })
}

// stop ends all jobs, waits for them, and lets no other start.
func (j *jobs) stop() {
	j.mu.Lock()
	j.cancel()
	j.mu.Unlock()
	j.wg.Wait()
}
