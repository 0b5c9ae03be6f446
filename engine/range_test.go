package engine_test

import (
	"context"
	"testing"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/schema"
	"github.com/keywright/keywright/store"
	storepebble "github.com/keywright/keywright/store/pebble"
)

// walked is a store that counts the pairs that scans pass.
type walked struct {
	store.Store
	pairs int
}

func (w *walked) View(ctx context.Context, fn func(store.Reader) error) error {
	return w.Store.View(ctx, func(r store.Reader) error { return fn(walkedReader{r, w}) })
}

type walkedReader struct {
	store.Reader
	w *walked
}

func (r walkedReader) Scan(ctx context.Context, rg store.Range, fn func(k, v []byte) bool) error {
	return r.Reader.Scan(ctx, rg, func(k, v []byte) bool {
		r.w.pairs++
		return fn(k, v)
	})
}

// A Query walks the pairs of its answer and no others, on each condition, in
// both directions, on the table and on an index.
func TestQueryWalksOnlyItsRange(t *testing.T) {
	s, err := storepebble.Open(storepebble.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &walked{Store: s}
	db := open(t, engine.Options{Store: w})
	text := attr.TypeString
	def := &schema.Table{
		Name: "things", OnDemand: true, Key: schema.Key{Partition: []string{"pk"}, Sort: []string{"sk"}},
		Attributes: []schema.Attribute{{Name: "pk", Type: text}, {Name: "sk", Type: text}, {Name: "g", Type: text}},
		Indexes: []schema.Index{{Name: "byG", Key: schema.Key{Partition: []string{"g"}, Sort: []string{"sk"}},
			Projection: schema.Projection{Kind: schema.ProjectAll}}},
	}
	if _, err := db.CreateTable(t.Context(), api.NewCreateTable(def)); err != nil {
		t.Fatal(err)
	}
	for _, pk := range []string{"p", "q", "r"} {
		for _, sk := range []string{"a", "b", "b\x00", "ba", "bb", "c", "d"} {
			it := attr.NewItem(attr.Field{Name: "pk", Value: attr.String(pk)}, attr.Field{Name: "sk", Value: attr.String(sk)},
				attr.Field{Name: "g", Value: attr.String("g" + pk)})
			if _, err := db.PutItem(t.Context(), &api.PutItemRequest{TableName: "things", Item: it}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		condition string
		want      int // by hand, over a b b\x00 ba bb c d
	}{
		{"", 7}, {" AND sk = :b", 1}, {" AND sk < :b", 1}, {" AND sk <= :b", 2}, {" AND sk > :b", 5}, {" AND sk >= :b", 6},
		{" AND begins_with(sk, :b)", 4}, {" AND sk BETWEEN :b AND :bb", 4},
	} {
		for _, index := range []string{"", "byG"} {
			for _, forward := range []bool{true, false} {
				condition := "pk = :p" + c.condition
				values := api.Values{":p": attr.String("q")}
				if index != "" {
					condition, values = "g = :p"+c.condition, api.Values{":p": attr.String("gq")}
				}
				if c.condition != "" {
					values[":b"] = attr.String("b")
				}
				if c.condition == " AND sk BETWEEN :b AND :bb" {
					values[":bb"] = attr.String("bb")
				}
				w.pairs = 0
				resp, err := db.Query(t.Context(), &api.QueryRequest{TableName: "things", IndexName: index, KeyConditionExpression: &condition,
					ExpressionAttributeValues: values, ScanIndexForward: &forward})
				if err != nil {
					t.Fatal(err)
				}
				if len(resp.Items) != c.want || w.pairs != c.want {
					t.Errorf("%s, index %q: %d items, %d pairs walked, want %d", condition, index, len(resp.Items), w.pairs, c.want)
				}
			}
		}
	}
}
