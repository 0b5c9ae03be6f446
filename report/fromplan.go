package report

import (
	"fmt"

	"github.com/keywright/keywright/project"
)

// FromPlan reports on a planned design.
func FromPlan(p *project.Planned) *Report {
	r := ofDesign(p.Bound, "planned")
	for _, c := range p.Charts {
		r.Charts = append(r.Charts, chartOf(c))
	}
	if p.Proof != nil {
		r.Proof = proofOf(p.Proof)
		r.Verdict = proofVerdict(p.Bound, p.Proof)
	}
	r.Verdict.Line += fmt.Sprint(" ", p.Plan.Total)
	return r
}
