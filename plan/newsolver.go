package plan

import "context"

// newSolver starts a run of the search on a problem.
func newSolver(ctx context.Context, p *problem, steps int64) *solver {
	return &solver{ctx: ctx, p: p, limit: steps, cache: map[string]*entityPlans{}}
}
