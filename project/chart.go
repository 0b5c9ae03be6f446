package project

import (
	"context"
	"slices"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
)

// Chart is sample items as they lie in a table or in an index: in partitions,
// each in the order of its sort key.
type Chart struct {
	Table string
	Index string // "" for the table itself
	Key   schema.Key
	Parts [][]ChartItem
}

// ChartItem is a stored item, or what an index holds of it.
type ChartItem struct {
	Type *design.ItemType
	Item attr.Item
}

// Charts loads the project's sample rows into an engine in memory and reads
// each table and each index back, so that what is shown is what is stored.
func (p *Project) Charts(ctx context.Context, b *design.Bound) ([]Chart, error) {
	s, err := p.Sample()
	if err != nil {
		return nil, err
	}
	db, err := engine.Open(engine.Options{})
	if err != nil {
		return nil, err
	}
	charts, err := readCharts(ctx, db, b, s)
	if err != nil {
		return nil, joinClose(err, db)
	}
	return charts, db.Close()
}

func readCharts(ctx context.Context, db api.DB, b *design.Bound, s Sample) ([]Chart, error) {
	if err := deployAndLoad(ctx, db, b, s); err != nil {
		return nil, err
	}
	var charts []Chart
	for _, t := range b.Tables() {
		c, err := readChart(ctx, db, b, t.Name, "", t.Key)
		if err != nil {
			return nil, err
		}
		charts = append(charts, c)
		for _, ix := range t.Indexes {
			c, err := readChart(ctx, db, b, t.Name, ix.Name, ix.Key)
			if err != nil {
				return nil, err
			}
			charts = append(charts, c)
		}
	}
	return charts, nil
}

// readChart reads one table or index whole; samples fit a page.
func readChart(ctx context.Context, db api.DB, b *design.Bound, table, index string, key schema.Key) (Chart, error) {
	c := Chart{Table: table, Index: index, Key: key}
	resp, err := db.Scan(ctx, &api.ScanRequest{TableName: table, IndexName: index})
	if err != nil {
		return c, err
	}
	for _, it := range resp.Items {
		typ, _, err := b.Decode(table, it)
		if err != nil {
			return c, err
		}
		c.add(ChartItem{typ, it})
	}
	slices.SortStableFunc(c.Parts, func(x, y []ChartItem) int { return c.comparePartitions(x[0].Item, y[0].Item) })
	return c, nil
}

// comparePartitions orders partitions by key for the reader's sake; DynamoDB
// keeps them in no order.
func (c *Chart) comparePartitions(x, y attr.Item) int {
	for _, n := range c.Key.Partition {
		if order, ok := attr.Compare(x.Get(n), y.Get(n)); ok && order != 0 {
			return order
		}
	}
	return 0
}

// add puts an item behind the ones of its partition. A Scan returns a
// partition's items together and in order.
func (c *Chart) add(it ChartItem) {
	for i, part := range c.Parts {
		if attr.EqualItems(part[0].Item.Pick(c.Key.Partition...), it.Item.Pick(c.Key.Partition...)) {
			c.Parts[i] = append(part, it)
			return
		}
	}
	c.Parts = append(c.Parts, []ChartItem{it})
}
