package plan_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/plan"
)

// BenchmarkSearch plans the example models: quick is the design with its
// proof of optimality, full adds the price of each question, stability and
// alternatives, which are searches of their own.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"leaderboard", "tournament", "shop", "auction"} {
		m := parseFile(b, "../examples/"+name+"/model.sql")
		b.Run(name+"/quick", func(b *testing.B) { benchmark(b, m, plan.Options{Quick: true}) })
		b.Run(name+"/full", func(b *testing.B) { benchmark(b, m, plan.Options{}) })
	}
}

func benchmark(b *testing.B, m *model.Model, o plan.Options) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := plan.Search(context.Background(), m, o); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRandom plans random models of 40 questions on four entities; the
// time is that of one model.
func BenchmarkRandom(b *testing.B) {
	var models []*model.Model
	for seed := range uint64(20) {
		models = append(models, parse(b, "random.sql", plan.RandomModel(rand.New(rand.NewPCG(seed, 1)), 4, 10)))
	}
	b.Run("quick", func(b *testing.B) {
		i := 0
		for b.Loop() {
			if _, err := plan.Search(context.Background(), models[i%len(models)], plan.Options{Quick: true}); err != nil {
				b.Fatal(err)
			}
			i++
		}
	})
}
