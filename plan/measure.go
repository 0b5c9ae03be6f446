package plan

import "slices"

// measure prices a layout with the names and prefixes it has: the same sums as
// in the search, with the bytes that the search could only estimate. It
// replaces the plans of the solution by measured copies.
func (l *layout) measure(s *solver) {
	l.sol.total = 0
	l.p.hooks.penalty = 0 // of the search alone
	for _, x := range l.entities {
		x.measure(l)
		es := &entitySolver{s: s, p: l.p, e: x.e}
		es.use = x.plan.uses
		es.priceBare(l, x)
		es.exact(x.plan)
		l.sol.total += x.plan.total
	}
	for i := range l.p.colls {
		l.sol.total += l.p.rounding(&l.p.colls[i], l.sol.plans)
	}
}

// measure replaces an entity's plan by a copy with measured sizes.
func (x *entityLayout) measure(l *layout) {
	settings := &l.p.m.Settings
	pl := *x.plan
	b := *pl.base
	pk, sk := x.rowTemplates()
	b.bytes = int64(len(settings.PartitionKey)) + pk.real
	if x.table.hasSort {
		b.bytes += int64(len(settings.SortKey)) + sk.real
	}
	pl.base = &b
	pl.arms = nil
	pl.from = make([]*arm, len(x.plan.from))
	for _, y := range x.arms {
		a := *y.a
		y.measure(l, &a)
		for i, f := range x.plan.from {
			if f == y.a {
				pl.from[i] = &a
			}
		}
		y.a = &a
		pl.arms = append(pl.arms, &a)
	}
	x.plan = &pl
	l.sol.plans[x.e.index] = &pl
}

// rowTemplates measures the base key of the rows.
func (x *entityLayout) rowTemplates() (pk, sk template) {
	k := &x.plan.base.key
	nulls := x.e.nullable(k.columns())
	pk = x.e.rowPartition(k, int64(len(x.partText)), nulls)
	sk = x.e.rowSort(k, int64(len(x.prefix)), x.ordered, nulls)
	return pk, sk
}

func (e *entity) nullable(set colset) colset {
	var s colset
	for c := range set.each {
		if e.cols[c].nullable {
			s.add(c)
		}
	}
	return s
}

// measure sets the sizes of an arm.
func (y *armLayout) measure(l *layout, a *arm) {
	e := y.owner.e
	pk := e.indexPartition(&a.key, int64(len(y.partText)), a.nulls)
	sk := e.sorting(&a.key, int64(len(y.sortText)), a.ordered, a.nulls)
	if y.index == nil {
		settings := &l.p.m.Settings
		keys := int64(len(settings.PartitionKey)) + pk.real
		if y.owner.table.hasSort {
			keys += int64(len(settings.SortKey)) + sk.real
		}
		a.bytes = keys + e.sizeOf(a.extra)
		if a.kind == sentinel {
			a.bare = keys + e.sizeOf(e.identity)
		}
		return
	}
	ix := y.index
	keys := int64(0)
	if ix.native {
		own := a.key.columns()
		if ix.local {
			own = own.minus(a.key.p)
		}
		keys = e.sizeOf(own)
	} else {
		if !ix.local {
			keys = int64(len(ix.pk[0])) + pk.real
		}
		if ix.hasSort {
			keys += int64(len(ix.sk[0])) + sk.real
		}
		a.keyed = keys * a.rows
	}
	a.extra = y.carried()
	a.rate = e.entries(a.key.columns(), a.extra, a.key.m)
	a.bytes = keys + e.sizeOf(a.extra) + y.othersKeys()
}

// carried are the columns that an entry has beside those of its keys: also
// those that only another entity needs in a shared index.
func (y *armLayout) carried() colset {
	e, ix := y.owner.e, y.index
	var set, own colset
	if ix.native {
		own = y.a.key.columns()
	}
	for i := range e.cols {
		if c := col(i); e.stored(c) && !own.has(c) && (ix.all || slices.Contains(ix.includes, e.cols[i].name)) {
			set.add(c)
		}
	}
	return set
}

// othersKeys is the size of the made-up key attributes of other indexes that
// an entry carries where the index carries everything.
func (y *armLayout) othersKeys() int64 {
	n := int64(0)
	if !y.index.all {
		return n
	}
	for _, z := range y.owner.arms {
		if z != y && z.index != nil && !z.index.native && z.index != y.index {
			n += z.a.keyed / max(1, y.owner.e.rows)
		}
	}
	return n
}

// priceBare prices the sentinels with their measured keys.
func (s *entitySolver) priceBare(l *layout, x *entityLayout) {
	for u := range s.e.uniques {
		set := s.e.uniques[u].set
		size := x.sentinelSize(l, u)
		s.bare += s.p.price.writes(2*s.e.entries(set, s.e.identity, 0)*units(size)) + s.p.price.storage(s.e.rows, size)
		s.paid |= s.e.copySurcharges(set, s.e.identity, 0)
	}
}
