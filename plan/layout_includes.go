package plan

// limitIncludes lets indexes carry everything instead of a list of attributes
// until the table's lists are within the limit together: those for which that
// costs the least. Where there is no way, the lists stay, and warnings say so.
func (l *layout) limitIncludes(t *tableLayout) {
	for _, ix := range t.indexes {
		t.included += len(ix.includes)
	}
	excess := t.included - maxIncluded
	if excess <= 0 {
		return
	}
	// best[n] is the cheapest choice of indexes whose lists have n attributes
	// together (excess: that many or more), by index; nil where there is none.
	best := make([]*widening, excess+1)
	best[0] = &widening{}
	for _, ix := range t.indexes {
		more := l.widened(ix)
		if len(ix.includes) == 0 || more >= never {
			continue
		}
		for n := excess; n >= 0; n-- {
			if best[n] == nil {
				continue
			}
			at := min(excess, n+len(ix.includes))
			if w := (&widening{ix, best[n], best[n].price + more}); at > n && (best[at] == nil || w.price < best[at].price) {
				best[at] = w
			}
		}
	}
	for w := best[excess]; w != nil && w.index != nil; w = w.before {
		w.index.all, w.index.includes = true, nil
		t.widened++
	}
}

// widening is a choice of indexes that carry everything: one more than before.
type widening struct {
	index  *indexLayout
	before *widening
	price  int64
}

// widened is what an index costs more where it carries everything.
func (l *layout) widened(ix *indexLayout) int64 {
	before, list := l.entriesPrice(ix), ix.includes
	ix.all, ix.includes = true, nil
	after := l.entriesPrice(ix)
	ix.all, ix.includes = false, list
	if after >= never || before >= never {
		return never
	}
	return after - before
}

// entriesPrice is the price of an index as it is laid out.
func (l *layout) entriesPrice(ix *indexLayout) int64 {
	sum := int64(0)
	for _, y := range ix.entries {
		a := *y.a
		y.measure(l, &a)
		sum += a.price(&solver{p: l.p}, y.owner.plan.base.bytes)
	}
	return min(sum, never)
}
