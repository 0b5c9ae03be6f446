package design

import "github.com/keywright/keywright/api"

// CreateTables returns the requests that make the design's tables, on demand,
// in the order of the design.
func (b *Bound) CreateTables() []*api.CreateTableRequest {
	out := make([]*api.CreateTableRequest, len(b.tables))
	for i, t := range b.tables {
		out[i] = api.NewCreateTable(t)
	}
	return out
}
