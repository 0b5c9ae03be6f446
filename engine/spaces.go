package engine

import (
	"cmp"
	"slices"
)

// Space names a namespace: see DB.Namespace.
type Space struct{ Region, Owner string }

// Spaces returns the namespaces that have tables, ordered by region and owner.
func (db *DB) Spaces() []Space {
	db.spacesMu.Lock()
	defer db.spacesMu.Unlock()
	var spaces []Space
	for name, in := range db.spaces {
		in.mu.RLock()
		if len(in.tables) > 0 {
			spaces = append(spaces, Space{name.region, name.owner})
		}
		in.mu.RUnlock()
	}
	slices.SortFunc(spaces, func(a, b Space) int {
		return cmp.Or(cmp.Compare(a.Region, b.Region), cmp.Compare(a.Owner, b.Owner))
	})
	return spaces
}
