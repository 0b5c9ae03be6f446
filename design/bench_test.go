package design_test

import (
	"os"
	"testing"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
)

func benchmarkBound(b *testing.B) (*model.Model, *design.Bound) {
	m := readModel(b, "../examples/leaderboard/by-hand.sql")
	bound, err := design.Bind(m, readDesign(b, "../examples/leaderboard/dedicated.json"))
	if err != nil {
		b.Fatal(err)
	}
	return m, bound
}

var benchmarkRow = model.Row{
	"season": attr.String("2026-Q2"), "player_id": attr.String("u8231"), "rating": attr.Int(1842), "games": attr.Int(3),
}

func BenchmarkItems(b *testing.B) {
	m, bound := benchmarkBound(b)
	e := m.Entity("rating")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := bound.Items(e, benchmarkRow, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	m, bound := benchmarkBound(b)
	placed, err := bound.Items(m.Entity("rating"), benchmarkRow, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := bound.Decode("leaderboard", placed[0].Item); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRequest(b *testing.B) {
	_, bound := benchmarkBound(b)
	args := design.Args{"player": attr.String("u8231")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := bound.Request("recent-matches", args); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBind(b *testing.B) {
	m := readModel(b, "../examples/leaderboard/by-hand.sql")
	src, err := os.ReadFile("../examples/leaderboard/dedicated.json")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		d, err := design.Parse("dedicated.json", src)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := design.Bind(m, d); err != nil {
			b.Fatal(err)
		}
	}
}
