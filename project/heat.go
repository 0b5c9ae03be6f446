package project

import (
	"context"

	"github.com/keywright/keywright/bill"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/forecast"
	"github.com/keywright/keywright/heat"
	"github.com/keywright/keywright/traffic"
)

// HeatOptions say what Heat plays.
type HeatOptions struct {
	Forecast forecast.Options
	// Provisioned is the capacity of each table and each global index; the
	// zero Units let the model's capacity mode decide: on demand, or
	// provisioned for the mean load at the bill's target use.
	Provisioned heat.Units
	Warm        heat.Units // throughput that on-demand places were prepared for
	TargetUse   int64      // percent, 70 by default
	Prices      []string   // files of price lists
	WhatIf      []string
}

// Heated is what a design's traffic does to its partitions.
type Heated struct {
	Bound    *design.Bound
	Source   string
	Forecast *forecast.Forecast
	// Prices are those of the model's Region and mode, nil where there is no
	// list of it.
	Prices *cost.PriceList
}

// Heat plays the traffic of the model on a design: the one named, else
// design.json, else a planned one.
func (p *Project) Heat(ctx context.Context, designName string, o HeatOptions) (*Heated, error) {
	catalog, err := readPrices(o.Prices)
	if err != nil {
		return nil, err
	}
	b, source, err := p.designFor(ctx, designName, catalog)
	if err != nil {
		return nil, err
	}
	if len(o.WhatIf) > 0 {
		if b, err = p.changed(b, o.WhatIf); err != nil {
			return nil, err
		}
	}
	t, err := traffic.Of(b)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	out := &Heated{Bound: b, Source: source}
	out.Prices, _ = catalog.Prices(b.Model.Settings.Prices) // heat does without
	o.Forecast.Capacity = capacityOf(t, o, out.Prices)
	if out.Forecast, err = forecast.Of(t, o.Forecast); err != nil {
		return nil, &InputError{Err: err}
	}
	return out, nil
}

// capacityOf is what each table and index may serve.
func capacityOf(t *traffic.Traffic, o HeatOptions, prices *cost.PriceList) func(*traffic.Place) heat.Capacity {
	if o.Provisioned != (heat.Units{}) {
		return func(*traffic.Place) heat.Capacity { return heat.Capacity{Provisioned: o.Provisioned} }
	}
	if prices == nil || prices.OnDemand {
		return func(*traffic.Place) heat.Capacity { return heat.Capacity{OnDemand: true, Warm: o.Warm} }
	}
	units := bill.Units(t, o.TargetUse)
	return func(p *traffic.Place) heat.Capacity {
		u := units[p]
		return heat.Capacity{Provisioned: heat.Units{Read: u[0], Write: u[1]}}
	}
}
