package engine

import (
	"bytes"
	"time"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/heat"
)

// meter tells a limiter where a page was read. A nil meter does nothing.
type meter struct {
	lim   *limiter
	q     *pageRead
	ix    *tableIndex
	start []byte // where the page begins
	marks []mark
}

// mark is where reading stood: the bytes up to and with the record of a key.
type mark struct {
	key   []byte
	bytes int
}

// beginPage admits a page and says how far behind it is to be.
func (db *DB) beginPage(q *pageRead) (age time.Duration, m *meter, err error) {
	s := db.sim.Load()
	if s == nil {
		return 0, nil, nil
	}
	var ix *tableIndex
	if q.path.Index != nil {
		ix = q.t.index(q.path.Index)
	}
	if lim := db.limiter(q.t); lim != nil {
		m = &meter{lim: lim, q: q, ix: ix, start: q.firstKey()}
		if err := lim.admit(q.t, ix, heat.Read, m.start); err != nil {
			return 0, nil, err
		}
	}
	return s.age(q.t.def.Name, ix != nil && !ix.def.Local, q.consistent), m, nil
}

// firstKey is a key about where the page begins.
func (q *pageRead) firstKey() []byte {
	if !q.rng.Reverse {
		return q.rng.Start
	}
	collection := q.rng.Start[:prefixSize+hashSize] // only a Query goes back
	if bytes.HasPrefix(q.rng.End, collection) {
		return q.rng.End
	}
	return append(bytes.Clone(collection), bytes.Repeat([]byte{0xff}, hashSize)...)
}

// note takes in that a record was examined.
func (m *meter) note(key []byte, total int) {
	if m != nil {
		m.marks = append(m.marks, mark{bytes.Clone(key), total})
	}
}

// charge charges the page's units to where its bytes lie.
func (m *meter) charge(pg *page) {
	if m == nil {
		return
	}
	units := cost.ReadUnits(pg.bytes, m.q.consistent)
	charged := cost.HalfUnits(0)
	for _, k := range m.marks {
		upTo := units * cost.HalfUnits(k.bytes) / cost.HalfUnits(max(1, pg.bytes))
		m.lim.charge(m.q.t, m.ix, heat.Read, k.key, upTo-charged)
		charged = upTo
	}
	m.lim.charge(m.q.t, m.ix, heat.Read, m.start, units-charged)
	m.lim.charge(m.q.t, nil, heat.Read, m.start, pg.fetched)
}
