package plan

import (
	"fmt"
	"slices"

	"github.com/keywright/keywright/model"
)

// keepLimits changes the solution where a table would have more indexes than
// DynamoDB allows: local indexes are given up one by one, those that are the
// cheapest to do without; text entries of different entities share indexes; and
// if that is not enough, global indexes are made dearer until the cheapest
// design has few enough. Such a design is the best found: no design within the
// limits costs less than the one without them, which becomes the floor.
func (r *run) keepLimits() error {
	global, local := indexCounts(r.p, r.sol)
	if global <= maxGlobal && local <= maxLocal {
		return nil
	}
	r.unlimited = r.searchTotal()
	if local > maxLocal {
		r.notes = append(r.notes, fmt.Sprintf("a table would have %d local indexes, and may have %d: item copies take the place of some", local, maxLocal))
		if err := r.fewerLocals(); err != nil {
			return err
		}
		if global, _ = indexCounts(r.p, r.sol); global <= maxGlobal {
			return nil
		}
	}
	if !r.m.Settings.Slots {
		m := *r.m
		m.Settings.Slots = true
		r.m = &m
		r.notes = append(r.notes, fmt.Sprintf("a table would have %d global indexes, and the quota is %d: entries of different entities share indexes", global, maxGlobal))
	}
	if err := r.attempt(); err != nil {
		return err
	}
	return r.fewerIndexes()
}

// bannedLocal is a local index that the search may not use.
type bannedLocal struct {
	entity string
	key    key
}

func (h *hooks) bans(e *entity, k *key) bool {
	return slices.ContainsFunc(h.banned, func(b bannedLocal) bool { return b.entity == e.e.Name && b.key.same(k) })
}

// maxTrials is how many local indexes are tried to be done without, each time
// that one has to go.
const maxTrials = 10

// fewerLocals bans local indexes until every table has few enough: each time
// the one without which the cheapest design is the cheapest.
func (r *run) fewerLocals() error {
	for {
		if _, local := indexCounts(r.p, r.sol); local <= maxLocal || r.sol.total >= never {
			return nil
		}
		var least *hooks
		best := never
		for i, b := range r.locals() {
			if i == maxTrials {
				break
			}
			h := r.hooks
			h.banned = append(slices.Clone(h.banned), b)
			_, sol, err := r.solveModel(r.active, nil, h)
			if err != nil {
				return err
			}
			if least == nil || sol.total < best {
				least, best = &h, sol.total
			}
		}
		r.hooks = *least
		if err := r.attempt(); err != nil {
			return err
		}
	}
}

// locals lists the local indexes of the solution.
func (r *run) locals() []bannedLocal {
	var list []bannedLocal
	for _, pl := range r.sol.plans {
		for _, a := range pl.arms {
			if a.kind == lsi {
				list = append(list, bannedLocal{pl.e.e.Name, a.key})
			}
		}
	}
	return list
}

// ELimit refuses a question whose index would be one more than a table may
// have.
const ELimit model.Code = "E-LIMIT"

// fewerIndexes raises the price of a global index until no table has too many.
// Where even the dearest index does not help, the questions with the dearest
// indexes are refused.
func (r *run) fewerIndexes() error {
	const steps = 24 // from a cent to more than any index costs
	for i := range steps {
		if global, _ := indexCounts(r.p, r.sol); global <= maxGlobal {
			return nil
		}
		r.hooks.penalty = int64(100_000_000) << i
		if err := r.attempt(); err != nil {
			return err
		}
		if r.sol.total >= never {
			break
		}
	}
	r.hooks.penalty = 0
	for {
		if err := r.attempt(); err != nil {
			return err
		}
		if global, _ := indexCounts(r.p, r.sol); global <= maxGlobal || !r.refuseDearest() {
			return nil
		}
	}
}

// refuseDearest refuses the questions of the dearest global index.
func (r *run) refuseDearest() bool {
	var dearest *arm
	var owner *entityPlan
	most := int64(-1)
	for _, pl := range r.sol.plans {
		for _, a := range pl.arms {
			if p := a.price(r.s, pl.base.bytes); a.kind == gsi && p > most {
				dearest, owner, most = a, pl, p
			}
		}
	}
	if dearest == nil {
		return false
	}
	found := false
	for i, u := range owner.uses {
		if q := r.p.questions[u.a.question]; owner.from[i] == dearest && q.q != nil && !r.isRefused(q.q) {
			r.refuse(q.q, fault{ELimit, owner.e.namesOf(dearest.key.columns().cols()),
				fmt.Sprintf("the questions of %s need more than %d global indexes, and this one's %s is the dearest", owner.e.e.Name, maxGlobal, owner.e.keyText(&dearest.key)),
				"have the quota of global indexes raised, or ask for less in other orders"})
			found = true
		}
	}
	return found
}

// waysOfLimit have one index more, or sort in the client.
func (r *run) waysOfLimit(q *model.Question) []way {
	ways := []way{{text: fmt.Sprintf("have the quota of %d global indexes a table raised", maxGlobal), requests: 1, beyond: true,
		edit: func(m *model.Model, q *model.Question) bool { return true }}}
	if len(q.Selects) == 1 && len(q.Selects[0].Order) > 0 {
		ways = append(ways, r.clientSort(q)...)
	}
	return ways
}

// indexCounts is the most global and the most local indexes of any table of a
// solution.
func indexCounts(p *problem, of *solution) (global, local int) {
	if of.total >= never {
		return 0, 0
	}
	sol := *of
	l := newLayout(p, &sol)
	for _, t := range l.tables {
		g, c := t.counts()
		global, local = max(global, g), max(local, c)
	}
	return global, local
}

// counts are the table's global and local indexes.
func (t *tableLayout) counts() (global, local int) {
	for _, ix := range t.indexes {
		if ix.local {
			local++
		} else {
			global++
		}
	}
	return global, local
}

// noteLimits says what the layout did for the sake of a table's limits: let
// entities share indexes, or indexes carry everything because the lists of what
// they need would be too long together. Designs that need less of it are not
// searched for.
func (r *run) noteLimits(l *layout) {
	for _, t := range l.tables {
		if (t.packed || t.widened > 0) && r.unlimited == 0 {
			r.unlimited = r.searchTotal()
		}
		if t.packed {
			r.notes = append(r.notes, fmt.Sprintf("table %s would have more global indexes than the quota of %d: entries of different entities share some", t.name, maxGlobal))
		}
		if t.widened > 0 {
			r.notes = append(r.notes, fmt.Sprintf("the indexes of table %s would list %d attributes, and may list %d together: %d of them carry everything instead", t.name, t.included, maxIncluded, t.widened))
		}
	}
}

// limitsHeld says that the design was not changed for the sake of limits.
func (r *run) limitsHeld() bool { return r.unlimited == 0 }
