package plan

import (
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/model"
)

// maxFurther is how many steps the further searches may take together.
const maxFurther = 20_000_000

func money(n int64) cost.Money { return cost.Money(n) }

// further does what needs searches of its own.
func (r *run) further(out *Result) error {
	if n := r.s.stats.Steps * int64(len(r.active.Questions)+len(r.active.Writes)); r.s.cut || n > maxFurther {
		out.Warnings = append(out.Warnings, "the design is the best found, not proven the best: the price of each question, stability and alternatives are left out")
		return nil
	}
	if !r.limitsHeld() {
		out.Warnings = append(out.Warnings, "the design is the best found within the limits of a table, not proven the best: the price of each question and stability are left out")
		return r.findAlternatives()
	}
	for i := range out.Questions {
		q := &out.Questions[i]
		if q.Own {
			continue
		}
		price, err := r.priceOf(q.Name)
		if err != nil {
			return err
		}
		q.Price = price
	}
	if err := r.findStability(out); err != nil {
		return err
	}
	out.Naive = r.naive()
	return r.findAlternatives()
}

// priceOf is what the design costs less without a question.
func (r *run) priceOf(name string) (cost.Money, error) {
	m := without(r.active, func(q *model.Question) bool { return q.Name == name })
	t, err := r.totalOf(m, r.touched(r.active.Question(name)), hooks{})
	return money(r.searchTotal() - t), err
}

// touched are the names of the entities that a question concerns, with the
// parents whose columns it copies.
func (r *run) touched(q *model.Question) map[string]bool {
	set := map[string]bool{}
	for _, s := range q.Selects {
		set[s.Entity.Name] = true
		for _, c := range s.Copies {
			set[c.Parent.Name] = true
		}
	}
	return set
}

// searchTotal is the total of the solution as the search prices it, before the
// layout fixed the names, and without what was added to keep indexes few.
func (r *run) searchTotal() int64 {
	sum := int64(0)
	for _, c := range r.sol.parts {
		sum += c.best.total
	}
	return sum - r.penalties(r.sol)
}

// penalties are what was added to the prices of a solution's global indexes.
func (r *run) penalties(sol *solution) int64 {
	n := int64(0)
	for _, pl := range sol.plans {
		if pl == nil {
			continue
		}
		for _, a := range pl.arms {
			if a.kind == gsi {
				n++
			}
		}
	}
	return n * r.hooks.penalty
}

// totalOf is the total of the best design of a model that differs from the
// active one only in what concerns the named entities (nil: any).
func (r *run) totalOf(m *model.Model, changed map[string]bool, h hooks) (int64, error) {
	_, sol, err := r.solveModel(m, changed, h)
	if err != nil {
		return 0, err
	}
	return min(never, sol.total+r.rest(changed)), nil
}

// solveModel solves the part of a model that concerns the named entities.
func (r *run) solveModel(m *model.Model, changed map[string]bool, h hooks) (*problem, *solution, error) {
	h.only = r.related(changed)
	p, err := compile(m, r.price, h)
	if err != nil {
		return nil, nil, err
	}
	sol := newSolver(r.ctx, p, r.o.Steps).solve()
	return p, sol, r.ctx.Err()
}

// related adds to the named entities all that their designs depend on: those
// that collections or a shared table tie to them, and parents and children
// with copied columns.
func (r *run) related(names map[string]bool) map[string]bool {
	if names == nil || r.p.m.Settings.Tables == model.TablesSingle {
		return nil
	}
	set := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		if set[name] {
			return
		}
		set[name] = true
		e := r.p.entity(name)
		for _, i := range r.p.groups[e.group] {
			add(r.p.entities[i].e.Name)
		}
		for _, o := range r.p.entities {
			for i := range o.cols {
				if cp := o.cols[i].copy; cp != nil && (o == e || cp.Parent.Name == name) {
					add(o.e.Name)
					add(cp.Parent.Name)
				}
			}
		}
	}
	for name := range names {
		add(name)
	}
	return set
}

// rest is the price of the components that a change of the named entities does
// not touch.
func (r *run) rest(changed map[string]bool) int64 {
	set := r.related(changed)
	if set == nil {
		return 0
	}
	sum := int64(0)
	for _, c := range r.sol.parts {
		if !set[r.p.entities[c.entities[0]].e.Name] {
			sum += c.best.total
		}
	}
	return sum
}
