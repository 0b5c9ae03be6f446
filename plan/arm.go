package plan

// armKind is what serves questions beside the base table.
type armKind uint8

const (
	gsi      armKind = iota // global secondary index
	sentinel                // the item that holds a UNIQUE constraint, carrying what a question needs
	lsi                     // local secondary index
	itemCopy                // another copy of the row's item, kept in the same transaction
)

// arm is one way to serve a set of asks beside the base table, with all that
// its price depends on except the length of the base key.
type arm struct {
	kind    armKind
	key     key
	unique  int // sentinel: index into entity.uniques
	native  bool
	ordered colset // key columns that are compared or sorted by
	nulls   colset // key columns with a form for NULL
	need    colset // columns that the asks read
	extra   colset // attributes beside keys: need, and the identity of items
	picks   []pick

	bytes    int64 // mean size of an entry without the base key; of a copy the whole
	keyed    int64 // mean bytes that made-up key attributes add to the base item
	rate     int64 // entries written, in millionths a second (transactions count twice)
	bare     int64 // sentinel: bytes it has anyway
	bareRate int64 // sentinel: rate it is written at anyway
	rows     int64
	share    int64 // of the top partition value, in billionths
	sur      surcharges
}

const billion = 1_000_000_000

// price is the arm's price a month with base keys of the given size; never
// where it is too hot or an answer too large.
func (a *arm) price(s *solver, baseKey int64) int64 {
	size := a.bytes
	if a.kind == gsi || a.kind == lsi {
		size += baseKey
	}
	p := &s.p.price
	u := a.rate * units(size)
	if mulDiv(u, a.share, billion) > s.p.headroom(writeLimit) {
		return never
	}
	sum := p.writes(u) + p.storage(a.rows, size) + p.stored(a.keyed)
	if a.kind == sentinel {
		sum -= p.writes(a.bareRate*units(a.bare)) + p.storage(a.rows, a.bare)
	}
	hot := int64(0)
	for i := range a.picks {
		q := a.picks[i].a
		h := q.halves(size)
		if h < 0 {
			return never
		}
		hot += mulDiv(q.rate*h, s.p.readShare(s.entityOf(q), q, &a.key, a.share), billion)
		if q.coll < 0 {
			sum += p.reads(q.rate * h)
		} else {
			sum += s.p.collectionRead(q, size)
		}
	}
	if hot > 2*s.p.headroom(readLimit) {
		return never
	}
	if a.kind == gsi {
		sum += p.index + s.p.hooks.penalty
	}
	return min(sum, never)
}

// readPrice is the part of the price that is the asks' reads.
func (a *arm) readPrice(s *solver, baseKey int64) int64 {
	size := a.bytes
	if a.kind == gsi || a.kind == lsi {
		size += baseKey
	}
	sum := int64(0)
	for i := range a.picks {
		q := a.picks[i].a
		if q.coll < 0 {
			sum += s.p.price.reads(q.rate * max(0, q.halves(size)))
		} else {
			sum += s.p.collectionRead(q, size)
		}
	}
	return sum
}

// maxPage is what one Query returns at most ("Query", AWS: 1 MB).
const maxPage = 1 << 20

// halves are the half read units of answering a once from items of the given
// size, -1 where the answer would not fit into one page.
func (a *ask) halves(size int64) int64 {
	if a.batch > 0 {
		return a.batch * halves(size, a.strong)
	}
	if a.most*size > maxPage && !a.pages {
		return -1
	}
	if a.shards > 0 && a.limited {
		return a.shards * halves(a.rows*size, a.strong)
	}
	if a.shards > 0 {
		return a.shards * halves((a.rows*size+a.shards-1)/a.shards, a.strong)
	}
	return halves(a.rows*size, a.strong)
}

// Limits of one partition key value, in units a second ("Best practices for
// designing and using partition keys effectively", AWS).
const (
	writeLimit = 1000
	readLimit  = 3000
)

// headroom is the part of a partition's limit that may be planned for, in
// millionths of a unit a second.
func (p *problem) headroom(limit int64) int64 {
	return limit * int64(p.m.Settings.Headroom) * (million / 100)
}

// partShare is the part of an entity's rows in the most frequent value of
// partition columns set, in billionths. Columns may depend on each other, so
// it is that of the most selective column, not a product.
func (e *entity) partShare(set colset) int64 {
	share := int64(billion)
	for c := range set.each {
		share = min(share, e.cols[c].share)
	}
	for _, k := range e.keys {
		if k.within(set) {
			share = min(share, max(1, billion/max(1, e.rows)))
		}
	}
	return share
}

// readShare is the part of an ask's reads that goes to one partition of key k,
// of which share is that of the rows: a column that the ask compares with a
// constant spreads nothing.
func (p *problem) readShare(e *entity, a *ask, k *key, share int64) int64 {
	if !k.p.meets(a.constant) {
		return share
	}
	part := *k
	part.p = k.p.minus(a.constant)
	return e.keyShare(&part)
}
