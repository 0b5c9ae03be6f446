package plan

import (
	"context"
	"fmt"
	"slices"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/model"
)

// Options change how a search runs. The zero value is right for use.
type Options struct {
	// Steps bounds the work: sets of questions tried, branches taken. 0 is
	// DefaultSteps. A search that needs more answers with the best design found
	// and says that it is not proven.
	Steps int64
	// Quick leaves out what needs further searches: the price of each question,
	// stability, the naive design, and prices of alternatives.
	Quick bool
	// Prices has the model's price list; nil is the program's own lists.
	Prices *cost.Catalog
}

// DefaultSteps is enough for all but models in which more than fifteen
// questions of one entity could share one index.
const DefaultSteps = 1_000_000

// Search finds the cheapest design in which every question of the model is one
// request. Questions that cannot be are refused, with their alternatives, and
// the others are answered. It is deterministic: the same model gives the same
// result, byte for byte. The error is that of ctx, or says what of the model
// the planner cannot take.
func Search(ctx context.Context, m *model.Model, o Options) (*Result, error) {
	if o.Steps == 0 {
		o.Steps = DefaultSteps
	}
	price, list, err := pricesOf(m.Settings.Prices, o.Prices)
	if err != nil {
		return nil, err
	}
	r := &run{ctx: ctx, m: m, o: o, price: price, list: list}
	if err := r.solve(); err != nil {
		return nil, err
	}
	return r.result()
}

// run is one Search.
type run struct {
	ctx   context.Context
	m     *model.Model
	o     Options
	price prices
	list  *cost.PriceList

	active    *model.Model // without refused questions
	p         *problem     // of active
	s         *solver
	sol       *solution
	refused   []Refused
	hooks     hooks
	unlimited int64    // price of the best design without the limits of a table, 0 where they do not matter
	notes     []string // warnings of the search
	auto      []string // questions whose number of shards the search found
}

// solve finds the design of all questions that can be answered, and the
// refusals of the others.
func (r *run) solve() error {
	r.refuseStatements()
	r.refuseStale()
	for {
		if err := r.attempt(); err != nil {
			return err
		}
		if r.sol.total < never {
			return r.keepLimits()
		}
		if r.shardHot() {
			continue
		}
		if !r.refuseUnanswered() && !r.refuseTogether() {
			return fmt.Errorf("plan: model %s: no base key is possible; this is a fault of the planner", r.m.Name)
		}
	}
}

// attempt compiles and solves the active questions.
func (r *run) attempt() error {
	r.active = without(r.m, r.isRefused)
	var err error
	if r.p, err = compile(r.active, r.price, r.hooks); err != nil {
		return err
	}
	r.s = newSolver(r.ctx, r.p, r.o.Steps)
	r.sol = r.s.solve()
	return r.ctx.Err()
}

func (r *run) isRefused(q *model.Question) bool {
	return slices.ContainsFunc(r.refused, func(x Refused) bool { return x.Question == q.Name })
}

// refuseStatements takes over what the model file refuses.
func (r *run) refuseStatements() {
	for _, q := range r.m.Questions {
		for _, f := range q.Refusals {
			r.refused = append(r.refused, Refused{Question: q.Name, Code: f.Code, Pos: f.Pos, Columns: f.Columns, Reason: f.Reason, Cure: f.Cure})
		}
	}
}

func (r *run) refuse(q *model.Question, f fault) {
	r.refused = append(r.refused, Refused{Question: q.Name, Code: f.code, Pos: q.Pos, Columns: f.columns, Reason: f.reason, Cure: f.cure})
}
