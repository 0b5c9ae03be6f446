package engine

import (
	"context"
	"sync"

	"github.com/keywright/keywright/store"
)

// count is how many items or entries there are, and their bytes.
type count struct{ Items, Bytes int64 }

func (c *count) add(items, bytes int) {
	c.Items += int64(items)
	c.Bytes += int64(bytes)
}

// counts are a table's exact item counts and sizes, kept in memory and added
// to after each commit. A clean Close saves them; after a crash they are not
// known until somebody asks, and then the table is counted once. DynamoDB
// tells its own about every six hours.
type counts struct {
	mu    sync.Mutex
	known bool
	table count // those of indexes are in their lifetimes
}

// add takes in what a commit changed.
func (c *counts) add(e *effect) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known {
		return
	}
	c.table.add(present(e.new != nil)-present(e.old), e.newSize-e.oldSize)
	for _, ch := range e.entries {
		ch.ix.size.add(present(ch.hasNew)-present(ch.hasOld), ch.newSize-ch.oldSize)
	}
}

func present(b bool) int {
	if b {
		return 1
	}
	return 0
}

// counted returns the counts of the table and of its indexes; known is false
// after a crash.
func (t *table) counted() (tab count, ixs []count, known bool) {
	t.counts.mu.Lock()
	defer t.counts.mu.Unlock()
	ixs = make([]count, len(t.indexes))
	for i := range t.indexes {
		if !t.indexes[i].building {
			ixs[i] = t.indexes[i].size
		}
	}
	return t.counts.table, ixs, t.counts.known
}

// setCounts sets the counts of the table and of its indexes.
func (t *table) setCounts(tab count, ixs []count) {
	t.counts.mu.Lock()
	defer t.counts.mu.Unlock()
	t.counts.table, t.counts.known = tab, true
	for i := range t.indexes {
		t.indexes[i].size = ixs[i]
	}
}

// tableCounts returns the counts of a table, counting it if need be.
func (db *DB) tableCounts(ctx context.Context, t *table) (count, []count, error) {
	if tab, ixs, known := t.counted(); known {
		return tab, ixs, nil
	}
	t.mu.Lock() // no write may fall between the counting and the setting
	defer t.mu.Unlock()
	if tab, ixs, known := t.counted(); known {
		return tab, ixs, nil
	}
	newest := t.newest // whose indexes are all that are kept
	tab, ixs, err := db.recount(ctx, newest)
	if err != nil {
		return count{}, nil, apiError(err)
	}
	db.opts.Logger.InfoContext(ctx, "counted a table anew after an unclean stop", "table", t.def.Name, "items", tab.Items)
	newest.setCounts(tab, ixs)
	tab, ixs, _ = t.counted()
	return tab, ixs, nil
}

// recount counts what the store holds of a table.
func (db *DB) recount(ctx context.Context, t *table) (tab count, ixs []count, err error) {
	ixs = make([]count, len(t.indexes))
	err = db.store.View(ctx, func(r store.Reader) error {
		if tab, err = countRange(ctx, r, appendPrefix(nil, t.id, baseIndex)); err != nil {
			return err
		}
		for i := range t.indexes {
			if ixs[i], err = countRange(ctx, r, appendPrefix(nil, t.id, t.indexes[i].id)); err != nil {
				return err
			}
		}
		return nil
	})
	return tab, ixs, err
}

func countRange(ctx context.Context, r store.Reader, prefix []byte) (count, error) {
	var c count
	var damaged error
	err := r.Scan(ctx, store.Range{Start: prefix, End: prefixEnd(prefix)}, func(_, v []byte) bool {
		size, _, err := splitRecord(v)
		if err != nil {
			damaged = err
			return false
		}
		c.add(1, size)
		return true
	})
	if err == nil {
		err = damaged
	}
	return c, err
}
