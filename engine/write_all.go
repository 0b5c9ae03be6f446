package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/store"
)

// writeAll runs several actions, on different items, in one transaction: all
// take effect or none. Every action is evaluated, so that each can tell its
// own reason: if one fails, the error is a *cancelled. tok may be nil; one
// that was used before makes it errReplay.
func (db *DB) writeAll(ctx context.Context, actions []*action, tok *token) ([]effect, error) {
	unlock, err := db.lockTables(ctx, actions)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := renewAll(actions); err != nil {
		return nil, err
	}
	keys := make([][]byte, len(actions), len(actions)+1)
	for i, a := range actions {
		keys[i] = a.key
	}
	if tok != nil {
		keys = append(keys, tok.recordKey())
	}
	effects := make([]effect, len(actions))
	err = db.update(ctx, func(txn store.Txn) error {
		recs, err := txn.GetForUpdate(ctx, keys...)
		if err != nil {
			return err
		}
		if tok != nil {
			if err := tok.check(recs[len(actions)]); err != nil {
				return err
			}
		}
		if err := db.evaluateAll(ctx, txn, actions, recs, effects); err != nil {
			return err
		}
		if tok != nil {
			return tok.stage(ctx, txn, recs[len(actions)], effects)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, a := range actions {
		a.t.counts.add(&effects[i])
	}
	return effects, nil
}

// renewAll takes all actions over to the newest generations of their tables.
func renewAll(actions []*action) error {
	reasons := make([]error, len(actions))
	failed := false
	for i, a := range actions {
		reasons[i] = a.renew()
		failed = failed || reasons[i] != nil
	}
	if failed {
		return &cancelled{reasons}
	}
	return nil
}

// evaluateAll fills in the effects and stages them, or says what every action
// ran into.
func (db *DB) evaluateAll(ctx context.Context, txn store.Txn, actions []*action, recs [][]byte, effects []effect) error {
	reasons := make([]error, len(actions))
	failed := false
	for i, a := range actions {
		effects[i], reasons[i] = db.evaluateOne(ctx, txn, a, recs[i])
		failed = failed || reasons[i] != nil
	}
	if failed {
		return &cancelled{reasons}
	}
	for i, a := range actions {
		a.stage(txn, &effects[i])
	}
	return nil
}

// evaluateOne returns an action's effect, or what it ran into.
func (db *DB) evaluateOne(ctx context.Context, txn store.Txn, a *action, rec []byte) (effect, error) {
	lim := db.limiter(a.t)
	if err := lim.admitItem(a); err != nil {
		return effect{}, err
	}
	e, err := a.evaluate(rec)
	if err == nil {
		err = db.checkCollection(ctx, txn, a, &e)
	}
	if err == nil {
		err = lim.admitEntries(a, &e)
	}
	return e, err
}

// cancelled says why a transaction did not take effect: an error or nil for
// each action.
type cancelled struct{ reasons []error }

func (c *cancelled) Error() string { return errors.Join(c.reasons...).Error() }

// lockTables takes the shared locks of all tables of the actions, each once
// and in the order of their ids.
func (db *DB) lockTables(ctx context.Context, actions []*action) (unlock func(), err error) {
	tables := make([]*table, 0, 4)
	for _, a := range actions {
		// Two generations of a table have one lock.
		if !slices.ContainsFunc(tables, func(t *table) bool { return t.lifetime == a.t.lifetime }) {
			tables = append(tables, a.t)
		}
	}
	slices.SortFunc(tables, byID)
	for i, t := range tables {
		if err := db.beginWrite(ctx, t); err != nil {
			unlockTables(tables[:i])
			return nil, err
		}
	}
	return func() { unlockTables(tables) }, nil
}

func unlockTables(tables []*table) {
	for _, t := range tables {
		t.mu.RUnlock()
	}
}

// writesCapacity is the ConsumedCapacity of several writes, one for each
// table in the order of their names; nil if not asked for.
func writesCapacity(asked string, actions []*action, effects []effect, times int, s split) []*api.ConsumedCapacity {
	if asked == "" || asked == "NONE" {
		return nil
	}
	var all usages
	for i, a := range actions {
		all.of(a.t).addWrite(&effects[i], times)
	}
	return all.consumed(asked, s)
}

// allCollectionMetrics answers ReturnItemCollectionMetrics for several
// writes: each collection once.
func (db *DB) allCollectionMetrics(ctx context.Context, asked string, actions []*action) (map[string][]*api.ItemCollectionMetrics, error) {
	var all map[string][]*api.ItemCollectionMetrics
	for _, a := range actions {
		if a.verb == verbCheck {
			continue
		}
		m, err := db.collectionMetrics(ctx, asked, a.t, a.item)
		if err != nil {
			return nil, err
		}
		name := a.t.def.Name
		if m == nil || slices.ContainsFunc(all[name], func(o *api.ItemCollectionMetrics) bool {
			return attr.EqualItems(o.ItemCollectionKey, m.ItemCollectionKey)
		}) {
			continue
		}
		if all == nil {
			all = map[string][]*api.ItemCollectionMetrics{}
		}
		all[name] = append(all[name], m)
	}
	return all, nil
}
