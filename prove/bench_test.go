package prove_test

import (
	"context"
	"testing"

	"github.com/keywright/keywright/prove"
)

// BenchmarkCheck runs 50 worlds of a design with an index, a copy and two
// questions.
func BenchmarkCheck(b *testing.B) {
	dir := "testdata/mutants/15-stale-copy/"
	bound, db := bind(b, dir+"model.sql", dir+"right.json"), open(b)
	for b.Loop() {
		if _, err := prove.Check(context.Background(), bound, db, prove.Options{Worlds: 50, Parallel: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
