package gather_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/keywright/keywright/api"
	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/engine"
	"github.com/keywright/keywright/gather"
	"github.com/keywright/keywright/model"
)

// leaderboard is the example's design of four shards with its tables, and the
// rows of one season.
type leaderboard struct {
	b  *design.Bound
	db *engine.DB
}

func open(t rapid.TB) *leaderboard {
	t.Helper()
	read := func(name string) []byte {
		src, err := os.ReadFile("../examples/leaderboard/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	m, err := model.Parse("by-hand.sql", read("by-hand.sql"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := design.Parse("sharded.json", read("sharded.json"))
	if err != nil {
		t.Fatal(err)
	}
	l := &leaderboard{}
	if l.b, err = design.Bind(m, doc); err != nil {
		t.Fatal(err)
	}
	if l.db, err = engine.Open(engine.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, r := range l.b.CreateTables() {
		if _, err := l.db.CreateTable(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func (l *leaderboard) close(t rapid.TB) {
	if err := l.db.Close(); err != nil {
		t.Error(err)
	}
}

func (l *leaderboard) put(t rapid.TB, season, player string, rating int) {
	t.Helper()
	e := l.b.Model.Entity("rating")
	row := model.Row{"season": attr.String(season), "player_id": attr.String(player), "rating": attr.Int(int64(rating)), "games": attr.Int(1)}
	placed, err := l.b.Items(e, row, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range placed {
		if _, err := l.db.PutItem(context.Background(), &api.PutItemRequest{TableName: p.Table, Item: p.Item}); err != nil {
			t.Fatal(err)
		}
	}
}

func (l *leaderboard) top(t rapid.TB) *design.Call {
	t.Helper()
	call, err := l.b.Request("top-n", design.Args{"season": attr.String("2026-Q2")})
	if err != nil {
		t.Fatal(err)
	}
	return call
}

// TestPagesLaw: the answer of a sharded question is what sorting all rows
// gives, cut at the LIMIT; read in pages of any sizes, with a cursor that is
// printed and read between them, the pages joined are the whole answer.
func TestPagesLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := open(t)
		defer l.close(t)
		var want []string
		for i := range rapid.IntRange(0, 60).Draw(t, "players") {
			rating := rapid.IntRange(0, 20).Draw(t, "rating") * 5000 % 99999
			player := fmt.Sprintf("p%04d", i*7919%10000)
			l.put(t, "2026-Q2", player, rating)
			want = append(want, fmt.Sprintf("RATING#%05d#%s", rating, player))
		}
		l.put(t, "2026-Q1", "other", 3)
		slices.Sort(want)
		slices.Reverse(want)
		call := l.top(t)
		whole, err := gather.Query(context.Background(), l.db, call, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[:min(len(want), 100)], sorts(whole.Items)); diff != "" {
			t.Fatalf("top-n (-want +got)\n%s", diff)
		}
		if whole.Requests != 4 || whole.Scanned != whole.Count {
			t.Fatalf("%d requests examined %d items for %d", whole.Requests, whole.Scanned, whole.Count)
		}
		var got []string
		text := ""
		for pages := 0; ; pages++ {
			from, err := gather.ParseCursor(text)
			if err != nil {
				t.Fatal(err)
			}
			page, err := gather.Query(context.Background(), l.db, call, rapid.IntRange(1, 9).Draw(t, "page"), from)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, sorts(page.Items)...)
			if page.Next == nil {
				break
			}
			if text = page.Next.String(); pages > 100 {
				t.Fatal("the pages do not end")
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("pages joined (-want +got)\n%s", diff)
		}
	})
}

func sorts(items []attr.Item) []string {
	var out []string
	for _, it := range items {
		out = append(out, it.Get("seasonSort").Str())
	}
	return out
}

// TestShardOfAKey: CRC-32 of the column modulo the shards. The check value of
// CRC-32 is known: "123456789" gives 0xCBF43926, which is 2 modulo 4.
func TestShardOfAKey(t *testing.T) {
	l := open(t)
	defer l.close(t)
	l.put(t, "2026-Q2", "123456789", 1842)
	page, err := gather.Query(context.Background(), l.db, l.top(t), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := page.Items[0].Get("seasonPartition").Str(); got != "SEASON#2026-Q2#2" {
		t.Errorf("partition key %q", got)
	}
}

func TestWrongUse(t *testing.T) {
	l := open(t)
	defer l.close(t)
	ctx := context.Background()
	if _, err := gather.Query(ctx, l.db, l.top(t), 0, gather.Cursor{{}}); err == nil || !strings.Contains(err.Error(), "a cursor of 1 shards, and the question has 4") {
		t.Errorf("a cursor of another question: %v", err)
	}
	plain, err := l.b.Request("player-by-handle", design.Args{"handle": attr.String("x")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gather.Query(ctx, l.db, plain, 0, nil); err == nil || !strings.Contains(err.Error(), "not sharded") {
		t.Errorf("a plain question: %v", err)
	}
	if _, err := gather.ParseCursor("{"); err == nil {
		t.Error("a broken cursor is read")
	}
}
