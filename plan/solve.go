package plan

import (
	"fmt"
	"slices"
	"strings"
)

// solution is a design of the whole model: a plan for each entity.
type solution struct {
	plans []*entityPlan // by entity
	modes []mode        // by collection
	total int64         // exact, what collections round included
	parts []componentResult
}

// componentResult is the outcome for entities that collections tie together.
type componentResult struct {
	entities []int
	colls    []int
	best     *choice
	next     *choice // the best that lacks a key of best, nil where there is none
}

// choice is a plan for each entity of a component under one choice of modes.
type choice struct {
	modes []mode // by collection of the component
	plans []*entityPlan
	total int64
}

// components groups entities by the collections that tie them together.
func (p *problem) components() []componentResult {
	at := make([]int, len(p.entities))
	for i := range at {
		at[i] = i
	}
	for _, c := range p.colls {
		first := at[c.parts[0].entity]
		for _, a := range c.parts {
			old := at[a.entity]
			for i := range at {
				if at[i] == old {
					at[i] = first
				}
			}
		}
	}
	var list []componentResult
	index := map[int]int{}
	for i := range p.entities {
		k, ok := index[at[i]]
		if !ok {
			k = len(list)
			index[at[i]] = k
			list = append(list, componentResult{})
		}
		list[k].entities = append(list[k].entities, i)
	}
	for i, c := range p.colls {
		k := index[at[c.parts[0].entity]]
		list[k].colls = append(list[k].colls, i)
	}
	return list
}

// solve finds the cheapest design, and for each component the next best.
func (s *solver) solve() *solution {
	sol := &solution{plans: make([]*entityPlan, len(s.p.entities)), modes: make([]mode, len(s.p.colls))}
	for _, c := range s.p.components() {
		s.solveComponent(&c)
		sol.parts = append(sol.parts, c)
		if c.best == nil {
			sol.total = never
			continue
		}
		sol.total += c.best.total
		for i, e := range c.entities {
			sol.plans[e] = c.best.plans[i]
		}
		for i, k := range c.colls {
			sol.modes[k] = c.best.modes[i]
		}
	}
	return sol
}

// solveComponent tries every choice of modes of a component's collections.
func (s *solver) solveComponent(c *componentResult) {
	for v := mask(0); v < bit(len(c.colls)); v++ {
		modes := make([]mode, len(c.colls))
		ok := true
		for i, k := range c.colls {
			modes[i] = baseOnly
			if v&bit(i) != 0 {
				modes[i] = exactIndex
			}
			ok = ok && s.p.modeFits(k, modes[i])
		}
		if ok && s.p.arrangeable(c.colls, modes) {
			s.solveModes(c, modes)
		}
	}
}

// uses are an entity's asks with the modes of its collections.
func (s *solver) uses(e *entity, c *componentResult, modes []mode) []use {
	list := make([]use, 0, len(e.asks))
	for _, a := range e.asks {
		u := use{a: a}
		if a.coll >= 0 {
			u.mode = modes[slices.Index(c.colls, a.coll)]
		}
		list = append(list, u)
	}
	return list
}

// plansOf returns the search of an entity under given modes, memoised.
func (s *solver) plansOf(e *entity, uses []use) *entityPlans {
	var b strings.Builder
	fmt.Fprint(&b, e.index)
	for _, u := range uses {
		fmt.Fprint(&b, " ", u.a.id, ".", u.mode)
	}
	k := b.String()
	if ps, ok := s.cache[k]; ok {
		return ps
	}
	ps := newEntityPlans(newEntitySolver(s, e, uses))
	s.cache[k] = ps
	return ps
}

// solveModes finds the best and the next best choice under given modes.
func (s *solver) solveModes(c *componentResult, modes []mode) {
	lists := make([]*entityPlans, len(c.entities))
	for i, at := range c.entities {
		e := s.p.entities[at]
		lists[i] = s.plansOf(e, s.uses(e, c, modes))
		if lists[i].best() == nil {
			return
		}
	}
	j := &joint{s: s, c: c, modes: modes, lists: lists}
	j.search()
}

// collectionSlack is how much the reads of the entity's collections may round
// to beyond what the search counts: plans that are dearer by no more may be
// part of the best choice.
func (s *entitySolver) collectionSlack() int64 {
	slack := int64(0)
	for _, u := range s.use {
		if u.a.coll < 0 {
			continue
		}
		n := int64(1)
		if u.a.strong {
			n = 2
		}
		slack += s.p.price.reads(u.a.rate*n) + 1
	}
	return slack
}

// joint combines the plans of a component's entities. They meet only in what a
// collection's reads round to, so lists are extended as far as that may matter.
type joint struct {
	s     *solver
	c     *componentResult
	modes []mode
	lists []*entityPlans
	pick  []*entityPlan
}

func (j *joint) search() {
	for _, l := range j.lists {
		top := l.found[0].total
		l.until(func(lb int64) bool { return l.slack > 0 && lb <= top+l.slack })
	}
	j.pick = make([]*entityPlan, len(j.lists))
	j.try(0, 0)
	j.differ()
}

// try completes the plans picked so far in every way that may be better than
// what is known.
func (j *joint) try(i int, sum int64) {
	if i == len(j.lists) {
		j.offer(slices.Clone(j.pick))
		return
	}
	rest := int64(0)
	for _, l := range j.lists[i+1:] {
		rest += l.found[0].total
	}
	for _, pl := range j.lists[i].found {
		if j.c.best != nil && sum+pl.total+rest > j.c.best.total {
			break
		}
		j.pick[i] = pl
		j.try(i+1, sum+pl.total)
	}
}

// offer prices a complete choice and keeps it where it is the best, or the
// best with other keys.
func (j *joint) offer(plans []*entityPlan) {
	ch := &choice{modes: j.modes, plans: plans}
	for _, pl := range plans {
		ch.total += pl.total
	}
	byEntity := make([]*entityPlan, len(j.s.p.entities))
	for i, e := range j.c.entities {
		byEntity[e] = plans[i]
	}
	for _, k := range j.c.colls {
		c := &j.s.p.colls[k]
		if !j.s.p.collectionFits(c, byEntity) {
			return
		}
		ch.total += j.s.p.rounding(c, byEntity)
	}
	j.c.keep(ch)
}

// keep sorts a choice into best and next.
func (c *componentResult) keep(ch *choice) {
	switch {
	case c.best == nil:
		c.best = ch
	case ch.less(c.best):
		if !c.best.includes(ch) {
			c.next = c.best
		}
		c.best = ch
	case !ch.includes(c.best) && (c.next == nil || ch.less(c.next)):
		c.next = ch
	}
}

func (ch *choice) less(o *choice) bool {
	if ch.total != o.total {
		return ch.total < o.total
	}
	for i, pl := range ch.plans {
		if n := comparePlans(pl, o.plans[i]); n != 0 {
			return n < 0
		}
	}
	return false
}

// includes says that ch has all keys of o.
func (ch *choice) includes(o *choice) bool {
	for i, pl := range ch.plans {
		if !pl.includes(o.plans[i]) {
			return false
		}
	}
	return true
}

// rounding is what a collection costs beyond the unrounded reads of its parts.
// plans are by entity.
func (p *problem) rounding(c *collection, plans []*entityPlan) int64 {
	bytes, parts := int64(0), int64(0)
	for _, a := range c.parts {
		size := plans[a.entity].sizeFor(a)
		bytes += a.rows * size
		parts += p.collectionRead(a, size)
	}
	q := c.parts[0]
	return p.price.reads(q.rate*halves(bytes, q.strong)) - parts
}

// collectionFits says that the largest answer of a collection is one page.
func (p *problem) collectionFits(c *collection, plans []*entityPlan) bool {
	most := int64(0)
	for _, a := range c.parts {
		most += a.most * plans[a.entity].sizeFor(a)
	}
	return most <= maxPage
}

// sizeFor is the size of the items or entries from which ask a is answered.
func (pl *entityPlan) sizeFor(a *ask) int64 {
	if x := pl.from[a.id]; x != nil {
		if x.kind == gsi || x.kind == lsi {
			return x.bytes + pl.base.bytes
		}
		return x.bytes
	}
	return pl.size
}
