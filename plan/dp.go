package plan

// maxDense is the largest part that is solved by a table over all subsets;
// larger ones are branched on (see bnb.go), unless most of their sets are
// feasible, when branching has nothing to cut off, up to maxFull.
const (
	maxDense = 15
	maxFull  = 17
)

// dense says that the part is solved by a table.
func (pt *part) dense() bool {
	n := len(pt.ids)
	return n <= maxDense || n <= maxFull && len(pt.sets) > 1<<(n-1)
}

// unknown marks a table entry that is not computed yet.
const unknown = int64(-1)

// partTable is the cheapest way to serve each subset of a part's asks with one
// base key and one choice of surcharges: f of planner.md 3.2.
type partTable struct {
	pt      *part
	reads   []int64   // by ask of the part: from the base
	costs   []int64   // by set of the part: its cheapest arm
	best    []int32   // by set: which arm that is
	other   [][]int32 // by set: dearer arms that add fewer bytes to the base item
	f       []int64   // dense, by mask; unknown where not computed
	dense   []int64   // costs by mask, nil where few sets are feasible
	bnb     *branching
	baseKey int64 // bytes
}

// load sets the prices of a base key and a choice of surcharges. Arms with the
// key of without (nil for none) are left out.
func (t *partTable) load(s *entitySolver, pt *part, b *base, prices [][]int64, allowed surcharges, without *arm) {
	t.pt, t.baseKey = pt, b.bytes
	t.reads, t.costs, t.best, t.other = t.reads[:0], t.costs[:0], t.best[:0], t.other[:0]
	for _, i := range pt.ids {
		t.reads = append(t.reads, b.reads[i])
	}
	for i := range pt.sets {
		cost, best := never, int32(-1)
		fits := func(a *arm) bool {
			return a.sur&^allowed == 0 && (a.kind != lsi || a.key.p == b.key.p) && (without == nil || compareArms(a, without) != 0)
		}
		for j, a := range pt.sets[i].arms {
			if prices[i][j] < cost && fits(a) {
				cost, best = prices[i][j], int32(j)
			}
		}
		t.costs = append(t.costs, cost)
		t.best = append(t.best, best)
		var other []int32
		for j, a := range pt.sets[i].arms {
			if best >= 0 && prices[i][j] < never && a.keyed < pt.sets[i].arms[best].keyed && fits(a) {
				other = append(other, int32(j))
			}
		}
		t.other = append(t.other, other)
	}
	n := len(pt.ids)
	if !pt.dense() {
		t.f, t.dense = nil, nil
		t.bnb = newBranching(s, t)
		return
	}
	t.bnb = nil
	t.f = fill(t.f, 1<<n, unknown)
	t.f[0] = 0
	t.dense = nil
	if len(pt.sets) > 1<<(n-1) {
		t.dense = fill(nil, 1<<n, never)
		for i := range pt.sets {
			t.dense[pt.sets[i].asks] = t.costs[i]
		}
	}
}

// fill returns a slice of n equal values, in old's memory where it fits.
func fill(old []int64, n int, v int64) []int64 {
	if cap(old) < n {
		old = make([]int64, n)
	}
	old = old[:n]
	for i := range old {
		old[i] = v
	}
	return old
}

// cost is the price of serving the asks of x; never where it cannot be.
func (t *partTable) cost(x mask) int64 {
	if t.bnb != nil {
		return t.bnb.cost(x)
	}
	if v := t.f[x]; v != unknown {
		return v
	}
	l := low(x)
	rest := x &^ bit(l)
	v := min(never, t.reads[l]+t.cost(rest))
	if t.dense != nil && len(t.pt.byLow[l]) > 1<<count(rest) {
		for sub := rest; ; sub = (sub - 1) & rest {
			if c := t.dense[sub|bit(l)]; c < v {
				v = min(v, c+t.cost(rest&^sub))
			}
			if sub == 0 {
				break
			}
		}
	} else {
		for _, i := range t.pt.byLow[l] {
			if a := t.pt.sets[i].asks; a&^x == 0 && t.costs[i] < v {
				v = min(v, t.costs[i]+t.cost(x&^a))
			}
		}
	}
	t.f[x] = v
	return v
}

// branch is the ask that the search decides next for the asks of x.
func (t *partTable) branch(x mask) int {
	if t.bnb != nil {
		return t.bnb.pick(t.bnb.component(x))
	}
	return low(x)
}

// setsWith lists the sets that may hold the ask branch chose.
func (t *partTable) setsWith(ask int) []int32 {
	if t.bnb != nil {
		return t.pt.with[ask]
	}
	return t.pt.byLow[ask]
}

// below is a lower bound of cost(x) that is cheap to have.
func (t *partTable) below(x mask) int64 {
	if t.bnb == nil {
		return t.cost(x)
	}
	if v, ok := t.bnb.memo[x]; ok {
		return v.cost
	}
	return t.bnb.bound(x)
}

// full is the set of all asks of the part.
func (t *partTable) full() mask { return bit(len(t.pt.ids)) - 1 }
