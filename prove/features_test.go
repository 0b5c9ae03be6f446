package prove_test

import (
	"testing"

	"github.com/keywright/keywright/prove"
)

// TestFeatures holds that a right design for every construct that a request
// can answer raises no alarm, and that each of its questions, support questions
// too, finds rows, cuts at its LIMIT and is read in pages.
func TestFeatures(t *testing.T) {
	b := bind(t, "testdata/features/model.sql", "testdata/features/design.json")
	rep := check(t, b, open(t), prove.Options{Seed: 1, Worlds: or(*worldsFlag, 100)})
	if len(rep.Questions) != len(b.Design.Questions) {
		t.Errorf("%d of %d questions were asked", len(rep.Questions), len(b.Design.Questions))
	}
	for i, q := range rep.Questions {
		d := b.Design.Questions[i]
		limited := d.Request.Limit.N > 1 || d.Request.Limit.Param != ""
		if q.Found < 10 || limited && q.Cut < 5 || d.Operation == "Query" && q.Paged < 20 {
			t.Errorf("too little was tried: %+v", q)
		}
	}
}
