package plan

import (
	"cmp"
	"slices"
)

// exact prices a finished plan with everything that does not add up index by
// index: the base item with the key attributes of its indexes, surcharges paid
// once, and the heat of all reads of the base together. It reports false where
// the base is too hot.
func (s *entitySolver) exact(pl *entityPlan) bool {
	p, e, b := &s.p.price, s.e, pl.base
	keyed := int64(0)
	pl.sur = s.paid
	for _, a := range pl.arms {
		keyed += a.keyed
		pl.sur |= a.sur
	}
	pl.size = e.item + b.bytes + keyed/max(1, e.rows)
	total, hot := int64(0), int64(0)
	for i := range e.writes {
		n := e.writes[i].rate * units(pl.size)
		total += p.writes(n)
		hot += mulDiv(n, b.share, billion)
	}
	if hot > s.p.headroom(writeLimit) {
		return false
	}
	total += p.storage(e.rows, e.item+b.bytes)
	total += s.surchargePrice(pl.sur, pl.size) + s.bare
	hot = 0
	for i, u := range pl.uses {
		if pl.from[i] != nil {
			continue
		}
		h := u.a.halves(pl.size)
		if h < 0 {
			return false
		}
		hot += mulDiv(u.a.rate*h, s.p.readShare(e, u.a, &b.key, b.share), billion)
		if u.a.coll < 0 {
			total += p.reads(u.a.rate * h)
		} else {
			total += s.p.collectionRead(u.a, pl.size)
		}
	}
	if hot > 2*s.p.headroom(readLimit) {
		return false
	}
	for _, a := range pl.arms {
		total += a.price(s.s, b.bytes)
	}
	s.s.stats.Plans++
	pl.total = total
	return true
}

// compareArms orders arms by kind and key.
func compareArms(a, b *arm) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), compareKeys(&a.key, &b.key), cmp.Compare(a.unique, b.unique))
}

// compareKeys orders keys: more partition columns first, then fewer sort
// columns, then by columns in declared order.
func compareKeys(a, b *key) int {
	return cmp.Or(
		cmp.Compare(b.p.len(), a.p.len()),
		cmp.Compare(a.n, b.n),
		compareSets(a.p, b.p),
		slices.Compare(a.sort(), b.sort()),
		compareSets(a.x, b.x),
		cmp.Compare(a.m, b.m),
		cmp.Compare(a.shards, b.shards),
	)
}

func compareSets(a, b colset) int { return slices.Compare(a.cols(), b.cols()) }

// comparePlans orders plans of one entity: by price, then by number of arms,
// length of keys, and the keys themselves.
func comparePlans(a, b *entityPlan) int {
	return cmp.Or(
		cmp.Compare(a.total, b.total),
		cmp.Compare(len(a.arms), len(b.arms)),
		cmp.Compare(a.keyColumns(), b.keyColumns()),
		a.compareKeys(b),
		slices.CompareFunc(a.from, b.from, compareFrom),
	)
}

func (pl *entityPlan) keyColumns() int {
	n := pl.base.key.columns().len()
	for _, a := range pl.arms {
		n += a.key.columns().len()
	}
	return n
}

// compareKeys compares only the sets of keys: plans that are equal differ at
// most in which key serves which ask.
func (pl *entityPlan) compareKeys(o *entityPlan) int {
	return cmp.Or(
		compareKeys(&pl.base.key, &o.base.key),
		slices.CompareFunc(pl.arms, o.arms, compareArms),
	)
}

func compareFrom(a, b *arm) int {
	switch {
	case a == b:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return compareArms(a, b)
}
