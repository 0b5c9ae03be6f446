package bill

import (
	"fmt"
	"math/big"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/traffic"
)

// throughput bills reads and writes.
func (w *writer) throughput() {
	if w.Options.Mode == OnDemand {
		w.requests()
	} else {
		w.capacity()
	}
	w.savingsPlan()
}

// perSecond is the load of a touch in units a second.
func perSecond(op *traffic.Op, t *traffic.Touch) *big.Rat {
	return times(rat(int64(op.Rate), million), rat(t.Times, million), rat(int64(t.Units), 2))
}

// load prints how the load of a touch came about.
func load(op *traffic.Op, t *traffic.Touch) string {
	unit, block := "write unit", "1 KB"
	if t.Reads {
		unit, block = "read unit", "4 KB"
	}
	text := op.Rate.String()
	if t.Times != million {
		text += fmt.Sprintf(" x %s%s", show(rat(t.Times, million)), outcome(t))
	}
	units := rat(int64(t.Units), 2)
	if units.Cmp(rat(1, 1)) != 0 {
		unit += "s"
	}
	return fmt.Sprintf("%s x %s %s (%s bytes in %s)", text, show(units), unit, count(t.Bytes), block)
}

func outcome(t *traffic.Touch) string {
	if t.Outcome == "" {
		return " of the rows"
	}
	return " of the rows (" + t.Outcome + ")"
}

func partOf(t *traffic.Touch) Part {
	switch {
	case t.Reads:
		return Reads
	case t.Kind == traffic.IndexEntry || t.Kind == traffic.FollowIdx:
		return IndexWrites
	}
	return Writes
}

func lineOf(op *traffic.Op, t *traffic.Touch) Line {
	return Line{Part: partOf(t), Op: op.Name, Place: t.Place, Item: t.Item, What: what(op, t)}
}

func what(op *traffic.Op, t *traffic.Touch) string {
	switch t.Kind {
	case traffic.ReadItems:
		return op.Operation
	case traffic.BaseItem:
		return "item " + t.Item
	case traffic.IndexEntry:
		if t.Outcome != "" {
			return t.Item + " " + t.Outcome
		}
		return t.Item
	case traffic.Doubled:
		return "item " + t.Item + ", once more in a transaction"
	case traffic.ReadFirst:
		return "reads " + t.Item + " first"
	case traffic.ReadParent:
		return "reads the parent " + t.Item
	}
	return "copies in " + t.Item
}

// requests bills on-demand throughput.
func (w *writer) requests() {
	seconds := rat(w.List.MonthSeconds, 1)
	for _, op := range w.Traffic.Ops {
		for i := range op.Touches {
			t := &op.Touches[i]
			q := times(perSecond(op, t), seconds)
			item, unit := w.requestItem(t)
			w.line(lineOf(op, t), w.List, item, q, "leave --replicas out",
				fmt.Sprintf("%s x %s s = %s %s", load(op, t), count(w.List.MonthSeconds), show(q), unit))
		}
	}
}

// requestItem is what a touch is priced as: writes of a global table's items
// are replicated writes in every Region, also in the table's own.
func (w *writer) requestItem(t *traffic.Touch) (cost.Item, string) {
	switch {
	case t.Reads:
		return cost.ReadRequest, "read units"
	case len(w.Options.Replicas) > 0 && partOf(t) == Writes:
		return cost.ReplicatedWriteRequest, "replicated write units"
	}
	return cost.WriteRequest, "write units"
}

// pool is the provisioned capacity of a place in one direction.
type pool struct {
	place *traffic.Place
	reads bool
	load  *big.Rat // mean units a second
	uses  []use
}

type use struct {
	op *traffic.Op
	t  *traffic.Touch
}

// pools gathers the load by the place whose capacity it uses.
func pools(t *traffic.Traffic) []*pool {
	var list []*pool
	for _, p := range t.Places {
		if p.Capacity != p {
			continue
		}
		for _, reads := range []bool{true, false} {
			q := &pool{place: p, reads: reads, load: new(big.Rat)}
			for _, op := range t.Ops {
				for i := range op.Touches {
					if u := &op.Touches[i]; u.Place.Capacity == p && u.Reads == reads {
						q.uses = append(q.uses, use{op, u})
						q.load.Add(q.load, perSecond(op, u))
					}
				}
			}
			list = append(list, q)
		}
	}
	return list
}

// Units are the read and write units that a steady load asks for, by place
// with capacity of its own, at a target use in percent (70 for 0).
func Units(t *traffic.Traffic, target int64) map[*traffic.Place][2]int64 {
	if target == 0 {
		target = defaultTarget
	}
	units := map[*traffic.Place][2]int64{}
	for _, p := range pools(t) {
		u, direction := units[p.place], 1
		if p.reads {
			direction = 0
		}
		u[direction] = max(1, ceil(times(p.load, rat(100, target))))
		units[p.place] = u
	}
	return units
}

// level is a part of the day and the capacity that is provisioned in it.
type level struct {
	hours int64 // of a day
	units int64
	step  string
}

// levels are what is provisioned for a load through a day.
func (o *Options) levels(load *big.Rat) []level {
	target := rat(o.TargetUse, 100)
	units := func(factor *big.Rat, when string) (int64, string) {
		need := times(load, factor, new(big.Rat).Inv(target))
		n := max(o.Floor, ceil(need))
		return n, fmt.Sprintf("%s/s x %s%s / %d%% = %s, provisioned %s", show(load), show(factor), when, o.TargetUse, show(need), count(n))
	}
	peak, rest := rat(o.Peak.Times, 1000), rat(24*1000-o.Peak.Times*o.Peak.Hours, 1000*(24-o.Peak.Hours))
	high, highStep := units(peak, " at the peak")
	if o.Mode == Provisioned || peak.Cmp(rest) == 0 {
		return []level{{24, high, highStep}}
	}
	low, lowStep := units(rest, " at other hours")
	return []level{{o.Peak.Hours, high, highStep}, {24 - o.Peak.Hours, low, lowStep}}
}

// capacity bills provisioned throughput. Each place's capacity is split over
// what uses it, by use.
func (w *writer) capacity() {
	var least [2]int64 // units provisioned at all hours, over all places: reads, writes
	for _, p := range pools(w.Traffic) {
		hours := new(big.Rat) // unit hours in a month
		var steps []string
		low := int64(1) << 62
		for _, l := range w.Options.levels(p.load) {
			part := rat(w.List.MonthSeconds/3600*l.hours, 24)
			hours.Add(hours, times(rat(l.units, 1), part))
			low = min(low, l.units)
			steps = append(steps, fmt.Sprintf("%s for %s hours", l.step, show(part)))
		}
		item := w.hourItem(p.reads)
		direction := 1
		if p.reads {
			direction = 0
		}
		least[direction] += low
		w.split(p, hours, item, steps)
	}
	w.reserve(least)
}

func (w *writer) hourItem(reads bool) cost.Item {
	switch {
	case reads:
		return cost.ReadCapacityHour
	case len(w.Options.Replicas) > 0:
		return cost.ReplicatedWriteCapacityHour
	}
	return cost.WriteCapacityHour
}

// split adds a line for each use of a pool, in proportion; what rounding
// leaves is the last one's.
func (w *writer) split(p *pool, hours *big.Rat, item cost.Item, steps []string) {
	if p.load.Sign() == 0 {
		unit := "writes"
		if p.reads {
			unit = "reads"
		}
		w.line(Line{Part: Unused, Place: p.place, What: unit + " are provisioned, and there are none"}, w.List, item, hours, "leave --replicas out", steps...)
		return
	}
	left := new(big.Rat).Set(hours)
	for i, u := range p.uses {
		share := times(hours, perSecond(u.op, u.t), new(big.Rat).Inv(p.load))
		if i == len(p.uses)-1 {
			share.Set(left)
		}
		left.Sub(left, share)
		own := append([]string{fmt.Sprintf("%s = %s/s of %s/s at %s", load(u.op, u.t), show(perSecond(u.op, u.t)), show(p.load), p.place)}, steps...)
		own = append(own, fmt.Sprintf("%s unit hours x %s / %s", show(hours), show(perSecond(u.op, u.t)), show(p.load)))
		w.line(lineOf(u.op, u.t), w.List, item, share, "leave --replicas out", own...)
	}
}

// reserve takes the discount on capacity that is provisioned at all hours, in
// whole blocks. There is none for replicated writes and for Standard-IA.
func (w *writer) reserve(least [2]int64) {
	if w.Options.Reserved == 0 || w.Options.Class != cost.Standard {
		return
	}
	block := cost.Conventions().ReservedBlockUnits
	for i, item := range []cost.Item{cost.ReadCapacityHour, cost.WriteCapacityHour} {
		if i == 1 && len(w.Options.Replicas) > 0 {
			continue
		}
		units := least[i] / block * block
		if units == 0 {
			continue
		}
		hours := rat(units*w.List.MonthSeconds/3600, 1)
		q := times(hours, rat(-w.Options.Reserved, million))
		w.line(Line{Part: Discounts, What: "reserved capacity"}, w.List, item, q, "leave --reserved out",
			fmt.Sprintf("%s units are provisioned at all hours, %s of them in whole blocks of %d", count(least[i]), count(units), block),
			fmt.Sprintf("%s x %s hours x -%s = %s", count(units), count(w.List.MonthSeconds/3600), percent(w.Options.Reserved), show(q)))
	}
}

// savingsPlan takes the discount on all throughput billed so far, reserved
// capacity left out.
func (w *writer) savingsPlan() {
	if w.Options.SavingsPlan == 0 || w.err != nil {
		return
	}
	base := w.Sum(func(*Line) bool { return true })
	amount, err := money(base, rat(-w.Options.SavingsPlan, million))
	w.fail(err)
	w.Lines = append(w.Lines, Line{Part: Discounts, What: "Database Savings Plan", Amount: amount,
		Steps: []string{fmt.Sprintf("%s of throughput x -%s = %s", exact(base), percent(w.Options.SavingsPlan), exact(amount))}})
}
