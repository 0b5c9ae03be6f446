package plan

import (
	"fmt"

	"github.com/keywright/keywright/model"
)

// keepLimits changes the solution where a table would have more indexes than
// DynamoDB allows: first text entries of different entities share indexes;
// if that is not enough, an index is made dearer until the cheapest design has
// few enough, and local indexes are given up for item copies. Such a design is
// the best found: no design within the limits costs less than the one without
// them, which becomes the floor.
func (r *run) keepLimits() error {
	global, local := r.indexCounts()
	if global <= maxGlobal && local <= maxLocal {
		return nil
	}
	r.unlimited = r.searchTotal()
	if global > maxGlobal && !r.m.Settings.Slots {
		m := *r.m
		m.Settings.Slots = true
		r.m = &m
		r.notes = append(r.notes, fmt.Sprintf("a table would have %d global indexes, and the quota is %d: entries of different entities share indexes", global, maxGlobal))
	}
	if local > maxLocal {
		r.hooks.noLocals = true
		r.notes = append(r.notes, fmt.Sprintf("a table would have %d local indexes, and may have %d: item copies take their place", local, maxLocal))
	}
	if err := r.attempt(); err != nil {
		return err
	}
	return r.fewerIndexes()
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
		if global, _ := r.indexCounts(); global <= maxGlobal {
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
		if global, _ := r.indexCounts(); global <= maxGlobal || !r.refuseDearest() {
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

// indexCounts is the most global and the most local indexes of any table.
func (r *run) indexCounts() (global, local int) {
	if r.sol.total >= never {
		return 0, 0
	}
	sol := *r.sol
	l := newLayout(r.p, &sol)
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

// limitsHeld says that the design was not changed for the sake of limits.
func (r *run) limitsHeld() bool { return r.unlimited == 0 }
