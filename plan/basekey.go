package plan

import "slices"

// base is a candidate for the base key of an entity.
type base struct {
	key   key
	bytes int64 // mean size of the key attributes with their names
	share int64 // of the top partition value, in billionths
	fixed int64 // price of the item itself: its writes and storage
	reads []int64
}

// bases lists the base keys worth trying: the identity split in every way
// into partition and sort columns, and for each set of asks that one key
// serves that key, completed by the identity. A pinned key is the only one.
func (s *entitySolver) bases() []*base {
	if s.e.isPinned() {
		return s.pinnedBases()
	}
	var list []*base
	for sub := bit(len(s.e.idList)); sub > 0; sub-- {
		var k key
		for i, c := range s.e.idList {
			if (sub-1)&bit(i) != 0 {
				k.p.add(c)
			}
		}
		if k.complete(s.e.idList) {
			list = s.addBase(k, list)
		}
	}
	shapes := s.shapes()
	locals := s.wantsLocals()
	s.b.picks = s.b.picks[:0]
	if !locals {
		return s.growBases(shapes, 0, list)
	}
	partitions := s.intersections()
	for i := range partitions {
		s.b.force = &partitions[i]
		if k := (key{p: partitions[i]}); s.baseFits(&k) && k.complete(s.e.idList) {
			list = s.addBase(k, list)
		}
		list = s.growBases(shapes, 0, list)
	}
	s.b.force = nil
	return list
}

// undominated leaves out base keys that another one is at least as good as in
// everything: price, reads, length and heat. Where its partition is one that a
// local index would share, the other must have the same.
func (s *entitySolver) undominated(list []*base) []*base {
	var out []*base
	for i, b := range list {
		local := s.sharesPartition(b)
		if !slices.ContainsFunc(list, func(o *base) bool {
			return o != b && (!local || o.key.p == b.key.p) && o.covers(b) && (!b.covers(o) || slices.Index(list, o) < i)
		}) {
			out = append(out, b)
		}
	}
	return out
}

// sharesPartition says that some local index has the partition of b and serves
// what b itself may not: a base key of identity columns alone finds every row
// by its identity.
func (s *entitySolver) sharesPartition(b *base) bool {
	plain := b.key.columns() == s.e.identity
	for i := range s.parts {
		for _, set := range s.parts[i].sets {
			for _, a := range set.arms {
				if a.kind == lsi && a.key.p == b.key.p && !(plain && s.byIdentity(a.picks)) {
					return true
				}
			}
		}
	}
	return false
}

// covers says that o is at least as good as b in everything.
func (o *base) covers(b *base) bool {
	if o.fixed > b.fixed || o.bytes > b.bytes || o.share > b.share {
		return false
	}
	for i := range o.reads {
		if o.reads[i] > b.reads[i] {
			return false
		}
	}
	return true
}

// wantsLocals says that local indexes may be needed: for strong asks, or for
// asks of which no global index has a key.
func (s *entitySolver) wantsLocals() bool {
	if s.strong() {
		return true
	}
	for i, u := range s.use {
		if u.mode == anyArm && len(s.options([]int{i}, nil)) == 0 {
			return true
		}
	}
	return false
}

// growBases adds the keys of all sets of shapes from index from on that
// extend the builder's picks.
func (s *entitySolver) growBases(shapes []pick, from int, list []*base) []*base {
	for i := from; i < len(shapes); i++ {
		s.b.picks = append(s.b.picks, shapes[i])
		var k key
		if s.tick() && s.b.build(0, &k) {
			n := s.b.nulls
			if s.baseFits(&k) && k.complete(s.e.idList) {
				s.b.nulls = n
				list = s.addBase(k, list)
				list = s.growBases(shapes, i+1, list)
			}
		}
		s.b.picks = s.b.picks[:len(s.b.picks)-1]
	}
	return list
}

// baseFits says that the columns of k may stand in a base key: no update sets
// them, every update and delete knows them, and a natural identity is not
// weakened by columns beside it.
func (s *entitySolver) baseFits(k *key) bool {
	return k.columns().within(s.e.identity.or(s.e.free))
}

// shapes are the asks that a base key could serve, one for each way of asking,
// in all variants.
func (s *entitySolver) shapes() []pick {
	var list []pick
	for _, u := range s.use {
		for v := range u.a.variants {
			if u.a.variants[v].member != 0 || u.a.shards > 0 {
				continue
			}
			p := pick{a: u.a, v: v, exact: u.mode == baseOnly}
			if !slices.ContainsFunc(list, func(o pick) bool { return sameShape(o, p) }) {
				list = append(list, p)
			}
		}
	}
	return list
}

func sameShape(a, b pick) bool {
	v, w := a.form(), b.form()
	return a.exact == b.exact && v.e == w.e && slices.Equal(v.tail, w.tail) &&
		a.a.ordered == b.a.ordered && a.a.backward == b.a.backward && v.notNull == w.notNull
}

// intersections are the partitions worth trying where strong asks may need a
// local index beside the base key: all intersections of the asks' equalities,
// with and without the constants that a membership can take over.
func (s *entitySolver) intersections() []colset {
	var list []colset
	add := func(e colset) {
		for i := len(list) - 1; i >= -1; i-- {
			x := e
			if i >= 0 {
				x = e.and(list[i])
			}
			if !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	for _, u := range s.use {
		for v := range u.a.variants {
			p := pick{a: u.a, v: v}
			constants := p.form().conds
			for m := constants; ; m = (m - 1) & constants {
				add(s.e.equalities(&p, m))
				if m == 0 {
					break
				}
			}
		}
	}
	return list
}

// maxDictionary is how many rows a table may keep in one partition, that is
// under a base key without partition columns. It is for dictionaries that are
// read as a whole: a base key never changes, and one partition's throughput
// would bound a growing table for ever.
const maxDictionary = 10_000

// addBase appends the base with key k, if it is new and can be written.
func (s *entitySolver) addBase(k key, list []*base) []*base {
	for _, b := range list {
		if b.key.same(&k) {
			return list
		}
	}
	e := s.e
	if k.p.empty() && e.rows > maxDictionary && e.pinnedPK == nil {
		return list
	}
	var nulls colset
	for c := range k.columns().each {
		if e.cols[c].nullable {
			nulls.add(c)
		}
	}
	set := &s.p.m.Settings
	pk := e.rowPartition(&k, e.prefixLength(), nulls)
	sk := e.rowSort(&k, int64(len(e.e.Prefix)), s.compared, nulls)
	if pk.bad != nil || sk.bad != nil || pk.most > maxPartitionKey || sk.most > maxSortKey {
		return list
	}
	b := &base{key: k, share: e.partShare(k.p), bytes: int64(len(set.PartitionKey)) + pk.mean}
	if k.n > 0 || !e.alone || e.pinnedSK != nil {
		b.bytes += int64(len(set.SortKey)) + sk.mean
	}
	if !s.priceBase(b) {
		return list
	}
	return append(list, b)
}

// rowPartition and rowSort measure the base key's templates: pinned ones as
// they are.
func (e *entity) rowPartition(k *key, prefix int64, nulls colset) template {
	if e.pinnedPK != nil {
		return e.pinnedPK.template()
	}
	return e.partition(k.p, prefix, nulls)
}

func (e *entity) rowSort(k *key, prefix int64, ordered, nulls colset) template {
	if e.pinnedSK != nil {
		return e.pinnedSK.template()
	}
	return e.sorting(k, prefix, ordered, nulls)
}

// priceBase prices the item itself and each ask that the key serves; false
// where its partition is too hot already by its writes.
func (s *entitySolver) priceBase(b *base) bool {
	p, e := &s.p.price, s.e
	size := e.item + b.bytes
	hot := int64(0)
	for i := range e.writes {
		n := e.writes[i].rate * units(size)
		b.fixed += p.writes(n)
		hot += mulDiv(n, b.share, billion)
	}
	if hot > s.p.headroom(writeLimit) {
		return false
	}
	b.fixed += p.storage(e.rows, size)
	b.reads = make([]int64, len(s.use))
	for i, u := range s.use {
		b.reads[i] = never
		if u.mode == exactIndex || !s.serves(&b.key, u) {
			continue
		}
		h := u.a.halves(size)
		if h < 0 {
			continue
		}
		share := s.p.readShare(e, u.a, &b.key, b.share)
		if mulDiv(u.a.rate*h, share, billion) > 2*s.p.headroom(readLimit) {
			continue
		}
		if u.a.coll >= 0 {
			b.reads[i] = s.p.collectionRead(u.a, size)
		} else {
			b.reads[i] = p.reads(u.a.rate * h)
		}
	}
	return true
}

// serves says whether a base key answers an ask in one request.
func (s *entitySolver) serves(k *key, u use) bool {
	a := u.a
	full := a.eq.or(a.constant)
	switch {
	case u.mode == baseOnly && k.p != a.part, a.shards > 0:
		return false
	case a.batch > 0:
		return k.columns().within(full.or(a.in)) && k.columns().meets(a.in)
	case !k.p.within(full):
		return false
	}
	left, i := full.minus(k.p), 0
	bound := k.p
	for i < k.n && left.has(k.s[i]) {
		left.remove(k.s[i])
		bound.add(k.s[i])
		i++
	}
	if a.unique {
		return s.e.holdsKey(bound)
	}
	return left.empty() && slices.ContainsFunc(a.variants, func(v variant) bool { return s.follows(k, i, a, &v) })
}

// holdsKey says that one row at most has given values in columns set.
func (e *entity) holdsKey(set colset) bool {
	for _, k := range e.keys {
		if k.within(set) {
			return true
		}
	}
	return false
}

// tellsApart says that no two rows have the same values in the columns of k: it
// holds a key, of which no column is NULL in a row that is there.
func (e *entity) tellsApart(k *key) bool {
	have, implied := k.columns(), e.impliedNotNull(k.m)
	for _, u := range e.keys {
		if u.within(have) && e.nullable(u).within(implied) {
			return true
		}
	}
	return false
}

// follows says that from sort column i on the key goes on as the ask's range
// and order do, in one direction.
func (s *entitySolver) follows(k *key, i int, a *ask, v *variant) bool {
	if v.member != 0 {
		return false
	}
	backward, fixed := a.backward, a.ordered
	for _, t := range v.tail {
		if i == k.n || k.s[i] != t.c || !s.compared.has(t.c) || s.e.unordered().has(t.c) {
			return false
		}
		if t.ordered {
			if back := t.desc != k.x.has(t.c); !fixed {
				backward, fixed = back, true
			} else if back != backward {
				return false
			}
		}
		i++
	}
	return true
}
