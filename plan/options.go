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
	for _, i := range ids {
		if s.use[i].mode == baseOnly {
			return dst
		}
	}
	dst = s.sentinels(ids, dst)
	s.b.picks = s.b.picks[:0]
	for _, i := range ids {
		u := s.use[i]
		s.b.picks = append(s.b.picks, pick{a: u.a, exact: u.mode == exactIndex})
	}
	for more := true; more; more = s.b.nextVariant() {
		dst = s.memberships(dst)
	}
	return dst
}

// memberships appends the arms of the builder's picks with each membership
// they have in common.
func (s *entitySolver) memberships(dst []*arm) []*arm {
	all, must := ^mask(0), mask(0)
	strong, list := false, false
	for i := range s.b.picks {
		p := &s.b.picks[i]
		all &= p.form().conds
		must |= p.form().member
		strong = strong || p.a.strong
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
		dst = s.arms(must|sub, strong, list, dst)
		if sub == 0 {
			return dst
		}
	}
}

// arms appends the arms of the builder's picks with membership m.
func (s *entitySolver) arms(m mask, strong, list bool, dst []*arm) []*arm {
	var k key
	if !strong && !list {
		if s.b.build(m, &k) {
			dst = s.addIndex(gsi, &k, dst)
		}
		return dst
	}
	dst = s.locals(m, list, dst)
	if s.b.build(m, &k) {
		dst = s.addCopy(&k, dst)
	}
	return dst
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

// locals appends local indexes: their partition is the table's.
func (s *entitySolver) locals(m mask, list bool, dst []*arm) []*arm {
	if list || s.byIdentity() {
		return dst
	}
	for i := range s.partitions {
		s.b.force = &s.partitions[i]
		var k key
		if s.b.build(m, &k) && k.n > 0 {
			dst = s.addIndex(lsi, &k, dst)
		}
	}
	s.b.force = nil
	return dst
}

// byIdentity says that the picks all find a row by its identity: a table that
// has the partition of a local index for them answers them itself.
func (s *entitySolver) byIdentity() bool {
	for i := range s.b.picks {
		if p := &s.b.picks[i]; !p.a.unique || !s.e.identity.within(p.form().e) {
			return false
		}
	}
	return true
}

// addIndex appends the index with key k for the builder's picks, if its key
// can be represented.
func (s *entitySolver) addIndex(kind armKind, k *key, dst []*arm) []*arm {
	a := s.newArm(kind, k)
	if !s.e.represent(s.p, a, s.forced()) {
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

// addCopy appends an item copy with key k. Its key must tell rows apart, so
// the identity is added unless k holds a key already; a list of keys needs the
// whole key in the question.
func (s *entitySolver) addCopy(k *key, dst []*arm) []*arm {
	if s.forced() || !s.complete(k) {
		return dst
	}
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

// complete appends the identity to k where no key of the entity is in it.
func (s *entitySolver) complete(k *key) bool {
	have := k.columns()
	for _, u := range s.e.keys {
		if u.within(have) {
			return true
		}
	}
	for _, c := range s.e.idList {
		if !have.has(c) && !k.push(c) {
			return false
		}
	}
	return true
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
	a.share = s.e.partShare(k.p)
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
