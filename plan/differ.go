package plan

import "slices"

// The next best design is the cheapest one that does without one of the keys
// of the best: designs that only add a key to it say nothing. So it has another
// base key, or leaves one arm's key out: each of these is one more pass over
// the tables, and nothing has to be enumerated.

// other returns the best plan that lacks a key of best, nil where there is none.
func (ps *entityPlans) other(best *entityPlan) *entityPlan {
	var found *entityPlan
	for i := range ps.roots {
		r := &ps.roots[i]
		for _, pl := range ps.otherOfRoot(r, best) {
			if !pl.includes(best) && ps.s.exact(pl) && (found == nil || comparePlans(pl, found) < 0) {
				found = pl
			}
		}
	}
	return found
}

// otherOfRoot returns the candidates with the base key and surcharges of r.
func (ps *entityPlans) otherOfRoot(r *rootTables, best *entityPlan) []*entityPlan {
	tables := make([]partTable, len(ps.s.parts))
	if !r.base.key.same(&best.base.key) {
		if ps.bind(r, tables, nil) >= never {
			return nil
		}
		return []*entityPlan{ps.descend(r, tables)}
	}
	var list []*entityPlan
	for _, a := range best.arms {
		if ps.bind(r, tables, a) < never {
			list = append(list, ps.descend(r, tables))
		}
	}
	return list
}

// includes says that pl has all keys of o. Keys that hold the same columns in
// the same order, split elsewhere into partition and sort, count as one where
// nothing else differs: that they spread heat otherwise is no design of its own.
func (pl *entityPlan) includes(o *entityPlan) bool {
	for _, a := range o.arms {
		if !slices.ContainsFunc(pl.arms, func(x *arm) bool { return sameColumns(a, x) }) {
			return false
		}
	}
	return pl.base.key.same(&o.base.key) ||
		pl.base.key.columns() == o.base.key.columns() && len(pl.arms) == len(o.arms)
}

// sameColumns says that two arms differ at most in where their columns are
// split into partition and sort.
func sameColumns(a, b *arm) bool {
	k, l := &a.key, &b.key
	if k.n > l.n {
		k, l = l, k
	}
	return a.kind == b.kind && a.unique == b.unique && k.m == l.m && k.x == l.x && k.shards == l.shards && k.columns() == l.columns() &&
		slices.Equal(k.sort(), l.s[l.n-k.n:l.n])
}

// descend reads the cheapest plan off the tables.
func (ps *entityPlans) descend(r *rootTables, tables []partTable) *entityPlan {
	pl := &entityPlan{e: ps.s.e, uses: ps.s.use, base: r.base, from: make([]*arm, len(ps.s.use))}
	for i := range tables {
		t := &tables[i]
		x := t.full()
		for x != 0 {
			at, asks := t.decision(x)
			if at >= 0 {
				pl.take(t, at)
			}
			x &^= asks
		}
	}
	slices.SortFunc(pl.arms, compareArms)
	return pl
}

// take serves the asks of a set by its cheapest arm.
func (pl *entityPlan) take(t *partTable, set int) {
	if t.best[set] < 0 {
		return
	}
	a := t.pt.sets[set].arms[t.best[set]]
	pl.arms = append(pl.arms, a)
	for m := t.pt.sets[set].asks; m != 0; m &= m - 1 {
		pl.from[t.pt.ids[low(m)]] = a
	}
}

// decision is the cheapest way to serve the ask that is decided first in x: a
// set, or -1 for the base.
func (t *partTable) decision(x mask) (set int, asks mask) {
	if t.bnb != nil {
		i, at := t.bnb.first(x)
		if at < 0 {
			return -1, bit(i)
		}
		return int(at), t.pt.sets[at].asks
	}
	i := t.branch(x)
	least := min(never, t.reads[i]+t.cost(x&^bit(i)))
	set, asks = -1, bit(i)
	for _, at := range t.setsWith(i) {
		a := t.pt.sets[at].asks
		if a&^x != 0 || t.costs[at] >= never {
			continue
		}
		if v := t.costs[at] + t.cost(x&^a); v < least {
			least, set, asks = v, int(at), a
		}
	}
	return set, asks
}

// differ finds the next best choice of a component: one entity's plan is
// replaced by its best plan with other keys.
func (j *joint) differ() {
	best := j.c.best
	if best == nil {
		return
	}
	if !slices.Equal(best.modes, j.modes) {
		return
	}
	for i, l := range j.lists {
		if pl := l.other(best.plans[i]); pl != nil {
			plans := slices.Clone(best.plans)
			plans[i] = pl
			j.offer(plans)
		}
	}
}
