// Package bill prices what a model consumes on a design: a line for each
// question, write, index and stored item type, in every capacity mode and table
// class, with the arithmetic of each line. Amounts are exact integers, the
// quantities that they are made of exact fractions; no floating point is used.
// Start at Of.
package bill

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/traffic"
)

// Mode is how throughput is paid.
type Mode string

// The modes. Provisioned capacity is set for the peak and stays; AutoScaled
// capacity follows the day's two levels.
const (
	OnDemand    Mode = "on-demand"
	Provisioned Mode = "provisioned"
	AutoScaled  Mode = "auto-scaled"
)

// Options say what is priced. The zero Options price the model's own mode in
// its Region.
type Options struct {
	Prices *cost.Catalog // nil for the program's own
	Region string        // "" for the model's
	Mode   Mode          // "" for the model's
	Class  string        // "" for the model's; cost.Standard or cost.StandardIA

	Peak      Peak
	TargetUse int64 // percent of provisioned capacity that is to be used, 70 by default
	Floor     int64 // units that auto-scaling keeps at least in each direction, 1 by default

	Reserved    int64 // discount on reserved capacity, in millionths; 0 for none
	SavingsPlan int64 // discount of a Database Savings Plan on throughput, in millionths

	Replicas      []string // other Regions of a global table
	PITR          bool     // point-in-time recovery
	WarmBackups   int64    // full on-demand backups kept
	ColdBackups   int64
	Exports       int64      // full exports to S3 a month
	StreamCalls   model.Rate // GetRecords calls of stream readers
	ChangeCapture bool       // to Kinesis Data Streams
}

// Peak is a day of two levels: Hours of it at Times the mean rate, the rest
// at what is left. The zero Peak is a steady load.
type Peak struct {
	Times int64 // thousandths of the mean
	Hours int64
}

const defaultTarget = 70

// Validate checks the options. Errors name the flag and the cure.
func (o *Options) Validate() error {
	switch {
	case o.TargetUse < 0 || o.TargetUse > 100:
		return fmt.Errorf("a target use of %d %%: it is from 1 to 100", o.TargetUse)
	case o.Floor < 0:
		return fmt.Errorf("a floor of %d units: it is at least 1", o.Floor)
	case o.Reserved < 0 || o.Reserved >= million:
		return fmt.Errorf("a reserved discount of %s: it is from 0%% to below 100%%", percent(o.Reserved))
	case o.SavingsPlan < 0 || o.SavingsPlan >= million:
		return fmt.Errorf("a savings plan's discount of %s: it is from 0%% to below 100%%", percent(o.SavingsPlan))
	case o.WarmBackups < 0 || o.ColdBackups < 0 || o.Exports < 0 || o.StreamCalls < 0:
		return fmt.Errorf("numbers of backups, exports and calls are not negative")
	case o.Peak != Peak{} && (o.Peak.Hours < 1 || o.Peak.Hours > 23):
		return fmt.Errorf("a peak of %d hours: it lasts 1 to 23 hours of a day", o.Peak.Hours)
	case o.Peak != Peak{} && o.Peak.Times < 1000:
		return fmt.Errorf("a peak of %s times the mean: it is at least 1", thousandths(o.Peak.Times))
	case o.Peak.Times*o.Peak.Hours > 24*1000:
		return fmt.Errorf("a peak of %s times the mean for %d hours is more than the whole day's load: at most %s times",
			thousandths(o.Peak.Times), o.Peak.Hours, thousandths(24*1000/o.Peak.Hours))
	case o.Mode != "" && !slices.Contains([]Mode{OnDemand, Provisioned, AutoScaled}, o.Mode):
		return fmt.Errorf("mode %q is not one of on-demand, provisioned, auto-scaled", o.Mode)
	case o.Class != "" && o.Class != cost.Standard && o.Class != cost.StandardIA:
		return fmt.Errorf("table class %q is not one of standard, standard-ia", o.Class)
	}
	return nil
}

// Bill is what a design costs a month.
type Bill struct {
	Traffic *traffic.Traffic
	Options Options // with the defaults filled in
	List    *cost.PriceList
	Lines   []Line
	Total   cost.Money
	// Modes are the totals of all modes and classes that the Region's list
	// has prices for, and why it has not for others.
	Modes       []ModeTotal
	BreakEven   []BreakEven
	Assumptions []string
}

// Part says what kind of cost a line is.
type Part string

// The parts of a bill.
const (
	Reads       Part = "reads"
	Writes      Part = "writes"
	IndexWrites Part = "index writes"
	Storage     Part = "storage"
	Unused      Part = "floors" // provisioned capacity that nothing uses
	Discounts   Part = "discounts"
	Replicas    Part = "replicas"
	Backups     Part = "backups"
	Streams     Part = "streams"
	Exports     Part = "exports"
)

// Line is an amount and how it came about.
type Line struct {
	Part   Part
	Op     string // question or write, "" for none
	Place  *traffic.Place
	Item   string // item type
	What   string // what it is for, in a few words
	Amount cost.Money
	// Steps are the arithmetic, line by line, the last with the amount.
	Steps []string
	// Confidence of the price, where it is not high.
	Confidence string
}

// ModeTotal is the total in one mode and class.
type ModeTotal struct {
	Mode   Mode
	Class  string
	Total  cost.Money
	Why    string // why there is no total, "" where there is
	Chosen bool
}

// Of prices the traffic of a model.
func Of(t *traffic.Traffic, o Options) (*Bill, error) {
	if err := o.defaults(t.Bound.Model.Settings.Prices); err != nil {
		return nil, err
	}
	b, err := priced(t, o)
	if err != nil {
		return nil, err
	}
	for _, class := range []string{cost.Standard, cost.StandardIA} {
		for _, mode := range []Mode{OnDemand, Provisioned, AutoScaled} {
			b.Modes = append(b.Modes, b.inMode(mode, class))
		}
	}
	b.BreakEven = breakEven(o)
	b.assume()
	return b, nil
}

// inMode is the total in another mode.
func (b *Bill) inMode(mode Mode, class string) ModeTotal {
	m := ModeTotal{Mode: mode, Class: class, Chosen: mode == b.Options.Mode && class == b.Options.Class}
	if m.Chosen {
		m.Total = b.Total
		return m
	}
	o := b.Options
	o.Mode, o.Class = mode, class
	other, err := priced(b.Traffic, o)
	if err != nil {
		m.Why = err.Error()
		return m
	}
	m.Total = other.Total
	return m
}

// priced writes the lines of one mode.
func priced(t *traffic.Traffic, o Options) (*Bill, error) {
	list, err := o.Prices.Prices(cost.ListName(o.Region, o.Mode == OnDemand, o.Class))
	if err != nil {
		return nil, err
	}
	b := &Bill{Traffic: t, Options: o, List: list}
	w := &writer{Bill: b}
	w.throughput()
	w.storage(list, len(o.Replicas) > 0, Storage, "")
	w.replicas()
	w.features()
	for i := range b.Lines {
		if b.Total, err = cost.Sum(b.Total, b.Lines[i].Amount); err != nil {
			w.fail(err)
		}
	}
	return b, w.err
}

// defaults fills in what is not given.
func (o *Options) defaults(prices string) error {
	if err := o.Validate(); err != nil {
		return err
	}
	region, mode, class := splitName(prices)
	if o.Prices == nil {
		o.Prices = cost.NewCatalog()
	}
	if o.Region == "" {
		o.Region = region
	}
	if o.Mode == "" {
		o.Mode = mode
	}
	if o.Class == "" {
		o.Class = class
	}
	if o.TargetUse == 0 {
		o.TargetUse = defaultTarget
	}
	o.Floor = max(1, o.Floor)
	if o.Peak == (Peak{}) {
		o.Peak = Peak{Times: 1000, Hours: 23}
	}
	if o.Mode == "" {
		return &cost.NoPricesError{Name: prices, Known: o.Prices.Names()}
	}
	if slices.Contains(o.Replicas, o.Region) {
		return fmt.Errorf("a replica in %s: the table itself is there; name other Regions", o.Region)
	}
	return nil
}

// splitName takes a price list's name apart: us-east-1/on-demand/standard-ia.
func splitName(name string) (region string, mode Mode, class string) {
	for _, class := range []string{cost.Standard, cost.StandardIA} {
		for _, m := range []Mode{OnDemand, Provisioned} {
			if region, ok := cutSuffix(name, cost.ListName("", m == OnDemand, class)); ok {
				return region, m, class
			}
		}
	}
	return name, "", cost.Standard
}

// Sum adds the amounts of the lines that match.
func (b *Bill) Sum(match func(*Line) bool) cost.Money {
	var sum cost.Money
	for i := range b.Lines {
		if match(&b.Lines[i]) {
			sum += b.Lines[i].Amount // cannot overflow: Total did not
		}
	}
	return sum
}

// TotalOf is the total of the bill alone.
func TotalOf(t *traffic.Traffic, o Options) (cost.Money, error) {
	if err := o.defaults(t.Bound.Model.Settings.Prices); err != nil {
		return 0, err
	}
	b, err := priced(t, o)
	if err != nil {
		return 0, err
	}
	return b.Total, nil
}
