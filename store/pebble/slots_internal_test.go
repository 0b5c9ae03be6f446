package pebble

import (
	"context"
	"errors"
	"hash/maphash"
	"runtime"
	"testing"
)

// TestTurnComesWithCancel: a slot that is handed to someone who gives up at the
// same moment is not lost.
func TestTurnComesWithCancel(t *testing.T) {
	s := &slots{seed: maphash.MakeSeed()}
	got, gaveUp := 0, 0
	for i := range 200 {
		ctx, cancel := context.WithCancel(context.Background())
		if !s.tryLock(1) {
			t.Fatal("the slot is still held")
		}
		result := make(chan error)
		go func() { result <- s.lock(ctx, 1) }()
		for waiting := 0; waiting == 0; runtime.Gosched() {
			s.slots[1].mu.Lock()
			waiting = len(s.slots[1].waiting)
			s.slots[1].mu.Unlock()
		}
		if i%2 == 0 {
			cancel()
			s.unlock(1)
		} else {
			s.unlock(1)
			cancel()
		}
		switch err := <-result; {
		case err == nil:
			got++
			s.unlock(1)
		case errors.Is(err, context.Canceled):
			gaveUp++
		default:
			t.Fatal(err)
		}
	}
	t.Logf("%d got the slot, %d gave up", got, gaveUp)
}
