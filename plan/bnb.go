package plan

import "slices"

// branching solves a part that is too large for a table: branch on the ask
// with the fewest partners, price what is left by a memo, and skip a branch
// whose lower bound is no better than what is known. When the steps allowed
// are used up it answers with what serving each ask alone costs, and the
// result is "best found".
type branching struct {
	s     *entitySolver
	t     *partTable
	memo  map[mask]decided
	least []int64 // by ask: what serving it costs at least, beside opening an arm
	open  []int64 // by ask that the base cannot serve: what opening an arm costs at least
	solo  []int64 // by ask: price of serving it alone
	by    []int32 // by ask: the set that serves it alone, -1 for the base
}

// decided is the cheapest way to serve a set of asks: its price, and the set
// that serves the ask decided first (-1: the base).
type decided struct {
	cost int64
	set  int32
}

func newBranching(s *entitySolver, t *partTable) *branching {
	n := len(t.pt.ids)
	b := &branching{s: s, t: t, memo: map[mask]decided{0: {}}, solo: slices.Clone(t.reads),
		least: make([]int64, n), open: make([]int64, n), by: make([]int32, n)}
	t.pt.prepare(s)
	for i := range n {
		b.bounds(i)
	}
	return b
}

// prepare lists, once for a part, the sets by each ask in them, the largest
// first, and what each ask adds to any arm.
func (pt *part) prepare(s *entitySolver) {
	if pt.with != nil {
		return
	}
	pt.with = make([][]int32, len(pt.ids))
	order := make([]int32, len(pt.sets))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(x, y int32) int { return count(pt.sets[y].asks) - count(pt.sets[x].asks) })
	for _, i := range order {
		for m := pt.sets[i].asks; m != 0; m &= m - 1 {
			pt.with[low(m)] = append(pt.with[low(m)], i)
		}
	}
	pt.marginal = s.marginals(pt)
}

// marginals are what each ask adds at least to the writes of any arm that
// serves it: those of updates that change nothing but columns which no other
// ask of the part needs.
func (s *entitySolver) marginals(pt *part) []int64 {
	list := make([]int64, len(pt.ids))
	touched := func(i int) (need, all colset) {
		a := s.use[pt.ids[i]].a
		for j := range a.variants {
			v := &a.variants[j]
			if j == 0 {
				need = v.need
			}
			need = need.and(v.need)
			all = all.or(v.need).or(v.e)
			for _, t := range v.tail {
				all.add(t.c)
			}
			all = all.or(s.e.conditionColumns(v.conds))
		}
		return need, all
	}
	for i := range list {
		need, _ := touched(i)
		var others colset
		for j := range list {
			if _, all := touched(j); j != i {
				others = others.or(all)
			}
		}
		a := s.use[pt.ids[i]].a
		conds := mask(0)
		for j := range a.variants {
			conds |= a.variants[j].conds
		}
		alone := need.minus(others).minus(s.e.identity)
		for j := range s.e.writes {
			if w := &s.e.writes[j]; w.kind == update && w.set.meets(alone) && !w.set.meets(others) && conds == 0 {
				list[i] += s.p.price.writes(w.rate)
			}
		}
	}
	return list
}

// bounds sets the lower bounds of one ask from the arms that serve it alone
// (F4: in a larger set neither reads nor opening are cheaper).
func (b *branching) bounds(i int) {
	marginal := b.t.pt.marginal[i]
	read, open := never, never
	b.by[i] = -1
	for _, at := range b.t.pt.with[i] {
		set := &b.t.pt.sets[at]
		if set.asks != bit(i) {
			continue
		}
		if b.t.costs[at] < b.solo[i] {
			b.solo[i], b.by[i] = b.t.costs[at], at
		}
		for _, a := range set.arms {
			if p := a.price(b.s.s, b.t.baseKey); p < never {
				r := a.readPrice(b.s.s, b.t.baseKey)
				read, open = min(read, r), min(open, p-r-marginal)
			}
		}
	}
	b.least[i] = min(b.t.reads[i], read+marginal)
	if b.t.reads[i] >= never && open < never {
		b.open[i] = max(0, open)
	}
}

// cheapestRead is a lower bound of what an ask's reads cost.
func (s *entitySolver) cheapestRead(a *ask) int64 {
	if a.coll >= 0 {
		return 0
	}
	h := int64(1)
	if a.strong {
		h = 2
	}
	return s.p.price.reads(a.rate * h * max(1, a.batch))
}

// bound is a lower bound of cost(x): what each ask costs at least, and the
// openings of asks of which no two can share an arm.
func (b *branching) bound(x mask) int64 {
	sum, free := int64(0), x
	for m := x; m != 0; m &= m - 1 {
		i := low(m)
		sum += b.least[i]
		if b.open[i] > 0 && free&bit(i) != 0 {
			sum += b.open[i]
			free &^= b.t.pt.partner[i]
		}
	}
	return min(sum, never)
}

// pick returns the ask of x with the fewest partners in x.
func (b *branching) pick(x mask) int {
	best, fewest := low(x), 65
	for m := x; m != 0; m &= m - 1 {
		if n := count(b.t.pt.partner[low(m)] & x); n < fewest {
			best, fewest = low(m), n
		}
	}
	return best
}

// component returns the asks of x that are connected with its lowest.
func (b *branching) component(x mask) mask {
	c, todo := bit(low(x)), bit(low(x))
	for todo != 0 {
		more := b.t.pt.partner[low(todo)] & x &^ c
		c |= more
		todo = todo&(todo-1) | more
	}
	return c
}

func (b *branching) cost(x mask) int64 {
	if v, ok := b.memo[x]; ok {
		return v.cost
	}
	var v decided
	if c := b.component(x); c != x {
		v.cost = min(never, b.cost(c)+b.cost(x&^c))
		v.set = b.memo[c].set
	} else {
		v = b.decide(x)
	}
	b.memo[x] = v
	return v.cost
}

// decide tries every way to serve the ask with the fewest partners, the
// largest sets first: what they cost rules most of the others out.
func (b *branching) decide(x mask) decided {
	i := b.pick(x)
	best := b.greedy(x)
	if b.s.s.cut || !b.s.tick() {
		return best
	}
	b.s.s.stats.Steps += int64(len(b.t.pt.with[i]) / 8)
	rest := x &^ bit(i)
	if r := b.t.reads[i]; r < never {
		if v := min(never, r+b.cost(rest)); v < best.cost {
			best = decided{v, -1}
		}
	}
	for _, at := range b.t.pt.with[i] {
		if b.s.s.cut {
			break
		}
		a, c := b.t.pt.sets[at].asks, b.t.costs[at]
		if a&^x != 0 || c >= best.cost || c+b.bound(x&^a) >= best.cost {
			continue
		}
		if v := c + b.cost(x&^a); v < best.cost {
			best = decided{v, at}
		}
	}
	return best
}

// greedy serves the asks of x one after the other: each time by the largest set
// of those left that costs less than serving its asks alone.
func (b *branching) greedy(x mask) decided {
	var out decided
	for first := true; x != 0; first = false {
		i := b.pick(b.component(x))
		set, cost, asks := b.by[i], b.solo[i], bit(i)
		for _, at := range b.t.pt.with[i] {
			if a := b.t.pt.sets[at].asks; a&^x == 0 && b.t.costs[at] < b.sum(b.solo, a) {
				set, cost, asks = at, b.t.costs[at], a
				break
			}
		}
		if first {
			out.set = set
		}
		out.cost = min(never, out.cost+cost)
		x &^= asks
	}
	return out
}

// sum adds up a price of each ask of x.
func (b *branching) sum(prices []int64, x mask) int64 {
	n := int64(0)
	for ; x != 0; x &= x - 1 {
		n += prices[low(x)]
	}
	return min(n, never)
}

// first is the ask that is decided first in x, and the set that serves it.
func (b *branching) first(x mask) (ask int, set int32) {
	b.cost(x)
	return b.pick(b.component(x)), b.memo[x].set
}
