package plan

import (
	"container/heap"
	"slices"
)

// entityPlan is a complete design of one entity: its base key and arms, and
// which asks each serves.
type entityPlan struct {
	e     *entity
	uses  []use
	base  *base
	arms  []*arm
	from  []*arm // by use: the arm that serves it, nil for the base
	sur   surcharges
	size  int64 // mean size of a base item with all made-up attributes
	total int64 // exact price, collections' reads by their exact part
}

// entityPlans yields the designs of one entity, cheapest first. The price that
// orders the search leaves out only that key attributes of indexes may lift
// the base item over a boundary of its units; a finished plan is priced
// exactly, and the search goes on as long as a cheaper one may come.
type entityPlans struct {
	s      *entitySolver
	queue  nodeHeap
	roots  []rootTables
	prices map[int64][][][]int64 // by length of the base key: by part, set, arm
	found  []*entityPlan         // by price
	seq    int64
	slack  int64 // plans dearer than the best by no more than this are wanted too
}

// rootTables are the tables of one base key and choice of surcharges.
type rootTables struct {
	base   *base
	extra  surcharges
	lb     int64
	tables []partTable
}

// node is a partial plan: the asks of parts before part and those of part that
// are not in left are decided.
type node struct {
	lb, acc int64
	seq     int64
	root    int
	part    int
	left    mask
	parent  *node
	arm     *arm // that was chosen, nil for the base
	asks    mask // asks it decided, of part from
	from    int
}

type nodeHeap []*node

func (h nodeHeap) Len() int { return len(h) }
func (h nodeHeap) Less(i, j int) bool {
	if h[i].lb != h[j].lb {
		return h[i].lb < h[j].lb
	}
	return h[i].seq > h[j].seq
}
func (h nodeHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *nodeHeap) Push(x any)   { *h = append(*h, x.(*node)) }
func (h *nodeHeap) Pop() any {
	old := *h
	n := old[len(old)-1]
	*h = old[:len(old)-1]
	return n
}

// newEntityPlans prepares the search: a lower bound for each base key and
// choice of surcharges.
func newEntityPlans(s *entitySolver) *entityPlans {
	ps := &entityPlans{s: s, slack: s.collectionSlack(), prices: map[int64][][][]int64{}}
	scratch := make([]partTable, len(s.parts))
	for _, b := range s.candidates {
		for g := mask(0); g < bit(len(s.groups)); g++ {
			root := rootTables{base: b}
			for m := g; m != 0; m &= m - 1 {
				root.extra |= s.groups[low(m)]
			}
			root.lb = ps.bind(&root, scratch, nil)
			if root.lb >= never {
				continue
			}
			ps.roots = append(ps.roots, root)
			ps.push(&node{lb: root.lb, root: len(ps.roots) - 1, part: -1})
		}
	}
	return ps
}

// bind fills the tables of a root, leaving out arms with the key of without,
// and returns its price.
func (ps *entityPlans) bind(r *rootTables, tables []partTable, without *arm) int64 {
	s := ps.s
	sum := r.base.fixed + s.surchargePrice(r.extra, s.e.item+r.base.bytes)
	allowed := s.paid | r.extra | s.rest()
	costs := ps.armPrices(r.base.bytes)
	for i := range s.parts {
		t := &tables[i]
		t.load(s, &s.parts[i], r.base, costs[i], allowed, without)
		sum += t.cost(t.full())
		if sum >= never {
			return never
		}
	}
	return sum
}

// rest are the surcharges that are not enumerated: they are added to finished
// plans.
func (s *entitySolver) rest() surcharges {
	var all surcharges
	if len(s.groups) < maxGroups {
		return 0
	}
	for i := range s.parts {
		for _, set := range s.parts[i].sets {
			for _, a := range set.arms {
				all |= a.sur
			}
		}
	}
	for _, g := range s.groups {
		all &^= g
	}
	return all
}

// armPrices prices all arms for base keys of one length.
func (ps *entityPlans) armPrices(baseKey int64) [][][]int64 {
	if got, ok := ps.prices[baseKey]; ok {
		return got
	}
	list := make([][][]int64, len(ps.s.parts))
	for i := range ps.s.parts {
		list[i] = make([][]int64, len(ps.s.parts[i].sets))
		for j := range ps.s.parts[i].sets {
			arms := ps.s.parts[i].sets[j].arms
			list[i][j] = make([]int64, len(arms))
			for k, a := range arms {
				list[i][j][k] = a.price(ps.s.s, baseKey)
			}
		}
	}
	ps.prices[baseKey] = list
	return list
}

func (ps *entityPlans) push(n *node) {
	ps.seq++
	n.seq = ps.seq
	heap.Push(&ps.queue, n)
}

// best returns the cheapest design, nil where there is none.
func (ps *entityPlans) best() *entityPlan {
	ps.until(func(lb int64) bool { return len(ps.found) == 0 || lb < ps.found[0].total })
	if len(ps.found) == 0 {
		return nil
	}
	return ps.found[0]
}

// until finds designs as long as more says that one with the given lower bound
// is wanted.
func (ps *entityPlans) until(more func(lb int64) bool) {
	for len(ps.queue) > 0 && more(ps.queue[0].lb) {
		if ps.s.tick(); ps.s.s.cut && len(ps.found) > 0 {
			return
		}
		ps.expand(heap.Pop(&ps.queue).(*node))
	}
}

// expand decides one more ask of a partial plan.
func (ps *entityPlans) expand(n *node) {
	r := &ps.roots[n.root]
	if n.part < 0 {
		r.tables = make([]partTable, len(ps.s.parts))
		ps.bind(r, r.tables, nil)
		if pl := ps.descend(r, r.tables); ps.s.exact(pl) {
			ps.insert(pl)
			if ps.s.s.cut {
				return
			}
		}
		n = &node{lb: n.lb, acc: r.base.fixed + ps.s.surchargePrice(r.extra, ps.s.e.item+r.base.bytes), root: n.root}
		if len(ps.s.parts) > 0 {
			n.left = r.tables[0].full()
		}
	}
	for n.part < len(r.tables) && n.left == 0 {
		c := *n
		c.part++
		c.parent, c.asks, c.arm = n, 0, nil
		if c.part < len(r.tables) {
			c.left = r.tables[c.part].full()
		}
		n = &c
	}
	if n.part >= len(r.tables) {
		ps.finish(n)
		return
	}
	ps.children(n, r)
}

// children pushes the ways to serve the next ask.
func (ps *entityPlans) children(n *node, r *rootTables) {
	t := &r.tables[n.part]
	after := int64(0)
	for i := n.part + 1; i < len(r.tables); i++ {
		after += r.tables[i].cost(r.tables[i].full())
	}
	i := t.branch(n.left)
	add := func(x *arm, asks mask, price int64) {
		if price >= never || len(ps.found) > 0 && n.acc+price+t.below(n.left&^asks)+after > ps.found[0].total+ps.slack {
			return
		}
		lb := n.acc + price + t.cost(n.left&^asks) + after
		if lb < never {
			ps.push(&node{lb: lb, acc: n.acc + price, root: n.root, part: n.part, left: n.left &^ asks,
				parent: n, arm: x, asks: asks, from: n.part})
		}
	}
	add(nil, bit(i), t.reads[i])
	for _, at := range t.setsWith(i) {
		set := &t.pt.sets[at]
		if set.asks&^n.left != 0 || t.best[at] < 0 {
			continue
		}
		add(set.arms[t.best[at]], set.asks, t.costs[at])
		for _, j := range t.other[at] {
			add(set.arms[j], set.asks, ps.armPrices(r.base.bytes)[n.part][at][j])
		}
	}
}

// finish makes a plan of a complete node and prices it exactly.
func (ps *entityPlans) finish(n *node) {
	r := &ps.roots[n.root]
	pl := &entityPlan{e: ps.s.e, uses: ps.s.use, base: r.base, from: make([]*arm, len(ps.s.use))}
	for ; n != nil; n = n.parent {
		if n.arm == nil {
			continue
		}
		t := &r.tables[n.from]
		pl.arms = append(pl.arms, n.arm)
		for m := n.asks; m != 0; m &= m - 1 {
			pl.from[t.pt.ids[low(m)]] = n.arm
		}
	}
	slices.SortFunc(pl.arms, compareArms)
	if !ps.s.exact(pl) {
		return
	}
	ps.insert(pl)
}

// insert keeps a plan in order.
func (ps *entityPlans) insert(pl *entityPlan) {
	at, dup := slices.BinarySearchFunc(ps.found, pl, comparePlans)
	if !dup {
		ps.found = slices.Insert(ps.found, at, pl)
	}
}
