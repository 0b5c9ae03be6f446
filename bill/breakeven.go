package bill

import (
	"fmt"
	"math/big"

	"github.com/keywright/keywright/cost"
)

// BreakEven is the steady use from which provisioned capacity is cheaper than
// on-demand requests of the same Region and class.
type BreakEven struct {
	Class string
	Reads bool
	Use   *big.Rat // of a provisioned unit, from 0 to 1
	Step  string   // the arithmetic
}

func breakEven(o Options) []BreakEven {
	var list []BreakEven
	for _, class := range []string{cost.Standard, cost.StandardIA} {
		requests, err := o.Prices.Prices(cost.ListName(o.Region, true, class))
		if err != nil {
			continue
		}
		capacity, err := o.Prices.Prices(cost.ListName(o.Region, false, class))
		if err != nil {
			continue
		}
		for _, d := range []struct {
			request, hour cost.Item
			reads         bool
		}{{cost.ReadRequest, cost.ReadCapacityHour, true}, {cost.WriteRequest, cost.WriteCapacityHour, false}} {
			r, ok := requests.Price(d.request)
			h, okHour := capacity.Price(d.hour)
			if !ok || !okHour || r.Amount == 0 {
				continue
			}
			use := times(rat(int64(h.Amount), h.Per), rat(r.Per, int64(r.Amount)), rat(1, 3600))
			list = append(list, BreakEven{class, d.reads, use, fmt.Sprintf("%s an hour / (3,600 x %s / %s) = %s%%",
				exact(h.Amount), exact(r.Amount), count(r.Per), new(big.Rat).Mul(use, rat(100, 1)).FloatString(1))})
		}
	}
	return list
}

// spread is what requests cost more where the sizes of items vary so much that
// the mean of the rounded-up sizes is half a unit above the mean size.
func (b *Bill) spread() cost.Money {
	var sum cost.Money
	write, read := cost.WriteRequest, cost.ReadRequest
	seconds := rat(b.List.MonthSeconds, 1)
	if b.Options.Mode != OnDemand {
		write, read = cost.WriteCapacityHour, cost.ReadCapacityHour
		seconds = rat(b.List.MonthSeconds/36, b.Options.TargetUse) // hours, at the target use
	}
	for _, op := range b.Traffic.Ops {
		for i := range op.Touches {
			t := &op.Touches[i]
			item, block, units := write, int64(1024), rat(int64(t.Units), 2)
			if t.Reads {
				item, block = read, 4096
			}
			mean := new(big.Rat).Add(rat(t.Bytes, block), rat(1, 2))
			blocks := rat(max(1, ceil(rat(t.Bytes, block))), 1)
			if mean.Cmp(blocks) <= 0 {
				continue
			}
			more := times(units, new(big.Rat).Sub(mean, blocks), new(big.Rat).Inv(blocks))
			p, ok := b.List.Price(item)
			if m, err := money(p.Amount, times(more, rat(int64(op.Rate), million), rat(t.Times, million), seconds, rat(1, p.Per))); ok && err == nil {
				sum += m
			}
		}
	}
	return sum
}

// assume says what the bill rests on.
func (b *Bill) assume() {
	t := cost.Conventions()
	add := func(format string, args ...any) { b.Assumptions = append(b.Assumptions, fmt.Sprintf(format, args...)) }
	add("a month is %d hours, a GB is %s bytes, everywhere", t.MonthHours, count(t.GigabyteBytes))
	add("each stored item and index entry is billed with %d bytes more", t.ItemOverheadBytes)
	add("units are those of items of mean size; where sizes vary by more than a unit, it is up to %s a month more (half a unit for each)", b.spread())
	if b.Options.Mode != OnDemand {
		o := &b.Options
		if o.Peak.Times == 1000 {
			add("the load is the same at all hours; --peak 3x8h says otherwise")
		} else {
			rest := rat(24*1000-o.Peak.Times*o.Peak.Hours, 1000*(24-o.Peak.Hours))
			add("%d hours of a day at %s times the mean load, the others at %s times", o.Peak.Hours, thousandths(o.Peak.Times), show(rest))
		}
		add("capacity is provisioned for a use of %d%%, at least %d units in each direction for the table and for each global index", o.TargetUse, o.Floor)
	}
	add("free tiers are left out")
	if b.Options.Reserved > 0 {
		add("reserved capacity: %s", t.ReservedNote)
	}
	if len(b.Options.Replicas) > 0 {
		add("the load is written in one Region and read there; a transaction's second unit is paid there alone")
	}
	b.Assumptions = append(b.Assumptions, b.Traffic.Notes...)
}
