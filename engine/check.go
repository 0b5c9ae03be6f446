package engine

import (
	"bytes"
	"context"
	"fmt"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/index"
	"github.com/keywright/keywright/store"
)

// Check reads everything, in all namespaces, and verifies what the engine promises of itself:
// every record lies under its own key and knows its size, every index holds
// exactly the projection of its table, what is kept of expiry is that of the
// items, the records of streams follow from one another and lead to the items,
// counts are exact, and nothing lies outside the tables and streams of the catalog. The first difference is the error.
// Nothing may write meanwhile; what is past is left alone meanwhile.
func Check(ctx context.Context, db *DB) error {
	db.sweeping.Lock()
	defer db.sweeping.Unlock()
	tables := db.allTables()
	return db.store.View(ctx, func(r store.Reader) error {
		known := map[string]bool{}
		for _, t := range tables {
			known[string(appendPrefix(nil, t.id, baseIndex))] = true
			for i := range t.indexes {
				known[string(appendPrefix(nil, t.id, t.indexes[i].id))] = true
			}
			if err := checkTable(ctx, r, t); err != nil {
				return fmt.Errorf("engine: check of table %s: %w", t.def.Name, err)
			}
			if err := checkExpiry(ctx, r, t); err != nil {
				return fmt.Errorf("engine: check of table %s: %w", t.def.Name, err)
			}
		}
		if err := checkStray(ctx, r, known); err != nil {
			return err
		}
		if err := checkStrayExpiry(ctx, r, tables); err != nil {
			return err
		}
		return checkStreams(ctx, r, db.shared)
	})
}

// checkTable walks the table, and looks up each entry its items should have;
// then walks each index, and counts: as many entries as were found, and no
// more, are right.
func checkTable(ctx context.Context, r store.Reader, t *table) error {
	var tab count
	ixs := make([]count, len(t.indexes))
	err := eachRecord(ctx, r, appendPrefix(nil, t.id, baseIndex), func(key []byte, it attr.Item, size int) error {
		if !bytes.Equal(key, t.appendItemKey(nil, it)) {
			return fmt.Errorf("item %x lies under another key", key)
		}
		tab.add(1, size)
		return checkEntries(ctx, r, t, it, ixs)
	})
	if err != nil {
		return err
	}
	for i := range t.indexes {
		if t.indexes[i].building {
			if err := checkBuilding(ctx, r, t, &t.indexes[i]); err != nil {
				return err
			}
			continue
		}
		stored, err := countRange(ctx, r, appendPrefix(nil, t.id, t.indexes[i].id))
		if err != nil {
			return err
		}
		if stored != ixs[i] {
			return fmt.Errorf("index %s holds %+v, its table implies %+v", t.indexes[i].def.Name, stored, ixs[i])
		}
	}
	return checkCounts(t, tab, ixs)
}

// checkEntries compares the entries of one item with its projections.
func checkEntries(ctx context.Context, r store.Reader, t *table, it attr.Item, ixs []count) error {
	for i := range t.indexes {
		ix := &t.indexes[i]
		if ix.building {
			continue // checkBuilding looks from the other side
		}
		want := index.View(t.def, ix.def, it)
		if want == nil {
			continue
		}
		recs, err := r.Get(ctx, t.appendEntryKey(nil, ix, want))
		if err != nil {
			return err
		}
		got, size, err := decodeRecord(recs[0])
		if err != nil {
			return err
		}
		if got == nil || !attr.EqualItems(got, want) || size != want.Size() {
			return fmt.Errorf("index %s: entry of item %v is %v (%d bytes)", ix.def.Name, it, got, size)
		}
		ixs[i].add(1, size)
	}
	return nil
}

// checkBuilding walks an index that is being filled: entries may be missing,
// but each that is there is its item's.
func checkBuilding(ctx context.Context, r store.Reader, t *table, ix *tableIndex) error {
	return eachRecord(ctx, r, appendPrefix(nil, t.id, ix.id), func(key []byte, entry attr.Item, _ int) error {
		recs, err := r.Get(ctx, t.appendItemKey(nil, entry))
		if err != nil {
			return err
		}
		it, _, err := decodeRecord(recs[0])
		if err != nil {
			return err
		}
		if it == nil || !attr.EqualItems(index.View(t.def, ix.def, it), entry) || !bytes.Equal(key, t.appendEntryKey(nil, ix, entry)) {
			return fmt.Errorf("index %s, being built: entry %v is not of item %v", ix.def.Name, entry, it)
		}
		return nil
	})
}

func checkCounts(t *table, tab count, ixs []count) error {
	gotTab, gotIxs, known := t.counted()
	if !known {
		return nil
	}
	if gotTab != tab {
		return fmt.Errorf("the counts say %+v, there are %+v", gotTab, tab)
	}
	for i := range ixs {
		if gotIxs[i] != ixs[i] {
			return fmt.Errorf("index %s: the counts say %+v, there are %+v", t.indexes[i].def.Name, gotIxs[i], ixs[i])
		}
	}
	return nil
}

// eachRecord walks the records under a prefix and checks their sizes.
func eachRecord(ctx context.Context, r store.Reader, prefix []byte, fn func(key []byte, it attr.Item, size int) error) error {
	var failed error
	err := r.Scan(ctx, store.Range{Start: prefix, End: prefixEnd(prefix)}, func(k, rec []byte) bool {
		it, size, err := decodeRecord(rec)
		switch {
		case err != nil:
			failed = err
		case size != it.Size():
			failed = fmt.Errorf("record %x says %d bytes and has %d", k, size, it.Size())
		default:
			failed = fn(k, it, size)
		}
		return failed == nil
	})
	if err == nil {
		err = failed
	}
	return err
}

// checkStray looks for data of tables and indexes that are not in the
// catalog; known are the beginnings of the keys of those that are.
func checkStray(ctx context.Context, r store.Reader, known map[string]bool) error {
	prefix := []byte{spaceData}
	var stray error
	err := r.Scan(ctx, store.Range{Start: prefix, End: prefixEnd(prefix)}, func(k, _ []byte) bool {
		if len(k) < prefixSize || !known[string(k[:prefixSize])] {
			stray = fmt.Errorf("engine: check: key %x belongs to no table or index", k)
		}
		return stray == nil
	})
	if err == nil {
		err = stray
	}
	return err
}
