package engine_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"pgregory.net/rapid"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// TestMachine runs random operations on the engine and on the naive model,
// also over closing and opening again and over crashes of the machine, and
// compares every answer.
func TestMachine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(t)
		defer m.db.Close()
		t.Repeat(map[string]func(*rapid.T){
			"":              m.check,
			"Put":           m.put,
			"Update":        m.update,
			"Delete":        m.delete,
			"Get":           m.get,
			"Query":         m.query,
			"Scan":          m.scan,
			"BatchWrite":    m.batchWrite,
			"BatchGet":      m.batchGet,
			"TransactWrite": m.transactWrite,
			"TransactGet":   m.transactGet,
			"Describe":      m.describe,
			"Recreate":      m.recreate,
			"AddIndex":      m.addIndex,
			"DropIndex":     m.dropIndex,
			"Reopen":        m.reopen,
			"Crash":         m.crash,
		})
	})
}

type machine struct {
	model
	fs *vfs.MemFS
	db *engine.DB
}

func newMachine(t *rapid.T) *machine {
	m := &machine{fs: vfs.NewCrashableMem()}
	m.def = drawTable(t)
	m.open(t)
	m.create(t)
	return m
}

// open opens the engine on the machine's disk. Every write of data must have
// read its key for update: the rule of the store.
func (m *machine) open(t *rapid.T) {
	s, err := storepebble.Open(storepebble.Options{Dir: "data", FS: m.fs, MemTableBytes: 1 << 20, RequireRead: requireRead})
	if err != nil {
		t.Fatal(err)
	}
	if m.db, err = engine.Open(engine.Options{Store: s}); err != nil {
		t.Fatal(err)
	}
}

// requireRead holds the engine to the rule of the store: no write of an item
// whose key the transaction did not read for update.
func requireRead(key []byte) bool { return key[0] == 0x20 && key[5] == 0 && key[6] == 0 }

func (m *machine) create(t *rapid.T) {
	if _, err := m.db.CreateTable(context.Background(), api.NewCreateTable(m.def)); err != nil {
		t.Fatal(err)
	}
}

func (m *machine) check(t *rapid.T) {
	if err := engine.Check(context.Background(), m.db); err != nil {
		t.Fatal(err)
	}
}

func (m *machine) reopen(t *rapid.T) {
	if err := m.db.Close(); err != nil {
		t.Fatal(err)
	}
	m.open(t)
}

// crash loses what was not synced, which after a write that returned is
// nothing that matters.
func (m *machine) crash(t *rapid.T) {
	fs := m.fs.CrashClone(vfs.CrashCloneCfg{})
	m.db.Close()
	m.fs = fs
	m.open(t)
}

func (m *machine) recreate(t *rapid.T) {
	if _, err := m.db.DeleteTable(context.Background(), &api.DeleteTableRequest{TableName: m.def.Name}); err != nil {
		t.Fatal(err)
	}
	m.items = nil
	m.def = drawTable(t)
	m.create(t)
}

// addIndex makes a global index of what is there. Its key may have attributes
// that items have with other types.
func (m *machine) addIndex(t *rapid.T) {
	def := *m.def
	def.Attributes, def.Indexes = slices.Clone(def.Attributes), slices.Clone(def.Indexes)
	ix := schema.Index{Name: rapid.SampledFrom([]string{"late", "later"}).Draw(t, "name")}
	if def.Index(ix.Name) != nil {
		return
	}
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"pk", "g", "h", "v"}), 1, 3, rapid.ID).Draw(t, "key")
	ix.Key = schema.Key{Partition: names[:1], Sort: names[1:]}
	ix.Projection.Kind = rapid.SampledFrom([]schema.ProjectionKind{schema.ProjectAll, schema.ProjectKeysOnly}).Draw(t, "projection")
	r := &api.UpdateTableRequest{TableName: def.Name, AttributeDefinitions: []api.AttributeDefinition{}}
	for _, n := range names {
		if def.AttributeType(n) == 0 {
			typ := rapid.SampledFrom([]attr.Type{attr.TypeString, attr.TypeNumber}).Draw(t, "type of "+n)
			def.Attributes = append(def.Attributes, schema.Attribute{Name: n, Type: typ})
			r.AttributeDefinitions = append(r.AttributeDefinitions, api.AttributeDefinition{AttributeName: n, AttributeType: typ.String()})
		}
	}
	def.Indexes = append(def.Indexes, ix)
	create := &api.GlobalSecondaryIndex{IndexName: ix.Name, Projection: &api.Projection{ProjectionType: string(ix.Projection.Kind)}}
	for i, n := range names {
		create.KeySchema = append(create.KeySchema, api.KeySchemaElement{AttributeName: n, KeyType: []string{"HASH", "RANGE"}[min(i, 1)]})
	}
	r.GlobalSecondaryIndexUpdates = []api.GlobalSecondaryIndexUpdate{{Create: create}}
	if _, err := m.db.UpdateTable(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	m.def = &def
}

// dropIndex removes a global index, and with it the types of attributes that
// only its key had.
func (m *machine) dropIndex(t *rapid.T) {
	ix := drawIndex(t, m.def)
	if ix == nil || ix.Local {
		return
	}
	_, err := m.db.UpdateTable(context.Background(), &api.UpdateTableRequest{TableName: m.def.Name,
		GlobalSecondaryIndexUpdates: []api.GlobalSecondaryIndexUpdate{{Delete: &api.DeleteGlobalSecondaryIndexAction{IndexName: ix.Name}}}})
	if err != nil {
		t.Fatal(err)
	}
	def := *m.def
	def.Indexes = slices.DeleteFunc(slices.Clone(def.Indexes), func(o schema.Index) bool { return o.Name == ix.Name })
	def.Attributes = slices.DeleteFunc(slices.Clone(def.Attributes), func(a schema.Attribute) bool {
		return !def.Key.Has(a.Name) && !slices.ContainsFunc(def.Indexes, func(o schema.Index) bool { return o.Key.Has(a.Name) })
	})
	m.def = &def
}

func (m *machine) describe(t *rapid.T) {
	resp, err := m.db.DescribeTable(context.Background(), &api.DescribeTableRequest{TableName: m.def.Name})
	if err != nil {
		t.Fatal(err)
	}
	var bytes int64
	for _, it := range m.items {
		bytes += int64(it.Size())
	}
	if d := resp.Table; d.ItemCount != int64(len(m.items)) || d.TableSizeBytes != bytes {
		t.Fatalf("the engine counts %d items of %d bytes, the model %d of %d", d.ItemCount, d.TableSizeBytes, len(m.items), bytes)
	}
	for _, g := range resp.Table.GlobalSecondaryIndexes {
		if n := len(m.entries(m.def.Index(g.IndexName))); g.ItemCount != int64(n) {
			t.Fatalf("index %s: the engine counts %d entries, the model %d", g.IndexName, g.ItemCount, n)
		}
	}
}

func (m *machine) put(t *rapid.T) {
	it := drawItem(t, m.def)
	r := &api.PutItemRequest{TableName: m.def.Name, Item: it, ReturnValues: "ALL_OLD", ReturnConsumedCapacity: "INDEXES"}
	old := m.get1(it)
	create := rapid.Bool().Draw(t, "only if new")
	if create {
		condition := "attribute_not_exists(#pk)"
		r.ConditionExpression = &condition
		r.ExpressionAttributeNames = api.Names{"#pk": m.def.Key.Partition[0]}
	}
	resp, err := m.db.PutItem(context.Background(), r)
	if create && old != nil {
		wantCode(t, err, api.ConditionalCheckFailedException)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	m.model.put(it)
	same(t, resp.Attributes, old)
}

// get1 is what the model has under the key of an item.
func (m *machine) get1(it attr.Item) attr.Item { return m.model.get(m.keyOf(it)) }

func (m *machine) update(t *rapid.T) {
	key := m.keyOf(drawItem(t, m.def))
	name := rapid.SampledFrom([]string{"g", "h", "l", "v"}).Draw(t, "attribute")
	old := m.model.get(key)
	want := old
	r := &api.UpdateItemRequest{TableName: m.def.Name, Key: key, ReturnValues: "ALL_NEW", ExpressionAttributeNames: api.Names{"#a": name}}
	text := "REMOVE #a"
	if rapid.Bool().Draw(t, "set") {
		v := drawValue(t, attributeType(m.def, name), "value")
		text = "SET #a = :v"
		r.ExpressionAttributeValues = api.Values{":v": v}
		if old == nil {
			want = key
		}
		want = want.With(name, v)
	} else if old != nil { // an update that only takes away makes no item
		want = want.Without(name)
	}
	r.UpdateExpression = &text
	resp, err := m.db.UpdateItem(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if want != nil {
		m.model.put(want)
	}
	same(t, resp.Attributes, want)
}

func (m *machine) delete(t *rapid.T) {
	key := m.keyOf(drawItem(t, m.def))
	resp, err := m.db.DeleteItem(context.Background(), &api.DeleteItemRequest{TableName: m.def.Name, Key: key, ReturnValues: "ALL_OLD"})
	if err != nil {
		t.Fatal(err)
	}
	same(t, resp.Attributes, m.model.get(key))
	m.remove(key)
}

func (m *machine) get(t *rapid.T) {
	key := m.keyOf(drawItem(t, m.def))
	resp, err := m.db.GetItem(context.Background(), &api.GetItemRequest{TableName: m.def.Name, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	same(t, resp.Item, m.model.get(key))
}

func (m *machine) query(t *rapid.T) {
	q := drawQuestion(t, &m.model)
	condition, names, values := q.request(m.def)
	forward := !q.reverse
	r := &api.QueryRequest{TableName: m.def.Name, KeyConditionExpression: &condition, ExpressionAttributeNames: names,
		ExpressionAttributeValues: values, ScanIndexForward: &forward}
	if q.index != nil {
		r.IndexName = q.index.Name
	}
	limit := rapid.IntRange(0, 3).Draw(t, "limit")
	if limit > 0 {
		r.Limit = &limit
	}
	var got []attr.Item
	for {
		resp, err := m.db.Query(context.Background(), r)
		if err != nil {
			t.Fatalf("%s: %v", condition, err)
		}
		got = append(got, resp.Items...)
		if resp.LastEvaluatedKey == nil {
			break
		}
		if len(resp.Items) != limit {
			t.Fatalf("a page of %d items, the limit is %d", len(resp.Items), limit)
		}
		r.ExclusiveStartKey = resp.LastEvaluatedKey
	}
	want := m.answer(q)
	sameItems(t, got, want)
	for i := range got { // the order, up to items with equal sort keys
		if compareSort(q.key(m.def), got[i], want[i]) != 0 {
			t.Fatalf("%s: item %d is %v, want %v", condition, i, got[i], want[i])
		}
	}
}

func (m *machine) scan(t *rapid.T) {
	r := &api.ScanRequest{TableName: m.def.Name}
	ix := drawIndex(t, m.def)
	if ix != nil {
		r.IndexName = ix.Name
	}
	limit := rapid.IntRange(1, 4).Draw(t, "limit")
	total := rapid.IntRange(1, 5).Draw(t, "segments")
	var got []attr.Item
	for segment := range total {
		r.Segment, r.TotalSegments, r.Limit, r.ExclusiveStartKey = &segment, &total, &limit, nil
		for {
			resp, err := m.db.Scan(context.Background(), r)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, resp.Items...)
			if r.ExclusiveStartKey = resp.LastEvaluatedKey; resp.LastEvaluatedKey == nil {
				break
			}
		}
	}
	sameItems(t, got, m.entries(ix))
}

func (m *machine) batchWrite(t *rapid.T) {
	var writes []api.WriteRequest
	after := m.model.clone()
	seen := model{def: m.def}
	for _, it := range rapid.SliceOfN(rapid.Custom(func(t *rapid.T) attr.Item { return drawItem(t, m.def) }), 1, 6).Draw(t, "items") {
		if seen.find(m.keyOf(it)) >= 0 {
			continue
		}
		seen.put(it)
		if rapid.Bool().Draw(t, "put") {
			writes = append(writes, api.WriteRequest{PutRequest: &api.PutRequest{Item: it}})
			after.put(it)
		} else {
			writes = append(writes, api.WriteRequest{DeleteRequest: &api.DeleteRequest{Key: m.keyOf(it)}})
			after.remove(m.keyOf(it))
		}
	}
	resp, err := m.db.BatchWriteItem(context.Background(), &api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{m.def.Name: writes}})
	if err != nil || len(resp.UnprocessedItems) > 0 {
		t.Fatal(resp, err)
	}
	m.items = after.items
}

// drawKeys draws keys of different items.
func (m *machine) drawKeys(t *rapid.T) []attr.Item {
	seen := model{def: m.def}
	for _, it := range rapid.SliceOfN(rapid.Custom(func(t *rapid.T) attr.Item { return drawItem(t, m.def) }), 1, 5).Draw(t, "keys") {
		seen.put(m.keyOf(it))
	}
	return seen.items
}

func (m *machine) batchGet(t *rapid.T) {
	keys := m.drawKeys(t)
	resp, err := m.db.BatchGetItem(context.Background(), &api.BatchGetItemRequest{
		RequestItems: map[string]*api.KeysAndAttributes{m.def.Name: {Keys: keys}}})
	if err != nil {
		t.Fatal(err)
	}
	var want []attr.Item
	for _, k := range keys {
		if it := m.model.get(k); it != nil {
			want = append(want, it)
		}
	}
	sameItems(t, resp.Responses[m.def.Name], want)
}

func (m *machine) transactGet(t *rapid.T) {
	keys := m.drawKeys(t)
	r := &api.TransactGetItemsRequest{}
	for _, k := range keys {
		r.TransactItems = append(r.TransactItems, api.TransactGetItem{Get: &api.TransactGet{TableName: m.def.Name, Key: k}})
	}
	resp, err := m.db.TransactGetItems(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range keys {
		same(t, resp.Responses[i].Item, m.model.get(k))
	}
}

// transactWrite runs actions of every kind on different items. A check that
// does not hold cancels all of them.
func (m *machine) transactWrite(t *rapid.T) {
	after := m.model.clone()
	var codes []string
	failed := false
	r := &api.TransactWriteItemsRequest{}
	for _, key := range m.drawKeys(t) {
		exists := m.model.get(key) != nil
		action, holds := m.drawAction(t, key, exists, after)
		r.TransactItems = append(r.TransactItems, action)
		codes = append(codes, map[bool]string{true: "None", false: "ConditionalCheckFailed"}[holds])
		failed = failed || !holds
	}
	_, err := m.db.TransactWriteItems(context.Background(), r)
	if !failed {
		if err != nil {
			t.Fatal(err)
		}
		m.items = after.items
		return
	}
	e := wantCode(t, err, api.TransactionCanceledException)
	for i, reason := range e.Reasons {
		if reason.Code != codes[i] {
			t.Fatalf("reason %d is %s, want %s", i, reason.Code, codes[i])
		}
	}
}

// drawAction draws an action on an item, does it to the model, and says
// whether its condition holds.
func (m *machine) drawAction(t *rapid.T, key attr.Item, exists bool, after *model) (a api.TransactWriteItem, holds bool) {
	there, missing := "attribute_exists(#pk)", "attribute_not_exists(#pk)"
	names := api.Names{"#pk": m.def.Key.Partition[0]}
	table := m.def.Name
	switch rapid.IntRange(0, 3).Draw(t, "action") {
	case 0:
		it := drawItem(t, m.def)
		for _, f := range key {
			it = it.With(f.Name, f.Value)
		}
		after.put(it)
		return api.TransactWriteItem{Put: &api.TransactPut{TableName: table, Item: it, ConditionExpression: &missing, ExpressionAttributeNames: names}}, !exists
	case 1:
		text := "SET v = :v"
		v := drawValue(t, attributeType(m.def, "v"), "v")
		it := m.model.get(key)
		if it == nil {
			it = key
		}
		after.put(it.With("v", v))
		return api.TransactWriteItem{Update: &api.TransactUpdate{TableName: table, Key: key, UpdateExpression: &text, ExpressionAttributeValues: api.Values{":v": v}}}, true
	case 2:
		after.remove(key)
		return api.TransactWriteItem{Delete: &api.TransactDelete{TableName: table, Key: key}}, true
	}
	return api.TransactWriteItem{ConditionCheck: &api.TransactConditionCheck{TableName: table, Key: key, ConditionExpression: &there, ExpressionAttributeNames: names}}, exists
}

// drawTable draws a table: the types of its keys, with a sort key or not,
// with indexes of every kind or none.
func drawTable(t *rapid.T) *schema.Table {
	types := []attr.Type{attr.TypeString, attr.TypeNumber, attr.TypeBinary}
	def := &schema.Table{Name: "things", OnDemand: true, Key: schema.Key{Partition: []string{"pk"}}}
	declare := func(name string, typ attr.Type) {
		def.Attributes = append(def.Attributes, schema.Attribute{Name: name, Type: typ})
	}
	declare("pk", rapid.SampledFrom(types).Draw(t, "type of pk"))
	sorted := rapid.Bool().Draw(t, "sort key")
	if sorted {
		declare("sk", rapid.SampledFrom(types).Draw(t, "type of sk"))
		def.Key.Sort = []string{"sk"}
	}
	if rapid.Bool().Draw(t, "global indexes") {
		declare("g", rapid.SampledFrom(types).Draw(t, "type of g"))
		declare("h", rapid.SampledFrom(types).Draw(t, "type of h"))
		def.Indexes = append(def.Indexes,
			schema.Index{Name: "one", Key: schema.Key{Partition: []string{"g"}}, Projection: schema.Projection{Kind: schema.ProjectAll}},
			schema.Index{Name: "two", Key: schema.Key{Partition: []string{"g"}, Sort: []string{"h"}}, Projection: schema.Projection{Kind: schema.ProjectKeysOnly}},
			schema.Index{Name: "many", Key: schema.Key{Partition: []string{"g", "pk"}, Sort: []string{"h"}}, Projection: schema.Projection{Kind: schema.ProjectInclude, Include: []string{"v"}}})
	}
	if sorted && rapid.Bool().Draw(t, "local index") {
		declare("l", rapid.SampledFrom(types).Draw(t, "type of l"))
		def.Indexes = append(def.Indexes, schema.Index{Name: "local", Local: true,
			Key: schema.Key{Partition: []string{"pk"}, Sort: []string{"l"}}, Projection: schema.Projection{Kind: schema.ProjectKeysOnly}})
	}
	return def
}

func attributeType(def *schema.Table, name string) attr.Type {
	if typ := def.AttributeType(name); typ != 0 {
		return typ
	}
	return attr.TypeNumber
}

// drawValue draws one of few values, so that items meet.
func drawValue(t *rapid.T, typ attr.Type, label string) attr.Value {
	switch typ {
	case attr.TypeNumber:
		v, err := attr.ParseNum(rapid.SampledFrom([]string{"-10", "-9", "0", "0.5", "9", "10"}).Draw(t, label))
		if err != nil {
			t.Fatal(err)
		}
		return v
	case attr.TypeBinary:
		return attr.Binary([]byte(rapid.SampledFrom([]string{"\x00", "\x00\x00", "\x7f", "\xff", "\xff\x00"}).Draw(t, label)))
	}
	return attr.String(rapid.SampledFrom([]string{"a", "a\x00", "ab", "b", "é"}).Draw(t, label))
}

func drawItem(t *rapid.T, def *schema.Table) attr.Item {
	var fields []attr.Field
	for _, name := range []string{"pk", "sk", "g", "h", "l", "v"} {
		if def.Key.Has(name) || rapid.IntRange(0, 3).Draw(t, "has "+name) > 0 {
			fields = append(fields, attr.Field{Name: name, Value: drawValue(t, attributeType(def, name), name)})
		}
	}
	return attr.NewItem(fields...)
}

func drawIndex(t *rapid.T, def *schema.Table) *schema.Index {
	if i := rapid.IntRange(0, len(def.Indexes)).Draw(t, "index"); i > 0 {
		return &def.Indexes[i-1]
	}
	return nil
}

func drawQuestion(t *rapid.T, m *model) *question {
	q := &question{index: drawIndex(t, m.def), reverse: rapid.Bool().Draw(t, "reverse")}
	key := q.key(m.def)
	for _, n := range key.Partition {
		q.partition = append(q.partition, drawValue(t, attributeType(m.def, n), n))
	}
	if len(key.Sort) == 0 {
		return q
	}
	typ := attributeType(m.def, key.Sort[0])
	ops := []string{"", "=", "<", "<=", ">", ">=", "between", "begins"}
	if typ == attr.TypeNumber {
		ops = ops[:7]
	}
	q.op = rapid.SampledFrom(ops).Draw(t, "op")
	q.low = drawValue(t, typ, "low")
	switch q.op {
	case "=":
		q.op, q.equal = "", []attr.Value{q.low}
	case "between":
		q.high = drawValue(t, typ, "high")
		if c, _ := attr.Compare(q.low, q.high); c > 0 {
			q.low, q.high = q.high, q.low
		}
	}
	return q
}

func same(t *rapid.T, got, want attr.Item) {
	t.Helper()
	if (got == nil) != (want == nil) || !attr.EqualItems(got, want) {
		t.Fatalf("got %s, want %s", show(got), show(want))
	}
}

func show(it attr.Item) string {
	if it == nil {
		return "nothing"
	}
	b, err := it.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// sameItems compares without regard to order.
func sameItems(t *rapid.T, got, want []attr.Item) {
	t.Helper()
	list := func(items []attr.Item) []string {
		out := make([]string, len(items))
		for i, it := range items {
			out[i] = show(it)
		}
		slices.Sort(out)
		return out
	}
	if g, w := list(got), list(want); !slices.Equal(g, w) {
		t.Fatalf("got  %v\nwant %v", g, w)
	}
}

func wantCode(t *rapid.T, err error, code api.Code) *api.Error {
	t.Helper()
	var e *api.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Fatalf("got %v, want a %s", err, code)
	}
	return e
}
