package engine

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/store"
)

// Items with a time to live have an entry, ordered by time, so that those that
// are due are found without reading the table:
//
//	0x50 | table id u32 | expiry in seconds u64 | the item's key after its prefix
//
// Writes keep it like an index: it changes in the transaction of the item.
// While time to live is being enabled, the backfill adds the entries of the
// items that are there (backfill.go; it stands for index 0).

const (
	// expiryBatch and backfillBytes bound one transaction that removes items.
	expiryBatch = 100
	// expiryYears: an expiry further back is taken for a mistake, and the item
	// stays (Developer Guide, TTL).
	expiryYears = 5
)

// timeToLive is the setting of a table in the catalog.
type timeToLive struct {
	Attribute     string `json:"attribute,omitempty"` // "" where it is off
	ChangedMillis int64  `json:"changed"`
	Phase         phase  `json:"phase,omitempty"`
}

func expiryPrefix(table uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{spaceExpiry}, table)
}

// expiryKey is the key of an item's entry.
func expiryKey(dst []byte, table uint32, at int64, itemKey []byte) []byte {
	dst = binary.BigEndian.AppendUint32(append(dst, spaceExpiry), table)
	dst = binary.BigEndian.AppendUint64(dst, uint64(at))
	return append(dst, itemKey[prefixSize:]...)
}

const expiryHeader = 1 + 4 + 8

// entryMark is the value of an entry, which needs one.
var entryMark = []byte{1}

// expiry returns when an item expires, in seconds since 1970. A fraction does
// not count. Only a number is a time, and only one of this side of 1970 and of
// the range of 64 bits.
func (t *table) expiry(it attr.Item) (at int64, ok bool) {
	v := it.Get(t.ttl)
	if v.Type() != attr.TypeNumber {
		return 0, false
	}
	whole, _, _ := strings.Cut(v.Number().String(), ".")
	at, err := strconv.ParseInt(whole, 10, 64)
	return at, err == nil && at >= 0 && whole[0] != '-'
}

// stageExpiry keeps the entry of an item that changes.
func (a *action) stageExpiry(txn store.Txn, s *scratch, e *effect) {
	old, hadOld := a.t.expiry(e.oldItem)
	at, has := a.t.expiry(e.new)
	if hadOld && has && old == at {
		return
	}
	if hadOld {
		s.key = expiryKey(s.key[:0], a.t.id, old, a.key)
		txn.Delete(s.key)
	}
	if has {
		s.key = expiryKey(s.key[:0], a.t.id, at, a.key)
		txn.Set(s.key, entryMark)
	}
}

// due says whether an item's time has come: within the last five years, less
// the delay of a simulation.
func (t *table) due(it attr.Item, now time.Time, delay time.Duration) bool {
	at, ok := t.expiry(it)
	first, last := dueRange(now, delay)
	return ok && at >= first && at <= last
}

// dueRange returns the first and the last second of which items are due.
func dueRange(now time.Time, delay time.Duration) (first, last int64) {
	return max(0, now.AddDate(-expiryYears, 0, 0).Unix()+1), now.Add(-delay).Unix()
}

// expire removes the items of a table that are due.
func (db *DB) expire(ctx context.Context, t *table) error {
	for batch := expiryBatch; ; {
		now, delay := db.opts.Now(), db.ttlDelay(t)
		keys, err := db.dueKeys(ctx, t, now, delay, batch)
		if err != nil || len(keys) == 0 {
			return err
		}
		err = db.expireItems(ctx, t, keys, now, delay)
		switch {
		case errors.Is(err, store.ErrTooLarge) && len(keys) > 1:
			batch = len(keys) / 2
		case errors.Is(err, errIndexGone):
			return nil
		case err != nil:
			return err
		}
	}
}

func (db *DB) ttlDelay(t *table) time.Duration {
	sim := db.Simulation()
	return sim.ttlDelay(t.def.Name)
}

// dueKeys returns the keys of the next items that are due.
func (db *DB) dueKeys(ctx context.Context, t *table, now time.Time, delay time.Duration, most int) (keys [][]byte, err error) {
	first, last := dueRange(now, delay)
	if last < first {
		return nil, nil
	}
	base := appendPrefix(nil, t.id, baseIndex)
	end := prefixEnd(expiryPrefix(t.id))
	if last < math.MaxInt64 {
		end = expiryKey(nil, t.id, last+1, base)
	}
	rng := store.Range{Start: expiryKey(nil, t.id, first, base), End: end, Limit: most}
	err = db.store.View(ctx, func(r store.Reader) error {
		return r.Scan(ctx, rng, func(k, _ []byte) bool {
			keys = append(keys, append(bytes.Clone(base), k[expiryHeader:]...))
			return len(keys) < most
		})
	})
	return keys, err
}

// expireItems deletes items whose time has come, as a DeleteItem would; one
// that was given more time meanwhile stays.
func (db *DB) expireItems(ctx context.Context, t *table, keys [][]byte, now time.Time, delay time.Duration) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	newest := t.newest
	if t.gone || newest.ttl == "" {
		return errIndexGone
	}
	var effects []effect
	err := db.update(ctx, func(txn store.Txn) error {
		effects = effects[:0]
		recs, err := txn.GetForUpdate(ctx, keys...)
		if err != nil {
			return err
		}
		for i, rec := range recs {
			a := &action{t: newest, verb: verbDelete, key: keys[i], expiry: true}
			e, err := a.evaluate(rec)
			if err != nil {
				return err
			}
			if !e.old || !newest.due(e.oldItem, now, delay) {
				continue
			}
			a.stage(txn, &e)
			effects = append(effects, e)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range effects {
		newest.counts.add(&effects[i])
	}
	return nil
}
