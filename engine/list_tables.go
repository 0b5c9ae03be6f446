package engine

import (
	"context"
	"slices"

	"github.com/keywright/keywright/api"
)

// doListTables is ListTables.
func (db *DB) doListTables(_ context.Context, r *api.ListTablesRequest) (*api.ListTablesResponse, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	var names []string
	for _, t := range db.openTables() {
		names = append(names, t.def.Name)
	}
	slices.Sort(names)
	first, found := slices.BinarySearch(names, r.ExclusiveStartTableName)
	if found {
		first++
	}
	names = names[first:]
	limit := 100
	if r.Limit != nil {
		limit = *r.Limit
	}
	resp := &api.ListTablesResponse{TableNames: names}
	if len(names) > limit {
		resp.TableNames = names[:limit]
		resp.LastEvaluatedTableName = names[limit-1]
	}
	if resp.TableNames == nil {
		resp.TableNames = []string{}
	}
	return resp, nil
}
