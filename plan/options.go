package plan

// mode is what a collection question demands of its asks.
type mode uint8

const (
	anyArm     mode = iota
	baseOnly        // collection in the base table: the partition is its equalities
	exactIndex      // collection in an index: likewise, and in text keys
)

// options appends every arm that serves the given asks (indexes into s.use)
// together: each membership they have in common, each choice of equalities,
// each kind of arm that their consistency allows.
func (s *entitySolver) options(ids []int, dst []*arm) []*arm {
	if !s.together(ids) {
		return dst
	}
	dst = s.sentinels(ids, dst)
	want := indexes
	for _, i := range ids {
		if s.use[i].a.strong || s.use[i].a.batch > 0 {
			want = consistent
		}
	}
	before := len(dst)
	dst = s.variants(ids, want, dst)
	if want == indexes && len(dst) == before && len(s.partitions) > 0 && s.use[ids[0]].a.shards == 0 {
		dst = s.variants(ids, localOnly, dst)
	}
	return dst
}

// together says that asks may share an arm at all. A collection in the base
// table has none; one in an index shares it with no other collection, and with
// nothing at all where its sort key has no type prefix first. Asks whose rows
// are spread over shards share one only with those of as many.
func (s *entitySolver) together(ids []int) bool {
	exact := 0
	for _, i := range ids {
		u := s.use[i]
		if u.mode == baseOnly || u.a.shards != s.use[ids[0]].a.shards {
			return false
		}
		if u.mode == exactIndex {
			exact++
			if s.p.colls[u.a.coll].mixed && len(ids) > 1 {
				return false
			}
		}
	}
	return exact < 2
}

// wanted says which kinds of arms to look for.
type wanted uint8

const (
	indexes    wanted = iota // global indexes
	consistent               // local indexes and item copies: some ask is strong
	localOnly                // local indexes, because no global one has a key for the asks
)

// variants appends the arms of each choice of variants.
func (s *entitySolver) variants(ids []int, want wanted, dst []*arm) []*arm {
	s.b.picks = s.b.picks[:0]
	for _, i := range ids {
		u := s.use[i]
		s.b.picks = append(s.b.picks, pick{a: u.a, exact: u.mode == exactIndex})
	}
	for more := true; more; more = s.b.nextVariant() {
		dst = s.memberships(want, dst)
	}
	return dst
}

// memberships appends the arms of the builder's picks with each membership
// they have in common.
func (s *entitySolver) memberships(want wanted, dst []*arm) []*arm {
	all, must := ^mask(0), mask(0)
	list := false
	for i := range s.b.picks {
		p := &s.b.picks[i]
		all &= p.form().conds
		must |= p.form().member
		if p.exact {
			must |= p.form().conds // the entities' partition texts must be alike
		}
		list = list || p.a.batch > 0
	}
	if must&^all != 0 {
		return dst
	}
	optional := all &^ must
	if s.p.hooks.noMembership {
		optional = 0
	}
	for sub := optional; ; sub = (sub - 1) & optional {
		dst = s.arms(must|sub, want, list, dst)
		if sub == 0 {
			return dst
		}
	}
}

// arms appends the arms of the builder's picks with membership m.
func (s *entitySolver) arms(m mask, want wanted, list bool, dst []*arm) []*arm {
	var k key
	if want != indexes {
		dst = s.locals(m, list, dst)
	}
	if want == localOnly || !s.b.build(m, &k) {
		return dst
	}
	if k.shards > 0 && s.e.shardColumn(&k) < 0 {
		return dst
	}
	if want == indexes {
		return s.smallerPartitions(s.addIndex(gsi, &k, dst), len(dst))
	}
	return s.addCopies(k, dst)
}

// nextVariant steps through all combinations of variants; false after the last.
func (b *builder) nextVariant() bool {
	for i := range b.picks {
		p := &b.picks[i]
		if !p.exact && p.v+1 < len(p.a.variants) {
			p.v++
			return true
		}
		p.v = 0
	}
	return false
}

// smallerPartitions appends, beside the index that was added last (if any was,
// to the dst of length before), those with fewer partition columns. Their only
// use is that an update of a column then rewrites another of the two key texts,
// for which the writer may know all values: so they are tried only where the
// largest partition makes some write read the row first.
func (s *entitySolver) smallerPartitions(dst []*arm, before int) []*arm {
	if len(dst) == before || dst[before].sur&^s.paid == 0 || s.forced() {
		return dst
	}
	whole := dst[before].key
	list := whole.p.cols()
	for sub := bit(len(list)) - 1; sub > 0; {
		sub--
		var p colset
		for i, c := range list {
			if sub&bit(i) != 0 {
				p.add(c)
			}
		}
		s.b.force = &p
		var k key
		if s.b.build(whole.m, &k) {
			dst = s.addIndex(gsi, &k, dst)
		}
	}
	s.b.force = nil
	return dst
}

// locals appends local indexes: their partition is the table's.
func (s *entitySolver) locals(m mask, list bool, dst []*arm) []*arm {
	if list || s.forced() {
		return dst
	}
	for i := range s.partitions {
		s.b.force = &s.partitions[i]
		var k key
		if !s.b.build(m, &k) {
			continue
		}
		dst = s.addIndex(lsi, &k, dst)
		if k.n == 0 {
			dst = s.anySort(k, dst)
		}
	}
	s.b.force = nil
	return dst
}

// anySort appends local indexes that are sorted by a column which no ask sorts
// by: a local index needs a sort attribute, and a column that it carries
// anyway costs less than a constant.
func (s *entitySolver) anySort(k key, dst []*arm) []*arm {
	for i := range s.e.cols {
		c := col(i)
		if !s.e.cols[c].native || k.p.has(c) {
			continue
		}
		one := k
		one.push(c)
		before := len(dst)
		if dst = s.addIndex(lsi, &one, dst); len(dst) > before && !dst[before].native {
			dst = dst[:before]
		}
	}
	return dst
}

// byIdentity says that the picks all find a row by its identity.
func (s *entitySolver) byIdentity(picks []pick) bool {
	for i := range picks {
		if p := &picks[i]; !p.a.unique || !s.e.identity.within(p.form().e) {
			return false
		}
	}
	return true
}

// addIndex appends the index with key k for the builder's picks, if its key
// can be represented.
func (s *entitySolver) addIndex(kind armKind, k *key, dst []*arm) []*arm {
	a := s.newArm(kind, k)
	if !s.e.represent(s.p, a, s.forced()) || kind == lsi && s.p.hooks.bans(s.e, k) {
		return dst
	}
	keys := k.columns()
	own := s.e.identity
	if a.native {
		own = own.or(keys)
		if kind == lsi {
			own = s.e.identity.or(keys.minus(k.p))
		}
	}
	a.extra = a.need.minus(own)
	a.bytes += s.e.sizeOf(a.extra)
	a.rate = s.e.entries(keys, a.extra, k.m)
	if !a.native {
		a.sur = s.e.templateSurcharges(k)
	}
	return append(dst, a)
}

// forced says that the builder's picks are part of a collection: its index is
// shared with other entities, in text keys.
func (s *entitySolver) forced() bool {
	for i := range s.b.picks {
		if s.b.picks[i].exact {
			return true
		}
	}
	return false
}

// addCopies appends item copies with key k. Their key must tell rows apart, so
// it is completed by one of the entity's keys.
func (s *entitySolver) addCopies(k key, dst []*arm) []*arm {
	if s.forced() {
		return dst
	}
	if s.e.tellsApart(&k) {
		return s.addCopy(&k, dst)
	}
	for i, u := range s.e.keys {
		if !s.e.nullable(u).within(s.e.impliedNotNull(k.m)) {
			continue
		}
		list := s.e.idList
		if i > 0 {
			list = s.e.uniques[i-1].list
		}
		if c := k; c.complete(list) {
			dst = s.addCopy(&c, dst)
		}
	}
	return dst
}

// addCopy appends an item copy with key k. A list of keys needs the whole key
// in the question.
func (s *entitySolver) addCopy(k *key, dst []*arm) []*arm {
	keys := k.columns()
	for i := range s.b.picks {
		if p := &s.b.picks[i]; p.a.batch > 0 && !keys.within(p.a.eq.or(p.a.in)) {
			return dst
		}
	}
	a := s.newArm(itemCopy, k)
	if !s.e.representItem(s.p, a) {
		return dst
	}
	a.extra = a.need.or(s.e.identity)
	a.bytes += s.e.sizeOf(a.extra)
	a.rate = 2 * s.e.entries(keys, a.extra, k.m)
	a.sur = s.e.copySurcharges(keys, a.extra, k.m)
	return append(dst, a)
}

// sentinels appends the arms that answer from the item of a UNIQUE constraint.
func (s *entitySolver) sentinels(ids []int, dst []*arm) []*arm {
	for u := range s.e.uniques {
		set := s.e.uniques[u].set
		s.b.picks = s.b.picks[:0]
		for _, i := range ids {
			a := s.use[i].a
			v := a.variantOf(set)
			if v < 0 || a.coll >= 0 {
				break
			}
			s.b.picks = append(s.b.picks, pick{a: a, v: v})
		}
		if len(s.b.picks) < len(ids) {
			continue
		}
		a := s.newArm(sentinel, &key{p: set})
		a.unique = u
		if !s.e.representItem(s.p, a) {
			continue
		}
		a.bare, a.bareRate = a.bytes+s.e.sizeOf(s.e.identity), 2*s.e.entries(set, s.e.identity, 0)
		a.extra = a.need.or(s.e.identity)
		a.bytes += s.e.sizeOf(a.extra)
		a.rate = 2 * s.e.entries(set, a.extra, 0)
		a.sur = s.e.copySurcharges(set, a.extra, 0)
		dst = append(dst, a)
	}
	return dst
}

// variantOf returns the variant that binds exactly the columns of set, -1
// where there is none.
func (a *ask) variantOf(set colset) int {
	if !a.unique && a.batch == 0 {
		return -1
	}
	for i := range a.variants {
		if a.variants[i].e == set {
			return i
		}
	}
	return -1
}

// newArm starts an arm with key k for the builder's picks.
func (s *entitySolver) newArm(kind armKind, k *key) *arm {
	a := &arm{kind: kind, key: *k, unique: -1, nulls: s.b.nulls, rows: s.e.rows}
	a.picks = append(a.picks, s.b.picks...)
	for i := range a.picks {
		p := &a.picks[i]
		a.need = a.need.or(p.form().need)
		for _, t := range p.form().tail {
			a.ordered.add(t.c)
		}
	}
	for m := k.m; m != 0; m &= m - 1 {
		a.rows = mulDiv(a.rows, s.e.conds[low(m)].share, million)
	}
	a.share = s.e.keyShare(k)
	return a
}

// sizeOf is the mean size of attributes with their names.
func (e *entity) sizeOf(set colset) int64 {
	n := int64(0)
	for c := range set.each {
		n += int64(len(e.cols[c].name)) + e.cols[c].size
	}
	return n
}
