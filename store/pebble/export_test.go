package pebble

import "fmt"

// SlotNeighbours returns n keys with the given prefix that share a slot, and so
// a share of the cache.
func (s *Store) SlotNeighbours(prefix string, n int) (keys []string) {
	slot := uint32(0)
	for i := 0; len(keys) < n; i++ {
		key := fmt.Sprintf("%s%d", prefix, i)
		if len(keys) == 0 {
			slot = s.slots.of([]byte(key))
		}
		if s.slots.of([]byte(key)) == slot {
			keys = append(keys, key)
		}
	}
	return keys
}

// Cached reports whether a read of the newest value of key would be a hit.
func (s *Store) Cached(key string) bool {
	hash := s.slots.hash([]byte(key))
	l := &s.slots.slots[slotOf(hash)]
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rows != nil && l.rows.ranges == s.cache.ranges.Load() && l.rows.find(tagOf(hash), []byte(key)) >= 0
}

// CachedBytes is what all entries of the cache count for.
func (s *Store) CachedBytes() (n int) {
	for i := range s.slots.slots {
		l := &s.slots.slots[i]
		l.mu.Lock()
		if l.rows != nil {
			n += l.rows.bytes
		}
		l.mu.Unlock()
	}
	return n
}
