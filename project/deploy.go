package project

import (
	"context"
	"fmt"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/design"
)

// Deploy creates the tables of a design.
func Deploy(ctx context.Context, db api.DB, b *design.Bound) error {
	for _, req := range b.CreateTables() {
		if _, err := db.CreateTable(ctx, req); err != nil {
			return fmt.Errorf("creating table %s: %w", req.TableName, err)
		}
	}
	return nil
}

// Load puts the items of the sample's rows, copies and sentinels included.
func Load(ctx context.Context, db api.DB, b *design.Bound, s Sample) error {
	for _, rows := range s {
		for i, row := range rows.Rows {
			placed, err := b.Items(rows.Entity, row, s.Row)
			if err != nil {
				return &InputError{Err: fmt.Errorf("%s, row %d: %w", rows.Entity.Name, i+1, err)}
			}
			for _, p := range placed {
				if _, err := db.PutItem(ctx, &api.PutItemRequest{TableName: p.Table, Item: p.Item}); err != nil {
					return &InputError{Err: fmt.Errorf("%s, row %d, item %s: %w", rows.Entity.Name, i+1, p.Type.Name, err)}
				}
			}
		}
	}
	return nil
}
