package plan

// A surcharge is what a write pays once, however many items and indexes ask
// for it: the doubled units of the base item when the write becomes a
// transaction, or the read of the old row when the writer does not know a
// value that a key needs. Sums over indexes would count it several times, so
// the search enumerates which surcharges are paid and prices indexes without.
//
// surcharges is a set of them: bit 2*write is the transaction, 2*write+1 the read.
type surcharges = uint64

// maxWrites is how many writes of one entity (updates of copied columns
// included) fit into a set of surcharges.
const maxWrites = 32

// transaction is the surcharge of sending write i as a transaction.
func transaction(i int) surcharges { return bit(2 * i) }

// oldRow is the surcharge of reading the row before write i.
func oldRow(i int) surcharges { return bit(2*i + 1) }

// surchargePrice is the price of a set of surcharges when a base item has the given size.
func (s *entitySolver) surchargePrice(set surcharges, item int64) int64 {
	sum := int64(0)
	for ; set != 0; set &= set - 1 {
		i := low(set)
		w := &s.e.writes[i/2]
		if i%2 == 0 {
			sum += s.p.price.writes(w.rate * units(item))
		} else {
			sum += s.p.price.reads(w.rate * halves(item, true))
		}
	}
	return sum
}

// copySurcharges are those of an item copy (or of a sentinel that carries
// need): every write that touches it is a transaction, and must know the
// copy's key as it was.
func (e *entity) copySurcharges(keys, need colset, m mask) surcharges {
	var set surcharges
	conds := e.conditionColumns(m)
	for i := range e.writes {
		w := &e.writes[i]
		if e.entriesOf(w, keys, need, m) == 0 {
			continue
		}
		set |= transaction(i)
		if w.kind != insert && !keys.or(conds).within(w.known) {
			set |= oldRow(i)
		}
	}
	return set
}

// templateSurcharges are those of an index whose key attributes are templates:
// an update that changes one of their columns writes the whole text anew, so
// it must have the other columns in hand, and know whether the row is in the
// index.
func (e *entity) templateSurcharges(k *key) surcharges {
	var set surcharges
	conds := e.conditionColumns(k.m)
	var sort colset
	for _, c := range k.sort() {
		sort.add(c)
	}
	for i := range e.writes {
		w := &e.writes[i]
		if w.kind != update || e.out(w, k.m) {
			continue
		}
		var must colset
		if w.set.meets(k.p.or(conds)) {
			must = must.or(k.p).or(conds)
		}
		if w.set.meets(sort.or(conds)) {
			must = must.or(sort).or(conds)
		}
		if !must.minus(w.fresh).within(w.known.minus(w.set)) {
			set |= oldRow(i)
		}
	}
	return set
}

// out says that write w leaves no row within membership m, so that it only has
// to remove key attributes.
func (e *entity) out(w *write, m mask) bool {
	for ; m != 0; m &= m - 1 {
		if f := &w.flows[low(m)]; f.touched && f.after == 0 {
			return true
		}
	}
	return false
}

func (e *entity) conditionColumns(m mask) colset {
	var s colset
	for ; m != 0; m &= m - 1 {
		s = s.or(e.conds[low(m)].cols)
	}
	return s
}
