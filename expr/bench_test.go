package expr_test

import (
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/expr"
)

const (
	benchItem      = `{"pk":{"S":"user#1"},"sk":{"S":"order#2026-11-30"},"amount":{"N":"129.95"},"state":{"S":"open"},"parcels":{"L":[{"M":{"sku":{"S":"a"},"n":{"N":"2"}}},{"M":{"sku":{"S":"b"},"n":{"N":"1"}}}]},"tags":{"SS":["gift","new"]},"version":{"N":"7"}}`
	benchFlat      = "#s = :open AND amount BETWEEN :lo AND :hi AND version < :seven"
	benchFunctions = "attribute_exists(pk) AND begins_with(sk, :order) AND (contains(tags, :gift) OR size(parcels) > :one) AND #s IN (:closed, :gone)"
	benchUpdate    = "SET #s = :closed, version = version + :one, parcels[0].n = :seven ADD tags :tags REMOVE amount"
	benchProject   = "pk, sk, parcels[0].sku, parcels[1].sku, tags"
)

func benchEnv(tb testing.TB) *expr.Env {
	tb.Helper()
	return &expr.Env{
		Names: map[string]string{"#s": "state"},
		Values: parseValues(tb, `{":open":{"S":"open"},":closed":{"S":"closed"},":gone":{"S":"gone"},":lo":{"N":"100"},":hi":{"N":"200.5"},
			":one":{"N":"1"},":seven":{"N":"7.0"},":order":{"S":"order#"},":gift":{"S":"gift"},":tags":{"SS":["late"]}}`),
	}
}

// Evaluating what filters do most must not allocate: a Scan evaluates its
// filter once per item.
func TestEvalAllocatesNothing(t *testing.T) {
	env, it := benchEnv(t), parseItem(t, benchItem)
	for _, src := range []string{benchFlat, benchFunctions, "amount > :lo", "parcels[1].n = :one", "size(sk) >= :one AND size(tags) = size(parcels)", "tags = :tags OR pk <> :open"} {
		c := mustCondition(t, src, env)
		if n := testing.AllocsPerRun(100, func() { c.Eval(it) }); n != 0 {
			t.Errorf("%s: %v allocations", src, n)
		}
	}
}

func BenchmarkParseCondition(b *testing.B) {
	for name, src := range map[string]string{"flat": benchFlat, "functions": benchFunctions} {
		b.Run(name, func(b *testing.B) {
			env := benchEnv(b)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := expr.ParseCondition(src, expr.KindFilter, env); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEval(b *testing.B) {
	for name, src := range map[string]string{"flat": benchFlat, "functions": benchFunctions} {
		b.Run(name, func(b *testing.B) {
			c, it := mustCondition(b, src, benchEnv(b)), parseItem(b, benchItem)
			b.ReportAllocs()
			for b.Loop() {
				if c.Eval(it) {
					b.Fatalf("%s holds", src)
				}
			}
		})
	}
}

func BenchmarkUpdate(b *testing.B) {
	b.Run("parse", func(b *testing.B) {
		env := benchEnv(b)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := expr.ParseUpdate(benchUpdate, env); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("apply", func(b *testing.B) {
		u, err := expr.ParseUpdate(benchUpdate, benchEnv(b))
		if err != nil {
			b.Fatal(err)
		}
		it := parseItem(b, benchItem)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := u.Apply(it); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkProjection(b *testing.B) {
	p, err := expr.ParseProjection(benchProject, nil)
	if err != nil {
		b.Fatal(err)
	}
	it := parseItem(b, benchItem)
	b.ReportAllocs()
	var out attr.Item
	for b.Loop() {
		out = p.Apply(it)
	}
	if len(out) != 4 {
		b.Fatal(out)
	}
}
