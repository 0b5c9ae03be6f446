package engine

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/keywright/keywright/store"
)

// history remembers, for a while, what the store held before each write, so
// that a read may see the data as it was. Writes pass through it one at a time
// and reads of the past wait for them, so that what is remembered and what a
// snapshot shows fit together; a write of several keys is seen as a whole or
// not at all.
type history struct {
	mu     sync.RWMutex
	window time.Duration
	keys   []string // with versions, in order
	old    map[string][]version
	queue  []aged // all versions, the oldest first
}

// version is what a key held until a moment: nil for nothing.
type version struct {
	until time.Time
	rec   []byte
}

type aged struct {
	key   string
	until time.Time
}

func newHistory(window time.Duration) *history {
	return &history{window: window, old: map[string][]version{}}
}

// keep changes how long versions are remembered.
func (h *history) keep(window time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.window = window
}

// update runs a transaction and remembers what it replaced.
func (h *history) update(ctx context.Context, s *shared, fn func(store.Txn) error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var replaced map[string][]byte
	err := s.commit(ctx, func(txn store.Txn) error {
		rec := &recorder{Txn: txn, ctx: ctx, replaced: map[string][]byte{}}
		err := fn(rec)
		if err == nil {
			err = rec.err
		}
		replaced = rec.replaced
		return err
	})
	if err != nil {
		return err
	}
	at := s.opts.Now()
	for key, rec := range replaced {
		h.add(key, version{at, rec})
	}
	h.forget(at.Add(-h.window))
	return nil
}

func (h *history) add(key string, v version) {
	if _, known := h.old[key]; !known {
		i, _ := slices.BinarySearch(h.keys, key)
		h.keys = slices.Insert(h.keys, i, key)
	}
	h.old[key] = append(h.old[key], v)
	h.queue = append(h.queue, aged{key, v.until})
}

// forget drops what was replaced before a moment.
func (h *history) forget(before time.Time) {
	for len(h.queue) > 0 && h.queue[0].until.Before(before) {
		key := h.queue[0].key
		h.queue = h.queue[1:]
		if h.old[key] = h.old[key][1:]; len(h.old[key]) > 0 {
			continue
		}
		delete(h.old, key)
		i, _ := slices.BinarySearch(h.keys, key)
		h.keys = slices.Delete(h.keys, i, i+1)
	}
}

// at returns what a key held at a moment, if it is not what it holds now.
func (h *history) at(key string, moment time.Time) (rec []byte, differs bool) {
	for _, v := range h.old[key] {
		if v.until.After(moment) {
			return v.rec, true
		}
	}
	return nil, false
}

// recorder is a transaction that notes what its writes replace. It reads that
// without a claim: an entry belongs to an item that was read for update.
type recorder struct {
	store.Txn
	ctx      context.Context // of the one call that the transaction serves
	replaced map[string][]byte
	err      error
}

func (r *recorder) Set(key, value []byte) {
	r.note(key)
	r.Txn.Set(key, value)
}

func (r *recorder) Delete(key []byte) {
	r.note(key)
	r.Txn.Delete(key)
}

func (r *recorder) note(key []byte) {
	if key[0] != spaceData || r.err != nil {
		return
	}
	if _, noted := r.replaced[string(key)]; noted {
		return
	}
	recs, err := r.Txn.Get(r.ctx, key)
	if err != nil {
		r.err = err
		return
	}
	r.replaced[string(key)] = recs[0]
}

// past is a snapshot as it was at a moment.
type past struct {
	store.Reader
	h      *history
	moment time.Time
}

// Get implements store.Reader.
func (p *past) Get(ctx context.Context, keys ...[]byte) ([][]byte, error) {
	recs, err := p.Reader.Get(ctx, keys...)
	if err != nil {
		return nil, err
	}
	for i, key := range keys {
		if rec, differs := p.h.at(string(key), p.moment); differs {
			recs[i] = bytes.Clone(rec)
		}
	}
	return recs, nil
}

// Scan implements store.Reader: it merges the snapshot's pairs with those that
// were different.
func (p *past) Scan(ctx context.Context, r store.Range, fn func(k, v []byte) bool) error {
	keys := p.h.between(r)
	more := true
	// upTo hands over the old pairs before a key, which is "" for the end.
	upTo := func(key string) {
		for more && len(keys) > 0 && (key == "" || before(keys[0], key, r.Reverse)) {
			if rec, differs := p.h.at(keys[0], p.moment); differs && rec != nil {
				more = fn([]byte(keys[0]), rec)
			}
			keys = keys[1:]
		}
	}
	err := p.Reader.Scan(ctx, r, func(k, v []byte) bool {
		if upTo(string(k)); !more {
			return false
		}
		if len(keys) > 0 && keys[0] == string(k) {
			keys = keys[1:]
			if rec, differs := p.h.at(string(k), p.moment); differs {
				if rec == nil {
					return true
				}
				v = rec
			}
		}
		more = fn(k, v)
		return more
	})
	if err != nil {
		return err
	}
	upTo("")
	return nil
}

func before(a, b string, reverse bool) bool {
	if reverse {
		return a > b
	}
	return a < b
}

// between returns the keys with versions in a range, in its direction.
func (h *history) between(r store.Range) []string {
	from, _ := slices.BinarySearch(h.keys, string(r.Start))
	to := len(h.keys)
	if len(r.End) > 0 {
		to, _ = slices.BinarySearchFunc(h.keys, string(r.End), strings.Compare)
	}
	keys := slices.Clone(h.keys[from:max(from, to)])
	if r.Reverse {
		slices.Reverse(keys)
	}
	return keys
}

// view runs fn on a snapshot as it was some time ago.
func (db *DB) view(ctx context.Context, age time.Duration, fn func(store.Reader) error) error {
	s := db.sim.Load()
	if age == 0 || s == nil || s.history == nil {
		return db.store.View(ctx, fn)
	}
	h := s.history
	h.mu.RLock()
	defer h.mu.RUnlock()
	moment := db.opts.Now().Add(-age)
	return db.store.View(ctx, func(r store.Reader) error { return fn(&past{r, h, moment}) })
}
