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
	var engineTime, storeTime time.Duration
	b.ReportAllocs()
	b.ResetTimer()
	for done := 0; done < b.N; done += turn {
		n := min(turn, b.N-done)
		start := time.Now()
		for i := range n {
			engine(done + i)
		}
		middle := time.Now()
		for i := range n {
			store(done + i)
		}
		engineTime += middle.Sub(start)
		storeTime += time.Since(middle)
	}
	b.ReportMetric(float64(b.N)/engineTime.Seconds(), "engine/s")
	b.ReportMetric(float64(b.N)/storeTime.Seconds(), "pebble/s")
	b.ReportMetric(storeTime.Seconds()/engineTime.Seconds(), "ratio")
	b.ReportMetric(0, "ns/op") // of both together: says nothing
}
