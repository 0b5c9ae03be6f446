package pebble

import (
	"context"
	"hash/maphash"
	"slices"
	"sync"
)

// slotCount is a power of two. Two transactions that write different keys meet
// in one slot once in slotCount/keys times, and then one waits for the other.
const slotCount = 1 << 12

// slots are the locks of all keys: a key's lock is the slot that it hashes to.
// A fixed table needs no bookkeeping of which keys are in use, and a shared
// slot costs a wait, never a wrong answer.
type slots struct {
	seed  maphash.Seed
	slots [slotCount]slot
}

// slot is a first-come, first-served lock whose wait can be cancelled.
type slot struct {
	mu      sync.Mutex // guards held, waiting, version and rows, for an instant
	held    bool
	waiting []chan struct{}

	// stamp is that of the last transaction that wrote a key of this slot, as
	// far as known since the store was opened. The holder reads and writes it.
	stamp uint64

	// version is odd while the holder applies its batch, and grows with each
	// commit; rows are the slot's part of the cache, nil before the first
	// lookup. Both are guarded by mu: see cache.
	version uint64
	rows    *rows
}

func (s *slots) hash(key []byte) uint64 { return maphash.Bytes(s.seed, key) }

func slotOf(hash uint64) uint32 { return uint32(hash) & (slotCount - 1) }

func (s *slots) of(key []byte) uint32 { return slotOf(s.hash(key)) }

func (s *slots) tryLock(i uint32) bool {
	l := &s.slots[i]
	l.mu.Lock()
	ok := !l.held
	l.held = true
	l.mu.Unlock()
	return ok
}

// lock waits for its turn; it returns the error of ctx without the slot.
func (s *slots) lock(ctx context.Context, i uint32) error {
	l := &s.slots[i]
	l.mu.Lock()
	if !l.held {
		l.held = true
		l.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	l.waiting = append(l.waiting, turn)
	l.mu.Unlock()

	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	n := slices.Index(l.waiting, turn)
	if n >= 0 {
		l.waiting = slices.Delete(l.waiting, n, n+1)
	}
	l.mu.Unlock()
	if n < 0 { // our turn came at the same moment
		s.unlock(i)
	}
	return ctx.Err()
}

// unlock hands the slot to the first that waits.
func (s *slots) unlock(i uint32) {
	l := &s.slots[i]
	l.mu.Lock()
	if len(l.waiting) == 0 {
		l.held = false
	} else {
		close(l.waiting[0])
		l.waiting = slices.Delete(l.waiting, 0, 1)
	}
	l.mu.Unlock()
}
