package plan

// naive prices the design that needs no thought: the primary key as the base
// key, its first column the partition; for each question that it does not
// answer an index of its own that carries every column, with constants in its
// key; for a strong one a copy of the whole item.
func (r *run) naive() *Naive {
	n := &Naive{}
	total := int64(0)
	for _, e := range r.p.entities {
		pl := r.naivePlan(e)
		if pl == nil {
			return nil
		}
		total += pl.total
		n.Indexes += len(pl.arms)
	}
	n.Total = money(total)
	return n
}

// naivePlan is the naive design of one entity; nil where a question has no
// index of its own.
func (r *run) naivePlan(e *entity) *entityPlan {
	s := &entitySolver{s: newSolver(r.ctx, r.p, r.o.Steps), p: r.p, e: e}
	s.b = builder{e: e}
	for _, a := range e.asks {
		s.use = append(s.use, use{a: a})
		for i := range a.variants {
			for _, t := range a.variants[i].tail {
				s.compared.add(t.c)
			}
		}
	}
	k := key{p: setOf(e.idList[0])}
	k.complete(e.idList)
	s.candidates = s.addBase(k, nil)
	if len(s.candidates) == 0 {
		k = key{p: e.identity}
		s.candidates = s.addBase(k, nil)
	}
	if len(s.candidates) == 0 {
		return nil
	}
	s.priceSentinels()
	b := s.candidates[0]
	pl := &entityPlan{e: e, uses: s.use, base: b, from: make([]*arm, len(s.use))}
	for i := range s.use {
		if b.reads[i] < never {
			continue
		}
		a := s.naiveArm(i)
		if a == nil {
			return nil
		}
		pl.from[i] = a
		pl.arms = append(pl.arms, a)
	}
	if !s.exact(pl) {
		return nil
	}
	return pl
}

// naiveArm is the index of one question alone, with everything in it.
func (s *entitySolver) naiveArm(i int) *arm {
	everything := colset{}
	for c := range s.e.cols {
		if s.e.stored(col(c)) {
			everything.add(col(c))
		}
	}
	a := s.use[i].a
	for v := range a.variants {
		s.b.picks = append(s.b.picks[:0], pick{a: a, v: v})
		var k key
		if !s.b.build(a.variants[v].member, &k) {
			continue
		}
		before := a.variants[v].need
		a.variants[v].need = everything
		var arms []*arm
		if a.strong || a.batch > 0 {
			arms = s.addCopies(k, nil)
		} else {
			arms = s.addIndex(gsi, &k, nil)
		}
		a.variants[v].need = before
		if len(arms) > 0 {
			return arms[0]
		}
	}
	return nil
}
