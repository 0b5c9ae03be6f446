package prove_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/keywright/keywright/prove"
)

// TestFailures holds how failures read, in testdata/failures: the smallest
// world of some mutants, as a person gets to see it. Each was run on the
// engine as it stands there.
func TestFailures(t *testing.T) {
	db := open(t)
	datadriven.RunTest(t, "testdata/failures", func(t *testing.T, d *datadriven.TestData) string {
		var mutant, subject string
		d.ScanArgs(t, "mutant", &mutant)
		d.ScanArgs(t, "subject", &subject)
		dir := "testdata/mutants/" + mutant
		rep, err := prove.Check(context.Background(), bind(t, dir+"/model.sql", dir+"/design.json"), db, prove.Options{Worlds: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range rep.Failures {
			if f.Subject == subject && len(f.Steps) > 0 {
				return fmt.Sprintf("trap %s\n%s", f.Trap, f.Format())
			}
		}
		return "no failure of " + subject + "\n" + failures(rep)
	})
}
