package traffic_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/index"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/traffic"
	"pgregory.net/rapid"
)

// TestUnitsAreTheEngines: on every example and every design of it, planned or
// by hand, each outcome of each write and each question consumes on the engine
// what traffic says, at the table and at each index.
func TestUnitsAreTheEngines(t *testing.T) {
	for _, d := range designs(t) {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			tr := d.traffic(t)
			for _, op := range tr.Ops {
				if op.Write != nil {
					checkWrite(t, tr, op)
				} else {
					checkQuestion(t, tr, op)
				}
			}
		})
	}
}

type exampleDesign struct{ name, model, design string }

// designs are all designs of the examples that fit their model.
func designs(t testing.TB) []exampleDesign {
	t.Helper()
	var list []exampleDesign
	for _, pattern := range []string{"../examples/*/*.json", "../examples/cases/*/*.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			base := filepath.Base(f)
			if base == "case.json" || filepath.Ext(base[:len(base)-len(".json")]) == ".sample" || base == "sample.json" {
				continue
			}
			m := "model.sql"
			if by := filepath.Join(filepath.Dir(f), "by-hand.sql"); base != "design.json" && exists(by) {
				m = "by-hand.sql"
			}
			list = append(list, exampleDesign{filepath.Base(filepath.Dir(f)) + "/" + base, filepath.Join(filepath.Dir(f), m), f})
		}
	}
	if len(list) < 35 {
		t.Fatalf("only %d designs found", len(list))
	}
	return list
}

func exists(name string) bool { _, err := os.Stat(name); return err == nil }

func (d exampleDesign) traffic(t testing.TB) *traffic.Traffic {
	t.Helper()
	m, err := model.Parse(d.model, read(t, d.model))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := design.Parse(d.design, read(t, d.design))
	if err != nil {
		t.Fatal(err)
	}
	return trafficOf(t, m, doc)
}

func trafficOf(t testing.TB, m *model.Model, doc *design.Design) *traffic.Traffic {
	t.Helper()
	b, err := design.Bind(m, doc)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := traffic.Of(b)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// world is an engine with the tables of a design.
type world struct {
	t  rapid.TB
	b  *design.Bound
	db *engine.DB
}

func newWorld(t rapid.TB, b *design.Bound) *world {
	t.Helper()
	db, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t, b, db}
	for _, r := range b.CreateTables() {
		if _, err := db.CreateTable(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *world) close() {
	if err := w.db.Close(); err != nil {
		w.t.Error(err)
	}
}

// load puts the items of a row.
func (w *world) load(e *model.Entity, row model.Row, parents design.Parents) []design.Placed {
	w.t.Helper()
	placed, err := w.b.Items(e, row, parents)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range placed {
		if _, err := w.db.PutItem(context.Background(), &api.PutItemRequest{TableName: p.Table, Item: p.Item}); err != nil {
			w.t.Fatal(err)
		}
	}
	return placed
}

// units are half units by table and index.
type units map[string]int64

func (u units) add(c *api.ConsumedCapacity) {
	if c == nil {
		return
	}
	if c.Table != nil {
		u.count(c.TableName, "", c.Table)
	}
	for name, x := range c.GlobalSecondaryIndexes {
		u.count(c.TableName, name, x)
	}
	for name, x := range c.LocalSecondaryIndexes {
		u.count(c.TableName, name, x)
	}
}

func (u units) count(table, index string, c *api.Capacity) {
	if n := int64(2 * c.CapacityUnits); n != 0 {
		u[table+"/"+index] += n
	}
}

// write runs a change on the engine: the row's own requests, in a transaction
// where they are several, then those of the copies one by one.
func (w *world) write(m *model.Write, c design.Change) (units, error) {
	all, err := w.b.Write(m, c)
	if err != nil {
		return nil, err
	}
	alone := c
	alone.Children = func(string, design.Args) ([]model.Row, error) { return nil, nil }
	own, err := w.b.Write(m, alone)
	if err != nil {
		return nil, err
	}
	u := units{}
	if err := w.send(u, own); err != nil {
		return nil, err
	}
	for _, x := range all {
		if x.Update == nil || has(own, x) {
			continue
		}
		if err := w.send(u, []api.TransactWriteItem{x}); err != nil {
			return nil, err
		}
	}
	return u, nil
}

func has(list []api.TransactWriteItem, x api.TransactWriteItem) bool {
	for _, o := range list {
		if o.Update != nil && o.Update.TableName == x.Update.TableName && attr.EqualItems(o.Update.Key, x.Update.Key) {
			return true
		}
	}
	return false
}

func (w *world) send(u units, list []api.TransactWriteItem) error {
	ctx := context.Background()
	const each = "INDEXES"
	if len(list) != 1 {
		if len(list) == 0 {
			return nil
		}
		r, err := w.db.TransactWriteItems(ctx, &api.TransactWriteItemsRequest{TransactItems: list, ReturnConsumedCapacity: each})
		if err != nil {
			return err
		}
		for i := range r.ConsumedCapacity {
			u.add(r.ConsumedCapacity[i])
		}
		return nil
	}
	switch x := list[0]; {
	case x.Put != nil:
		r, err := w.db.PutItem(ctx, &api.PutItemRequest{TableName: x.Put.TableName, Item: x.Put.Item, ConditionExpression: x.Put.ConditionExpression,
			ExpressionAttributeNames: x.Put.ExpressionAttributeNames, ExpressionAttributeValues: x.Put.ExpressionAttributeValues, ReturnConsumedCapacity: each})
		if err != nil {
			return err
		}
		u.add(r.ConsumedCapacity)
	case x.Delete != nil:
		r, err := w.db.DeleteItem(ctx, &api.DeleteItemRequest{TableName: x.Delete.TableName, Key: x.Delete.Key, ConditionExpression: x.Delete.ConditionExpression,
			ExpressionAttributeNames: x.Delete.ExpressionAttributeNames, ExpressionAttributeValues: x.Delete.ExpressionAttributeValues, ReturnConsumedCapacity: each})
		if err != nil {
			return err
		}
		u.add(r.ConsumedCapacity)
	case x.Update != nil:
		r, err := w.db.UpdateItem(ctx, &api.UpdateItemRequest{TableName: x.Update.TableName, Key: x.Update.Key, UpdateExpression: x.Update.UpdateExpression,
			ConditionExpression: x.Update.ConditionExpression, ExpressionAttributeNames: x.Update.ExpressionAttributeNames,
			ExpressionAttributeValues: x.Update.ExpressionAttributeValues, ReturnConsumedCapacity: each})
		if err != nil {
			return err
		}
		u.add(r.ConsumedCapacity)
	}
	return nil
}

// predicted are the units that traffic says.
func predicted(touches []traffic.Touch) units {
	u := units{}
	for _, x := range touches {
		if x.Units != 0 {
			u[x.Place.Table+"/"+x.Place.Index] += int64(x.Units)
		}
	}
	return u
}

func checkWrite(t *testing.T, tr *traffic.Traffic, op *traffic.Op) {
	seen := map[*traffic.Example]bool{}
	for _, touch := range op.Touches {
		if touch.Example == nil || seen[touch.Example] || touch.Kind == traffic.FollowItem || touch.Kind == traffic.FollowIdx {
			continue
		}
		seen[touch.Example] = true
		checkChange(t, tr, op.Write, tr.Change(op.Write, touch.Example), fmt.Sprintf("%s at %s %s", op.Name, touch.Place, touch.Outcome))
	}
	if len(seen) == 0 && len(op.Touches) > 0 {
		t.Errorf("%s: no example", op.Name)
	}
}

// checkChange runs one change and compares what it consumed.
func checkChange(t rapid.TB, tr *traffic.Traffic, m *model.Write, c design.Change, what string) {
	t.Helper()
	w := newWorld(t, tr.Bound)
	defer w.close()
	if c.Old != nil {
		w.load(m.Entity, c.Old, c.Parents)
	}
	inner := c.Children
	c.Children = func(q string, args design.Args) ([]model.Row, error) {
		rows, err := inner(q, args)
		for _, row := range rows {
			w.load(childEntity(tr.Bound, q), row, c.Parents)
		}
		return rows, err
	}
	got, err := w.write(m, c)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	touches, err := tr.Consumed(m, c)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if want := predicted(touches); fmt.Sprint(want) != fmt.Sprint(got) {
		t.Errorf("%s: traffic says %v half units, the engine %v\n  old %v\n  new %v", what, want, got, c.Old, c.New)
	}
}

func childEntity(b *design.Bound, question string) *model.Entity {
	for _, q := range b.Design.Questions {
		if q.Name == question && q.Support != nil {
			return b.Model.Entity(q.Support.Entity)
		}
	}
	return nil
}

// checkQuestion loads as many rows as a question reads, and asks it.
func checkQuestion(t *testing.T, tr *traffic.Traffic, op *traffic.Op) {
	const most = 300
	touch := &op.Touches[0]
	n := int(min(op.Rows, most))
	args, rows, err := tr.Ask(op, 0, max(1, n))
	if err != nil {
		t.Error(err)
		return
	}
	w := newWorld(t, tr.Bound)
	defer w.close()
	var all, entries []attr.Item
	for _, r := range rows {
		for _, row := range r.Rows {
			for _, p := range w.load(r.Entity, row, tr.Parents()) {
				e := entry(tr, touch.Place, p.Item)
				if p.Table != touch.Place.Table || e == nil {
					continue
				}
				all = append(all, e)
				if listed(tr, op, p.Type.Name) {
					entries = append(entries, e)
				}
			}
		}
	}
	call, err := tr.Bound.Request(op.Name, args)
	if err != nil {
		t.Errorf("%s: %v", op.Name, err)
		return
	}
	got, scanned, err := w.ask(call)
	if err != nil {
		t.Errorf("%s: %v", op.Name, err)
		return
	}
	if scanned == len(all) { // a whole partition, with items that are no answer
		entries = all
	}
	if scanned < 0 || scanned > len(entries) {
		t.Errorf("%s: %d of %d rows read", op.Name, scanned, len(entries))
		return
	}
	want := traffic.Reads(op.Operation, op.Strong, entries[:scanned])
	if call.Merge != nil {
		want = shardedReads(tr, op, call, entries)
	}
	if got != want {
		t.Errorf("%s: %d of %d rows read: traffic says %d half units, the engine %d", op.Name, scanned, len(entries), want, got)
	}
}

// shardedReads is what the requests of all shards examine: in each the rows
// that lie there, up to the LIMIT.
func shardedReads(tr *traffic.Traffic, op *traffic.Op, call *design.Call, entries []attr.Item) (sum cost.HalfUnits) {
	parts := map[string][]attr.Item{}
	for _, e := range entries {
		k := string(e.Pick(call.Merge.Key.Partition...).AppendJSON(nil))
		if n := call.Merge.Limit; n == 0 || len(parts[k]) < n {
			parts[k] = append(parts[k], e)
		}
	}
	for _, p := range parts {
		sum += traffic.Reads(op.Operation, op.Strong, p)
	}
	return sum + cost.HalfUnits(len(call.Shards)-len(parts))*traffic.Reads(op.Operation, op.Strong, nil)
}

func listed(tr *traffic.Traffic, op *traffic.Op, item string) bool {
	for _, it := range tr.Bound.ItemTypes(op.Name) {
		if it.Name == item {
			return true
		}
	}
	return false
}

// entry is what a place holds of an item.
func entry(tr *traffic.Traffic, p *traffic.Place, it attr.Item) attr.Item {
	if p.Index == "" {
		return it
	}
	table := tr.Bound.Table(p.Table)
	for i := range table.Indexes {
		if table.Indexes[i].Name == p.Index {
			return index.View(table, &table.Indexes[i], it)
		}
	}
	return nil
}

// ask sends a request; scanned is how many items it examined.
func (w *world) ask(c *design.Call) (units cost.HalfUnits, scanned int, err error) {
	ctx := context.Background()
	halves := func(c *api.ConsumedCapacity) cost.HalfUnits { return cost.HalfUnits(2 * c.CapacityUnits) }
	switch {
	case c.Get != nil:
		c.Get.ReturnConsumedCapacity = "TOTAL"
		r, err := w.db.GetItem(ctx, c.Get)
		if err != nil {
			return 0, 0, err
		}
		if r.Item != nil {
			scanned = 1
		}
		return halves(r.ConsumedCapacity), scanned, nil
	case c.Merge != nil:
		for _, r := range c.Shards {
			u, n, err := w.ask(&design.Call{Query: r})
			if err != nil {
				return 0, 0, err
			}
			units, scanned = units+u, scanned+n
		}
		return units, scanned, nil
	case c.Query != nil:
		c.Query.ReturnConsumedCapacity = "TOTAL"
		r, err := w.db.Query(ctx, c.Query)
		if err != nil {
			return 0, 0, err
		}
		return halves(r.ConsumedCapacity), r.ScannedCount, nil
	case c.BatchGet != nil:
		c.BatchGet.ReturnConsumedCapacity = "TOTAL"
		r, err := w.db.BatchGetItem(ctx, c.BatchGet)
		if err != nil {
			return 0, 0, err
		}
		for i := range r.ConsumedCapacity {
			units += halves(r.ConsumedCapacity[i])
		}
		for _, items := range r.Responses {
			scanned += len(items)
		}
		return units, scanned, nil
	}
	return 0, -1, fmt.Errorf("nothing is sent")
}
