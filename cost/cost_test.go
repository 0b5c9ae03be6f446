package cost_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/keywright/keywright/cost"
	"pgregory.net/rapid"
)

// TestUnits: "DynamoDB read and write operations"; R65 of the field reports.
func TestUnits(t *testing.T) {
	for _, c := range []struct {
		bytes                                 int
		write, transactWrite                  int64
		eventual, strong, transact, asPrinted float64
	}{
		{0, 1, 2, 0.5, 1, 2, 0.5},
		{1, 1, 2, 0.5, 1, 2, 0.5},
		{1024, 1, 2, 0.5, 1, 2, 0.5},
		{1025, 2, 4, 0.5, 1, 2, 0.5},
		{3072, 3, 6, 0.5, 1, 2, 0.5},
		{4096, 4, 8, 0.5, 1, 2, 0.5},
		{4097, 5, 10, 1, 2, 4, 1},
		{409_600, 400, 800, 50, 100, 200, 50},
	} {
		if got := cost.WriteUnits(c.bytes); got != c.write {
			t.Errorf("WriteUnits(%d) = %d, want %d", c.bytes, got, c.write)
		}
		if got := cost.TransactWriteUnits(c.bytes); got != c.transactWrite {
			t.Errorf("TransactWriteUnits(%d) = %d, want %d", c.bytes, got, c.transactWrite)
		}
		for kind, pair := range map[string][2]float64{
			"eventual": {cost.ReadUnits(c.bytes, false).Units(), c.eventual},
			"strong":   {cost.ReadUnits(c.bytes, true).Units(), c.strong},
			"transact": {cost.TransactReadUnits(c.bytes).Units(), c.transact},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s read of %d bytes: %v units, want %v", kind, c.bytes, pair[0], pair[1])
			}
		}
	}
}

// TestIndexWriteUnits: R67 of the field reports, measured on AWS.
func TestIndexWriteUnits(t *testing.T) {
	for name, c := range map[string]struct {
		change cost.EntryChange
		want   int64
	}{
		"not in the index":     {cost.EntryChange{}, 0},
		"new entry":            {cost.EntryChange{NewBytes: 100}, 1},
		"new entry of 3 KB":    {cost.EntryChange{NewBytes: 3000}, 3},
		"removed entry":        {cost.EntryChange{OldBytes: 1025}, 2},
		"changed projection":   {cost.EntryChange{OldBytes: 100, NewBytes: 120}, 1},
		"shrunk entry":         {cost.EntryChange{OldBytes: 3000, NewBytes: 100}, 3},
		"changed key":          {cost.EntryChange{OldBytes: 100, NewBytes: 100, Moved: true}, 2},
		"changed key and size": {cost.EntryChange{OldBytes: 100, NewBytes: 1500, Moved: true}, 3},
	} {
		if got := cost.IndexWriteUnits(c.change); got != c.want {
			t.Errorf("%s: %d units, want %d", name, got, c.want)
		}
	}
}

func TestMoneyText(t *testing.T) {
	for _, c := range []struct {
		exact, printed string
	}{
		{"0", "$0.00"},
		{"1010.54", "$1,010.54"},
		{"1010.545", "$1,010.55"},
		{"1010.5449999999", "$1,010.54"},
		{"0.005", "$0.01"},
		{"0.0049999999", "<$0.01"},
		{"0.0000000001", "<$0.01"},
		{"-0.0000000001", ">-$0.01"},
		{"-0.5", "-$0.50"},
		{"999.995", "$1,000.00"},
		{"12345678.9", "$12,345,678.90"},
		{"-1234567", "-$1,234,567.00"},
		{"922337203.6854775807", "$922,337,203.69"},
	} {
		m, err := cost.ParseMoney(c.exact)
		if err != nil {
			t.Errorf("%s: %v", c.exact, err)
			continue
		}
		if m.String() != c.printed || m.Decimal() != c.exact {
			t.Errorf("%s prints as %s and %s, want %s", c.exact, m.String(), m.Decimal(), c.printed)
		}
		text, err := json.Marshal(m)
		var back cost.Money
		if err != nil || json.Unmarshal(text, &back) != nil || back != m {
			t.Errorf("%s: JSON %s, %v, read back as %s", c.exact, text, err, back)
		}
	}
	for _, s := range []string{"", "-", ".5", "1.", "1e3", "+1", "--1", "1.00000000001", "1_000", "1.-5", "x", `"1"`, "922337203.6854775808", "99999999999999999999"} {
		if m, err := cost.ParseMoney(s); err == nil {
			t.Errorf("ParseMoney(%q) = %s", s, m.Decimal())
		}
	}
}

// TestTimesLaw holds Times against math/big: nearest, halves away from zero,
// out of range refused.
func TestTimesLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-1e12, 1e12)).Draw(t, "m")
		n := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-1e6, 1e6)).Draw(t, "n")
		d := rapid.OneOf(rapid.Int64Range(1, math.MaxInt64), rapid.Int64Range(1, 1e6)).Draw(t, "d")
		product := new(big.Int).Mul(big.NewInt(m), big.NewInt(n))
		want, rest := new(big.Int).QuoRem(new(big.Int).Abs(product), big.NewInt(d), new(big.Int))
		if rest.Lsh(rest, 1).Cmp(big.NewInt(d)) >= 0 {
			want.Add(want, big.NewInt(1))
		}
		refused := want.Cmp(big.NewInt(math.MaxInt64)) > 0
		if product.Sign() < 0 {
			want.Neg(want)
		}
		got, err := cost.Money(m).Times(n, d)
		if refused != errors.Is(err, cost.ErrRange) || (err == nil) != !refused {
			t.Fatalf("%d * %d / %d: error %v, exact %s", m, n, d, err, want)
		}
		if err == nil && big.NewInt(int64(got)).Cmp(want) != 0 {
			t.Fatalf("%d * %d / %d = %d, want %s", m, n, d, got, want)
		}
	})
}

func TestSum(t *testing.T) {
	if m, err := cost.Sum(cost.Dollar, -3*cost.Dollar, 0, 5); err != nil || m != -2*cost.Dollar+5 {
		t.Errorf("sum %d, %v", m, err)
	}
	for _, amounts := range [][]cost.Money{{math.MaxInt64, 1}, {math.MinInt64, -1}, {math.MaxInt64, math.MaxInt64}} {
		if m, err := cost.Sum(amounts...); !errors.Is(err, cost.ErrRange) {
			t.Errorf("sum of %v = %d, %v", amounts, m, err)
		}
	}
}

// TestMonthlyPrices: by hand, e.g. 0.625 / 1,000,000 * 2,628,000 = 1.6425 and
// 0.00065 * 730 = 0.4745.
func TestMonthlyPrices(t *testing.T) {
	for name, want := range map[string][3]string{
		"us-east-1/on-demand":               {"1.6425", "0.16425", "0.25"},
		"us-east-1/provisioned":             {"0.4745", "0.04745", "0.25"},
		"us-east-1/on-demand/standard-ia":   {"2.053125", "0.2053125", "0.1"},
		"us-east-1/provisioned/standard-ia": {"0.5913", "0.0584", "0.1"},
		"us-east-2/on-demand":               {"1.6425", "0.16425", "0.25"},
		"eu-west-1/on-demand":               {"1.85274", "0.185931", "0.283"},
	} {
		l, err := cost.Prices(name)
		if err != nil {
			t.Error(err)
			continue
		}
		got := [3]string{l.WriteUnitMonth.Decimal(), l.HalfReadMonth.Decimal(), l.GigabyteMonth.Decimal()}
		if got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if l.MonthSeconds != 730*3600 || l.GigabyteBytes != 1<<30 {
			t.Errorf("%s: a month of %d s, a gigabyte of %d bytes", name, l.MonthSeconds, l.GigabyteBytes)
		}
	}
}

func TestMonthlyCosts(t *testing.T) {
	l, err := cost.Prices("us-east-1/on-demand")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		got  func() (cost.Money, error)
		want string
	}{
		{"100 write units a second", func() (cost.Money, error) { return l.Writes(100e6) }, "164.25"},
		{"one write unit in 1,000,000 seconds", func() (cost.Money, error) { return l.Writes(1) }, "0.0000016425"},
		{"half a read unit, 200 a second", func() (cost.Money, error) { return l.Reads(200e6) }, "32.85"},
		{"one gigabyte", func() (cost.Money, error) { return l.Stored(1 << 30) }, "0.25"},
		{"one byte", func() (cost.Money, error) { return l.Stored(1) }, "0.0000000002"},
		{"an exabyte", func() (cost.Money, error) { return l.Stored(1 << 60) }, "268435456"},
		{"1.5 TB", func() (cost.Money, error) { return l.Stored(3 << 39) }, "384"},
	} {
		m, err := c.got()
		if err != nil || m.Decimal() != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, m.Decimal(), err, c.want)
		}
	}
	// 922 million dollars are 561 million write units a second.
	if m, err := l.Writes(600_000_000e6); !errors.Is(err, cost.ErrRange) {
		t.Errorf("600 million write units a second cost %s, %v", m, err)
	}
	// 8 exabytes are 2^33 GB, 2,147 million dollars.
	if m, err := l.Stored(math.MaxInt64); !errors.Is(err, cost.ErrRange) {
		t.Errorf("8 exabytes cost %s, %v", m, err)
	}
}

// TestDataFiles: every price of every list has what a reader needs to judge
// it, and the Region of the examples has a price of every item.
func TestDataFiles(t *testing.T) {
	items := []cost.Item{
		cost.WriteRequest, cost.ReadRequest, cost.WriteCapacityHour, cost.ReadCapacityHour, cost.Storage,
		cost.ReplicatedWriteRequest, cost.ReplicatedWriteCapacityHour, cost.VectorWrite, cost.VectorSearch,
		cost.PointInTimeRecovery, cost.BackupWarm, cost.BackupCold, cost.RestoreWarm, cost.RestoreCold,
		cost.StreamsRead, cost.Export, cost.Import, cost.ChangeCapture, cost.TransferBetweenRegions,
	}
	for _, name := range cost.Names() {
		l, err := cost.Prices(name)
		if err != nil {
			t.Fatal(err)
		}
		if l.Name != name || l.Date == "" {
			t.Errorf("%s: name %q, date %q", name, l.Name, l.Date)
		}
		for _, p := range l.Prices {
			confidence := slices.Contains([]string{"high", "medium", "low"}, p.Confidence)
			if !slices.Contains(items, p.Item) || p.Amount <= 0 || p.Per <= 0 || p.Of == "" || p.Source == "" || !confidence {
				t.Errorf("%s: %+v", name, p)
			}
		}
		for _, item := range items {
			if _, ok := l.Price(item); !ok && l.Region == "us-east-1" {
				t.Errorf("%s: no price of %s", name, item)
			}
		}
	}
}

func BenchmarkWrites(b *testing.B) {
	l, err := cost.Prices("us-east-1/on-demand")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.Writes(123_456_789); err != nil {
			b.Fatal(err)
		}
	}
}
