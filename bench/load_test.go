package bench_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/engine"
)

// BenchmarkLoad writes b.N items of 1 KB into a folder by BatchWriteItem of 25
// from 4 writers, each batch acknowledged when it is on disk, and scans them.
// Run it with -benchtime 2000000x; peak-MB is the process's memory at its
// highest, where the system tells.
func BenchmarkLoad(b *testing.B) {
	const writers, batch = 4, 25
	db, err := engine.Open(engine.Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if _, err := db.CreateTable(b.Context(), api.NewCreateTable(table(false))); err != nil {
		b.Fatal(err)
	}
	load := func(from, to int) time.Duration {
		start := time.Now()
		together(writers, (to-from+batch-1)/batch, func(i int) {
			var puts []api.WriteRequest
			for n := from + i*batch; n < min(to, from+(i+1)*batch); n++ {
				puts = append(puts, api.WriteRequest{PutRequest: &api.PutRequest{Item: item(n, 0)}})
			}
			resp, err := db.BatchWriteItem(context.Background(), &api.BatchWriteItemRequest{
				RequestItems: map[string][]api.WriteRequest{"players": puts},
			})
			if err != nil || len(resp.UnprocessedItems) > 0 {
				b.Error(resp, err)
			}
		})
		return time.Since(start)
	}
	b.ResetTimer()
	half := b.N / 2
	first, second := load(0, half), load(half, b.N)
	b.ReportMetric(float64(b.N)/(first+second).Seconds(), "written/s")
	b.ReportMetric(first.Seconds()/second.Seconds()*float64(b.N-half)/float64(max(half, 1)), "second/first")
	start := time.Now()
	if n := scanAll(b, db); n != b.N {
		b.Fatalf("a scan of %d items found %d", b.N, n)
	}
	b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "scanned/s")
	b.ReportMetric(peakMB(), "peak-MB")
	b.ReportMetric(0, "ns/op")
}

func scanAll(b *testing.B, db api.DB) (n int) {
	req := &api.ScanRequest{TableName: "players"}
	for {
		resp, err := db.Scan(context.Background(), req)
		if err != nil {
			b.Fatal(err)
		}
		n += len(resp.Items)
		if resp.LastEvaluatedKey == nil {
			return n
		}
		req.ExclusiveStartKey = resp.LastEvaluatedKey
	}
}

// peakMB is the most memory that this process has had at once, by Linux's
// count; zero elsewhere.
func peakMB() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ := strings.Cut(after, "kB")
	kb, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		return 0
	}
	return float64(kb) / 1024
}
