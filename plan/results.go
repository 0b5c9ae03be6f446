package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keywright/keywright/cost"
)

// result lays the solution out and reports on it.
func (r *run) result() (*Result, error) {
	r.refuseLost()
	l := newLayout(r.p, r.sol)
	l.measure(r.s)
	next := r.nextLayout()
	if next != nil && next.sol.total < l.sol.total {
		l, next = next, l // names and prefixes, which the search only estimates, tip the scales
		r.sol = l.sol
	}
	r.noteLimits(l)
	d, err := l.emit()
	if err != nil {
		return nil, err
	}
	runner := runnerUp(l, next)
	g := l.bill(r.s)
	out := &Result{
		Design: d, Prices: r.list.Name, Priced: r.list.Date,
		Asked: len(r.m.Questions), Answered: len(r.active.Questions),
		Total: cost.Money(r.sol.total), Optimal: !r.s.cut && r.limitsHeld(), RunnerUp: runner,
	}
	if !out.Optimal {
		out.Floor = min(out.Total, cost.Money(max(r.floor(), r.unlimited)))
	}
	out.Questions = l.questionResults(g, out.Design)
	out.Writes = l.writeResults(g)
	out.Tables = l.tableResults(g)
	out.Indexes = l.indexResults(g)
	out.Heat = l.heat()
	out.Warnings = append(r.notes, l.warnings()...)
	out.Assumptions = l.assumptions(r.list)
	if !r.o.Quick {
		if err := r.further(out); err != nil {
			return nil, err
		}
	}
	r.sortRefused()
	out.Refused = r.refused
	out.Searched = r.s.stats
	return out, nil
}

// keyText prints a key: [season | rating desc, player_id] where status = 'LATE'.
// A star is the one partition of a key without partition columns.
func (e *entity) keyText(k *key) string {
	var b strings.Builder
	b.WriteString("[")
	b.WriteString(strings.Join(e.namesOf(k.p.cols()), ", "))
	if k.p.empty() {
		b.WriteString("*")
	}
	if k.shards > 0 {
		fmt.Fprintf(&b, ", 1 of %d shards", k.shards)
	}
	if k.n > 0 {
		b.WriteString(" | ")
	}
	for i, c := range k.sort() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(e.cols[c].name)
		if k.x.has(c) {
			b.WriteString(" desc")
		}
	}
	b.WriteString("]")
	if k.m != 0 {
		b.WriteString(" where " + e.when(k.m))
	}
	return b.String()
}

// armText names an arm and its key in a report of what differs.
func (e *entity) armText(a *arm) string {
	kinds := map[armKind]string{gsi: "index", lsi: "local index", sentinel: "unique item", itemCopy: "item copy"}
	return kinds[a.kind] + " " + e.e.Name + " " + e.keyText(&a.key)
}

// keys lists the keys of a plan as texts.
func (pl *entityPlan) keys() []string {
	list := []string{"table " + pl.e.e.Name + " " + pl.e.keyText(&pl.base.key)}
	for _, a := range pl.arms {
		list = append(list, pl.e.armText(a))
	}
	return list
}

// difference lists the keys that are in only one of two designs.
func difference(was, is []*entityPlan) (drops, takes []string) {
	have := func(plans []*entityPlan) []string {
		var list []string
		for _, pl := range plans {
			if pl != nil {
				list = append(list, pl.keys()...)
			}
		}
		return list
	}
	a, b := have(was), have(is)
	for _, k := range a {
		if !slices.Contains(b, k) {
			drops = append(drops, k)
		}
	}
	for _, k := range b {
		if !slices.Contains(a, k) {
			takes = append(takes, k)
		}
	}
	slices.Sort(drops)
	slices.Sort(takes)
	return drops, takes
}

// nextLayout lays out the best design that lacks a key of the best; nil where
// there is none.
func (r *run) nextLayout() *layout {
	var part *componentResult
	for i := range r.sol.parts {
		c := &r.sol.parts[i]
		if c.next != nil && (part == nil || c.next.total-c.best.total < part.next.total-part.best.total) {
			part = c
		}
	}
	if part == nil {
		return nil
	}
	other := *r.sol
	other.plans = slices.Clone(r.sol.plans)
	other.modes = slices.Clone(r.sol.modes)
	for i, e := range part.entities {
		other.plans[e] = part.next.plans[i]
	}
	for i, k := range part.colls {
		other.modes[k] = part.next.modes[i]
	}
	l := newLayout(r.p, &other)
	l.measure(r.s)
	return l
}

// runnerUp compares two layouts.
func runnerUp(best, next *layout) *RunnerUp {
	if next == nil {
		return nil
	}
	out := &RunnerUp{Total: money(next.sol.total), More: money(next.sol.total - best.sol.total)}
	out.Drops, out.Takes = difference(best.sol.plans, next.sol.plans)
	return out
}

// floor is a lower bound of every design where the search was cut short: each
// question's cheapest read and the writes of the rows alone.
func (r *run) floor() int64 {
	sum := int64(0)
	for _, e := range r.p.entities {
		for i := range e.writes {
			sum += r.price.writes(e.writes[i].rate * units(e.item))
		}
		sum += r.price.storage(e.rows, e.item)
		s := &entitySolver{s: r.s, p: r.p, e: e}
		for _, a := range e.asks {
			if a.coll < 0 {
				sum += s.cheapestRead(a)
			}
		}
	}
	return sum
}

// tableResults reports the tables.
func (l *layout) tableResults(g *ledger) []TableResult {
	var list []TableResult
	for _, t := range l.tables {
		r := TableResult{Name: t.name}
		for _, x := range t.entities {
			r.Entities = append(r.Entities, EntityResult{
				Name: x.e.e.Name, Key: x.e.keyText(&x.plan.base.key), Rows: x.e.rows, Bytes: x.plan.size,
				Writes: g.sum(func(n *line) bool {
					return n.entity == x && (n.kind == baseLine || n.kind == transactionLine || n.kind == readFirstLine)
				}),
				Storage: g.sum(func(n *line) bool { return n.entity == x && n.kind == baseStorage }),
			})
		}
		list = append(list, r)
	}
	return list
}

// heat reports the load of the busiest partition value of rows and indexes.
func (l *layout) heat() []Heat {
	var list []Heat
	for _, t := range l.tables {
		for _, x := range t.entities {
			list = append(list, l.rowHeat(x))
			for _, y := range x.arms {
				list = append(list, l.armHeat(y))
			}
		}
	}
	return list
}

func (l *layout) rowHeat(x *entityLayout) Heat {
	b := x.plan.base
	h := l.heatOf(x, &b.key)
	for i := range x.e.writes {
		h.Writes += mulDiv(x.e.writes[i].rate*units(x.plan.size), b.share, billion)
	}
	for i, u := range x.plan.uses {
		if x.plan.from[i] == nil {
			h.Reads += l.readHeat(x.e, u.a, x.plan.size, &b.key, b.share)
		}
	}
	h.Partition = x.partTemplate()
	return h
}

func (l *layout) armHeat(y *armLayout) Heat {
	x, a := y.owner, y.a
	size := a.bytes
	h := l.heatOf(x, &a.key)
	h.Index = y.item
	if y.index != nil {
		size += x.plan.base.bytes
		h.Index = y.index.name
	}
	h.Writes = mulDiv(a.rate*units(size), a.share, billion)
	for i, u := range x.plan.uses {
		if x.plan.from[i] == a {
			h.Reads += l.readHeat(x.e, u.a, size, &a.key, a.share)
		}
	}
	h.Partition = y.partTemplate()
	switch {
	case y.index != nil && y.index.local:
		h.Partition = x.partTemplate()
	case y.index != nil && y.index.native:
		h.Partition = strings.Join(x.e.namesOf(y.partCols), ", ")
	}
	return h
}

func (l *layout) heatOf(x *entityLayout, k *key) Heat {
	h := Heat{
		Table: x.table.name, Entity: x.e.e.Name,
		WriteLimit: l.p.headroom(writeLimit), ReadLimit: l.p.headroom(readLimit),
	}
	for c := range k.p.each {
		h.Guessed = h.Guessed || x.e.cols[c].guessed && x.e.cols[c].share == x.e.partShare(k.p)
	}
	return h
}

// readHeat is the read units a second that an ask takes from one partition
// value, in millionths.
func (l *layout) readHeat(e *entity, a *ask, size int64, k *key, share int64) int64 {
	h := max(0, a.halves(size))
	return mulDiv(a.rate*h, l.p.readShare(e, a, k, share), billion) / 2
}

// label is the name of an arm in reports.
func (y *armLayout) label() string {
	if y.index != nil {
		return "index " + y.index.name
	}
	return "item " + y.item
}
