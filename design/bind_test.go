package design_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

// TestLimits: more indexes and projected attributes than a table may have are
// refused with DynamoDB's own messages (source: "Quotas in Amazon DynamoDB").
func TestLimits(t *testing.T) {
	m := readModel(t, "../examples/leaderboard/by-hand.sql")
	for _, c := range []struct {
		name          string
		global, local int
		includes      int
		want          string
	}{
		{"20 global", 20, 0, 0, ""},
		{"21 global", 21, 0, 0, "GlobalSecondaryIndex"},
		{"5 local", 0, 5, 0, ""},
		{"6 local", 0, 6, 0, "LocalSecondaryIndex"},
		{"100 projected", 20, 0, 5, ""},
		{"105 projected", 15, 0, 7, "100"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := readDesign(t, "../examples/leaderboard/dedicated.json")
			table := &d.Tables[0]
			table.Indexes = nil
			d.Questions = nil
			var include []string
			for i := range c.includes {
				include = append(include, []string{"avatar", "bio", "country", "created_at", "games", "opponent", "score"}[i])
			}
			projection := "KEYS_ONLY"
			if include != nil {
				projection = "INCLUDE"
			}
			for i := range c.global {
				table.Indexes = append(table.Indexes, design.Index{
					Name: fmt.Sprintf("global%d", i), Key: design.Key{Partition: design.Names{"handlePartition"}}, Projection: projection, Include: include,
				})
			}
			for i := range c.local {
				table.Indexes = append(table.Indexes, design.Index{
					Name: fmt.Sprintf("local%d", i), Local: true, Projection: projection, Include: include,
					Key: design.Key{Partition: design.Names{"partitionId"}, Sort: design.Names{"handleSort"}},
				})
			}
			_, err := design.Bind(m, d)
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want something about %q", err, c.want)
			}
		})
	}
}

// TestBoundAnswers: what a bound design says about itself.
func TestBoundAnswers(t *testing.T) {
	m := readModel(t, "../examples/leaderboard/by-hand.sql")
	b, err := design.Bind(m, readDesign(t, "../examples/leaderboard/dedicated.json"))
	if err != nil {
		t.Fatal(err)
	}
	for item, want := range map[string][]string{
		"player": {"player_id"}, "match": {"player_id", "played_at", "match_id"}, "rating": {"player_id", "season"}, "handle": {"handle"}, "none": nil,
	} {
		if diff := cmp.Diff(want, b.KeyColumns(item)); diff != "" {
			t.Errorf("key columns of %s:\n%s", item, diff)
		}
	}
	var names []string
	for _, it := range b.ItemTypes("player-page") {
		names = append(names, it.Name)
	}
	if diff := cmp.Diff([]string{"player", "match", "rating"}, names); diff != "" {
		t.Error(diff)
	}
	if b.Table("leaderboard") == nil || b.Table("none") != nil || len(b.Tables()) != 1 || b.ItemTypes("none") != nil {
		t.Error("tables and items are not found by name")
	}
	if got := design.CopyName([]string{"season", "player_id"}, "handle"); got != "season,player_id.handle" {
		t.Errorf("copy name %q", got)
	}
	if _, err := b.Request("player", nil); err == nil || !strings.Contains(err.Error(), "player-") {
		t.Errorf("an unknown question: %v", err)
	}
	if _, err := b.Write(&model.Write{Name: "none"}, design.Change{}); err == nil {
		t.Error("an unknown write was written")
	}
	if b.Unknown(&model.Write{Name: "none"}) != nil || b.MaxItemBytes("none") != 0 {
		t.Error("unknown names have answers")
	}
}

// TestCopiesNeedParents: a copied column cannot be made up.
func TestCopiesNeedParents(t *testing.T) {
	m, err := model.Parse("m.sql", []byte(`-- model mod prices=us-east-1/on-demand
CREATE TABLE p (id ulid PRIMARY KEY, name varchar(9) NOT NULL); -- rows=1
CREATE TABLE c (id ulid PRIMARY KEY, p ulid REFERENCES p); -- rows=1 
-- question q rate=1/s
SELECT c.id, p.name FROM c JOIN p ON p.id = c.p WHERE c.id = :c;`))
	if err != nil {
		t.Fatal(err)
	}
	d, err := design.Parse("d.json", []byte(`{"version": 1, "model": "mod", "tables": [{"name": "tab", "key": {"partition": "PK"}}],
	 "items": [{"item": "c", "entity": "c", "table": "tab", "keys": {"PK": "{id}"}, "attributes": ["p", {"name": "pn", "column": "name", "parent": "p"}]}],
	 "questions": [{"question": "q", "operation": "GetItem", "items": "c", "request": {"TableName": "tab", "Key": {"PK": "{c}"}}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := design.Bind(m, d)
	if err != nil {
		t.Fatal(err)
	}
	const id = "01HZX3V5Q8S6T7R9P0N1M2K3J4"
	orphan, child := model.Row{"id": attr.String(id)}, model.Row{"id": attr.String(id), "p": attr.String(id)}
	if _, err := b.Items(m.Entity("c"), orphan, nil); err != nil {
		t.Errorf("without a parent: %v", err)
	}
	if _, err := b.Items(m.Entity("c"), child, nil); err == nil {
		t.Error("a copy was made without parents")
	}
	none := func(*model.Entity, model.Row) model.Row { return nil }
	placed, err := b.Items(m.Entity("c"), child, none)
	if err != nil || placed[0].Item.Has("pn") {
		t.Errorf("of a parent that is not there: %v, %v", placed, err)
	}
}

// TestBinaryKeys: bytes stay bytes in an attribute of type B and are written in
// hexadecimal in one of type S, which keeps their order.
func TestBinaryKeys(t *testing.T) {
	m, err := model.Parse("m.sql", []byte(`-- model mod prices=us-east-1/on-demand
CREATE TABLE t (id ulid PRIMARY KEY, h blob NOT NULL CHECK (length(h) <= 32)); -- rows=1`))
	if err != nil {
		t.Fatal(err)
	}
	d, err := design.Parse("d.json", []byte(`{"version": 1, "model": "mod",
	 "tables": [{"name": "tab", "key": {"partition": "B", "sort": "S"}, "types": {"B": "B"}}],
	 "items": [{"item": "t", "entity": "t", "table": "tab", "keys": {"B": "h{h}", "S": "{h}#{id}"}, "attributes": []}], "questions": []}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := design.Bind(m, d)
	if err != nil {
		t.Fatal(err)
	}
	row := model.Row{"id": attr.String("01HZX3V5Q8S6T7R9P0N1M2K3J4"), "h": attr.Binary([]byte{0, 0xff, '#'})}
	placed, err := b.Items(m.Entity("t"), row, nil)
	if err != nil {
		t.Fatal(err)
	}
	it := placed[0].Item
	if got, want := it.Get("B"), attr.Binary([]byte{'h', 0, 0xff, '#'}); !attr.Equal(got, want) {
		t.Errorf("B is %v", got)
	}
	if got, want := it.Get("S"), attr.String("00ff23#01HZX3V5Q8S6T7R9P0N1M2K3J4"); !attr.Equal(got, want) {
		t.Errorf("S is %v", got)
	}
	_, back, err := b.Decode("tab", it)
	if err != nil || !attr.Equal(back["h"], row["h"]) || !attr.Equal(back["id"], row["id"]) {
		t.Errorf("read back %v, %v", back, err)
	}
}
