package pebble_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/keywright/keywright/store"
	"github.com/keywright/keywright/store/pebble"
)

// crashOptions rotate logs and write tables all the time.
func crashOptions(fs vfs.FS) pebble.Options {
	return pebble.Options{Dir: "/data/db", FS: fs, MemTableBytes: 64 << 10}
}

// TestCrash takes the power away under concurrent writers, time and again on
// what the last crash left. Of what was not synced nothing, half or all is
// still there.
func TestCrash(t *testing.T) {
	seed := rand.Uint64()
	rnd := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	fs := vfs.NewCrashableMem()
	var acked []string
	for round := range rounds(t, 9) {
		s := open(t, crashOptions(fs))
		checkLedger(t, s, acked)
		r := startRecorder(s, 4, fmt.Sprint(round))
		for target := rnd.IntN(100); len(r.acknowledged()) < target; {
			time.Sleep(100 * time.Microsecond)
		}
		acked = append(acked, r.acknowledged()...)
		crashed := fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: []int{0, 50, 100}[round%3], RNG: rnd})
		if err := r.finish(); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		fs = crashed
	}
	s := open(t, crashOptions(fs))
	defer s.Close()
	checkLedger(t, s, acked)
}

// TestCrashLosesOnlyTheEnd: without a sync for each commit a crash loses
// commits, but only the newest, and none by halves. A clean Close loses none.
func TestCrashLosesOnlyTheEnd(t *testing.T) {
	for _, sync := range []pebble.Sync{pebble.Interval, pebble.Never} {
		t.Run(sync.String(), func(t *testing.T) {
			fs := vfs.NewCrashableMem()
			o := crashOptions(fs)
			o.Sync = sync
			if sync == pebble.Interval {
				o.Interval = time.Millisecond
			}
			s := open(t, o)
			rnd := rand.New(rand.NewPCG(1, uint64(sync)))
			var acked []string
			for i := range 300 {
				id := fmt.Sprintf("x.%d", i)
				if err := record(context.Background(), s, id); err != nil {
					t.Fatal(err)
				}
				acked = append(acked, id)
				if i%30 == 0 {
					checkPrefix(t, fs, o, acked, rnd)
				}
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			o.FS = fs.CrashClone(vfs.CrashCloneCfg{})
			s = open(t, o)
			defer s.Close()
			checkLedger(t, s, acked)
		})
	}
}

func checkPrefix(t *testing.T, fs *vfs.MemFS, o pebble.Options, acked []string, rnd *rand.Rand) {
	t.Helper()
	o.FS = fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: rnd.IntN(101), RNG: rnd})
	s := open(t, o)
	defer s.Close()
	if got := checkLedger(t, s, nil); len(got) > len(acked) || !slices.Equal(got, acked[:len(got)]) {
		t.Errorf("after the crash: %v, which does not begin %v", got, acked)
	}
}

// TestIntervalSyncs: a commit survives a crash some time after it, with no
// other call.
func TestIntervalSyncs(t *testing.T) {
	fs := vfs.NewCrashableMem()
	o := crashOptions(fs)
	o.Sync, o.Interval = pebble.Interval, time.Millisecond
	s := open(t, o)
	defer s.Close()
	if err := record(context.Background(), s, "x"); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; {
		o.FS = fs.CrashClone(vfs.CrashCloneCfg{})
		after := open(t, o)
		ids := checkLedger(t, after, nil)
		if err := after.Close(); err != nil {
			t.Fatal(err)
		}
		if strings.Join(ids, " ") == "x" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("not synced within 10 s at an interval of 1 ms")
		}
	}
}

// TestDeleteRangeIsDurable: it is acknowledged like any write.
func TestDeleteRangeIsDurable(t *testing.T) {
	fs := vfs.NewCrashableMem()
	s := open(t, crashOptions(fs))
	defer s.Close()
	for i := range 10 {
		if err := record(context.Background(), s, fmt.Sprintf("x.%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.DeleteRange(context.Background(), nil, nil); err != nil {
		t.Fatal(err)
	}
	after := open(t, crashOptions(fs.CrashClone(vfs.CrashCloneCfg{})))
	defer after.Close()
	if got := checkLedger(t, after, nil); len(got) > 0 {
		t.Errorf("%d transactions are back after a crash", len(got))
	}
}

var _ store.Store = (*pebble.Store)(nil)
