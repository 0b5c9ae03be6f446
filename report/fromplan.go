package report

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/plan"
	"github.com/keywright/keywright/project"
)

// FromPlan reports on a planned design: what FromProof has, with prices, heat,
// refusals and the search.
func FromPlan(p *project.Planned) *Report {
	res := p.Plan
	r := ofDesign(p.Bound, "planned")
	for _, c := range p.Charts {
		r.Charts = append(r.Charts, chartOf(c))
	}
	if p.Proof != nil {
		r.Proof = proofOf(p.Proof)
	}
	r.Verdict = planVerdict(p)
	r.Refusals = refusalsOf(res)
	r.Cost = costOf(res)
	r.Search = searchOf(res)
	for i := range r.Patterns {
		pricePattern(&r.Patterns[i], res)
	}
	for i := range r.Tables {
		priceIndexes(&r.Tables[i], res)
	}
	for _, w := range res.Writes {
		r.Writes = append(r.Writes, writeOf(w))
	}
	for _, h := range res.Heat {
		r.Heat = append(r.Heat, heatOf(h))
	}
	r.Warnings = append(r.Warnings, res.Warnings...)
	r.Assumptions = res.Assumptions
	if p.Proof != nil {
		r.Assumptions = append(r.Assumptions, p.Proof.Assumptions...)
	}
	return r
}

func planVerdict(p *project.Planned) Verdict {
	res := p.Plan
	v := Verdict{
		Questions: res.Asked, Served: res.Answered, Monthly: res.Total,
		Optimal: res.Optimal, Proven: p.Proof != nil && p.Proof.Proven,
	}
	v.OK = p.Proof == nil || p.Proof.Proven
	v.Line = fmt.Sprintf("%s, %s a month, %s", inRequests(v.Served, v.Questions, res.Design), res.Total, standing(v, res, p.Proof == nil))
	if res.RunnerUp != nil {
		v.Line += "; next best " + moreOf(res.RunnerUp.More)
	}
	return v
}

// moreOf says how much more the next best design costs.
func moreOf(m cost.Money) string {
	if m < cost.Dollar/100 {
		return "less than a cent more"
	}
	return "+" + m.String()
}

// standing says how good the design is, and how sure that is.
func standing(v Verdict, res *plan.Result, unproven bool) string {
	best := "optimal"
	if !res.Optimal {
		best = "best found"
		if gap, ok := gapOf(res); ok {
			best += ", " + gap
		}
	}
	switch {
	case unproven:
		return best + " (no proof was asked for)"
	case v.Proven && res.Optimal:
		return "proven optimal"
	case v.Proven:
		return "proven, " + best
	}
	return "NOT PROVEN, see the counter-example"
}

// gapOf says how far the design may be from the optimum, in percent rounded
// up.
func gapOf(res *plan.Result) (string, bool) {
	if res.Floor <= 0 || res.Floor > res.Total {
		return "", false
	}
	percent := ((res.Total-res.Floor)*100 + res.Floor - 1) / res.Floor
	return fmt.Sprintf("at most %d%% above the optimum", percent), true
}

func refusalsOf(res *plan.Result) []Refusal {
	var out []Refusal
	for _, f := range res.Refused {
		r := Refusal{Question: f.Question, Code: string(f.Code), Reason: f.Reason, Columns: f.Columns}
		if f.Write != "" {
			r.Question = "write " + f.Write
		}
		for _, a := range f.Alternatives {
			r.Alternatives = append(r.Alternatives, Alternative{Text: a.Text, Monthly: a.Monthly, Priced: a.Priced})
		}
		if len(f.Alternatives) == 0 {
			r.Alternatives = cure(f.Cure)
		}
		out = append(out, r)
	}
	return out
}

func pricePattern(p *Pattern, res *plan.Result) {
	for _, q := range res.Questions {
		if q.Name != p.Question {
			continue
		}
		p.Rows, p.Units = thousands(int(q.Rows)), number(q.Units.Units())
		p.Monthly, p.Price = q.Monthly, q.Price
		p.Rate = q.Rate.String()
		p.Notes = append(p.Notes, q.Notes...)
		if q.Own && q.Purpose != "" {
			p.Notes = append(p.Notes, q.Purpose)
		}
	}
}

// number prints a small decimal without needless zeros.
func number(f float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", f), ".0") }

func priceIndexes(t *Table, res *plan.Result) {
	for i := range t.Indexes {
		for _, ix := range res.Indexes {
			if ix.Table == t.Name && ix.Name == t.Indexes[i].Name {
				t.Indexes[i].Monthly = ix.Monthly
			}
		}
	}
}

func writeOf(w plan.WriteResult) Write {
	out := Write{Write: w.Name, Rate: w.Rate.String(), Monthly: w.Monthly}
	var units []string
	for _, part := range w.Parts {
		text := part.On
		if part.Kind != plan.BaseItem && part.Kind != plan.IndexEntry {
			text += " (" + string(part.Kind) + ")"
		}
		out.Touches = append(out.Touches, text)
		units = append(units, partUnits(part))
	}
	out.Units = strings.Join(units, " + ")
	if w.Transaction {
		out.Notes = append(out.Notes, "one TransactWriteItems")
	}
	if w.ReadsFirst {
		out.Notes = append(out.Notes, "reads the item first: the statement does not give every value that a key needs")
	}
	return out
}

// partUnits prints the units of a part, times how many items it touches where
// that is not one.
func partUnits(p plan.WritePart) string {
	units := fmt.Sprint(p.Units)
	if p.Kind == plan.ReadFirst {
		units = number(cost.HalfUnits(p.Units).Units())
	}
	if p.PerMil == million {
		return units
	}
	times := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.3f", float64(p.PerMil)/million), "0"), ".")
	return units + "×" + times
}

const million = 1_000_000

func heatOf(h plan.Heat) Heat {
	on := h.Table
	if h.Index != "" {
		on = h.Index
	}
	if h.Entity != "" {
		on += ", " + h.Entity
	}
	return Heat{
		On: on, Key: h.Partition,
		Reads: load(h.Reads, h.ReadLimit), Write: load(h.Writes, h.WriteLimit),
		OK: h.Reads <= h.ReadLimit && h.Writes <= h.WriteLimit,
	}
}

// load prints units a second against their limit.
func load(have, limit int64) string {
	units := number(float64(have) / million)
	if units == "0" && have > 0 {
		units = "<0.1"
	}
	return fmt.Sprintf("%s of %s/s", units, thousands(int(limit/million)))
}

func costOf(res *plan.Result) *Cost {
	c := &Cost{Prices: "price list " + res.Prices + " of " + res.Priced, Total: res.Total}
	add := func(what string, m cost.Money) {
		if m != 0 {
			c.Lines = append(c.Lines, CostLine{What: what, Monthly: m})
		}
	}
	var reads cost.Money
	for _, q := range res.Questions {
		reads += q.Monthly
	}
	add("reads of all questions", reads)
	for _, t := range res.Tables {
		for _, e := range t.Entities {
			add("writes of "+e.Name, e.Writes)
			add("storage of "+e.Name, e.Storage)
		}
	}
	for _, ix := range res.Indexes {
		add(ix.Kind+" "+ix.Name+": writes", ix.Writes)
		add(ix.Kind+" "+ix.Name+": storage", ix.Storage)
	}
	return c
}

func searchOf(res *plan.Result) *Search {
	s := &Search{Optimal: res.Optimal, Language: language}
	if !res.Optimal {
		s.Language = "The search stopped at its limit of steps: this is the best design found, not a proven optimum."
		if gap, ok := gapOf(res); ok {
			s.Language += " It is " + gap + "."
		}
	}
	if u := res.RunnerUp; u != nil {
		s.RunnerUp = fmt.Sprintf("%s, %s%s", u.Total, moreOf(u.More), exchange(u.Drops, u.Takes))
	} else if res.Optimal {
		s.RunnerUp = "none without one of these keys"
	}
	s.Tried = append(s.Tried, triedOf(res))
	if res.Naive != nil {
		s.Tried = append(s.Tried, fmt.Sprintf("without thought (ids as keys, %s that carry everything): %s", count(res.Naive.Indexes, "index"), res.Naive.Total))
	}
	for _, st := range res.Stability {
		line := st.Change + ": the same keys, " + st.Total.String()
		if !st.Same {
			line = st.Change + ": other keys, " + st.Total.String() + exchange(st.Drops, st.Takes)
		}
		s.Stability = append(s.Stability, line)
	}
	return s
}

const language = "No cheaper design exists with one item per row and declared copies, any base key, and any indexes with any keys, directions, memberships and projections."

func triedOf(res *plan.Result) string {
	s := res.Searched
	var by []string
	for _, t := range s.BaseKeys {
		by = append(by, fmt.Sprintf("%s %d", t.Entity, t.Bases))
	}
	return fmt.Sprintf("tried %s (%s), %s that one key serves, %s indexes and copies, %s priced to the byte",
		count(s.Bases, "base key"), strings.Join(by, ", "), count(s.Sets, "set of questions"), thousands(s.Arms), count(s.Plans, "design"))
}

func exchange(drops, takes []string) string {
	var parts []string
	if len(drops) > 0 {
		parts = append(parts, "without "+strings.Join(drops, ", "))
	}
	if len(takes) > 0 {
		parts = append(parts, "with "+strings.Join(takes, ", "))
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, "; ")
}
