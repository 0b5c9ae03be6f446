package engine

import (
	"sync"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/heat"
)

// limiter enforces the throughput of a table and its global indexes. All
// methods may be called on nil, which limits nothing. A request is admitted by
// what was used before it, and charged when it is done; requests under way at
// the same time may be admitted together.
type limiter struct {
	db  *DB
	cfg Throughput

	mu        sync.Mutex
	resources map[string]*resource // by index; "" is the table
}

// resource is a table or a global index with the capacity it was last known to
// have: UpdateTable may have changed it.
type resource struct {
	heat     *heat.Resource
	capacity heat.Capacity
}

// limiter returns the limiter of a table, nil if its throughput is not
// enforced.
func (db *DB) limiter(t *table) *limiter {
	s := db.sim.Load()
	if s == nil || !s.limits {
		return nil
	}
	cfg := s.throughput(t.def.Name)
	if !cfg.Enforce {
		return nil
	}
	l := t.limiter.Load()
	if l != nil && l.cfg == cfg {
		return l
	}
	fresh := &limiter{db: db, cfg: cfg, resources: map[string]*resource{}}
	if t.limiter.CompareAndSwap(l, fresh) {
		return fresh
	}
	return t.limiter.Load()
}

// resource returns what serves a table or an index: a local index's requests
// are its table's.
func (l *limiter) resource(t *table, ix *tableIndex) *resource {
	name := ""
	if ix != nil && !ix.def.Local {
		name = ix.def.Name
	}
	c := t.capacity(name)
	r := l.resources[name]
	switch {
	case r == nil: // it has saved capacity since it was made
		cfg := heat.Config{Partitions: l.cfg.Partitions, NoBurst: l.cfg.NoBurst, FixedShares: l.cfg.FixedShares, SplitAfter: l.cfg.SplitAfter}
		r = &resource{heat.New(c, cfg, t.bytes(name), name == "" && t.local, t.created), c}
		l.resources[name] = r
	case r.capacity != c:
		r.heat.SetCapacity(c, t.bytes(name), l.db.opts.Now())
		r.capacity = c
	}
	return r
}

// admit returns why a request at a key of the store may not be done, nil if it
// may. ix is nil for the table.
func (l *limiter) admit(t *table, ix *tableIndex, d heat.Direction, key []byte) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	over := l.resource(t, ix).heat.Admit(l.db.opts.Now(), d, key[prefixSize:])
	l.mu.Unlock()
	if len(over) == 0 {
		return nil
	}
	return l.db.throttled(t, ix, d, over)
}

// charge takes what a request at a key used.
func (l *limiter) charge(t *table, ix *tableIndex, d heat.Direction, key []byte, units cost.HalfUnits) {
	if l == nil || units == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.resource(t, ix).heat.Charge(l.db.opts.Now(), d, key[prefixSize:], units)
}

// admitItem says whether the table takes the write of an action.
func (l *limiter) admitItem(a *action) error {
	if l == nil {
		return nil
	}
	return l.admit(a.t, nil, heat.Write, a.key)
}

// admitEntries says whether every global index takes its part of a write: one
// that has no capacity left holds the table's write back.
func (l *limiter) admitEntries(a *action, e *effect) error {
	if l == nil {
		return nil
	}
	for i := range e.entries {
		for _, w := range a.entryWrites(&e.entries[i]) {
			if err := l.admit(a.t, w.ix, heat.Write, w.key); err != nil {
				return err
			}
		}
	}
	return nil
}

// chargeWrite charges a write that was done: the table's part times 2 in a
// transaction. One whose condition failed is charged for the item it read.
func (l *limiter) chargeWrite(a *action, e *effect, times int, failed error) {
	if l == nil || failed != nil && !isCode(failed, api.ConditionalCheckFailedException) {
		return
	}
	l.charge(a.t, nil, heat.Write, a.key, cost.HalfUnits(2*times)*cost.HalfUnits(cost.WriteUnits(max(e.oldSize, e.newSize))))
	if failed != nil {
		return
	}
	for i := range e.entries {
		for _, w := range a.entryWrites(&e.entries[i]) {
			l.charge(a.t, w.ix, heat.Write, w.key, w.units)
		}
	}
}

// entryWrite is a write that an effect makes in an index.
type entryWrite struct {
	ix    *tableIndex
	key   []byte
	units cost.HalfUnits
}

// entryWrites returns what a changed entry writes: one that moves goes at one
// place and comes at another.
func (a *action) entryWrites(ch *entryChange) []entryWrite {
	ix := ch.ix
	if ch.hasOld && ch.hasNew && ch.moved {
		return []entryWrite{
			{ix, a.t.appendEntryKey(nil, ix, ch.old), 2 * cost.HalfUnits(cost.WriteUnits(ch.oldSize))},
			{ix, a.t.appendEntryKey(nil, ix, ch.new), 2 * cost.HalfUnits(cost.WriteUnits(ch.newSize))},
		}
	}
	entry := ch.new
	if !ch.hasNew {
		entry = ch.old
	}
	units := cost.IndexWriteUnits(cost.EntryChange{OldBytes: ch.oldSize, NewBytes: ch.newSize})
	return []entryWrite{{ix, a.t.appendEntryKey(nil, ix, entry), 2 * cost.HalfUnits(units)}}
}

// chargeWrites charges the writes of a batch or a transaction.
func (db *DB) chargeWrites(actions []*action, effects []effect, times int) {
	for i, a := range actions {
		db.limiter(a.t).chargeWrite(a, &effects[i], times, nil)
	}
}
