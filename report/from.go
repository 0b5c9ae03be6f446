package report

import (
	"fmt"

	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/project"
	"github.com/keywright/keywright/prove"
)

// FromProof reports on a design that was proven, by hand or planned: its keys,
// its requests, its sample items and the proof. It has no prices.
func FromProof(b *design.Bound, source string, charts []project.Chart, rep *prove.Report) *Report {
	r := ofDesign(b, source)
	for _, c := range charts {
		r.Charts = append(r.Charts, chartOf(c))
	}
	r.Proof = proofOf(rep)
	r.Verdict = proofVerdict(b, rep)
	return r
}

func proofVerdict(b *design.Bound, rep *prove.Report) Verdict {
	v := Verdict{OK: rep.Proven, Proven: rep.Proven, Questions: len(b.Model.Questions)}
	v.Served = v.Questions - len(rep.Unanswered)
	served := fmt.Sprintf("%d of %s", v.Served, count(v.Questions, "question"))
	if rep.Proven {
		v.Line = inRequests(v.Served, v.Questions, b.Design) + ", proven"
	} else {
		v.Line = fmt.Sprintf("not proven: %s; %s have a request", count(len(rep.Failures), "counter-example"), served)
	}
	return v
}

// inRequests says how many questions are answered in one request, and how many
// in several because they are sharded.
func inRequests(served, asked int, d *design.Design) string {
	sharded, most := 0, 0
	for _, q := range d.Questions {
		if q.Shards > 0 && q.Support == nil {
			sharded, most = sharded+1, max(most, q.Shards)
		}
	}
	text := fmt.Sprintf("%d of %s in one request", served-sharded, count(asked, "question"))
	if sharded > 0 {
		text += fmt.Sprintf(", %d sharded in up to %d requests each", sharded, most)
	}
	return text
}
