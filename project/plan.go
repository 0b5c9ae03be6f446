package project

import (
	"bytes"
	"context"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/plan"
	"github.com/keywright/keywright/prove"
)

// Planned is a design that was planned, and its proof.
type Planned struct {
	Plan   *plan.Result
	Bound  *design.Bound
	Proof  *prove.Report // nil where no proof was asked for
	Charts []Chart
}

// PlanOptions say what Plan does besides planning.
type PlanOptions struct {
	Prices  []string // files of price lists, beside or in place of the program's own
	Search  plan.Options
	NoProof bool
	Prove   prove.Options
}

// Plan finds the cheapest design and proves it.
func (p *Project) Plan(ctx context.Context, o PlanOptions) (*Planned, error) {
	var err error
	if o.Search.Prices, err = readPrices(o.Prices); err != nil {
		return nil, err
	}
	out, err := p.search(ctx, o.Search)
	if err != nil {
		return nil, err
	}
	if out.Charts, err = p.Charts(ctx, out.Bound); err != nil {
		return nil, err
	}
	if o.NoProof {
		return out, nil
	}
	o.Prove.Partial = true // what the planner refuses is in the report
	out.Proof, err = p.Prove(ctx, out.Bound, o.Prove)
	return out, err
}

func (p *Project) search(ctx context.Context, o plan.Options) (*Planned, error) {
	res, err := plan.Search(ctx, p.Model, o)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	b, err := p.bind("the planned design", res.Design)
	if err != nil {
		return nil, err
	}
	return &Planned{Plan: res, Bound: b}, nil
}

// designOrPlan returns the design of that name; where none is named,
// design.json, or without one a planned design, at the program's own prices
// where prices is nil.
func (p *Project) designOrPlan(ctx context.Context, name string, prices *cost.Catalog) (*design.Bound, error) {
	if name != "" || p.HasDesign() {
		return p.Design(name)
	}
	out, err := p.search(ctx, plan.Options{Prices: prices})
	if err != nil {
		return nil, err
	}
	return out.Bound, nil
}

// SameDesign says whether the project's design file of that name is the
// planned design, byte for byte.
func (p *Project) SameDesign(name string, planned *design.Design) (bool, error) {
	src, _, err := p.designSource(name)
	if err != nil {
		return false, err
	}
	return bytes.Equal(src, planned.Format()), nil
}
