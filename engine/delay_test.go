package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
)

// simulated opens a database with a simulation and a clock to be turned.
func simulated(t *testing.T, s engine.Simulation) (*engine.DB, *clock) {
	c := &clock{now: time.Date(2026, 11, 30, 22, 30, 0, 0, time.UTC)}
	return open(t, engine.Options{Simulation: s, Now: c.Now}), c
}

func tableStatus(t *testing.T, db api.DB, name string) string {
	t.Helper()
	resp, err := db.DescribeTable(t.Context(), &api.DescribeTableRequest{TableName: name})
	if errorCode(err) == api.ResourceNotFoundException {
		return "gone"
	}
	if err != nil {
		t.Fatal(err)
	}
	return resp.Table.TableStatus
}

// wantError demands an error of a code whose message contains a text.
func wantError(t *testing.T, err error, code api.Code, text string) {
	t.Helper()
	if errorCode(err) != code || !strings.Contains(err.Error(), text) {
		t.Errorf("got %v, want a %s: %s", err, code, text)
	}
}

// A table is CREATING, UPDATING and DELETING for as long as it is told to, on
// the engine's clock, and answers meanwhile as DynamoDB does (API reference:
// ResourceNotFoundException "might not be in the ACTIVE state"; texts of
// ResourceInUseException recorded on AWS, 2026-10).
func TestTableDelay(t *testing.T) {
	db, c := simulated(t, engine.Simulation{TableDelay: 10 * time.Second})
	create := api.NewCreateTable(plain())
	protect := &api.UpdateTableRequest{TableName: "plain", DeletionProtectionEnabled: new(bool)}
	drop := &api.DeleteTableRequest{TableName: "plain"}
	key := attr.NewItem(attr.Field{Name: "id", Value: attr.Int(1)})
	get := &api.GetItemRequest{TableName: "plain", Key: key}
	if _, err := db.CreateTable(t.Context(), create); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if s := tableStatus(t, db, "plain"); s != "CREATING" {
			t.Errorf("the new table is %s", s)
		}
		_, err := db.GetItem(t.Context(), get)
		wantError(t, err, api.ResourceNotFoundException, "Requested resource not found")
		_, err = db.PutItem(t.Context(), &api.PutItemRequest{TableName: "plain", Item: key})
		wantError(t, err, api.ResourceNotFoundException, "Requested resource not found")
		_, err = db.UpdateTable(t.Context(), protect)
		wantError(t, err, api.ResourceInUseException, "Table is being created: plain")
		_, err = db.DeleteTable(t.Context(), drop)
		wantError(t, err, api.ResourceInUseException, "Table is being created: plain")
		c.turn(5*time.Second - time.Millisecond)
	}
	c.turn(2 * time.Millisecond)
	if s := tableStatus(t, db, "plain"); s != "ACTIVE" {
		t.Errorf("after 10 s the table is %s", s)
	}
	if _, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "plain", Item: key}); err != nil {
		t.Error(err)
	}
	if _, err := db.UpdateTable(t.Context(), protect); err != nil {
		t.Fatal(err)
	}
	if s := tableStatus(t, db, "plain"); s != "UPDATING" {
		t.Errorf("the table is %s after UpdateTable", s)
	}
	if _, err := db.GetItem(t.Context(), get); err != nil {
		t.Errorf("an UPDATING table cannot be read: %v", err)
	}
	_, err := db.UpdateTable(t.Context(), protect)
	wantError(t, err, api.ResourceInUseException, "Table is being updated: plain")
	_, err = db.DeleteTable(t.Context(), drop)
	wantError(t, err, api.ResourceInUseException, "Table: plain is in the process of being updated.")
	c.turn(10 * time.Second)
	if _, err := db.DeleteTable(t.Context(), drop); err != nil {
		t.Fatal(err)
	}
	if s := tableStatus(t, db, "plain"); s != "DELETING" {
		t.Errorf("the table is %s after DeleteTable", s)
	}
	_, err = db.GetItem(t.Context(), get)
	wantError(t, err, api.ResourceNotFoundException, "Requested resource not found")
	_, err = db.CreateTable(t.Context(), create)
	wantError(t, err, api.ResourceInUseException, "Table already exists: plain")
	_, err = db.DeleteTable(t.Context(), drop)
	wantError(t, err, api.ResourceInUseException, "Table is being deleted: plain")
	if names, err := db.ListTables(t.Context(), &api.ListTablesRequest{}); err != nil || len(names.TableNames) != 1 {
		t.Errorf("tables: %v %v", names, err)
	}
	c.turn(10 * time.Second)
	if names, err := db.ListTables(t.Context(), &api.ListTablesRequest{}); err != nil || len(names.TableNames) != 0 {
		t.Errorf("tables: %v %v", names, err)
	}
	if s := tableStatus(t, db, "plain"); s != "gone" {
		t.Errorf("the table is %s after its time", s)
	}
	if _, err := db.CreateTable(t.Context(), create); err != nil {
		t.Error(err)
	}
}

// An index is CREATING and DELETING for its time; it cannot be read before it
// is ACTIVE, and no other index changes meanwhile.
func TestIndexDelay(t *testing.T) {
	db, c := simulated(t, engine.Simulation{IndexDelay: time.Minute})
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(plain())); err != nil {
		t.Fatal(err)
	}
	scan := &api.ScanRequest{TableName: "plain", IndexName: "byGroup"}
	if err := createGroup(t.Context(), db, "ALL"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "plain", Item: plainItem(1, 2)}); err != nil {
		t.Error(err)
	}
	resp, err := db.DescribeTable(t.Context(), &api.DescribeTableRequest{TableName: "plain"})
	if err != nil {
		t.Fatal(err)
	}
	if g := resp.Table.GlobalSecondaryIndexes[0]; resp.Table.TableStatus != "ACTIVE" || g.IndexStatus != "CREATING" || g.Backfilling == nil || !*g.Backfilling {
		t.Errorf("table %s, index %+v", resp.Table.TableStatus, g)
	}
	_, err = db.Scan(t.Context(), scan)
	wantError(t, err, api.ValidationException, "Cannot read from backfilling global secondary index: byGroup")
	_, err = db.DeleteTable(t.Context(), &api.DeleteTableRequest{TableName: "plain"})
	wantError(t, err, api.ResourceInUseException, "Cannot delete table while indexes are being created, updated, or deleted.")
	other := &api.UpdateTableRequest{TableName: "plain", AttributeDefinitions: []api.AttributeDefinition{},
		GlobalSecondaryIndexUpdates: []api.GlobalSecondaryIndexUpdate{{Create: &api.GlobalSecondaryIndex{IndexName: "other",
			KeySchema: []api.KeySchemaElement{{AttributeName: "id", KeyType: "HASH"}}, Projection: &api.Projection{ProjectionType: "ALL"}}}}}
	_, err = db.UpdateTable(t.Context(), other)
	wantError(t, err, api.LimitExceededException, "Only 1 online index can be created or deleted simultaneously per table")
	c.turn(time.Minute)
	if r, err := db.Scan(t.Context(), scan); err != nil || r.Count != 1 {
		t.Errorf("an ACTIVE index: %+v %v", r, err)
	}
	if err := dropGroup(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if s := groupStatus(t, db); s != "DELETING" {
		t.Errorf("the dropped index is %s", s)
	}
	_, err = db.Scan(t.Context(), scan)
	wantError(t, err, api.ValidationException, "The table does not have the specified index: byGroup")
	err = createGroup(t.Context(), db, "ALL")
	wantError(t, err, api.LimitExceededException, "Only 1 online index can be created or deleted simultaneously per table")
	c.turn(time.Minute)
	if s := groupStatus(t, db); s != "" {
		t.Errorf("after its time the dropped index is %s", s)
	}
}

// With quotas, the fifth decrease of a UTC day waits for an hour since the
// fourth, or for midnight (recorded on AWS, 2026-10).
func TestDecreaseQuota(t *testing.T) {
	db, c := simulated(t, engine.Simulation{Quotas: true})
	def := plain()
	def.OnDemand, def.Throughput.Read, def.Throughput.Write = false, 20, 20
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(def)); err != nil {
		t.Fatal(err)
	}
	read := int64(20)
	decrease := func() error {
		_, err := db.UpdateTable(t.Context(), &api.UpdateTableRequest{TableName: "plain",
			ProvisionedThroughput: &api.ProvisionedThroughput{ReadCapacityUnits: read - 1, WriteCapacityUnits: 20}})
		if err == nil {
			read--
		}
		return err
	}
	for range 4 {
		if err := decrease(); err != nil {
			t.Fatal(err)
		}
	}
	wantError(t, decrease(), api.LimitExceededException, "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. "+
		"After the first 4 decreases, each subsequent decrease in the same UTC day can be performed at most once every 3600 seconds. "+
		"Number of decreases today: 4. Last decrease at Monday, November 30, 2026 at 10:30:00 PM Coordinated Universal Time. "+
		"Next decrease can be made at Monday, November 30, 2026 at 11:30:00 PM Coordinated Universal Time")
	c.turn(time.Hour)
	if err := decrease(); err != nil {
		t.Error(err)
	}
	wantError(t, decrease(), api.LimitExceededException, "Number of decreases today: 5. Last decrease at Monday, November 30, 2026 at 11:30:00 PM "+
		"Coordinated Universal Time. Next decrease can be made at Tuesday, December 1, 2026 at 12:00:00 AM Coordinated Universal Time")
	c.turn(30 * time.Minute) // midnight
	for range 4 {
		if err := decrease(); err != nil {
			t.Error(err)
		}
	}
}

// Tags come in pages, each tag once.
func TestTagPages(t *testing.T) {
	db := open(t, engine.Options{})
	create := api.NewCreateTable(plain())
	for i := range 50 {
		key, value := fmt.Sprint("k", i), "v"
		create.Tags = append(create.Tags, api.Tag{Key: &key, Value: &value})
	}
	made, err := db.CreateTable(t.Context(), create)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	r := &api.ListTagsOfResourceRequest{ResourceArn: made.TableDescription.TableArn}
	for {
		resp, err := db.ListTagsOfResource(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, tag := range resp.Tags {
			if seen[*tag.Key] {
				t.Errorf("%s comes twice", *tag.Key)
			}
			seen[*tag.Key] = true
		}
		if r.NextToken = resp.NextToken; r.NextToken == "" {
			break
		}
	}
	if len(seen) != 50 {
		t.Errorf("%d tags, want 50", len(seen))
	}
	key, value := "one more", "v"
	_, err = db.TagResource(t.Context(), &api.TagResourceRequest{ResourceArn: r.ResourceArn, Tags: []api.Tag{{Key: &key, Value: &value}}})
	wantError(t, err, api.ValidationException, "Number of Tags exceed the current limit for the provided ResourceArn")
}
