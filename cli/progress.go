package cli

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

const progressInterval = 100 * time.Millisecond

// progress shows how far long work is, on a terminal only.
type progress struct {
	bar *progressbar.ProgressBar // nil where nobody looks
}

func (a *app) progress(what string) *progress {
	if !a.env.Interactive {
		return &progress{}
	}
	return &progress{bar: progressbar.NewOptions(1,
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWriter(a.env.Stderr),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(progressInterval),
		progressbar.OptionSetPredictTime(true),
	)}
}

// update is a callback for prove.Options. A bar that cannot be drawn does not
// stop the work.
func (p *progress) update(done, total int) {
	if p.bar == nil {
		return
	}
	p.bar.ChangeMax(total)
	_ = p.bar.Set(done)
}

func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
