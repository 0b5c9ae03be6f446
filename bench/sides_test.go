package bench_test

import (
	"testing"
	"time"
)

// turn is how many operations one side does before the other's turn: long
// enough for the clock, short enough for both to meet the same weather.
const turn = 500

// sides runs b.N operations of each side, in turns, and reports both rates
// and the ratio of the engine's to the store's.
func sides(b *testing.B, engine, store func(i int)) {
	each := func(do func(i int)) func(first, n int) {
		return func(first, n int) {
			for i := range n {
				do(first + i)
			}
		}
	}
	sidesOf(b, turn, each(engine), each(store))
}

// sidesOf is sides for functions that do n operations, with turns of their own
// length.
func sidesOf(b *testing.B, turn int, engine, store func(first, n int)) {
	var engineTime, storeTime time.Duration
	b.ReportAllocs()
	b.ResetTimer()
	for done := 0; done < b.N; done += turn {
		n := min(turn, b.N-done)
		start := time.Now()
		engine(done, n)
		middle := time.Now()
		store(done, n)
		engineTime += middle.Sub(start)
		storeTime += time.Since(middle)
	}
	b.ReportMetric(float64(b.N)/engineTime.Seconds(), "engine/s")
	b.ReportMetric(float64(b.N)/storeTime.Seconds(), "pebble/s")
	b.ReportMetric(storeTime.Seconds()/engineTime.Seconds(), "ratio")
	b.ReportMetric(0, "ns/op") // of both together: says nothing
}
