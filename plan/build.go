package plan

// builder builds the key of a set of asks. It holds scratch memory, so that
// the search allocates nothing for each set.
type builder struct {
	e     *entity
	hooks hooks
	picks []pick
	force *colset  // the partition is this one: a local index shares the table's
	left  []colset // equalities not yet used up, by pick
	done  []int    // tail columns used, by pick
	nulls colset   // key columns that need a form for NULL, after build
	par   parity
}

// pick is an ask in the set and the variant of its equalities.
type pick struct {
	a     *ask
	v     int
	exact bool // the partition must be its equalities: part of a collection
}

func (p *pick) form() *variant { return &p.a.variants[p.v] }

// build computes the one key worth considering for the picks under membership
// m (F1 in the package comment), or reports that there is none. The partition
// is the intersection of the equalities; the sort columns are forced but for
// the order of columns that all open asks use by equality.
func (b *builder) build(m mask, k *key) bool {
	*k = key{m: m, shards: b.picks[0].a.shards}
	b.left, b.done = b.left[:0], b.done[:0]
	for i := range b.picks {
		p := &b.picks[i]
		if p.form().member&^m != 0 || m&^p.form().conds != 0 {
			return false
		}
		e := b.e.equalities(p, m)
		if i == 0 {
			k.p = e
		} else {
			k.p = k.p.and(e)
		}
		b.left = append(b.left, e)
		b.done = append(b.done, 0)
	}
	if b.force != nil {
		if !b.force.within(k.p) {
			return false
		}
		k.p = *b.force
	}
	for i := range b.left {
		if b.picks[i].exact && (b.left[i] != k.p || k.p != b.picks[i].a.part) {
			return false
		}
		b.left[i] = b.left[i].minus(k.p)
	}
	for {
		c, state := b.next()
		if state == stuck {
			return false
		}
		if state == finished {
			break
		}
		if !k.push(c) {
			return false
		}
		for i := range b.picks {
			if b.left[i].has(c) {
				b.left[i].remove(c)
			} else if t := b.picks[i].form().tail; b.left[i].empty() && b.done[i] < len(t) {
				b.done[i]++
			}
		}
	}
	b.findNulls(k)
	return b.direct(k)
}

// equalities are the columns that a pick binds to one value within membership m.
func (e *entity) equalities(p *pick, m mask) colset {
	v := p.form()
	s := v.e
	for in := v.conds & m; in != 0; in &= in - 1 {
		if c := &e.conds[low(in)]; c.expr == nil {
			s.remove(c.column)
		}
	}
	return s
}

type buildState uint8

const (
	going buildState = iota
	finished
	stuck
)

// next returns the next sort column.
func (b *builder) next() (col, buildState) {
	var must, open colset
	opened, forced := false, false
	for i := range b.picks {
		if !b.left[i].empty() {
			if opened {
				open = open.and(b.left[i])
			} else {
				open, opened = b.left[i], true
			}
		} else if t := b.picks[i].form().tail; b.done[i] < len(t) {
			must.add(t[b.done[i]].c)
			forced = true
		}
	}
	switch {
	case forced && must.len() > 1:
		return 0, stuck
	case forced:
		c := must.lowest()
		if opened && !open.has(c) {
			return 0, stuck
		}
		return c, going
	case !opened:
		return 0, finished
	case open.empty():
		return 0, stuck
	}
	return open.lowest(), going
}

// findNulls finds the key columns that may be NULL in a row which one of the
// picks must return: without a form for NULL that row would vanish.
func (b *builder) findNulls(k *key) {
	b.nulls = colset{}
	implied := b.e.impliedNotNull(k.m)
	for c := range k.columns().each {
		if !b.e.cols[c].nullable || implied.has(c) {
			continue
		}
		for i := range b.picks {
			if !b.picks[i].form().notNull.has(c) {
				b.nulls.add(c)
				break
			}
		}
	}
}

// impliedNotNull are the columns that no row within membership m has NULL.
func (e *entity) impliedNotNull(m mask) colset {
	var s colset
	for ; m != 0; m &= m - 1 {
		s = s.or(e.conds[low(m)].notNull)
	}
	return s
}

// direct sets the direction bits of k's sort columns, or reports that no bits
// serve all picks.
func (b *builder) direct(k *key) bool {
	if b.hooks.noParity {
		return true
	}
	b.par.reset()
	related := false
	for i := range b.picks {
		a := b.picks[i].a
		last, lastDesc := -1, false
		for _, t := range b.picks[i].form().tail {
			if !t.ordered {
				continue
			}
			at := k.position(t.c)
			if last >= 0 {
				related = true
				if !b.par.join(last, at, lastDesc != t.desc) {
					return false
				}
			}
			if a.ordered {
				related = true
				if !b.par.join(at, ground, t.desc != a.backward) {
					return false
				}
			}
			last, lastDesc = at, t.desc
		}
	}
	if !related {
		return true
	}
	return b.orient(k)
}

// orient chooses for each group of related columns which ones are stored
// inverted: as few as possible, and only such as can be.
func (b *builder) orient(k *key) bool {
	var flips, stays [maxSort + 1]int // inverted columns by root: with the root's bit set, and clear
	var badFlip, badStay [maxSort + 1]bool
	for i, c := range k.sort() {
		r, odd := b.par.find(i)
		able := b.e.invertible(c, b.nulls.has(c))
		if odd {
			stays[r]++
			badStay[r] = badStay[r] || !able
		} else {
			flips[r]++
			badFlip[r] = badFlip[r] || !able
		}
	}
	for i, c := range k.sort() {
		r, odd := b.par.find(i)
		flip := false
		if r != ground && !badFlip[r] {
			flip = badStay[r] || flips[r] < stays[r] || flips[r] == stays[r] && b.rootInverts(k, r)
		}
		if !flip && badStay[r] {
			return false
		}
		if odd != flip {
			k.x.add(c)
		}
	}
	return true
}

// rootInverts breaks a tie between the two ways of a group: the column declared
// first stays ascending. It reports whether that column has odd parity to the
// root, so that the root is the one to invert.
func (b *builder) rootInverts(k *key, r int) bool {
	best, odd := -1, false
	for i, c := range k.sort() {
		if q, o := b.par.find(i); q == r && (best < 0 || int(c) < best) {
			best, odd = int(c), o
		}
	}
	return odd
}

// invertible says that column c can be stored so that it sorts backward.
func (e *entity) invertible(c col, null bool) bool {
	i := 1
	if null {
		i = 3
	}
	return e.cols[c].ordered[i].ok()
}

// position returns where c stands in the sort columns of k.
func (k *key) position(c col) int {
	for i, x := range k.sort() {
		if x == c {
			return i
		}
	}
	panic("plan: column is not in the key")
}
