// Package bench measures the engine beside the store it is built on. Each
// benchmark runs both sides in turns within one run, on the same keys and
// bytes in memory, and reports the rate of each and their ratio:
//
//	go test -run '^$' -bench . ./bench
package bench
