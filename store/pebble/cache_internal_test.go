package pebble

import (
	"context"
	"testing"

	cpebble "github.com/cockroachdb/pebble/v2"

	"github.com/keywright/keywright/store"
)

// TestRangeComesBetween steps through what a DeleteRange may meet: a value read
// or applied before it and kept after it would be there for ever.
func TestRangeComesBetween(t *testing.T) {
	ctx := context.Background()
	key := []byte("k")
	remove := func(s *Store) error { return s.DeleteRange(ctx, key, []byte("l")) }
	update := func(s *Store, fn func(*txn)) error {
		return s.Update(ctx, func(tx store.Txn) error { fn(tx.(*txn)); return nil })
	}
	for name, steps := range map[string]func(s *Store, hash uint64) error{
		"read, range, keep": func(s *Store, hash uint64) error {
			_, tk, _ := s.lookup(hash, key)
			err := remove(s)
			s.keep(hash, key, []byte("v"), tk)
			return err
		},
		"read, range, another's lookup, keep": func(s *Store, hash uint64) error {
			_, tk, _ := s.lookup(hash, key)
			err := remove(s)
			s.lookup(hash, key)
			s.keep(hash, key, []byte("v"), tk)
			return err
		},
		"read and kept while the range is applied": func(s *Store, hash uint64) error {
			s.cache.ranges.Add(1)
			_, tk, _ := s.lookup(hash, key)
			s.keep(hash, key, []byte("v"), tk)
			if _, _, hit := s.lookup(hash, key); hit {
				t.Error("a hit while the range is applied")
			}
			err := s.db.DeleteRange(key, []byte("l"), cpebble.NoSync)
			s.cache.ranges.Add(1)
			return err
		},
		"commit, range, a lookup, the commit's values": func(s *Store, hash uint64) error {
			_, tk, _ := s.lookup(hash, key)
			s.keep(hash, key, []byte("v"), tk)
			return update(s, func(tx *txn) {
				tx.Set(key, []byte("w"))
				tx.shutRows()
				if err := remove(s); err != nil {
					t.Error(err)
				}
				s.lookup(hash, key)
				tx.openRows(tx.batch.Repr())
				tx.batch.Close()
				tx.batch = nil // that was the commit
			})
		},
	} {
		s, err := Open(Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := update(s, func(tx *txn) { tx.Set(key, []byte("v")) }); err != nil {
			t.Fatal(err)
		}
		hash := s.slots.hash(key)
		s.lookup(hash, key) // so that the next miss may be kept
		if err := steps(s, hash); err != nil {
			t.Fatal(err)
		}
		if v, _, hit := s.lookup(hash, key); hit {
			t.Errorf("%s: the cache has %q of a key that is gone", name, v)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
