package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
)

// streamed is a table whose changes go to a stream.
func streamed(view string) *api.CreateTableRequest {
	r := api.NewCreateTable(&schema.Table{
		Name: "streamed", OnDemand: true, Key: schema.Key{Partition: []string{"pk"}, Sort: []string{"sk"}},
		Attributes: []schema.Attribute{{Name: "pk", Type: attr.TypeString}, {Name: "sk", Type: attr.TypeNumber}},
	})
	on := true
	r.StreamSpecification = &api.StreamSpecification{StreamEnabled: &on, StreamViewType: view}
	return r
}

func streamItem(pk string, sk int, text string) attr.Item {
	return attr.NewItem(attr.Field{Name: "pk", Value: attr.String(pk)}, attr.Field{Name: "sk", Value: attr.Int(int64(sk))},
		attr.Field{Name: "text", Value: attr.String(text)})
}

func createStreamed(t testing.TB, db api.DB, view string) (arn string) {
	t.Helper()
	resp, err := db.CreateTable(t.Context(), streamed(view))
	if err != nil {
		t.Fatal(err)
	}
	return resp.TableDescription.LatestStreamArn
}

func putStreamed(t testing.TB, db api.DB, it attr.Item) {
	t.Helper()
	if _, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "streamed", Item: it}); err != nil {
		t.Fatal(err)
	}
}

func describeStream(t testing.TB, db api.DB, arn string) *api.StreamDescription {
	t.Helper()
	resp, err := db.DescribeStream(t.Context(), &api.DescribeStreamRequest{StreamArn: arn})
	if err != nil {
		t.Fatal(err)
	}
	return resp.StreamDescription
}

func shardIterator(t testing.TB, db api.DB, r api.GetShardIteratorRequest) string {
	t.Helper()
	resp, err := db.GetShardIterator(t.Context(), &r)
	if err != nil {
		t.Fatal(err)
	}
	return resp.ShardIterator
}

func getRecords(t testing.TB, db api.DB, iterator string) *api.GetRecordsResponse {
	t.Helper()
	resp, err := db.GetRecords(t.Context(), &api.GetRecordsRequest{ShardIterator: iterator})
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// readShard reads a shard from its beginning until nothing comes.
func readShard(t testing.TB, db api.DB, arn, id string) (records []api.Record, ended bool) {
	t.Helper()
	it := shardIterator(t, db, api.GetShardIteratorRequest{StreamArn: arn, ShardId: id, ShardIteratorType: "TRIM_HORIZON"})
	for {
		resp := getRecords(t, db, it)
		records = append(records, resp.Records...)
		if it = resp.NextShardIterator; it == "" {
			return records, true
		}
		if len(resp.Records) == 0 {
			return records, false
		}
	}
}

// readStream reads all shards, in the order in which they are described:
// parents before children.
func readStream(t testing.TB, db api.DB, arn string) (records []api.Record) {
	t.Helper()
	for _, sh := range describeStream(t, db, arn).Shards {
		part, _ := readShard(t, db, arn, sh.ShardId)
		records = append(records, part...)
	}
	return records
}

// streamsCode checks the code of an error.
func streamsCode(t testing.TB, err error, want api.Code) {
	t.Helper()
	if e, _ := err.(*api.Error); e == nil || e.Code != want {
		t.Errorf("got %v, want a %s", err, want)
	}
}

// Shards close after four hours, and each has a child for the same keys, from
// which the rest can be read: the lineage gives each item's changes in order.
func TestShardsRollOver(t *testing.T) {
	c := &clock{now: time.UnixMilli(1_800_000_000_000)}
	db := open(t, engine.Options{Now: c.Now, SweepInterval: -1})
	arn := createStreamed(t, db, "NEW_AND_OLD_IMAGES")
	const keys, rounds = 10, 4
	for round := range rounds {
		for k := range keys {
			putStreamed(t, db, streamItem(fmt.Sprint("k", k), 0, fmt.Sprint(round)))
		}
		c.turn(4 * time.Hour)
		if err := db.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	shards := describeStream(t, db, arn).Shards
	if len(shards) != 4*(rounds+1) {
		t.Fatalf("%d shards, want %d", len(shards), 4*(rounds+1))
	}
	children := map[string]string{}
	for _, sh := range shards {
		open := sh.SequenceNumberRange.EndingSequenceNumber == ""
		if last := sh.ShardId >= shards[len(shards)-4].ShardId; open != last {
			t.Errorf("shard %s is open: %t", sh.ShardId, open)
		}
		children[sh.ParentShardId] = sh.ShardId
	}
	for _, sh := range shards[:4] {
		texts := map[string]string{}
		last := ""
		for id, n := sh.ShardId, 0; id != ""; id, n = children[id], n+1 {
			records, ended := readShard(t, db, arn, id)
			if ended != (n < rounds) {
				t.Errorf("shard %s, generation %d, ended: %t", id, n, ended)
			}
			for _, r := range records {
				texts[r.DynamoDB.Keys.Get("pk").Str()] += r.DynamoDB.NewImage.Get("text").Str()
				if r.DynamoDB.SequenceNumber <= last {
					t.Errorf("%s after %s", r.DynamoDB.SequenceNumber, last)
				}
				last = r.DynamoDB.SequenceNumber
			}
		}
		for pk, text := range texts {
			if text != "0123" {
				t.Errorf("the changes of %s are %s", pk, text)
			}
		}
	}
	if n := len(readStream(t, db, arn)); n != keys*rounds {
		t.Errorf("%d records, want %d", n, keys*rounds)
	}
	filtered, err := db.DescribeStream(t.Context(), &api.DescribeStreamRequest{StreamArn: arn,
		ShardFilter: &api.ShardFilter{Type: "CHILD_SHARDS", ShardId: shards[0].ShardId}})
	if err != nil {
		t.Fatal(err)
	}
	if got := filtered.StreamDescription.Shards; len(got) != 1 || got[0].ShardId != children[shards[0].ShardId] {
		t.Errorf("children of %s: %+v", shards[0].ShardId, got)
	}
}

// Records and shards go after 24 hours, in the background and at Open; what
// was read up to them tells so, and the horizon goes on (API reference,
// GetShardIterator).
func TestStreamsAreTrimmed(t *testing.T) {
	c := &clock{now: time.UnixMilli(1_800_000_000_000)}
	db := open(t, engine.Options{Now: c.Now, SweepInterval: -1, StreamShards: 1})
	arn := createStreamed(t, db, "NEW_IMAGE")
	shard := describeStream(t, db, arn).Shards[0].ShardId
	put := func(text string) { putStreamed(t, db, streamItem("a", 0, text)) }
	put("old")
	first := readStream(t, db, arn)[0].DynamoDB.SequenceNumber
	at := func(kind, number string) api.GetShardIteratorRequest {
		return api.GetShardIteratorRequest{StreamArn: arn, ShardId: shard, ShardIteratorType: kind, SequenceNumber: number}
	}
	c.turn(time.Hour)
	put("new")
	c.turn(23*time.Hour - 10*time.Minute)
	held := shardIterator(t, db, at("AT_SEQUENCE_NUMBER", first))
	horizon := shardIterator(t, db, at("TRIM_HORIZON", ""))
	c.turn(10 * time.Minute)
	if err := db.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := db.GetRecords(t.Context(), &api.GetRecordsRequest{ShardIterator: held})
	streamsCode(t, err, api.TrimmedDataAccessException)
	request := at("AT_SEQUENCE_NUMBER", first)
	_, err = db.GetShardIterator(t.Context(), &request)
	streamsCode(t, err, api.TrimmedDataAccessException)
	after := shardIterator(t, db, at("AFTER_SEQUENCE_NUMBER", first))
	for name, it := range map[string]string{"horizon": horizon, "after": after} {
		if got := getRecords(t, db, it).Records; len(got) != 1 || got[0].DynamoDB.NewImage.Get("text").Str() != "new" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	c.turn(4 * time.Hour) // closes the shard, and that is 24 hours ago then
	if err := db.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.turn(24 * time.Hour)
	if err := db.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	request = at("TRIM_HORIZON", "")
	_, err = db.GetShardIterator(t.Context(), &request)
	streamsCode(t, err, api.ResourceNotFoundException)
	if n := len(readStream(t, db, arn)); n != 0 {
		t.Errorf("%d records are left", n)
	}
}

// An iterator is good for 15 minutes, each answer brings a new one.
func TestIteratorsExpire(t *testing.T) {
	c := &clock{now: time.UnixMilli(1_800_000_000_000)}
	db := open(t, engine.Options{Now: c.Now, SweepInterval: -1})
	arn := createStreamed(t, db, "KEYS_ONLY")
	it := shardIterator(t, db, api.GetShardIteratorRequest{StreamArn: arn, ShardId: describeStream(t, db, arn).Shards[0].ShardId, ShardIteratorType: "LATEST"})
	c.turn(15 * time.Minute)
	next := getRecords(t, db, it).NextShardIterator
	c.turn(time.Millisecond)
	_, err := db.GetRecords(t.Context(), &api.GetRecordsRequest{ShardIterator: it})
	streamsCode(t, err, api.ExpiredIteratorException)
	getRecords(t, db, next)
}

// A stream that is disabled, or whose table was deleted, can be read for 24
// hours; one that is enabled again has a new name (Developer Guide, Streams;
// ack-api-quirks DDB-TABLE-378).
func TestDisabledStreams(t *testing.T) {
	c := &clock{now: time.UnixMilli(1_800_000_000_000)}
	dir := t.TempDir()
	o := engine.Options{Now: c.Now, SweepInterval: -1, Dir: dir}
	db, err := engine.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	var arns []string
	arns = append(arns, createStreamed(t, db, "NEW_IMAGE"))
	putStreamed(t, db, streamItem("a", 1, "first stream"))
	off, on := false, true
	update := func(s *api.StreamSpecification) *api.TableDescription {
		resp, err := db.UpdateTable(t.Context(), &api.UpdateTableRequest{TableName: "streamed", StreamSpecification: s})
		if err != nil {
			t.Fatal(err)
		}
		return resp.TableDescription
	}
	if d := update(&api.StreamSpecification{StreamEnabled: &off}); d.LatestStreamArn != arns[0] || d.StreamSpecification != nil {
		t.Errorf("disabled: %+v", d)
	}
	putStreamed(t, db, streamItem("a", 1, "no stream"))
	arns = append(arns, update(&api.StreamSpecification{StreamEnabled: &on, StreamViewType: "OLD_IMAGE"}).LatestStreamArn)
	putStreamed(t, db, streamItem("a", 1, "second stream"))
	if _, err := db.DeleteTable(t.Context(), &api.DeleteTableRequest{TableName: "streamed"}); err != nil {
		t.Fatal(err)
	}
	arns = append(arns, createStreamed(t, db, "KEYS_ONLY"))
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = open(t, o)
	list := func() (listed []string) {
		resp, err := db.ListStreams(t.Context(), &api.ListStreamsRequest{TableName: "streamed"})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range resp.Streams {
			listed = append(listed, s.StreamArn)
		}
		return listed
	}
	if diff := cmp.Diff(arns, list()); diff != "" {
		t.Errorf("streams (-want +got):\n%s", diff)
	}
	var texts []string
	for i, arn := range arns {
		if status := describeStream(t, db, arn).StreamStatus; (status == "ENABLED") != (i == 2) {
			t.Errorf("%s is %s", arn, status)
		}
		for _, r := range readStream(t, db, arn) {
			texts = append(texts, r.EventName+" "+r.DynamoDB.NewImage.Get("text").Str()+r.DynamoDB.OldImage.Get("text").Str())
		}
	}
	if got := strings.Join(texts, ", "); got != "INSERT first stream, MODIFY no stream" {
		t.Errorf("records: %s", got)
	}
	c.turn(24 * time.Hour)
	if err := db.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(arns[2:], list()); diff != "" {
		t.Errorf("streams a day later (-want +got):\n%s", diff)
	}
}

// Where an iterator begins to read, how far one answer goes, and how the next
// goes on (API reference, GetShardIterator and GetRecords: 1,000 records or
// 1 MB; AT_TIMESTAMP points to the first record at or after the time).
func TestPositions(t *testing.T) {
	c := &clock{now: time.UnixMilli(1_800_000_000_000)}
	db := open(t, engine.Options{Now: c.Now, SweepInterval: -1, StreamShards: 1})
	arn := createStreamed(t, db, "NEW_IMAGE")
	shard := describeStream(t, db, arn).Shards[0].ShardId
	const items = 20
	for n := range items { // one each second from 1,800,000,000 on
		putStreamed(t, db, streamItem("a", n, ""))
		c.turn(time.Second)
	}
	all := readStream(t, db, arn)
	from := func(kind, number string, seconds float64, limit int) (numbers []int64, next string) {
		r := api.GetShardIteratorRequest{StreamArn: arn, ShardId: shard, ShardIteratorType: kind, SequenceNumber: number}
		if kind == "AT_TIMESTAMP" {
			r.Timestamp = &seconds
		}
		resp, err := db.GetRecords(t.Context(), &api.GetRecordsRequest{ShardIterator: shardIterator(t, db, r), Limit: &limit})
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range resp.Records {
			n, _ := rec.DynamoDB.Keys.Get("sk").Number().Int64()
			numbers = append(numbers, n)
		}
		return numbers, resp.NextShardIterator
	}
	number := func(n int) string { return all[n].DynamoDB.SequenceNumber }
	for _, c := range []struct {
		kind, number string
		seconds      float64
		limit        int
		want         []int64
	}{
		{"TRIM_HORIZON", "", 0, 3, []int64{0, 1, 2}},
		{"LATEST", "", 0, 1000, nil},
		{"AT_SEQUENCE_NUMBER", number(7), 0, 2, []int64{7, 8}},
		{"AFTER_SEQUENCE_NUMBER", number(7), 0, 2, []int64{8, 9}},
		{"AFTER_SEQUENCE_NUMBER", number(items - 1), 0, 2, nil},
		{"AT_TIMESTAMP", "", 1_700_000_000, 2, []int64{0, 1}},
		{"AT_TIMESTAMP", "", 1_800_000_000, 2, []int64{0, 1}},
		{"AT_TIMESTAMP", "", 1_800_000_012, 2, []int64{12, 13}},
		{"AT_TIMESTAMP", "", 1_800_000_012.001, 2, []int64{13, 14}},
		{"AT_TIMESTAMP", "", 1_800_000_019.5, 2, nil},
	} {
		got, _ := from(c.kind, c.number, c.seconds, c.limit)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %s %f (-want +got):\n%s", c.kind, c.number, c.seconds, diff)
		}
	}
	_, next := from("AT_SEQUENCE_NUMBER", number(7), 0, 2)
	if got := getRecords(t, db, next).Records; len(got) != items-9 || got[0].EventID != all[9].EventID {
		t.Errorf("the next answer has %d records", len(got))
	}
	future := 1_800_000_020.5
	_, err := db.GetShardIterator(t.Context(), &api.GetShardIteratorRequest{StreamArn: arn, ShardId: shard, ShardIteratorType: "AT_TIMESTAMP", Timestamp: &future})
	streamsCode(t, err, api.ValidationException)
}

// One answer holds at most 1 MB of keys and images, and 1,000 records.
func TestGetRecordsIsBounded(t *testing.T) {
	db := open(t, engine.Options{StreamShards: 1})
	arn := createStreamed(t, db, "NEW_IMAGE")
	for n := range 8 {
		putStreamed(t, db, streamItem("large", n, strings.Repeat("x", 300_000)))
	}
	for n := 0; n < 1100; n += 25 {
		var writes []api.WriteRequest
		for i := range 25 {
			writes = append(writes, api.WriteRequest{PutRequest: &api.PutRequest{Item: streamItem("small", n+i, "")}})
		}
		if _, err := db.BatchWriteItem(t.Context(), &api.BatchWriteItemRequest{RequestItems: map[string][]api.WriteRequest{"streamed": writes}}); err != nil {
			t.Fatal(err)
		}
	}
	it := shardIterator(t, db, api.GetShardIteratorRequest{StreamArn: arn, ShardId: describeStream(t, db, arn).Shards[0].ShardId, ShardIteratorType: "TRIM_HORIZON"})
	total := 0
	var counts []int
	for total < 1108 {
		resp := getRecords(t, db, it)
		var size int64
		for _, r := range resp.Records {
			size += r.DynamoDB.SizeBytes
		}
		if size > 1<<20 || len(resp.Records) == 0 {
			t.Fatalf("%d records of %d bytes", len(resp.Records), size)
		}
		counts = append(counts, len(resp.Records))
		total += len(resp.Records)
		it = resp.NextShardIterator
	}
	if diff := cmp.Diff([]int{3, 3, 1000, 102}, counts); diff != "" {
		t.Errorf("records in each answer (-want +got):\n%s", diff)
	}
}
