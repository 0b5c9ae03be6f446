package plan_test

import (
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/plan"
)

// sumOf adds up the parts of a result: questions, writes (with what they cost
// in indexes), storage.
func sumOf(r *plan.Result) cost.Money {
	var sum cost.Money
	for _, q := range r.Questions {
		sum += q.Monthly
	}
	for _, t := range r.Tables {
		for _, e := range t.Entities {
			sum += e.Writes + e.Storage
		}
	}
	for _, x := range r.Indexes {
		sum += x.Monthly
	}
	return sum
}
