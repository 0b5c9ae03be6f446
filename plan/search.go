package plan

import (
	"context"

	"github.com/keywright/keywright/model"
)

// Options change how a search runs. The zero value is right for use.
type Options struct {
	Steps int64
}

// Search finds the cheapest design.
func Search(ctx context.Context, m *model.Model, o Options) (*Result, error) {
	pr, _, err := pricesOf(m.Settings.Prices)
	if err != nil {
		return nil, err
	}
	p, err := compile(m, pr, hooks{})
	if err != nil {
		return nil, err
	}
	s := &solver{p: p, limit: 1 << 40, cache: map[string]*entityPlans{}}
	sol := s.solve(nil)
	l := newLayout(p, sol)
	l.measure(s)
	return &Result{Design: l.emit(), Total: sol.total}, nil
}
