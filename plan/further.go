package plan

import (
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/model"
)

func money(n int64) cost.Money { return cost.Money(n) }

// further does what needs searches of its own.
func (r *run) further(out *Result) error {
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
// layout fixed the names.
func (r *run) searchTotal() int64 {
	sum := int64(0)
	for _, c := range r.sol.parts {
		sum += c.best.total
	}
	return sum
}

// totalOf is the total of the best design of a model that differs from the
// active one only in what concerns the named entities (nil: any).
func (r *run) totalOf(m *model.Model, changed map[string]bool, h hooks) (int64, error) {
	s, sol, err := r.solveModel(m, changed, h)
	if err != nil {
		return 0, err
	}
	if changed == nil {
		return sol.total, nil
	}
	total := sol.total
	for _, c := range r.sol.parts {
		if !s.concerns(r.p, c.entities, changed) {
			total += c.best.total
		}
	}
	return min(total, never), nil
}

// solveModel solves the components of a model that concern the named entities.
func (r *run) solveModel(m *model.Model, changed map[string]bool, h hooks) (*solver, *solution, error) {
	p, err := compile(m, r.price, h)
	if err != nil {
		return nil, nil, err
	}
	s := newSolver(r.ctx, p, r.o.Steps)
	var only func([]int) bool
	if changed != nil {
		only = func(list []int) bool { return s.concerns(p, list, changed) }
	}
	sol := s.solve(only)
	return s, sol, r.ctx.Err()
}

// concerns says that a component has one of the named entities.
func (s *solver) concerns(p *problem, list []int, changed map[string]bool) bool {
	for _, i := range list {
		if changed[p.entities[i].e.Name] {
			return true
		}
	}
	return false
}
