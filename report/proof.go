package report

import (
	"fmt"
	"strings"

	"github.com/keywright/keywright/prove"
)

// proofOf condenses a prover's report: one line for each rule, and each
// counter-example whole.
func proofOf(rep *prove.Report) *Proof {
	p := &Proof{Proven: rep.Proven}
	byRule := map[prove.Rule]int{}
	for _, ob := range rep.Obligations {
		i, seen := byRule[ob.Rule]
		if !seen {
			i = len(p.Obligations)
			byRule[ob.Rule] = i
			p.Obligations = append(p.Obligations, Obligation{Name: string(ob.Rule), OK: true, Basis: string(ob.Basis), Meaning: ob.Rule.Meaning()})
		}
		o := &p.Obligations[i]
		o.Subjects++
		if ob.Basis == prove.Tested {
			o.Basis = string(prove.Tested)
		}
		if !ob.Held {
			o.OK = false
			o.Detail = strings.TrimPrefix(o.Detail+"; "+ob.Subject+": "+ob.Detail, "; ")
		}
	}
	for i := range rep.Failures {
		f := &rep.Failures[i]
		p.Failures = append(p.Failures, Failure{Question: f.Subject, Explanation: explain(f), Text: f.Format()})
	}
	p.Summary = proofSummary(rep)
	return p
}

func explain(f *prove.Failure) string {
	if f.Explanation != "" {
		return f.Explanation
	}
	return f.Message
}

func proofSummary(rep *prove.Report) string {
	found := 0
	for _, q := range rep.Questions {
		found += q.Found
	}
	worlds := fmt.Sprintf("%s held in %s worlds (seed %d): %s writes, %s requests, %s answers with rows",
		count(len(rep.Obligations), "obligation"), thousands(rep.Worlds), rep.Seed, thousands(rep.Writes), thousands(rep.Requests), thousands(found))
	where, unstable := "", ""
	if rep.Database != "" {
		where = " on " + rep.Database
	}
	if rep.Unstable > 0 {
		unstable = fmt.Sprintf(" In %s a failure came once and not again, as copies that are behind make it.", count(rep.Unstable, "world"))
	}
	if rep.Proven {
		return "Proven" + where + ": " + worlds + "." + unstable
	}
	return fmt.Sprintf("Not proven%s: %s (seed %d, %s worlds).", where, count(len(rep.Failures), "counter-example"), rep.Seed, thousands(rep.Worlds)) + unstable
}

// count says "1 question", "4 questions", "2 sets of questions".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	head, tail, _ := strings.Cut(what, " of ")
	if tail != "" {
		tail = " of " + tail
	}
	switch {
	case strings.HasSuffix(head, "index"):
		head += "es"
	case strings.HasSuffix(head, "y") && !strings.HasSuffix(head, "key"):
		head = strings.TrimSuffix(head, "y") + "ies"
	default:
		head += "s"
	}
	return thousands(n) + " " + head + tail
}

// thousands prints n with a comma between groups of three digits.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
