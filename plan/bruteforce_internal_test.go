package plan

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/model"
)

var (
	instances = flag.Int("instances", 300, "random instances for the brute force")
	seed      = flag.Uint64("seed", 1, "first seed of the brute force")
)

// brute tries every design of an entity: every partition set, every sequence
// of sort columns in every direction, every membership, every base key, every
// grouping of the questions. It uses the prices of the search for one given
// key, and nothing of how the search comes to its keys (F1 to F5).
type brute struct {
	s     *entitySolver
	e     *entity
	cols  []col
	bases []*base
	arms  map[mask][]bruteArm // by set of asks
	best  int64
	plan  *entityPlan
}

type bruteArm struct {
	a     *arm
	price map[int64]int64 // by length of the base key
}

func bruteForce(p *problem, e *entity) (int64, *entityPlan) {
	s := newSolver(context.Background(), p, 1<<40)
	b := &brute{s: &entitySolver{s: s, p: p, e: e}, e: e, arms: map[mask][]bruteArm{}, best: never}
	b.s.b = builder{e: e}
	var seen colset
	for _, a := range e.asks {
		b.s.use = append(b.s.use, use{a: a})
		seen = seen.or(a.eq).or(a.constant)
		for _, v := range a.variants {
			for _, t := range v.tail {
				seen.add(t.c)
				b.s.compared.add(t.c)
			}
		}
	}
	for _, k := range e.keys {
		seen = seen.or(k)
	}
	for i := range e.cols {
		seen.add(col(i)) // a local index may be sorted by any
	}
	seen.remove(e.byName["body"])
	b.cols = seen.cols()
	b.eachKey(b.addBase)
	b.s.candidates = b.bases
	b.s.priceSentinels()
	for _, u := range e.uniques {
		b.addArms(sentinel, key{p: u.set})
	}
	b.eachKey(func(k key) {
		for m := range b.memberships() {
			k.m = m
			for _, kind := range []armKind{gsi, lsi, itemCopy} {
				b.addArms(kind, k)
			}
		}
	})
	b.dropLocals()
	for _, base := range b.distinctBases() {
		b.group(base, 0, nil, make([]*arm, len(b.s.use)))
	}
	return b.best, b.plan
}

// memberships yields every set of conditions of the entity.
func (b *brute) memberships() func(func(mask) bool) {
	return func(yield func(mask) bool) {
		for m := mask(0); m < bit(len(b.e.conds)); m++ {
			if !yield(m) {
				return
			}
		}
	}
}

// eachKey calls do for every partition set and every directed sequence of the
// other columns.
func (b *brute) eachKey(do func(key)) {
	for sub := range bit(len(b.cols)) {
		var k key
		var rest []col
		for i, c := range b.cols {
			if sub&bit(i) != 0 {
				k.p.add(c)
			} else {
				rest = append(rest, c)
			}
		}
		b.sequences(k, rest, do)
	}
}

func (b *brute) sequences(k key, rest []col, do func(key)) {
	do(k)
	for i, c := range rest {
		more := append(slices.Clone(rest[:i]), rest[i+1:]...)
		for _, inverted := range []bool{false, true} {
			n := k
			n.push(c)
			if inverted {
				n.x.add(c)
			}
			b.sequences(n, more, do)
		}
	}
}

// addBase keeps a key that may be a base key.
func (b *brute) addBase(k key) {
	have := k.columns()
	if !b.e.identity.within(have) {
		return
	}
	if k.p.empty() && b.e.rows > 10_000 {
		return
	}
	extra := have.minus(b.e.identity)
	if b.e.natural && !extra.empty() {
		return
	}
	for _, w := range b.e.writes {
		if w.kind == update && w.set.meets(have) || w.kind != insert && !extra.within(w.known) {
			return
		}
	}
	e := b.e
	nulls := e.nullable(have)
	pk := e.partition(k.p, e.prefixLength(), nulls)
	sk := e.sorting(&k, int64(len(e.e.Prefix)), b.s.compared.or(k.x), nulls)
	if pk.bad != nil || sk.bad != nil || pk.most > maxPartitionKey || sk.most > maxSortKey {
		return
	}
	set := &b.s.p.m.Settings
	base := &base{key: k, share: e.partShare(k.p), bytes: int64(len(set.PartitionKey)) + pk.mean}
	if k.n > 0 || !e.alone {
		base.bytes += int64(len(set.SortKey)) + sk.mean
	}
	if b.s.priceBase(base) {
		for i, u := range b.s.use {
			if !b.answers(&k, u.a, false) {
				base.reads[i] = never
			} else if base.reads[i] >= never && b.priceable(base, u.a) {
				panic("the search does not see that the base answers " + u.a.name)
			}
		}
		b.bases = append(b.bases, base)
	}
}

// priceable says that heat and size do not forbid that the base answers a.
func (b *brute) priceable(x *base, a *ask) bool {
	h := a.halves(b.e.item + x.bytes)
	share := b.s.p.readShare(b.e, a, &x.key, x.share)
	return h >= 0 && mulDiv(a.rate*h, share, billion) <= 2*b.s.p.headroom(readLimit)
}

// answers is the definition of "key K serves question q" (planner.md 2.2).
func (b *brute) answers(k *key, a *ask, index bool) bool {
	for i := range a.variants {
		if _, ok := b.answersAs(k, a, i); ok {
			return true
		}
	}
	return false
}

// answersAs says whether k serves variant v of a, and which columns are left
// for the client to test.
func (b *brute) answersAs(k *key, a *ask, v int) (guard colset, ok bool) {
	form := &a.variants[v]
	if a.shards != k.shards {
		return colset{}, false
	}
	if k.m&^form.conds != 0 || !a.unique && form.member&^k.m != 0 {
		return colset{}, false
	}
	var implied colset
	for m := k.m; m != 0; m &= m - 1 {
		if c := &b.e.conds[low(m)]; c.expr == nil {
			implied.add(c.column)
		}
	}
	full := a.eq.or(a.constant)
	e := full.minus(implied)
	if !k.p.within(e) {
		return colset{}, false
	}
	left, n := e.minus(k.p), 0
	bound := k.p.or(implied)
	for n < k.n && left.has(k.s[n]) {
		left.remove(k.s[n])
		bound.add(k.s[n])
		n++
	}
	if a.unique {
		for _, key := range b.e.keys {
			if key.within(bound) {
				return full.minus(bound), true
			}
		}
		return colset{}, false
	}
	if !left.empty() || n+len(form.tail) > k.n {
		return colset{}, false
	}
	signs := map[bool]bool{}
	for i, t := range form.tail {
		if k.s[n+i] != t.c {
			return colset{}, false
		}
		if t.ordered {
			signs[t.desc != k.x.has(t.c)] = true
		}
	}
	return colset{}, len(signs) < 2
}

// addArms adds the arms with key k, whole and in as many shards as some ask
// wants, for every set of asks that it serves.
func (b *brute) addArms(kind armKind, k key) {
	for n := range int64(4) {
		if k.shards = n; n == 0 || kind == gsi && b.e.shardColumn(&k) >= 0 {
			b.addSharded(kind, k)
		}
	}
}

func (b *brute) addSharded(kind armKind, k key) {
	var served mask
	var guards [8]colset
	var forms [8]int
	for i, u := range b.s.use {
		for v := range u.a.variants {
			if g, ok := b.answersAs(&k, u.a, v); ok {
				if served&bit(i) == 0 || g.len() < guards[i].len() {
					guards[i], forms[i] = g, v
				}
				served |= bit(i)
			}
		}
	}
	for sub := served; sub != 0; sub = (sub - 1) & served {
		b.addArm(kind, k, sub, &guards, &forms)
	}
}

func (b *brute) addArm(kind armKind, k key, sub mask, guards *[8]colset, forms *[8]int) {
	e := b.e
	b.s.b.picks = b.s.b.picks[:0]
	strong := false
	var guard colset
	for m := sub; m != 0; m &= m - 1 {
		a := b.s.use[low(m)].a
		strong = strong || a.strong
		guard = guard.or(guards[low(m)])
		b.s.b.picks = append(b.s.b.picks, pick{a: a, v: forms[low(m)]})
	}
	b.s.b.findNulls(&k)
	a := b.s.newArm(kind, &k)
	a.need = guard
	for m := sub; m != 0; m &= m - 1 {
		sel := b.s.use[low(m)].a.sel
		a.need = a.need.or(e.needOf(sel))
	}
	have := k.columns()
	switch kind {
	case gsi, lsi:
		if strong && kind == gsi || !e.represent(b.s.p, a, false) {
			return
		}
		own := e.identity
		if a.native {
			own = own.or(have)
			if kind == lsi {
				own = e.identity.or(have.minus(k.p))
			}
		}
		a.extra = a.need.minus(own)
		a.bytes += e.sizeOf(a.extra)
		a.rate = e.entries(have, a.extra, k.m)
		if !a.native {
			a.sur = e.templateSurcharges(&k)
		}
	case itemCopy:
		if !strong || !b.keyed(&k) || !e.representItem(b.s.p, a) {
			return
		}
		a.extra = a.need.or(e.identity)
		a.bytes += e.sizeOf(a.extra)
		a.rate = 2 * e.entries(have, a.extra, k.m)
		a.sur = e.copySurcharges(have, a.extra, k.m)
	case sentinel:
		if !e.representItem(b.s.p, a) {
			return
		}
		a.bare, a.bareRate = a.bytes+e.sizeOf(e.identity), 2*e.entries(k.p, e.identity, 0)
		a.extra = a.need.or(e.identity)
		a.bytes += e.sizeOf(a.extra)
		a.rate = 2 * e.entries(k.p, a.extra, 0)
		a.sur = e.copySurcharges(k.p, a.extra, 0)
	}
	b.keep(sub, a)
}

// keyed says that k tells rows apart: it holds a key without NULL.
func (b *brute) keyed(k *key) bool {
	for _, u := range b.e.keys {
		ok := true
		for c := range u.each {
			if !k.columns().has(c) {
				ok = false
			}
			if !b.e.cols[c].nullable {
				continue
			}
			implied := false
			for m := k.m; m != 0; m &= m - 1 {
				implied = implied || b.e.conds[low(m)].notNull.has(c)
			}
			ok = ok && implied
		}
		if ok {
			return true
		}
	}
	return false
}

// keep drops an arm that another one beats in every respect.
func (b *brute) keep(sub mask, a *arm) {
	x := bruteArm{a: a, price: map[int64]int64{}}
	for _, base := range b.bases {
		if _, ok := x.price[base.bytes]; !ok {
			x.price[base.bytes] = a.price(b.s.s, base.bytes)
		}
	}
	worse := func(y, z bruteArm) bool {
		if y.a.kind != z.a.kind || y.a.kind == lsi && y.a.key.p != z.a.key.p {
			return false
		}
		if z.a.sur&^y.a.sur != 0 || z.a.keyed > y.a.keyed {
			return false
		}
		for n, v := range y.price {
			if z.price[n] > v {
				return false
			}
		}
		return true
	}
	if slices.ContainsFunc(b.arms[sub], func(z bruteArm) bool { return worse(x, z) }) {
		return
	}
	b.arms[sub] = append(slices.DeleteFunc(b.arms[sub], func(y bruteArm) bool { return worse(y, x) }), x)
}

// dropLocals keeps local indexes only where a strong ask needs them or no
// global index has a key: part of the language of designs, because a local
// index can neither be added nor dropped later.
func (b *brute) dropLocals() {
	for sub, list := range b.arms {
		strong := false
		for m := sub; m != 0; m &= m - 1 {
			strong = strong || b.s.use[low(m)].a.strong
		}
		if !strong && slices.ContainsFunc(list, func(x bruteArm) bool { return x.a.kind == gsi }) {
			b.arms[sub] = slices.DeleteFunc(list, func(x bruteArm) bool { return x.a.kind == lsi })
		}
	}
}

// distinctBases leaves out base keys that are alike in all that prices see.
func (b *brute) distinctBases() []*base {
	var list []*base
	for _, x := range b.bases {
		if !slices.ContainsFunc(list, func(y *base) bool {
			return x.bytes == y.bytes && x.fixed == y.fixed && x.share == y.share && x.key.p == y.key.p && slices.Equal(x.reads, y.reads)
		}) {
			list = append(list, x)
		}
	}
	return list
}

// group tries every grouping of the asks from the i-th on.
func (b *brute) group(x *base, done mask, arms []*arm, from []*arm) {
	i := 0
	for done&bit(i) != 0 {
		i++
	}
	if i == len(b.s.use) {
		pl := &entityPlan{e: b.e, uses: b.s.use, base: x, arms: slices.Clone(arms), from: slices.Clone(from)}
		if b.s.exact(pl) && pl.total < b.best {
			b.best, b.plan = pl.total, pl
		}
		return
	}
	if x.reads[i] < never {
		b.group(x, done|bit(i), arms, from)
	}
	for sub, list := range b.arms {
		if sub&bit(i) == 0 || sub&done != 0 {
			continue
		}
		for _, y := range list {
			if y.a.kind == lsi && y.a.key.p != x.key.p || y.price[x.bytes] >= never {
				continue
			}
			next := slices.Clone(from)
			for m := sub; m != 0; m &= m - 1 {
				next[low(m)] = y.a
			}
			b.group(x, done|sub, append(slices.Clone(arms), y.a), next)
		}
	}
}

// compareWithBrute runs search and brute force on one random model. It reports
// false where they differ.
func compareWithBrute(t testing.TB, seed uint64, h hooks, show bool) bool {
	r := rand.New(rand.NewPCG(seed, 7))
	src := RandomModel(r, 1, 2+r.IntN(4))
	m, err := model.Parse("random.sql", []byte(src))
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, src)
	}
	if seed%2 == 0 {
		spread(m, r)
	}
	pr, _, err := pricesOf(m.Settings.Prices, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := compile(m, pr, hooks{})
	if err != nil {
		t.Fatal(err)
	}
	want, plan := bruteForce(p, p.entities[0])
	p.hooks = h
	s := newSolver(context.Background(), p, 1<<40)
	sol := s.solve()
	if sol.total == want {
		return true
	}
	if show {
		t.Logf("seed %d: search %s, brute force %s\n%s", seed, cost.Money(sol.total).Decimal(), cost.Money(want).Decimal(), src)
		for _, pl := range []*entityPlan{sol.plans[0], plan} {
			if pl != nil {
				t.Log(pl.text(s))
			}
		}
	}
	return false
}

// spread wants the rows of some questions in two or three shards.
func spread(m *model.Model, r *rand.Rand) {
	for _, q := range m.Questions {
		if len(q.Selects) == 1 && !q.Selects[0].Unique && !q.Selects[0].Exists && q.Selects[0].In == nil && !q.Strong && r.IntN(2) == 0 {
			q.Shards = 2 + r.IntN(2)
		}
	}
}

func TestBruteForce(t *testing.T) {
	bad := 0
	for i := range uint64(*instances) {
		if !compareWithBrute(t, *seed+i, hooks{}, true) {
			if bad++; bad > 3 {
				break
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d instances differ", bad, *instances)
	}
}

// TestBruteForceHasTeeth switches rules of the search off and wants the brute
// force to see it: a comparison that cannot fail says nothing.
func TestBruteForceHasTeeth(t *testing.T) {
	for _, c := range []struct {
		name  string
		hooks hooks
	}{
		{"without parity of directions", hooks{noParity: true}},
		{"without memberships", hooks{noMembership: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			differ := 0
			for i := range uint64(200) {
				if !compareWithBrute(t, 1+i, c.hooks, false) {
					differ++
				}
			}
			t.Logf("%d of 200 instances differ", differ)
			if differ == 0 {
				t.Error("the brute force does not notice")
			}
		})
	}
}
