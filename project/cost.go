package project

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"

	"github.com/keywright/keywright/bill"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/traffic"
)

// CostOptions say what Cost prices.
type CostOptions struct {
	Bill   bill.Options
	Prices []string // files of price lists, beside or in place of the program's own
	WhatIf []string // changes: "matches x10"
}

// Costed is what a design costs.
type Costed struct {
	Bound  *design.Bound
	Source string // the design's file, or "planned"
	Bill   *bill.Bill
	WhatIf []WhatIf
	// Sensitivity is what the bill would be if each question, write and entity
	// were ten times as much, the dearest first.
	Sensitivity []WhatIf
}

// WhatIf is the bill after a change.
type WhatIf struct {
	Change string
	Total  cost.Money
	More   cost.Money // than the bill; below zero where it is less
}

// Cost prices a design of the project: the one named, else design.json, else
// a planned one.
func (p *Project) Cost(ctx context.Context, designName string, o CostOptions) (*Costed, error) {
	catalog, err := readPrices(o.Prices)
	if err != nil {
		return nil, err
	}
	o.Bill.Prices = catalog
	b, source, err := p.designFor(ctx, designName, catalog)
	if err != nil {
		return nil, err
	}
	out := &Costed{Bound: b, Source: source}
	if out.Bill, err = price(b, o.Bill); err != nil {
		return nil, err
	}
	for _, text := range o.WhatIf {
		changes, err := model.ParseChanges(text)
		if err != nil {
			return nil, &InputError{Err: fmt.Errorf("--what-if: %w", err)}
		}
		x, err := p.whatIf(out, o.Bill, text, changes...)
		if err != nil {
			return nil, err
		}
		out.WhatIf = append(out.WhatIf, x)
	}
	return out, p.sensitivity(out, o.Bill)
}

// designFor returns a design and its name in messages.
func (p *Project) designFor(ctx context.Context, name string, prices *cost.Catalog) (*design.Bound, string, error) {
	if name == "" && p.HasDesign() {
		name = DesignFile
	}
	if name != "" {
		b, err := p.Design(name)
		return b, name, err
	}
	b, err := p.designOrPlan(ctx, "", prices)
	return b, "planned", err
}

// readPrices reads price lists of files.
func readPrices(files []string) (*cost.Catalog, error) {
	c := cost.NewCatalog()
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, &InputError{Err: fmt.Errorf("no price list at %s: %w", name, cause(err)), Next: "docs/cost.md shows the form of one"}
		}
		if err := c.Add(filepath.ToSlash(name), src); err != nil {
			return nil, &InputError{Err: err, Next: "docs/cost.md shows the form of a price list"}
		}
	}
	return c, nil
}

func price(b *design.Bound, o bill.Options) (*bill.Bill, error) {
	t, err := traffic.Of(b)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	out, err := bill.Of(t, o)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	return out, nil
}

// scaled binds a design to a changed model.
func (p *Project) scaled(d *design.Design, changes ...model.Change) (*design.Bound, error) {
	src, err := p.read(p.file)
	if err != nil {
		return nil, err
	}
	m, err := model.Parse(p.ModelFile, src)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	for _, change := range changes {
		if err := m.Scale(change); err != nil {
			return nil, &InputError{Err: fmt.Errorf("what if %s: %w", change, err)}
		}
	}
	b, err := design.Bind(m, d)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	return b, nil
}

// changed binds a design to the model after all changes of --what-if.
func (p *Project) changed(b *design.Bound, texts []string) (*design.Bound, error) {
	var all []model.Change
	for _, text := range texts {
		changes, err := model.ParseChanges(text)
		if err != nil {
			return nil, &InputError{Err: fmt.Errorf("--what-if: %w", err)}
		}
		all = append(all, changes...)
	}
	return p.scaled(b.Design, all...)
}

// whatIf prices the design for a changed model.
func (p *Project) whatIf(c *Costed, o bill.Options, text string, changes ...model.Change) (WhatIf, error) {
	b, err := p.scaled(c.Bound.Design, changes...)
	if err != nil {
		return WhatIf{}, err
	}
	t, err := traffic.Of(b)
	if err != nil {
		return WhatIf{}, &InputError{Err: err}
	}
	total, err := bill.TotalOf(t, o)
	if err != nil {
		return WhatIf{}, &InputError{Err: fmt.Errorf("what if %s: %w", text, err)}
	}
	return WhatIf{Change: text, Total: total, More: total - c.Bill.Total}, nil
}

// sensitivity works out ten times of everything. A rate's is its own cost nine
// times more on demand; in other modes, and for entities, all is priced anew.
func (p *Project) sensitivity(c *Costed, o bill.Options) error {
	ten := big.NewRat(10, 1)
	linear := c.Bill.Options.Mode == bill.OnDemand && c.Bill.Options.SavingsPlan == 0 && len(c.Bill.Options.Replicas) == 0 && !c.Bill.Options.ChangeCapture
	for _, op := range c.Bill.Traffic.Ops {
		change := model.Change{Name: op.Name, Factor: ten}
		switch {
		case op.Kind == traffic.Support:
			continue
		case linear && !followed(op):
			more := 9 * c.Bill.Sum(func(l *bill.Line) bool { return l.Op == op.Name })
			c.Sensitivity = append(c.Sensitivity, WhatIf{change.String(), c.Bill.Total + more, more})
			continue
		}
		if err := p.addSensitivity(c, o, change); err != nil {
			return err
		}
	}
	for _, e := range p.Model.Entities {
		name := e.Name
		if c.Bill.Traffic.Op(name) != nil {
			name += "s" // the name alone is the question's or the write's
		}
		if err := p.addSensitivity(c, o, model.Change{Name: name, Factor: ten}); err != nil {
			return err
		}
	}
	slices.SortStableFunc(c.Sensitivity, func(a, b WhatIf) int { return compareMoney(b.More, a.More) })
	return nil
}

// followed says whether copies follow a write, whose support question then is
// asked more often too.
func followed(op *traffic.Op) bool {
	return slices.ContainsFunc(op.Touches, func(t traffic.Touch) bool { return t.Kind == traffic.FollowItem })
}

func (p *Project) addSensitivity(c *Costed, o bill.Options, change model.Change) error {
	x, err := p.whatIf(c, o, change.String(), change)
	if err == nil {
		c.Sensitivity = append(c.Sensitivity, x)
	}
	return err
}

func compareMoney(a, b cost.Money) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
