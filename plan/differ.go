package plan

import "slices"

// The next best design is the cheapest one whose set of keys is another. With
// the best design's keys K it either has another base key, or lacks a key of K,
// or has a key that is not in K: each of these is one more pass over the
// tables, so nothing has to be enumerated.

// other returns the best plan whose keys differ from those of best, nil where
// there is none.
func (ps *entityPlans) other(best *entityPlan) *entityPlan {
	var found *entityPlan
	for i := range ps.roots {
		r := &ps.roots[i]
		for _, pl := range ps.otherOfRoot(r, best) {
			if pl.compareKeys(best) != 0 && ps.s.exact(pl) && (found == nil || comparePlans(pl, found) < 0) {
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
		return []*entityPlan{ps.descend(r, tables, -1, -1)}
	}
	var list []*entityPlan
	for _, a := range best.arms {
		if ps.bind(r, tables, a) < never {
			list = append(list, ps.descend(r, tables, -1, -1))
		}
	}
	if ps.bind(r, tables, nil) < never {
		if part, set := ps.newKey(tables, best); part >= 0 {
			list = append(list, ps.descend(r, tables, part, set))
		}
	}
	return list
}

// newKey finds the set whose arm has a key that best has not, and which costs
// least together with the best way to serve the other asks.
func (ps *entityPlans) newKey(tables []partTable, best *entityPlan) (part, set int) {
	least := never
	part = -1
	for i := range tables {
		t := &tables[i]
		whole := t.cost(t.full())
		for j := range t.pt.sets {
			if t.best[j] < 0 || best.hasKey(t.pt.sets[j].arms[t.best[j]]) {
				continue
			}
			if more := t.costs[j] + t.cost(t.full()&^t.pt.sets[j].asks) - whole; more < least {
				least, part, set = more, i, j
			}
		}
	}
	return part, set
}

func (pl *entityPlan) hasKey(a *arm) bool {
	return slices.ContainsFunc(pl.arms, func(o *arm) bool { return compareArms(a, o) == 0 })
}

// descend reads the cheapest plan off the tables. Where part is not negative,
// set of that part is taken first.
func (ps *entityPlans) descend(r *rootTables, tables []partTable, part, set int) *entityPlan {
	pl := &entityPlan{e: ps.s.e, uses: ps.s.use, base: r.base, from: make([]*arm, len(ps.s.use))}
	for i := range tables {
		t := &tables[i]
		x := t.full()
		if i == part {
			pl.take(t, set)
			x &^= t.pt.sets[set].asks
		}
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
	a := t.pt.sets[set].arms[t.best[set]]
	pl.arms = append(pl.arms, a)
	for m := t.pt.sets[set].asks; m != 0; m &= m - 1 {
		pl.from[t.pt.ids[low(m)]] = a
	}
}

// decision is the cheapest way to serve the ask that is decided first in x: a
// set, or -1 for the base.
func (t *partTable) decision(x mask) (set int, asks mask) {
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
