package plan

import "slices"

// branching solves a part that is too large for a table: branch on the ask
// with the fewest partners, price what is left by a memo, and skip a branch
// whose lower bound is no better than what is known. When the steps allowed
// are used up it answers with what serving each ask alone costs, and the
// result is "best found".
type branching struct {
	s    *entitySolver
	t    *partTable
	with [][]int32 // sets by each ask in them
	memo map[mask]int64
	read []int64 // cheapest read of each ask, anywhere
	open []int64 // cheapest opening of an arm for each ask that the base cannot serve
	solo []int64 // price of serving each ask alone
}

func newBranching(s *entitySolver, t *partTable) *branching {
	n := len(t.pt.ids)
	b := &branching{s: s, t: t, memo: map[mask]int64{0: 0}, with: make([][]int32, n),
		read: slices.Clone(t.reads), open: make([]int64, n), solo: slices.Clone(t.reads)}
	for i := range t.pt.sets {
		for m := t.pt.sets[i].asks; m != 0; m &= m - 1 {
			b.with[low(m)] = append(b.with[low(m)], int32(i))
		}
	}
	for i := range n {
		b.bounds(i)
	}
	return b
}

// bounds sets the lower bounds of one ask from the arms that serve it alone
// (F4: in a larger set neither reads nor opening are cheaper).
func (b *branching) bounds(i int) {
	closed := b.t.reads[i] >= never
	for _, at := range b.with[i] {
		set := &b.t.pt.sets[at]
		if set.asks != bit(i) {
			continue
		}
		b.solo[i] = min(b.solo[i], b.t.costs[at])
		if b.t.best[at] < 0 {
			continue
		}
		read := b.s.cheapestRead(b.s.use[b.t.pt.ids[i]].a)
		b.read[i] = min(b.read[i], read)
		if closed {
			b.open[i] = b.t.costs[at] - read
		}
	}
}

// cheapestRead is a lower bound of what an ask's reads cost.
func (s *entitySolver) cheapestRead(a *ask) int64 {
	h := int64(1)
	if a.strong {
		h = 2
	}
	return s.p.price.reads(a.rate * h * max(1, a.batch))
}

// bound is a lower bound of cost(x): the cheapest reads, and the openings of
// asks of which no two can share an arm.
func (b *branching) bound(x mask) int64 {
	sum, free := int64(0), x
	for m := x; m != 0; m &= m - 1 {
		i := low(m)
		sum += b.read[i]
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
		return v
	}
	v := int64(0)
	if c := b.component(x); c != x {
		v = min(never, b.cost(c)+b.cost(x&^c))
	} else {
		v = b.decide(x)
	}
	b.memo[x] = v
	return v
}

// decide tries every way to serve the ask with the fewest partners.
func (b *branching) decide(x mask) int64 {
	if !b.s.tick() {
		sum := int64(0)
		for m := x; m != 0; m &= m - 1 {
			sum += b.solo[low(m)]
		}
		return min(sum, never)
	}
	i := b.pick(x)
	rest := x &^ bit(i)
	best := never
	if r := b.t.reads[i]; r < never {
		best = r + b.cost(rest)
	}
	for _, at := range b.with[i] {
		a, c := b.t.pt.sets[at].asks, b.t.costs[at]
		if a&^x == 0 && c < best && c+b.bound(x&^a) < best {
			best = min(best, c+b.cost(x&^a))
		}
	}
	return min(best, never)
}
