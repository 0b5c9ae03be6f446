package cli

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// A small heap is collected every few thousand requests, which takes a fifth
// of a served GetItem's time. So there may be garbage of slack bytes, up to
// maxPercent of what lives; with more alive than slack, Go's default rules.
const (
	slack      = 24 << 20
	minPercent = 100 // Go's default
	maxPercent = 400
)

// tuneMemory sets the collector's pace while a server runs, unless the
// environment does (GOGC).
func (a *app) tuneMemory(ctx context.Context) {
	if a.env.Getenv("GOGC") != "" {
		return
	}
	percent := maxPercent
	before := debug.SetGCPercent(percent)
	defer debug.SetGCPercent(before)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		metrics.Read(live)
		want := min(max(int(100*slack/max(live[0].Value.Uint64(), 1)), minPercent), maxPercent)
		if want != percent {
			percent = want
			debug.SetGCPercent(percent)
		}
	}
}
