package server_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streamtypes "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/server"
)

// streamClients are the SDK's two clients of one server, whose engine goes by
// a clock of the test.
type streamClients struct {
	db      *engine.DB
	tables  *dynamodb.Client
	streams *dynamodbstreams.Client
	ahead   atomic.Int64 // of the real clock, a time.Duration
}

func newStreamClients(t *testing.T) *streamClients {
	t.Helper()
	c := &streamClients{}
	now := func() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }
	db, err := engine.Open(engine.Options{Now: now, SweepInterval: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := engine.Check(context.Background(), db); err != nil {
			t.Error(err)
		}
		_ = db.Close()
	})
	c.db = db
	url := start(t, server.Options{Databases: server.One(db), Credentials: server.NewCredentials(accessKey, secretKey)})
	keys := credentials.NewStaticCredentialsProvider(accessKey, secretKey, "")
	c.tables = dynamodb.New(dynamodb.Options{BaseEndpoint: aws.String(url), Region: "us-east-1", Credentials: keys, RetryMaxAttempts: 1})
	c.streams = dynamodbstreams.New(dynamodbstreams.Options{BaseEndpoint: aws.String(url), Region: "us-east-1", Credentials: keys, RetryMaxAttempts: 1, HTTPClient: &http.Client{}})
	return c
}

// create makes a table with a stream and returns the stream's ARN.
func (c *streamClients) create(t *testing.T, table string, view types.StreamViewType) string {
	t.Helper()
	resp, err := c.tables.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName: aws.String(table), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
		StreamSpecification:  &types.StreamSpecification{StreamEnabled: aws.Bool(true), StreamViewType: view},
	})
	if err != nil {
		t.Fatal(err)
	}
	return *resp.TableDescription.LatestStreamArn
}

func (c *streamClients) put(t *testing.T, table, id string, n int64) {
	t.Helper()
	_, err := c.tables.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String(table), Item: map[string]types.AttributeValue{
		"id": &types.AttributeValueMemberS{Value: id}, "n": &types.AttributeValueMemberN{Value: fmt.Sprint(n)},
	}})
	if err != nil {
		t.Fatal(err)
	}
}

func (c *streamClients) disable(t *testing.T, table string) {
	t.Helper()
	_, err := c.tables.UpdateTable(t.Context(), &dynamodb.UpdateTableInput{
		TableName: aws.String(table), StreamSpecification: &types.StreamSpecification{StreamEnabled: aws.Bool(false)},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// shards pages through the shards of a stream.
func (c *streamClients) shards(t *testing.T, arn string) (all []streamtypes.Shard) {
	t.Helper()
	for start := (*string)(nil); ; {
		resp, err := c.streams.DescribeStream(t.Context(), &dynamodbstreams.DescribeStreamInput{
			StreamArn: aws.String(arn), Limit: aws.Int32(3), ExclusiveStartShardId: start,
		})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, resp.StreamDescription.Shards...)
		if start = resp.StreamDescription.LastEvaluatedShardId; start == nil {
			return all
		}
	}
}

// consume reads a disabled stream to its end as a consumer does: each shard
// after its parent, until there is no next iterator.
func (c *streamClients) consume(t *testing.T, arn string) (records []streamtypes.Record) {
	t.Helper()
	waiting := c.shards(t, arn)
	for done := map[string]bool{}; len(waiting) > 0; {
		i := slices.IndexFunc(waiting, func(s streamtypes.Shard) bool {
			return s.ParentShardId == nil || done[*s.ParentShardId]
		})
		if i < 0 {
			t.Fatalf("the parents of %d shards are missing", len(waiting))
		}
		id := waiting[i].ShardId
		done[*id] = true
		waiting = slices.Delete(waiting, i, i+1)
		at, err := c.streams.GetShardIterator(t.Context(), &dynamodbstreams.GetShardIteratorInput{
			StreamArn: aws.String(arn), ShardId: id, ShardIteratorType: streamtypes.ShardIteratorTypeTrimHorizon,
		})
		if err != nil {
			t.Fatal(err)
		}
		for it := at.ShardIterator; it != nil; {
			resp, err := c.streams.GetRecords(t.Context(), &dynamodbstreams.GetRecordsInput{ShardIterator: it, Limit: aws.Int32(7)})
			if err != nil {
				t.Fatal(err)
			}
			records, it = append(records, resp.Records...), resp.NextShardIterator
		}
	}
	return records
}

// number is the attribute n of an image, "" where there is none.
func number(image map[string]streamtypes.AttributeValue) string {
	if n, ok := image["n"].(*streamtypes.AttributeValueMemberN); ok {
		return n.Value
	}
	return ""
}

func streamID(r *streamtypes.Record) string {
	return r.Dynamodb.Keys["id"].(*streamtypes.AttributeValueMemberS).Value
}

// A consumer that follows shards through their closings to the end sees every
// change once, those of an item in the order of the writes.
func TestStreamConsumer(t *testing.T) {
	c := newStreamClients(t)
	arn := c.create(t, "followed", types.StreamViewTypeNewImage)
	want := map[string][]string{}
	n := int64(0)
	for range 3 {
		for i := range 40 {
			id := fmt.Sprintf("i%02d", i%20)
			n++
			c.put(t, "followed", id, n)
			want[id] = append(want[id], fmt.Sprint(n))
		}
		c.ahead.Add(int64(4*time.Hour + time.Second)) // shards are open for four hours
		if err := c.db.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	c.disable(t, "followed")
	shards := c.shards(t, arn)
	children := slices.IndexFunc(shards, func(s streamtypes.Shard) bool { return s.ParentShardId != nil })
	if len(shards) != 16 || children < 0 {
		t.Errorf("%d shards, want 4 at a time after 3 closings: 16, with parents", len(shards))
	}
	got := map[string][]string{}
	for _, r := range c.consume(t, arn) {
		got[streamID(&r)] = append(got[streamID(&r)], number(r.Dynamodb.NewImage))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes by item (-written +read):\n%s", diff)
	}
	listed, err := c.streams.ListStreams(t.Context(), &dynamodbstreams.ListStreamsInput{TableName: aws.String("followed")})
	if err != nil || len(listed.Streams) != 1 || *listed.Streams[0].StreamArn != arn {
		t.Errorf("ListStreams: %v, %v", listed, err)
	}
}

// The records of a put, an overwrite, a write that changes nothing, and the
// end of a time to live, by view type (Developer Guide, Streams, and TTL and
// streams: userIdentity).
func TestStreamViews(t *testing.T) {
	want := map[types.StreamViewType]string{
		types.StreamViewTypeKeysOnly:        "INSERT new= old= ,MODIFY new= old= ,REMOVE new= old= Service/dynamodb.amazonaws.com",
		types.StreamViewTypeNewImage:        "INSERT new=1 old= ,MODIFY new=T old= ,REMOVE new= old= Service/dynamodb.amazonaws.com",
		types.StreamViewTypeOldImage:        "INSERT new= old= ,MODIFY new= old=1 ,REMOVE new= old=T Service/dynamodb.amazonaws.com",
		types.StreamViewTypeNewAndOldImages: "INSERT new=1 old= ,MODIFY new=T old=1 ,REMOVE new= old=T Service/dynamodb.amazonaws.com",
	}
	c := newStreamClients(t)
	for view, want := range want {
		t.Run(string(view), func(t *testing.T) {
			table := strings.ToLower(string(view))
			arn := c.create(t, table, view)
			_, err := c.tables.UpdateTimeToLive(t.Context(), &dynamodb.UpdateTimeToLiveInput{
				TableName: aws.String(table), TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String("n"), Enabled: aws.Bool(true)},
			})
			if err != nil {
				t.Fatal(err)
			}
			over := time.Now().Add(-time.Minute).Unix()
			c.put(t, table, "a", 1) // more than five years ago: never over
			c.put(t, table, "a", over)
			c.put(t, table, "a", over)
			if err := c.db.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			c.disable(t, table)
			var got []string
			for _, r := range c.consume(t, arn) {
				by := ""
				if u := r.UserIdentity; u != nil {
					by = *u.Type + "/" + *u.PrincipalId
				}
				line := fmt.Sprintf("%s new=%s old=%s %s", r.EventName, number(r.Dynamodb.NewImage), number(r.Dynamodb.OldImage), by)
				got = append(got, strings.ReplaceAll(line, fmt.Sprint(over), "T"))
				if r.Dynamodb.StreamViewType != streamtypes.StreamViewType(view) || *r.AwsRegion != "us-east-1" || r.Dynamodb.ApproximateCreationDateTime.Nanosecond() != 0 {
					t.Errorf("record %+v", r)
				}
			}
			if diff := cmp.Diff(want, strings.Join(got, ",")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
