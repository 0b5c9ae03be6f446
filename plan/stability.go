package plan

import (
	"fmt"

	"github.com/keywright/keywright/model"
)

// findStability solves the model at other rates: all reads, all writes, and
// each question and write alone, at half and at twice their rates. A single
// rate is reported only where the keys change with it.
func (r *run) findStability(out *Result) error {
	for _, f := range []struct {
		text  string
		scale func(m *model.Model)
	}{
		{"all reads x0.5", func(m *model.Model) { scaleReads(m, "", 1) }},
		{"all reads x2", func(m *model.Model) { scaleReads(m, "", 4) }},
		{"all writes x0.5", func(m *model.Model) { scaleWrites(m, "", 1) }},
		{"all writes x2", func(m *model.Model) { scaleWrites(m, "", 4) }},
	} {
		s, err := r.scaled(f.text, nil, f.scale)
		if err != nil {
			return err
		}
		out.Stability = append(out.Stability, *s)
	}
	for _, q := range r.active.Questions {
		if err := r.oneRate(out, "question "+q.Name, r.touched(q), func(m *model.Model, halves model.Rate) { scaleReads(m, q.Name, halves) }); err != nil {
			return err
		}
	}
	for _, w := range r.active.Writes {
		if err := r.oneRate(out, "write "+w.Name, r.touchedBy(w), func(m *model.Model, halves model.Rate) { scaleWrites(m, w.Name, halves) }); err != nil {
			return err
		}
	}
	return nil
}

// oneRate halves and doubles one rate.
func (r *run) oneRate(out *Result, name string, changed map[string]bool, scale func(m *model.Model, halves model.Rate)) error {
	for _, f := range []struct {
		text   string
		halves model.Rate
	}{{"x0.5", 1}, {"x2", 4}} {
		s, err := r.scaled(fmt.Sprintf("%s %s", name, f.text), changed, func(m *model.Model) { scale(m, f.halves) })
		if err != nil {
			return err
		}
		if !s.Same {
			out.Stability = append(out.Stability, *s)
		}
	}
	return nil
}

// scaleReads multiplies the rate of one question (all where name is empty) by
// halves/2.
func scaleReads(m *model.Model, name string, halves model.Rate) {
	for i, q := range m.Questions {
		if name == "" || q.Name == name {
			c := *q
			c.Rate = max(1, q.Rate*halves/2)
			m.Questions[i] = &c
		}
	}
}

// scaleWrites does the same with writes.
func scaleWrites(m *model.Model, name string, halves model.Rate) {
	for i, w := range m.Writes {
		if name == "" || w.Name == name {
			c := *w
			c.Rate = max(1, w.Rate*halves/2)
			m.Writes[i] = &c
		}
	}
}

// scaled solves the model at other rates and compares the keys.
func (r *run) scaled(text string, changed map[string]bool, scale func(m *model.Model)) (*Stability, error) {
	m := *r.active
	m.Questions = append([]*model.Question(nil), r.active.Questions...)
	m.Writes = append([]*model.Write(nil), r.active.Writes...)
	scale(&m)
	p, sol, err := r.solveModel(&m, changed, hooks{})
	if err == nil && sol.total >= never && len(r.auto) > 0 {
		again := &m
		for _, name := range r.auto {
			if n := r.shardsAt(p, name); n > 0 {
				again = withShards(again, name, n)
			}
		}
		_, sol, err = r.solveModel(again, changed, hooks{})
	}
	if err != nil {
		return nil, err
	}
	out := &Stability{Change: text}
	total := sol.total + r.rest(changed)
	if total >= never {
		out.Drops = []string{"some question is too hot at this rate"}
		return out, nil
	}
	out.Total = money(total)
	was := make([]*entityPlan, len(sol.plans))
	for i, pl := range sol.plans {
		was[i] = r.sol.plans[r.p.entity(pl.e.e.Name).index]
	}
	out.Drops, out.Takes = difference(was, sol.plans)
	out.Same = len(out.Drops) == 0 && len(out.Takes) == 0
	return out, nil
}

// touchedBy are the entities that a write concerns: its own and those that
// carry copies of its columns.
func (r *run) touchedBy(w *model.Write) map[string]bool {
	set := map[string]bool{w.Entity.Name: true}
	for _, e := range r.p.entities {
		for i := range e.cols {
			if cp := e.cols[i].copy; cp != nil && (cp.Parent.Name == w.Entity.Name || e.e.Name == w.Entity.Name) {
				set[e.e.Name], set[cp.Parent.Name] = true, true
			}
		}
	}
	return set
}
