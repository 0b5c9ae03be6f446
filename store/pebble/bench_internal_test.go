package pebble

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"time"

	cpebble "github.com/cockroachdb/pebble/v2"

	"github.com/keywright/keywright/store"
)

// The benchmarks compare each call with what it costs on Pebble itself, on the
// same open store. BENCHTIME and -count as usual; BenchmarkGet/Table reads
// from tables in the block cache, BenchmarkGet/Memtable from the memtable.

const (
	benchItems = 200_000
	benchValue = 300
)

// benchKey has the length and spread of the engine's item keys.
func benchKey(dst []byte, i int) []byte {
	dst = append(dst[:0], 0x20, 0, 0, 0, 1, 0, 0)
	dst = binary.BigEndian.AppendUint64(dst, uint64(i)*0x9e3779b97f4a7c15)
	dst = binary.BigEndian.AppendUint64(dst, uint64(i))
	return append(dst, 1, 's', 'o', 'r', 't', '-', 'k', 'e', 'y')
}

func benchStore(b *testing.B, o Options) *Store {
	b.Helper()
	s, err := Open(o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	value := make([]byte, benchValue)
	for i := range value {
		value[i] = byte(rand.Uint32())
	}
	ctx := context.Background()
	for i := 0; i < benchItems; {
		err := s.Update(ctx, func(tx store.Txn) error {
			for range 1000 {
				tx.Set(benchKey(nil, i), value)
				i++
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return s
}

func BenchmarkGet(b *testing.B) {
	for _, place := range []string{"Memtable", "Table"} {
		b.Run(place, func(b *testing.B) {
			s := benchStore(b, Options{MemTableBytes: 256 << 20, CacheBytes: 256 << 20})
			if place == "Table" {
				if err := s.db.Flush(); err != nil {
					b.Fatal(err)
				}
				if err := s.db.Compact(context.Background(), []byte{0}, []byte{0xff}, false); err != nil {
					b.Fatal(err)
				}
			}
			share := s.cache.share
			for name, keys := range map[string]int{"All": benchItems, "Hot": 1000} {
				b.Run(name, func(b *testing.B) {
					b.Run("Pebble", func(b *testing.B) { benchReads(b, keys, func(key []byte) (int, error) { return rawGet(s.db, key) }) })
					s.cache.share = 0
					b.Run("GetOneNoCache", func(b *testing.B) { benchReads(b, keys, func(key []byte) (int, error) { return getOne(s, key) }) })
					s.cache.share = share
					b.Run("GetOne", func(b *testing.B) { benchReads(b, keys, func(key []byte) (int, error) { return getOne(s, key) }) })
					b.Run("ViewGet", func(b *testing.B) { benchReads(b, keys, func(key []byte) (int, error) { return viewGet(s, key) }) })
				})
			}
		})
	}
}

func benchReads(b *testing.B, keys int, read func(key []byte) (int, error)) {
	rnd := rand.New(rand.NewPCG(1, 1))
	key := make([]byte, 0, 64)
	b.ReportAllocs()
	for b.Loop() {
		key = benchKey(key, rnd.IntN(keys))
		if n, err := read(key); n != benchValue || err != nil {
			b.Fatalf("%d bytes, error %v", n, err)
		}
	}
}

// BenchmarkMiss is what the search of the cache adds to a read that is not in
// it: in turns, reads with a cache that nothing fits and reads without one.
func BenchmarkMiss(b *testing.B) {
	const turn = 1000
	s := benchStore(b, Options{CacheBytes: 256 << 20})
	if err := s.db.Compact(context.Background(), []byte{0}, []byte{0xff}, false); err != nil {
		b.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 1))
	key := make([]byte, 0, 64)
	var took [2]time.Duration
	b.ResetTimer()
	for done := 0; done < b.N; done += turn {
		for share := range took {
			s.cache.share = share
			start := time.Now()
			for range turn {
				key = benchKey(key, rnd.IntN(benchItems))
				if n, err := getOne(s, key); n != benchValue || err != nil {
					b.Fatalf("%d bytes, error %v", n, err)
				}
			}
			took[share] += time.Since(start)
		}
	}
	b.ReportMetric(took[1].Seconds()/took[0].Seconds(), "miss/none")
}

func rawGet(db *cpebble.DB, key []byte) (int, error) {
	v, c, err := db.Get(key)
	if err != nil {
		return 0, err
	}
	n := len(v)
	return n, c.Close()
}

func getOne(s *Store, key []byte) (n int, err error) {
	err = s.GetOne(context.Background(), key, func(v []byte) error {
		n = len(v)
		return nil
	})
	return n, err
}

func viewGet(s *Store, key []byte) (n int, err error) {
	err = s.View(context.Background(), func(r store.Reader) error {
		v, err := r.Get(context.Background(), key)
		n = len(v[0])
		return err
	})
	return n, err
}

// BenchmarkUpdate is a put of an item with one index: read the old item, write
// the item, delete the old entry and write the new one. Pebble's share is one
// batch of the same three writes, with and without the read.
func BenchmarkUpdate(b *testing.B) {
	for _, place := range []string{"Memory", "Never"} {
		b.Run(place, func(b *testing.B) {
			o := Options{}
			if place == "Never" {
				o = Options{Dir: b.TempDir(), Sync: Never}
			}
			s := benchStore(b, o)
			value := make([]byte, benchValue)
			b.Run("PebbleBatch", func(b *testing.B) { benchWrites(b, value, func(w *benchWrite) error { return rawBatch(s, w, false) }) })
			b.Run("PebbleGetBatch", func(b *testing.B) { benchWrites(b, value, func(w *benchWrite) error { return rawBatch(s, w, true) }) })
			b.Run("Update", func(b *testing.B) { benchWrites(b, value, func(w *benchWrite) error { return update(s, w) }) })
		})
	}
}

type benchWrite struct{ item, oldEntry, newEntry, value []byte }

func benchWrites(b *testing.B, value []byte, write func(*benchWrite) error) {
	rnd := rand.New(rand.NewPCG(1, 1))
	w := benchWrite{value: value}
	for b.Loop() {
		w.item = benchKey(w.item, rnd.IntN(benchItems))
		w.oldEntry, w.newEntry = benchKey(w.oldEntry, rnd.IntN(benchItems)), benchKey(w.newEntry, rnd.IntN(benchItems))
		w.oldEntry[6], w.newEntry[6] = 1, 1 // index 1
		if err := write(&w); err != nil {
			b.Fatal(err)
		}
	}
}

func rawBatch(s *Store, w *benchWrite, read bool) error {
	if read {
		if _, err := rawGet(s.db, w.item); err != nil {
			return err
		}
	}
	b := s.db.NewBatch()
	b.Set(w.item, w.value, nil)
	b.Delete(w.oldEntry, nil)
	b.Set(w.newEntry, w.value[:100], nil)
	if err := b.Commit(cpebble.NoSync); err != nil {
		return err
	}
	return b.Close()
}

func update(s *Store, w *benchWrite) error {
	ctx := context.Background()
	return s.Update(ctx, func(tx store.Txn) error {
		if _, err := tx.GetForUpdate(ctx, w.item); err != nil {
			return err
		}
		tx.Set(w.item, w.value)
		tx.Delete(w.oldEntry)
		tx.Set(w.newEntry, w.value[:100])
		return nil
	})
}

// BenchmarkOpen is a store in memory that is opened, written once and closed,
// as the prover does for each of its worlds.
func BenchmarkOpen(b *testing.B) {
	ctx := context.Background()
	for b.Loop() {
		s, err := Open(Options{})
		if err != nil {
			b.Fatal(err)
		}
		err = s.Update(ctx, func(tx store.Txn) error { tx.Set([]byte("k"), []byte("v")); return nil })
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
