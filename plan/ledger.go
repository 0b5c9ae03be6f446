package plan

import (
	"github.com/keywright/keywright/cost"
)

// ledger is the bill of a measured layout, line by line: every report sums up
// its lines, so that parts and total agree to the last step of Money.
type ledger struct {
	lines []line
}

// line is one amount and what it is for. Fields that do not apply are zero.
type line struct {
	entity   *entityLayout
	arm      *armLayout
	question *question
	write    int // index into entity.writes; -1 for none
	unique   int // index into entity.uniques; -1 for none
	kind     lineKind
	perMil   int64 // of a write: items or entries it touches, in millionths
	units    int64
	amount   int64
}

type lineKind uint8

const (
	readLine lineKind = iota
	baseLine
	armLine
	uniqueLine
	transactionLine
	readFirstLine
	baseStorage
	armStorage
	uniqueStorage
	floorLine // provisioned capacity that an index needs at least
)

func (g *ledger) add(l line) { g.lines = append(g.lines, l) }

// sum adds the amounts of the lines that match.
func (g *ledger) sum(match func(*line) bool) cost.Money {
	var n int64
	for i := range g.lines {
		if match(&g.lines[i]) {
			n += g.lines[i].amount
		}
	}
	return cost.Money(n)
}

// bill writes the ledger of a measured layout.
func (l *layout) bill(s *solver) *ledger {
	g := &ledger{}
	for _, x := range l.entities {
		l.billRows(g, s, x)
		for u := range x.e.uniques {
			l.billUnique(g, s, x, u)
		}
		for _, y := range x.arms {
			l.billArm(g, s, y)
		}
		for i, u := range x.plan.uses {
			if x.plan.from[i] == nil {
				g.add(l.readOf(u.a, x.plan.size, x, nil))
			}
		}
	}
	for i := range l.p.colls {
		c := &l.p.colls[i]
		g.add(line{question: l.p.questions[c.q], write: -1, unique: -1, amount: l.p.rounding(c, l.sol.plans)})
	}
	return g
}

// readOf is what an ask's reads cost from items of the given size.
func (l *layout) readOf(a *ask, size int64, x *entityLayout, y *armLayout) line {
	n := line{question: l.p.questions[a.question], entity: x, arm: y, write: -1, unique: -1}
	if a.coll >= 0 {
		n.amount = l.p.collectionRead(a, size)
		return n
	}
	n.units = a.halves(size)
	n.amount = l.p.price.reads(a.rate * n.units)
	return n
}

// billRows bills the rows' own items, and what their writes pay once.
func (l *layout) billRows(g *ledger, s *solver, x *entityLayout) {
	p, e, pl := &l.p.price, x.e, x.plan
	for i := range e.writes {
		w := &e.writes[i]
		g.add(line{entity: x, write: i, unique: -1, kind: baseLine, perMil: million, units: units(pl.size), amount: p.writes(w.rate * units(pl.size))})
	}
	for set := pl.sur; set != 0; set &= set - 1 {
		i := low(set)
		n := line{entity: x, write: i / 2, unique: -1, kind: transactionLine, perMil: million, units: units(pl.size)}
		n.amount = p.writes(e.writes[n.write].rate * n.units)
		if i%2 == 1 {
			n.kind, n.units = readFirstLine, halves(pl.size, true)
			n.amount = p.reads(e.writes[n.write].rate * n.units)
		}
		g.add(n)
	}
	g.add(line{entity: x, write: -1, unique: -1, kind: baseStorage, amount: p.storage(e.rows, e.item+pl.base.bytes)})
}

// billUnique bills a sentinel without what a question makes it carry.
func (l *layout) billUnique(g *ledger, s *solver, x *entityLayout, u int) {
	p, e := &l.p.price, x.e
	set := e.uniques[u].set
	size := x.sentinelSize(l, u)
	whole := p.writes(2 * e.entries(set, e.identity, 0) * units(size))
	l.billWrites(g, whole, line{entity: x, unique: u, kind: uniqueLine, units: units(size)}, 2, set, e.identity, 0)
	g.add(line{entity: x, write: -1, unique: u, kind: uniqueStorage, amount: p.storage(e.rows, size)})
}

// billWrites splits the price of an index's entries over the entity's writes;
// what rounding leaves goes to the first.
func (l *layout) billWrites(g *ledger, whole int64, n line, times int64, keys, extra colset, m mask) {
	e := n.entity.e
	first := len(g.lines)
	for i := range e.writes {
		w := &e.writes[i]
		rate := e.entriesOf(w, keys, extra, m)
		if rate == 0 {
			continue
		}
		n.write, n.perMil = i, mulDiv(rate, times*million, max(1, w.rate))
		n.amount = l.p.price.writes(times * rate * n.units)
		whole -= n.amount
		g.add(n)
	}
	if whole != 0 && len(g.lines) > first {
		g.lines[first].amount += whole
	}
}

// billArm bills an index, a copy, or what a sentinel carries beyond its duty.
func (l *layout) billArm(g *ledger, s *solver, y *armLayout) {
	p, x, a := &l.p.price, y.owner, y.a
	size, times := a.bytes, int64(2)
	if y.index != nil {
		size, times = a.bytes+x.plan.base.bytes, 1
	}
	n := line{entity: x, arm: y, unique: -1, kind: armLine, units: units(size)}
	whole := p.writes(a.rate * n.units)
	storage := p.storage(a.rows, size) + p.stored(a.keyed)
	if a.kind == sentinel {
		whole -= p.writes(a.bareRate * units(a.bare))
		storage -= p.storage(a.rows, a.bare)
		l.billCarried(g, whole, n, a)
	} else {
		l.billWrites(g, whole, n, times, a.key.columns(), a.extra, a.key.m)
	}
	g.add(line{entity: x, arm: y, write: -1, unique: -1, kind: armStorage, amount: storage})
	if a.kind == gsi && p.index > 0 {
		g.add(line{entity: x, arm: y, write: -1, unique: -1, kind: floorLine, amount: p.index})
	}
	for i, u := range x.plan.uses {
		if x.plan.from[i] == a {
			g.add(l.readOf(u.a, size, x, y))
		}
	}
}

// billCarried splits over the writes what a sentinel costs because it carries
// more than its duty.
func (l *layout) billCarried(g *ledger, whole int64, n line, a *arm) {
	e := n.entity.e
	first := len(g.lines)
	for i := range e.writes {
		w := &e.writes[i]
		with := 2 * e.entriesOf(w, a.key.p, a.extra, 0)
		bare := 2 * e.entriesOf(w, a.key.p, e.identity, 0)
		amount := l.p.price.writes(with*units(a.bytes)) - l.p.price.writes(bare*units(a.bare))
		if amount == 0 {
			continue
		}
		m := n
		m.write, m.amount, m.perMil = i, amount, mulDiv(with-bare, million, max(1, w.rate))
		whole -= amount
		g.add(m)
	}
	if whole != 0 && len(g.lines) > first {
		g.lines[first].amount += whole
	}
}

// sentinelSize is the size of a sentinel without what a question makes it carry.
func (x *entityLayout) sentinelSize(l *layout, u int) int64 {
	set := x.e.uniques[u].set
	settings := &l.p.m.Settings
	pk := x.e.partition(set, x.e.sentinelPrefix(set), colset{})
	size := int64(len(settings.PartitionKey)) + pk.real + x.e.sizeOf(x.e.identity)
	if x.table.hasSort {
		size += int64(len(settings.SortKey) + len(sentinelSort))
	}
	return size
}
