package bill_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/keywright/keywright/bill"
	"github.com/keywright/keywright/cost"
	"github.com/keywright/keywright/design"
	"github.com/keywright/keywright/model"
	"github.com/keywright/keywright/plan"
	"github.com/keywright/keywright/traffic"
)

// hand is a model whose bill is worked out by hand. An item has PK (2) and
// THING# with a ULID (32), id (2 + 26) and body (4 + 1,500): 1,566 bytes, which
// are 2 write units, and half a read unit where it is read eventually.
const hand = `-- model hand  prices=us-east-1/on-demand
CREATE TABLE thing (id ulid PRIMARY KEY, -- rows=1M
  body varchar(2000) NOT NULL);  -- avg=1500
-- question by-id rate=1000/s
SELECT * FROM thing WHERE id = :id;
-- write put rate=10/s
INSERT INTO thing;
`

func trafficOf(t testing.TB, src string) *traffic.Traffic {
	t.Helper()
	m, err := model.Parse("hand.sql", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	src = strings.ReplaceAll(src, m.Settings.Prices, model.DefaultPrices) // the planner has no others
	planned, err := model.Parse("hand.sql", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	res, err := plan.Search(context.Background(), planned, plan.Options{Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	b, err := design.Bind(m, res.Design)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := traffic.Of(b)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestBillByHand: 1,000,000 x (1,566 + 100) / 2^30 x 0.25 = 0.3878958523 is the
// storage in every one of them.
func TestBillByHand(t *testing.T) {
	tr := trafficOf(t, hand)
	for _, c := range []struct {
		name    string
		o       bill.Options
		part    bill.Part
		want    string
		explain string
	}{
		// 1,000 x 0.5 x 2,628,000 = 1,314 million x 0.125 = 164.25
		{"reads on demand", bill.Options{}, bill.Reads, "164.25", "1,314,000,000 read request units / 1,000,000 x $0.125 = $164.25"},
		// 10 x 2 x 2,628,000 = 52.56 million x 0.625
		{"writes on demand", bill.Options{}, bill.Writes, "32.85", "10/s x 2 write units (1,566 bytes in 1 KB) x 2,628,000 s = 52,560,000 write units"},
		{"storage", bill.Options{}, bill.Storage, "0.3878958523", "1,000,000 x (1,566 + 100 bytes) / 1,073,741,824 bytes = about 1.551583 GB"},
		// 500 / 0.7 = 714.3: 715 x 730 x 0.00013
		{"reads provisioned", bill.Options{Mode: bill.Provisioned}, bill.Reads, "67.8535", "provisioned 715"},
		// 20 / 0.5 = 40 x 730 x 0.00065
		{"writes provisioned for half", bill.Options{Mode: bill.Provisioned, TargetUse: 50}, bill.Writes, "18.98", "20/s x 1 at the peak / 50% = 40, provisioned 40"},
		// 2 x 20 / 0.7 = 57.1: 58 for 8 of 24 hours; 0.5 x 20 / 0.7 = 14.3: 15 for
		// the rest: (58 x 8 + 15 x 16) / 24 x 730 x 0.00065 = 704 x 730 / 24 x 0.00065
		{"writes auto-scaled", bill.Options{Mode: bill.AutoScaled, Peak: bill.Peak{Times: 2000, Hours: 8}}, bill.Writes, "13.9186666667", "provisioned 15"},
		// The floor of 20 at other hours: (58 x 8 + 20 x 16) / 24 x 730 x 0.00065
		{"the floor", bill.Options{Mode: bill.AutoScaled, Floor: 20, Peak: bill.Peak{Times: 2000, Hours: 8}}, bill.Writes, "15.5003333333", "provisioned 20"},
		// 700 of 715 in whole blocks: 700 x 730 x 0.00013 x 0.5; of 29 write units none
		{"reserved", bill.Options{Mode: bill.Provisioned, Reserved: 500_000}, bill.Discounts, "-33.215", "700 of them in whole blocks of 100"},
		// (164.25 + 32.85) x 0.15
		{"savings plan", bill.Options{SavingsPlan: 150_000}, bill.Discounts, "-29.565", "$197.1 of throughput x -15%"},
		// 1.5515834093 GB x 0.10
		{"infrequent access", bill.Options{Class: cost.StandardIA}, bill.Storage, "0.1551583409", "$0.1 ="},
		// 1.5515834093 GB x (0.20 + 2 x 0.10 + 0.03), each rounded for itself
		{"backups", bill.Options{PITR: true, WarmBackups: 2, ColdBackups: 1}, bill.Backups, "0.6671808661", "2 x 1,666,000,000 bytes"},
		{"exports", bill.Options{Exports: 4}, bill.Exports, "0.6206333637", "4 x 1,666,000,000 bytes"},
		// 4 x 2,628,000 / 100,000 x 0.02; 10 x 2 KB x 2,628,000 / 1,000,000 x 0.1
		{"streams", bill.Options{StreamCalls: 4_000_000, ChangeCapture: true}, bill.Streams, "7.3584", "10,512,000 GetRecords calls / 100,000 x $0.02 = $2.1024"},
	} {
		b, err := bill.Of(tr, c.o)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := b.Sum(func(l *bill.Line) bool { return l.Part == c.part })
		steps := ""
		for _, l := range b.Lines {
			if l.Part == c.part {
				steps += strings.Join(l.Steps, "\n") + "\n"
			}
		}
		if got.Decimal() != c.want || !strings.Contains(steps, c.explain) {
			t.Errorf("%s: %s, want %s; steps\n%s", c.name, got.Decimal(), c.want, steps)
		}
	}
}

// TestReplicas: a replica in a Region with a price list of its own. Writes of
// the item are 52.56 million replicated units: in the table's Region at 0.625,
// in the other at 1. Stored are 1,714 bytes an item in both, 1.596286 GB. Sent
// are 10 x 1,566 x 2,628,000 bytes, 38.32809627 GB at 0.02.
func TestReplicas(t *testing.T) {
	c := cost.NewCatalog()
	list := `{"region": "ap-south-1", "date": "2026-11-30", "prices": [` +
		`{"item": "write-request", "per": 1000000, "of": "write request units", "standard": "1", "source": "a page", "confidence": "high"},` +
		`{"item": "read-request", "per": 1000000, "of": "read request units", "standard": "0.25", "source": "a page", "confidence": "high"},` +
		`{"item": "replicated-write-request", "per": 1000000, "of": "replicated write request units", "standard": "1", "source": "a page", "confidence": "high"},` +
		`{"item": "storage", "per": 1, "of": "GB-months", "standard": "0.30", "source": "a page", "confidence": "high"}]}`
	if err := c.Add("ap-south-1.json", []byte(list)); err != nil {
		t.Fatal(err)
	}
	b, err := bill.Of(trafficOf(t, hand), bill.Options{Prices: c, Replicas: []string{"ap-south-1"}})
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]string{
		"item thing":                     "32.85",
		"item thing in ap-south-1":       "52.56",
		"storage of thing":               "0.3990717232",
		"storage of thing in ap-south-1": "0.4788860679",
		"transfer to ap-south-1":         "0.7665619254",
	} {
		if got := b.Sum(func(l *bill.Line) bool { return l.What == what }); got.Decimal() != want {
			t.Errorf("%s: %s, want %s", what, got.Decimal(), want)
		}
	}
}

// TestBreakEven: 0.00065 / (0.625 / 1,000,000 x 3,600) = 13/45.
func TestBreakEven(t *testing.T) {
	b, err := bill.Of(trafficOf(t, hand), bill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if x := b.BreakEven[1]; x.Reads || x.Use.RatString() != "13/45" {
		t.Errorf("break-even of writes %s, want 13/45", x.Use.RatString())
	}
	if len(b.Modes) != 6 {
		t.Errorf("%d modes, want 6", len(b.Modes))
	}
}

// TestRefused: what cannot be priced is said with the cure.
func TestRefused(t *testing.T) {
	tr := trafficOf(t, hand)
	for _, c := range []struct {
		name string
		o    bill.Options
		want string
	}{
		{"a Region without a list", bill.Options{Region: "eu-central-1"}, "--prices FILE"},
		{"a Region without provisioned prices", bill.Options{Region: "eu-west-1", Mode: bill.Provisioned}, "write-capacity-hour"},
		{"a feature without a price", bill.Options{Region: "eu-west-1", Exports: 1}, "no price of export: leave --exports out, or give a list that has it with --prices FILE"},
		{"a replica at home", bill.Options{Replicas: []string{"us-east-1"}}, "the table itself is there"},
		{"a replica without a list", bill.Options{Replicas: []string{"sa-east-1"}}, "sa-east-1/on-demand"},
		{"a peak beyond the day", bill.Options{Peak: bill.Peak{Times: 4000, Hours: 8}}, "at most 3 times"},
		{"a peak below the mean", bill.Options{Peak: bill.Peak{Times: 500, Hours: 8}}, "at least 1"},
		{"no use", bill.Options{TargetUse: 101}, "from 1 to 100"},
		{"a gift", bill.Options{Reserved: 1_000_000}, "below 100%"},
		{"an unknown mode", bill.Options{Mode: "hourly"}, "on-demand, provisioned, auto-scaled"},
		{"an unknown class", bill.Options{Class: "glacier"}, "standard, standard-ia"},
		{"negative backups", bill.Options{WarmBackups: -1}, "not negative"},
	} {
		_, err := bill.Of(tr, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	huge := trafficOf(t, hand)
	for _, op := range huge.Ops {
		op.Rate = 1_000_000_000_000_000
	}
	if _, err := bill.Of(huge, bill.Options{}); !errors.Is(err, cost.ErrRange) {
		t.Errorf("a bill beyond all money: %v", err)
	}
	if _, err := bill.Of(trafficOf(t, strings.ReplaceAll(hand, "us-east-1/on-demand", "us-east-1/hourly")), bill.Options{}); err == nil || !strings.Contains(err.Error(), "us-east-1/on-demand") {
		t.Errorf("an unknown mode in the model: %v", err)
	}
}

// TestLinesAddUp: the total is the sum of the lines, and each question, write,
// table and index has its part, in every mode.
func TestLinesAddUp(t *testing.T) {
	for _, file := range models(t) {
		tr := trafficOf(t, string(read(t, file)))
		for _, mode := range []bill.Mode{bill.OnDemand, bill.Provisioned, bill.AutoScaled} {
			b, err := bill.Of(tr, bill.Options{Mode: mode, Peak: bill.Peak{Times: 2500, Hours: 6}})
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			var ops, places cost.Money
			all, err := b.Ops()
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range all {
				ops += o.Monthly
			}
			for _, p := range b.Places() {
				places += p.Monthly
			}
			other := b.Sum(func(l *bill.Line) bool { return l.Op == "" })
			if ops+other != b.Total || places != b.Total {
				t.Errorf("%s, %s: questions and writes %s, others %s, places %s, total %s", file, mode, ops, other, places, b.Total)
			}
		}
	}
}

func BenchmarkShop(b *testing.B) {
	src := string(read(b, "../examples/shop/model.sql"))
	tr := trafficOf(b, src)
	bound := tr.Bound
	b.ReportAllocs()
	for b.Loop() {
		tr, err := traffic.Of(bound)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := bill.Of(tr, bill.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
