package report

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/keywright/keywright/bill"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/traffic"
)

// CostReport is the document of `keywright cost`. It is also the contract of
// its --format json: members may be added, never renamed or removed.
type CostReport struct {
	Model       string       `json:"model"`
	Design      string       `json:"design"` // the file, or "planned"
	Line        string       `json:"line"`   // the verdict
	Monthly     cost.Money   `json:"monthly"`
	Prices      string       `json:"prices"` // name of the price list
	Date        string       `json:"date"`   // of the price list
	Modes       []CostMode   `json:"modes"`
	Parts       []CostLine   `json:"parts"`
	Dominant    []CostShare  `json:"dominant"`
	Questions   []CostOp     `json:"questions"`
	Writes      []CostOp     `json:"writes"`
	Places      []CostPlace  `json:"places"`
	Features    []CostLine   `json:"features,omitempty"`
	BreakEven   []string     `json:"breakEven"`
	WhatIf      []CostChange `json:"whatIf,omitempty"`
	Sensitivity []CostChange `json:"sensitivity"`
	Lines       []CostDetail `json:"lines"` // every amount with its arithmetic
	Assumptions []string     `json:"assumptions"`
}

// CostMode is the total in one mode and table class.
type CostMode struct {
	Mode    string     `json:"mode"`
	Class   string     `json:"class"`
	Monthly cost.Money `json:"monthly,omitzero"`
	Why     string     `json:"why,omitempty"` // why there is no total
	Chosen  bool       `json:"chosen,omitempty"`
}

// CostShare is one of the largest parts of a bill.
type CostShare struct {
	What    string     `json:"what"`
	Monthly cost.Money `json:"monthly"`
	Percent int64      `json:"percent"`
}

// CostOp is what a question or a write costs.
type CostOp struct {
	Name       string     `json:"name"`
	Support    bool       `json:"support,omitempty"`
	Operation  string     `json:"operation"`
	On         []string   `json:"on"` // tables and indexes
	Rate       string     `json:"rate"`
	Rows       int64      `json:"rows,omitempty"`
	Units      string     `json:"units"` // of one
	Monthly    cost.Money `json:"monthly"`
	PerMillion cost.Money `json:"perMillion"`     // for a million of them
	Saves      cost.Money `json:"saves,omitzero"` // without the question, keys as they are
	Only       []string   `json:"only,omitempty"` // indexes that serve it alone
	Notes      []string   `json:"notes,omitempty"`
}

// CostPlace is what a table or an index costs.
type CostPlace struct {
	Name    string     `json:"name"`
	Kind    string     `json:"kind"` // table, GSI, LSI
	Serves  []string   `json:"serves"`
	Items   int64      `json:"items"`
	Bytes   int64      `json:"bytes"`
	Reads   cost.Money `json:"reads"`
	Writes  cost.Money `json:"writes"`
	Storage cost.Money `json:"storage"`
	Monthly cost.Money `json:"monthly"`
}

// CostChange is the bill after a change of the model.
type CostChange struct {
	Change  string     `json:"change"`
	Monthly cost.Money `json:"monthly"`
	More    cost.Money `json:"more"`
}

// CostDetail is an amount with its arithmetic.
type CostDetail struct {
	Part       string     `json:"part"`
	Op         string     `json:"op,omitempty"`
	On         string     `json:"on,omitempty"`
	What       string     `json:"what"`
	Monthly    cost.Money `json:"monthly"`
	Steps      []string   `json:"steps"`
	Confidence string     `json:"confidence,omitempty"` // of the price, where not high
}

// FromCost reports on what a design costs.
func FromCost(c *project.Costed) (*CostReport, error) {
	b := c.Bill
	r := &CostReport{
		Model: c.Bound.Model.Name, Design: c.Source, Monthly: b.Total, Prices: b.List.Name, Date: b.List.Date,
		Assumptions: b.Assumptions,
	}
	for _, m := range b.Modes {
		r.Modes = append(r.Modes, CostMode{string(m.Mode), m.Class, m.Total, m.Why, m.Chosen})
	}
	for _, p := range b.Parts() {
		r.Parts = append(r.Parts, CostLine{p.What, p.Amount})
	}
	for _, s := range b.Dominant(6) {
		r.Dominant = append(r.Dominant, CostShare{s.What, s.Amount, s.Percent})
	}
	if err := r.ops(b); err != nil {
		return nil, err
	}
	r.places(b)
	for _, l := range b.Lines {
		r.Lines = append(r.Lines, detailOf(&l))
		if l.Op == "" && l.Place == nil {
			r.Features = append(r.Features, CostLine{l.What, l.Amount})
		}
	}
	for _, x := range b.BreakEven {
		r.BreakEven = append(r.BreakEven, breakEvenText(x))
	}
	for _, x := range c.WhatIf {
		r.WhatIf = append(r.WhatIf, CostChange{x.Change, x.Total, x.More})
	}
	for _, x := range c.Sensitivity {
		r.Sensitivity = append(r.Sensitivity, CostChange{x.Change, x.Total, x.More})
	}
	r.Line = r.verdict(b)
	return r, nil
}

// verdict is the first line: the total, what it would be in the cheapest mode,
// what dominates.
func (r *CostReport) verdict(b *bill.Bill) string {
	mode := map[bill.Mode]string{bill.OnDemand: "on demand", bill.Provisioned: "with provisioned capacity", bill.AutoScaled: "with auto-scaled capacity"}
	line := fmt.Sprintf("%s a month %s", b.Total, mode[b.Options.Mode])
	if b.Options.Class != cost.Standard {
		line += ", Standard-IA"
	}
	line += " in " + b.List.Region
	best := bill.ModeTotal{Total: b.Total}
	for _, m := range b.Modes {
		if m.Why == "" && m.Total < best.Total {
			best = m
		}
	}
	switch {
	case best.Mode == "":
		line += ", the cheapest mode"
	default:
		line += fmt.Sprintf("; %s %s", best.Total, mode[best.Mode])
		if best.Class != cost.Standard {
			line += ", Standard-IA"
		}
	}
	if len(r.Dominant) > 0 {
		line += fmt.Sprintf("; the largest part, %d%%, is %s", r.Dominant[0].Percent, r.Dominant[0].What)
	}
	return line
}

func (r *CostReport) ops(b *bill.Bill) error {
	ops, err := b.Ops()
	if err != nil {
		return err
	}
	for _, c := range ops {
		o := CostOp{
			Name: c.Op.Name, Support: c.Op.Kind == traffic.Support, Operation: manyOf(c.Op), Rate: c.Op.Rate.String(), Rows: c.Op.Rows,
			Units: unitsOf(c.Op), Monthly: c.Monthly, PerMillion: c.PerMillion, Saves: c.Saves, Notes: c.Op.Notes,
		}
		for i := range c.Op.Touches {
			if name := c.Op.Touches[i].Place.String(); !slices.Contains(o.On, name) {
				o.On = append(o.On, name)
			}
		}
		for _, p := range c.Only {
			o.Only = append(o.Only, p.String())
		}
		if c.Op.Kind == traffic.Write {
			r.Writes = append(r.Writes, o)
		} else {
			r.Questions = append(r.Questions, o)
		}
	}
	return nil
}

// manyOf names the operation, and how many of it one answer takes.
func manyOf(op *traffic.Op) string {
	if op.Requests > 1 {
		return fmt.Sprintf("%d x %s", op.Requests, op.Operation)
	}
	return op.Operation
}

// unitsOf is what one question or write consumes in the mean: "4 + 0.5 read".
func unitsOf(op *traffic.Op) string {
	sum := map[bool]*big.Rat{true: new(big.Rat), false: new(big.Rat)}
	for i := range op.Touches {
		t := &op.Touches[i]
		sum[t.Reads].Add(sum[t.Reads], big.NewRat(int64(t.Units)*t.Times, 2_000_000))
	}
	var parts []string
	if op.Kind == traffic.Write || sum[false].Sign() > 0 {
		parts = append(parts, decimal(sum[false]))
	}
	if sum[true].Sign() > 0 {
		text := decimal(sum[true])
		if len(parts) > 0 {
			text += " read"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " + ")
}

func decimal(x *big.Rat) string {
	s := x.FloatString(2)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

func (r *CostReport) places(b *bill.Bill) {
	for _, p := range b.Places() {
		kind := "table"
		switch {
		case p.Place.Local():
			kind = "LSI"
		case p.Place.Index != "":
			kind = "GSI"
		}
		r.Places = append(r.Places, CostPlace{p.Place.String(), kind, p.Serves, p.Items, p.Bytes, p.Reads, p.Writes, p.Storage, p.Monthly})
	}
}

func detailOf(l *bill.Line) CostDetail {
	d := CostDetail{Part: string(l.Part), Op: l.Op, What: l.What, Monthly: l.Amount, Steps: l.Steps, Confidence: l.Confidence}
	if l.Place != nil {
		d.On = l.Place.String()
	}
	return d
}

func breakEvenText(x bill.BreakEven) string {
	what := "writes"
	if x.Reads {
		what = "reads"
	}
	use := new(big.Rat).Mul(x.Use, big.NewRat(100, 1)).FloatString(1)
	return fmt.Sprintf("%s, %s class: provisioned capacity is cheaper from a steady use of %s%% on (%s)", what, x.Class, use, x.Step)
}
