package plan_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/plan"
)

// TestLeaderboardByHand works the price of the leaderboard of the planner's
// notes out by hand, from the price list of 2026-11-30 ($0.625 per million
// write units, $0.125 per million read units, $0.25 per 2^30 bytes and month)
// and a month of 730 hours, 2,628,000 seconds. One request unit a second
// through a month is 2.628 million of them: $1.6425 for writes, $0.3285 for
// reads, $0.16425 for half a read.
func TestLeaderboardByHand(t *testing.T) {
	r := search(t, parseFile(t, "testdata/leaderboard.sql"), plan.Options{})

	const (
		write  = 16_425_000_000 // $1.6425
		half   = 1_642_500_000  // $0.16425
		gib    = 1 << 30
		stored = 2_500_000_000 // $0.25
	)
	storage := func(rows, bytes int64) int64 { return rows * (bytes + 100) * (stored / 1000) / gib * 1000 }

	// Sizes: names and mean values of columns, and of the made-up keys.
	//   player  player_id 9+26, handle 6+12, country 7+2, avatar 6+60, bio 3+200,
	//           created_at 10+24; PK 2 + PLAYER# 7 + 26                      = 400
	//   unique  PK 2 + UQ#PLAYER.handle# 17 + 12; player_id 35, handle 18,
	//           country 9, avatar 66                                        = 159
	//   match   player_id 35, match_id 8+26, played_at 9+24, opponent 8+26,
	//           score 5+3; PK 2+33, SK 2 + MATCH# 6 + 24 + # + 26           = 238
	//   rating  season 6+7, player_id 35, rating 6+3, games 5+6, handle 18;
	//           PK 2+33, SK 2 + RATING# 7 + 7                               = 137
	//           bySeasonPK 10 + SEASON# 7 + 7, bySeasonSK 10 + 5 + # + 26   =  66
	//   entry   66, PK and SK of the row 51, rating 9, handle 18            = 144
	reads := int64(0)
	reads += 500 * 2 * half // player-by-id: 400 B, strong: one unit
	reads += 20 * half      // player-by-handle: 159 B of the unique item
	reads += 200 * 2 * half // recent-matches: 20 x 238 B = 4,760 B: two blocks of 4 KB
	reads += 50 * 4 * half  // top-n: 100 x 144 B = 14,400 B: four blocks
	// rating-of-player, 0.1/s: 203 B; it finds the copies that follow rename
	reads += half / 10

	writes := int64(0)
	writes += 1 * (2 + 2) * write // join: a transaction of player and unique item
	// rename, 0.1/s: player in a transaction 2; unique item deleted and put 4;
	// the old handle is read first, strongly (2 halves); then one rating and
	// its index entry
	writes += (2 + 4 + 1 + 1) * write / 10
	writes += 2 * half / 10
	writes += 200 * write           // play: no index
	writes += 100 * (1 + 2) * write // rate: the row; its entry moves

	space := storage(1_000_000, 400) + storage(1_000_000, 159) + storage(200_000_000, 238) +
		storage(1_000_000, 137+66) + storage(1_000_000, 144)

	want := cost.Money(reads + writes + space)
	if d := r.Total - want; d < -cost.Dollar/10_000 || d > cost.Dollar/10_000 {
		t.Errorf("%s, by hand %s", r.Total.Decimal(), want.Decimal())
	}
	if !r.Optimal || r.Answered != 4 || len(r.Refused) > 0 {
		t.Errorf("answered %d of 4, optimal %v, refused %v", r.Answered, r.Optimal, r.Refused)
	}
}

// TestHotSeason is the leaderboard with 900 ratings a second: 1,800 write
// units on the one partition of the season.
func TestHotSeason(t *testing.T) {
	m := parseFile(t, "testdata/leaderboard.sql")
	for _, w := range m.Writes {
		if w.Name == "rate" {
			w.Rate = 900_000_000
		}
	}
	r := search(t, m, plan.Options{})
	if len(r.Refused) != 1 || r.Refused[0].Code != model.EHot || !strings.Contains(r.Refused[0].Reason, "1,800 write units") {
		t.Fatalf("refused: %+v", r.Refused)
	}
	if r.Answered != 3 {
		t.Errorf("%d questions answered, want the other three", r.Answered)
	}
	if a := r.Refused[0].Alternatives; len(a) < 3 || !a[0].Priced || !strings.Contains(a[0].Text, "floor") {
		t.Errorf("alternatives: %+v", a)
	}
}

// TestSameBytes plans models twice, and with questions and writes in another
// order: the design has the same bytes, but for the order of its questions.
func TestSameBytes(t *testing.T) {
	for _, name := range []string{"leaderboard", "tournament", "shop", "auction"} {
		first := search(t, parseFile(t, "../examples/"+name+"/model.sql"), plan.Options{})
		again := search(t, parseFile(t, "../examples/"+name+"/model.sql"), plan.Options{})
		if a, b := first.Design.Format(), again.Design.Format(); !bytes.Equal(a, b) {
			t.Errorf("%s: two runs differ:\n%s", name, cmp.Diff(string(a), string(b)))
		}
		if a, b := render(first), render(again); a != b {
			t.Errorf("%s: two reports differ:\n%s", name, cmp.Diff(a, b))
		}
		m := parseFile(t, "../examples/"+name+"/model.sql")
		r := rand.New(rand.NewPCG(1, 2))
		r.Shuffle(len(m.Questions), func(i, j int) { m.Questions[i], m.Questions[j] = m.Questions[j], m.Questions[i] })
		r.Shuffle(len(m.Writes), func(i, j int) { m.Writes[i], m.Writes[j] = m.Writes[j], m.Writes[i] })
		other := search(t, m, plan.Options{})
		if first.Total != other.Total {
			t.Errorf("%s: reordered, the total is %s instead of %s", name, other.Total, first.Total)
		}
		if diff := cmp.Diff(first.Design.Tables, other.Design.Tables); diff != "" {
			t.Errorf("%s: reordered, the tables differ:\n%s", name, diff)
		}
		if diff := cmp.Diff(first.Design.Items, other.Design.Items); diff != "" {
			t.Errorf("%s: reordered, the items differ:\n%s", name, diff)
		}
	}
}

// TestRandomModelsBind plans random models and binds what comes out: search
// does it, and that the parts add up to the total.
func TestRandomModelsBind(t *testing.T) {
	for seed := range uint64(60) {
		m := parse(t, "random.sql", plan.RandomModel(rand.New(rand.NewPCG(seed, 9)), 2, 4))
		search(t, m, plan.Options{Quick: seed%4 != 0})
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestCancelled stops a search whose caller has gone away.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := plan.Search(ctx, parseFile(t, "../examples/shop/model.sql"), plan.Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestStepLimit plans with too few steps: the design is right, but not called
// optimal.
func TestStepLimit(t *testing.T) {
	m := parseFile(t, "../examples/shop/model.sql")
	r := search(t, m, plan.Options{Steps: 150, Quick: true})
	if r.Optimal {
		t.Error("150 steps are enough to prove it")
	}
	if r.Floor <= 0 || r.Floor > r.Total {
		t.Errorf("floor %s of %s", r.Floor, r.Total)
	}
}

// TestManyCompatible plans an entity with eighteen questions of which any
// could share an index: more than a table over subsets takes.
func TestManyCompatible(t *testing.T) {
	var b strings.Builder
	b.WriteString("-- model wide prices=us-east-1/on-demand\nCREATE TABLE t ( -- rows=1M\n  id ulid PRIMARY KEY,\n  a ulid NOT NULL, -- distinct=1000\n  at timestamp(3) NOT NULL,")
	const n = 18
	for i := range n {
		b.WriteString("\n  c" + string(rune('a'+i)) + " varchar(40) NOT NULL, -- avg=20")
	}
	b.WriteString("\n  last char(1) NOT NULL);\n")
	for i := range n {
		b.WriteString("-- question q" + string(rune('a'+i)) + " rate=5/s\nSELECT c" + string(rune('a'+i)) + " FROM t WHERE a = :a ORDER BY at LIMIT 10;\n")
	}
	b.WriteString("-- write new rate=100/s\nINSERT INTO t;\n-- write up rate=1/s\nUPDATE t SET at = :at WHERE id = :id;\n")
	m := parse(t, "wide.sql", b.String())
	r := search(t, m, plan.Options{Steps: 20_000, Quick: true})
	if r.Answered != n {
		t.Errorf("%d of %d answered", r.Answered, n)
	}
	if len(r.Indexes) != 1 {
		t.Errorf("%d indexes where one is enough", len(r.Indexes))
	}
}

// TestPriceOfQuestion compares the price of a question with two searches.
func TestPriceOfQuestion(t *testing.T) {
	const file = "../examples/shop/model.sql"
	whole := search(t, parseFile(t, file), plan.Options{})
	for _, q := range whole.Questions[:6] {
		m := parseFile(t, file)
		m.Questions = slices.DeleteFunc(m.Questions, func(x *model.Question) bool { return x.Name == q.Name })
		less := search(t, m, plan.Options{Quick: true})
		// The search prices names of indexes by a nominal length, the layout as
		// they are: cents apart.
		if d := whole.Total - less.Total - q.Price; d < -cost.Dollar/2 || d > cost.Dollar/2 {
			t.Errorf("%s: price %s, by two searches %s", q.Name, q.Price, whole.Total-less.Total)
		}
	}
}
