package engine

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/store"
)

// checkExpiry verifies that a table's entries of expiry are those of its
// items: every entry is of an item that expires then, and, once the backfill
// has ended, there are as many as there are such items.
func checkExpiry(ctx context.Context, r store.Reader, t *table) error {
	want, got := 0, 0
	if t.ttl != "" {
		err := eachRecord(ctx, r, appendPrefix(nil, t.id, baseIndex), func(_ []byte, it attr.Item, _ int) error {
			if _, ok := t.expiry(it); ok {
				want++
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	prefix := expiryPrefix(t.id)
	var bad error
	err := r.Scan(ctx, store.Range{Start: prefix, End: prefixEnd(prefix)}, func(k, _ []byte) bool {
		got++
		bad = t.checkExpiryEntry(ctx, r, k)
		return bad == nil
	})
	switch {
	case err != nil:
		return err
	case bad != nil:
		return bad
	case got < want && t.rec.TTL.Phase == "":
		return fmt.Errorf("%d items expire, %d have an entry", want, got)
	}
	return nil
}

func (t *table) checkExpiryEntry(ctx context.Context, r store.Reader, key []byte) error {
	if t.ttl == "" || len(key) <= expiryHeader {
		return fmt.Errorf("entry of expiry %x, of a table without time to live", key)
	}
	recs, err := r.Get(ctx, append(appendPrefix(nil, t.id, baseIndex), key[expiryHeader:]...))
	if err != nil {
		return err
	}
	it, _, err := decodeRecord(recs[0])
	if err != nil {
		return err
	}
	if at, ok := t.expiry(it); !ok || at != int64(binary.BigEndian.Uint64(key[5:])) {
		return fmt.Errorf("entry of expiry %x is not of item %v", key, it)
	}
	return nil
}

// checkStrayExpiry looks for entries of tables that are not in the catalog.
func checkStrayExpiry(ctx context.Context, r store.Reader, tables []*table) error {
	known := map[uint32]bool{}
	for _, t := range tables {
		known[t.id] = true
	}
	prefix := []byte{spaceExpiry}
	var stray error
	err := r.Scan(ctx, store.Range{Start: prefix, End: prefixEnd(prefix)}, func(k, _ []byte) bool {
		if len(k) < expiryHeader || !known[binary.BigEndian.Uint32(k[1:])] {
			stray = fmt.Errorf("engine: check: key %x belongs to no table", bytes.Clone(k))
		}
		return stray == nil
	})
	if err == nil {
		err = stray
	}
	return err
}
