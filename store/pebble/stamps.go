package pebble

import (
	"sync"
	"sync/atomic"
)

// stamps knows how far commits have come, and the stamps handed to
// transactions that may still commit.
type stamps struct {
	// committed is the highest sequence number known to be visible to a read
	// that begins now. It only grows.
	committed atomic.Uint64

	mu          sync.Mutex
	first, last *txn // the live transactions with a stamp, lowest stamp first
}

// advance records that everything up to seq is visible.
func (s *stamps) advance(seq uint64) {
	for {
		now := s.committed.Load()
		if seq <= now || s.committed.CompareAndSwap(now, seq) {
			return
		}
	}
}

// begin gives t its stamp. Reading the stamp and joining the list are one step
// for safe, and make the list sorted.
func (s *stamps) begin(t *txn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.stamp = s.committed.Load()
	t.prev, t.next = s.last, nil
	if s.last == nil {
		s.first = t
	} else {
		s.last.next = t
	}
	s.last = t
}

// end forgets t, once it is visible or given up.
func (s *stamps) end(t *txn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.prev == nil {
		s.first = t.next
	} else {
		t.prev.next = t.next
	}
	if t.next == nil {
		s.last = t.prev
	} else {
		t.next.prev = t.prev
	}
	t.prev, t.next, t.stamp = nil, nil, 0
}

// safe returns a stamp below which nothing can still commit.
func (s *stamps) safe() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first != nil {
		return s.first.stamp
	}
	return s.committed.Load()
}
