package engine

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/schema"
)

// The statuses of tables and of global indexes.
const (
	statusActive   = "ACTIVE"
	statusCreating = "CREATING"
	statusUpdating = "UPDATING"
	statusDeleting = "DELETING"
)

// pretence is what a table and its indexes are said to be for a while. It is
// replaced as a whole, with the ddl lock held.
type pretence struct {
	table   spell
	indexes map[string]spell // by name
}

// spell is a status with its end.
type spell struct {
	status string
	until  time.Time
	index  *api.GlobalIndexDescription // of one that is DELETING, and gone
}

func (s spell) at(now time.Time) string {
	if s.status == "" || !now.Before(s.until) {
		return statusActive
	}
	return s.status
}

// over says whether all of it is past.
func (p *pretence) over(now time.Time) bool {
	if p.table.at(now) != statusActive {
		return false
	}
	for _, s := range p.indexes {
		if s.at(now) != statusActive {
			return false
		}
	}
	return true
}

// tableStatus is what a table is said to be.
func (db *DB) tableStatus(t *table, now time.Time) string {
	if p := t.pretence.Load(); p != nil {
		return p.table.at(now)
	}
	return statusActive
}

// usable answers for a table of which something is pretended: whether its
// items can be used. A table that is not there any more goes for good.
func (db *DB) usable(t *table, p *pretence) bool {
	now := db.opts.Now()
	if p.over(now) {
		if p.table.status == statusDeleting {
			db.forgetTable(t)
			return false
		}
		t.pretence.CompareAndSwap(p, nil)
		return true
	}
	status := p.table.at(now)
	return status != statusCreating && status != statusDeleting
}

// forgetTable takes a table that was deleted, but still told of, out of the
// namespace.
func (db *DB) forgetTable(t *table) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if found := db.tables[t.def.Name]; found != nil && found.lifetime == t.lifetime {
		delete(db.tables, t.def.Name)
	}
}

// tableItself returns a table to be described or changed, whatever its status.
func (db *DB) tableItself(name string) (*table, error) {
	t, err := db.named(name)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, tableNotFound(name)
	}
	if p := t.pretence.Load(); p != nil && !db.usable(t, p) && db.tableStatus(t, db.opts.Now()) == statusActive {
		return nil, tableNotFound(name) // DELETING has ended
	}
	return t, nil
}

// busyIndexes are the global indexes that are not ACTIVE, with their statuses.
func (db *DB) busyIndexes(t *table, now time.Time) map[string]string {
	busy := map[string]string{}
	if p := t.pretence.Load(); p != nil {
		for name, s := range p.indexes {
			if status := s.at(now); status != statusActive {
				busy[name] = status
			}
		}
	}
	for name, p := range t.rec.Phases {
		busy[name] = statusCreating
		if p == phaseDropping {
			busy[name] = statusDeleting
		}
	}
	return busy
}

// pretend adds to what is said of a table.
func (db *DB) pretend(t *table, status string, indexes map[string]spell) {
	now, sim := db.opts.Now(), db.Simulation()
	p := &pretence{indexes: map[string]spell{}}
	if before := t.pretence.Load(); before != nil {
		p.table = before.table
		maps.Copy(p.indexes, before.indexes)
	}
	if delay := sim.tableDelay(t.def.Name); status != "" && delay > 0 {
		p.table = spell{status: status, until: now.Add(delay)}
	}
	if delay := sim.indexDelay(t.def.Name); delay > 0 {
		for name, s := range indexes {
			s.until = now.Add(delay)
			p.indexes[name] = s
		}
	}
	if p.over(now) {
		p = nil
	}
	t.pretence.Store(p)
}

// simulateCreate pretends that a table takes its time to be there. Its indexes
// are there with it.
func (db *DB) simulateCreate(t *table) { db.pretend(t, statusCreating, nil) }

// simulateUpdate pretends that a change takes its time.
func (db *DB) simulateUpdate(u *tableUpdate) {
	d := u.description
	indexes := map[string]spell{}
	for i := range d.GlobalSecondaryIndexes {
		g := d.GlobalSecondaryIndexes[i]
		if g.IndexStatus == statusActive {
			continue
		}
		s := spell{status: g.IndexStatus}
		if s.status == statusDeleting {
			s.index = &g
		}
		indexes[g.IndexName] = s
	}
	status := d.TableStatus
	if status == statusActive {
		status = ""
	}
	db.pretend(u.t, status, indexes)
}

// simulateDelete says whether a table that was deleted is still told of.
func (db *DB) simulateDelete(t *table) bool {
	db.pretend(t, statusDeleting, nil)
	return t.pretence.Load() != nil
}

// checkQuotas refuses a table that an account could not have, where asked to.
func (db *DB) checkQuotas() error {
	if !db.Simulation().Quotas {
		return nil
	}
	limits, now, changing := schema.Documented(), db.opts.Now(), 0
	tables := db.openTables()
	for _, t := range tables {
		if db.tableStatus(t, now) != statusActive {
			changing++
		}
	}
	if len(tables) >= limits.TablesMax {
		return limitExceeded(fmt.Sprintf("Maximum %d tables can be created in this account", limits.TablesMax))
	}
	if changing >= limits.TableChangesMax {
		return limitExceeded(fmt.Sprintf("Only %d tables can be created, updated, or deleted simultaneously", limits.TableChangesMax))
	}
	return nil
}

// openTables returns the tables of the namespace that are still told of, by id.
func (db *DB) openTables() []*table {
	db.mu.RLock()
	tables := slices.SortedFunc(maps.Values(db.tables), byID)
	db.mu.RUnlock()
	now := db.opts.Now()
	return slices.DeleteFunc(tables, func(t *table) bool {
		p := t.pretence.Load()
		return p != nil && p.table.status == statusDeleting && p.over(now)
	})
}
