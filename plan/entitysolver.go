package plan

import (
	"context"
	"slices"
)

// entitySolver finds the designs of one entity for given modes of its
// collections, in the order of their price.
type entitySolver struct {
	s *solver
	p *problem
	e *entity
	b builder

	use        []use
	compared   colset   // columns that some ask compares or sorts by
	partitions []colset // partitions of base candidates: those a local index can have
	parts      []part
	candidates []*base
	bare       int64        // price of the sentinels themselves
	paid       surcharges   // those that the entity's sentinels cause anyway
	groups     []surcharges // surcharges that arms need beside, by what arms need together
}

// use is an ask in play and the mode of its collection.
type use struct {
	a    *ask
	mode mode
}

// part is a connected group of asks: asks of different parts never share an
// arm, so parts are solved one by one.
type part struct {
	ids     []int // indexes into use
	partner []mask
	sets    []armSet  // feasible sets, by mask
	byLow   [][]int32 // sets by their lowest ask
	// Of a part that is branched on:
	with     [][]int32 // sets by each ask in them, the largest first
	marginal []int64   // by ask: what it adds at least to the writes of an arm
}

// armSet is a set of a part's asks and the arms that serve it as a whole.
type armSet struct {
	asks mask
	arms []*arm
}

// solver is one run of the search.
type solver struct {
	p     *problem
	ctx   context.Context
	limit int64 // steps allowed
	cut   bool  // the steps allowed did not suffice
	cache map[string]*entityPlans
	stats Searched
}

// newSolver starts a run of the search on a problem.
func newSolver(ctx context.Context, p *problem, steps int64) *solver {
	return &solver{ctx: ctx, p: p, limit: steps, cache: map[string]*entityPlans{}}
}

func (s *solver) entityOf(a *ask) *entity { return s.p.entities[a.entity] }

// tick counts a step and says whether the limit, and the caller, allow it.
func (s *entitySolver) tick() bool {
	x := s.s
	x.stats.Steps++
	if x.stats.Steps&0xfff == 0 && x.ctx.Err() != nil {
		x.limit = 0
	}
	if x.stats.Steps > x.limit {
		x.cut = true
		return false
	}
	return true
}

func (s *entitySolver) strong() bool {
	return slices.ContainsFunc(s.use, func(u use) bool { return u.a.strong || u.a.batch > 0 })
}

func newEntitySolver(s *solver, e *entity, uses []use) *entitySolver {
	es := &entitySolver{s: s, p: s.p, e: e, use: uses}
	es.b = builder{e: e, hooks: s.p.hooks}
	for _, u := range uses {
		for i := range u.a.variants {
			for _, t := range u.a.variants[i].tail {
				es.compared.add(t.c)
			}
		}
	}
	all := es.bases()
	s.stats.addBases(e.e.Name, len(all))
	for _, b := range all {
		if !slices.Contains(es.partitions, b.key.p) {
			es.partitions = append(es.partitions, b.key.p)
		}
	}
	es.findParts()
	es.candidates = es.undominated(all)
	es.priceSentinels()
	es.groupSurcharges()
	es.countArms()
	return es
}

// countArms adds to the statistics of the search.
func (s *entitySolver) countArms() {
	for i := range s.parts {
		s.s.stats.Sets += len(s.parts[i].sets)
		for _, set := range s.parts[i].sets {
			s.s.stats.Arms += len(set.arms)
		}
	}
}

// addBases counts the base keys tried for an entity.
func (st *Searched) addBases(entity string, n int) {
	st.Bases += n
	for i := range st.BaseKeys {
		if st.BaseKeys[i].Entity == entity {
			st.BaseKeys[i].Bases = max(st.BaseKeys[i].Bases, n)
			return
		}
	}
	st.BaseKeys = append(st.BaseKeys, Tried{entity, n})
}

// priceSentinels adds to every base what the sentinels of UNIQUE constraints
// cost whatever is asked: their items, and the transactions and reads they
// make of the writes that touch them.
func (s *entitySolver) priceSentinels() {
	s.b.picks = s.b.picks[:0]
	s.b.nulls = colset{}
	for i := range s.e.uniques {
		set := s.e.uniques[i].set
		a := s.newArm(sentinel, &key{p: set})
		s.e.representItem(s.p, a)
		size := a.bytes + s.e.sizeOf(s.e.identity)
		s.bare += s.p.price.writes(2*s.e.entries(set, s.e.identity, 0)*units(size)) + s.p.price.storage(s.e.rows, size)
		s.paid |= s.e.copySurcharges(set, s.e.identity, 0)
	}
	for _, b := range s.candidates {
		b.fixed += s.bare + s.surchargePrice(s.paid, s.e.item+b.bytes)
	}
}

// findParts groups the asks by whether two of them can share an arm, and
// lists the sets of each group that can (F2: every subset of such a set can,
// so sets grow from smaller ones).
func (s *entitySolver) findParts() {
	n := len(s.use)
	shares := make([][]bool, n)
	for i := range shares {
		shares[i] = make([]bool, n)
	}
	for i := range n {
		for j := range i {
			s.tick()
			if len(s.options([]int{j, i}, nil)) > 0 {
				shares[i][j], shares[j][i] = true, true
			}
		}
	}
	seen := make([]bool, n)
	for i := range n {
		if seen[i] {
			continue
		}
		ids := []int{i}
		seen[i] = true
		for at := 0; at < len(ids); at++ {
			for j := range n {
				if !seen[j] && shares[ids[at]][j] {
					seen[j] = true
					ids = append(ids, j)
				}
			}
		}
		slices.Sort(ids)
		pt := part{ids: ids, partner: make([]mask, len(ids))}
		for x, a := range ids {
			for y, b := range ids {
				if shares[a][b] {
					pt.partner[x] |= bit(y)
				}
			}
		}
		s.growSets(&pt)
		s.parts = append(s.parts, pt)
	}
}

// growSets lists the feasible sets of a part with their arms. First come the
// asks alone and the sets that grow greedily from each of them, so that a
// search that is cut short still has an arm for every ask and the obvious
// sharing; then all others, from smaller to larger.
func (s *entitySolver) growSets(pt *part) {
	g := &setGrower{s: s, pt: pt, seen: map[mask]bool{}}
	pt.byLow = make([][]int32, len(pt.ids))
	for i := range pt.ids {
		g.add(bit(i))
	}
	for i := range pt.ids {
		set := bit(i)
		for more := pt.partner[i]; more != 0; more &= more - 1 {
			if g.add(set | bit(low(more))) {
				set |= bit(low(more))
			}
		}
	}
	g.grow(0, bit(len(pt.ids))-1)
}

// setGrower collects the feasible sets of a part.
type setGrower struct {
	s    *entitySolver
	pt   *part
	seen map[mask]bool // whether a set is feasible
	ids  []int
}

// add finds the arms of a set and reports whether there are any.
func (g *setGrower) add(set mask) bool {
	if ok, known := g.seen[set]; known {
		return ok
	}
	g.ids = g.ids[:0]
	for m := set; m != 0; m &= m - 1 {
		g.ids = append(g.ids, g.pt.ids[low(m)])
	}
	arms := g.s.options(g.ids, nil)
	g.seen[set] = len(arms) > 0
	if len(arms) == 0 {
		return false
	}
	l := low(set)
	g.pt.byLow[l] = append(g.pt.byLow[l], int32(len(g.pt.sets)))
	g.pt.sets = append(g.pt.sets, armSet{set, arms})
	return true
}

// maxSets is how many sets of one part are kept, for the sake of memory.
const maxSets = 150_000

// grow adds all feasible sets that extend set by asks of more.
func (g *setGrower) grow(set, more mask) {
	for ; more != 0; more &= more - 1 {
		i := low(more)
		if len(g.pt.sets) >= maxSets {
			g.s.s.cut = true
			return
		}
		if g.s.tick() && g.add(set|bit(i)) {
			g.grow(set|bit(i), more&(more-1)&g.pt.partner[i])
		}
	}
}

// maxGroups is how many independent groups of surcharges are enumerated; the
// price of others is added to finished plans only.
const maxGroups = 5

// groupSurcharges groups the surcharges that arms need beside those paid
// anyway: two that the same arms need are paid together.
func (s *entitySolver) groupSurcharges() {
	var all surcharges
	var needs []surcharges
	for i := range s.parts {
		for _, set := range s.parts[i].sets {
			for _, a := range set.arms {
				if n := a.sur &^ s.paid; n != 0 && !slices.Contains(needs, n) {
					needs = append(needs, n)
					all |= n
				}
			}
		}
	}
	for all != 0 {
		first := all & -all
		group := all
		for _, n := range needs {
			if n&first != 0 {
				group &= n
			} else {
				group &^= n
			}
		}
		s.groups = append(s.groups, group)
		all &^= group
	}
	if len(s.groups) > maxGroups {
		size := s.e.item
		slices.SortStableFunc(s.groups, func(a, b surcharges) int {
			return int(max(-1, min(1, s.surchargePrice(b, size)-s.surchargePrice(a, size))))
		})
		s.groups = s.groups[:maxGroups]
	}
}
