package bill

import (
	"cmp"
	"slices"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/traffic"
)

// OpCost is what one question or write costs.
type OpCost struct {
	Op      *traffic.Op
	Monthly cost.Money
	// PerMillion is what a million of them cost.
	PerMillion cost.Money
	// Saves is what the design as it is would cost less without the question:
	// its reads, and the indexes that serve no other. 0 for writes.
	Saves cost.Money
	Only  []*traffic.Place // the indexes that serve no other question
}

// Ops are the costs of all questions and writes, in the traffic's order.
func (b *Bill) Ops() ([]OpCost, error) {
	var list []OpCost
	for _, op := range b.Traffic.Ops {
		c := OpCost{Op: op, Monthly: b.Sum(func(l *Line) bool { return l.Op == op.Name })}
		if op.Rate > 0 {
			asked := times(rat(int64(op.Rate), million), rat(b.List.MonthSeconds, million))
			var err error
			if c.PerMillion, err = money(c.Monthly, asked.Inv(asked)); err != nil {
				return nil, err
			}
		}
		if op.Kind == traffic.Question {
			c.Saves = c.Monthly
			for _, p := range b.Traffic.Places {
				if served := b.Serves(p); p.Index != "" && len(served) == 1 && served[0] == op.Name {
					c.Only = append(c.Only, p)
					c.Saves += b.Sum(func(l *Line) bool { return l.Place == p && l.Op != op.Name })
				}
			}
		}
		list = append(list, c)
	}
	return list, nil
}

// Serves are the names of the questions that read a place.
func (b *Bill) Serves(p *traffic.Place) []string {
	var list []string
	for _, op := range b.Traffic.Ops {
		for i := range op.Touches {
			if t := &op.Touches[i]; t.Kind == traffic.ReadItems && t.Place == p && !slices.Contains(list, op.Name) {
				list = append(list, op.Name)
			}
		}
	}
	return list
}

// PlaceCost is what a table or an index costs.
type PlaceCost struct {
	Place                           *traffic.Place
	Serves                          []string
	Items                           int64
	Bytes                           int64 // stored, with what is billed beside
	Reads, Writes, Storage, Monthly cost.Money
}

// Places are the costs of all tables and indexes, in the design's order.
func (b *Bill) Places() []PlaceCost {
	var list []PlaceCost
	for _, p := range b.Traffic.Places {
		at := func(parts ...Part) cost.Money {
			return b.Sum(func(l *Line) bool { return l.Place == p && slices.Contains(parts, l.Part) })
		}
		c := PlaceCost{Place: p, Serves: b.Serves(p), Reads: at(Reads), Writes: at(Writes, IndexWrites, Unused), Storage: at(Storage)}
		c.Monthly = b.Sum(func(l *Line) bool { return l.Place == p })
		for i := range b.Traffic.Stored {
			if s := &b.Traffic.Stored[i]; s.Place == p {
				c.Items += s.Count
				c.Bytes += s.Count * (s.Bytes + b.List.ItemOverheadBytes)
			}
		}
		list = append(list, c)
	}
	return list
}

// Share is a part of the bill that is worth a name.
type Share struct {
	What    string
	Amount  cost.Money
	Percent int64 // of the total, rounded
}

// Dominant are the largest parts of the bill, at most n: each question's
// reads, each write's items, its entries in each index, each place's storage,
// each feature.
func (b *Bill) Dominant(n int) []Share {
	sums := map[string]cost.Money{}
	var order []string
	for i := range b.Lines {
		l := &b.Lines[i]
		name := l.name()
		if _, ok := sums[name]; !ok {
			order = append(order, name)
		}
		sums[name] += l.Amount
	}
	var list []Share
	for _, name := range order {
		if sums[name] > 0 && b.Total > 0 {
			percent, _ := money(cost.Money(100), rat(int64(sums[name]), int64(b.Total)))
			list = append(list, Share{name, sums[name], int64(percent)})
		}
	}
	slices.SortStableFunc(list, func(a, b Share) int { return cmp.Compare(b.Amount, a.Amount) })
	return list[:min(n, len(list))]
}

// name is the part of the bill that a line belongs to.
func (l *Line) name() string {
	switch l.Part {
	case Reads:
		return "reads of " + l.Op
	case Writes:
		return "items written by " + l.Op
	case IndexWrites:
		return l.Op + " in index " + l.Place.String()
	case Storage:
		return "storage in " + l.Place.String()
	case Unused:
		return "unused capacity of " + l.Place.String()
	}
	return l.What
}

// Parts are the sums by kind of cost, those without any left out.
func (b *Bill) Parts() []Share {
	var list []Share
	for _, p := range []Part{Reads, Writes, IndexWrites, Unused, Storage, Replicas, Backups, Exports, Streams, Discounts} {
		if sum := b.Sum(func(l *Line) bool { return l.Part == p }); sum != 0 {
			list = append(list, Share{What: string(p), Amount: sum})
		}
	}
	return list
}
