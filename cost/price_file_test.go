package cost_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/keywright/keywright/cost"
)

const row = `{"item": "%", "per": 1, "of": "things", "standard": "0.5", "source": "a page", "confidence": "high"}`

func list(items ...string) string {
	rows := make([]string, len(items))
	for i, it := range items {
		rows[i] = strings.Replace(row, "%", it, 1)
	}
	return `{"region": "ap-south-1", "date": "2026-11-30", "prices": [` + strings.Join(rows, ",\n") + `]}`
}

// TestPriceFileErrors: each fault is told with its place and what would be
// right, all of them at once.
func TestPriceFileErrors(t *testing.T) {
	good := list("write-request", "read-request", "storage")
	for _, c := range []struct{ name, text, want string }{
		{"not JSON", "region: x", "p.json:1: invalid character"},
		{"cut", good[:60], "the file ends"},
		{"more", good + "{}", "something follows"},
		{"an unknown member", strings.Replace(good, `"date"`, `"dates"`, 1), `no member "dates"`},
		{"a month of its own", strings.Replace(good, `"date"`, `"month_seconds": 2592000, "date"`, 1), "stated once"},
		{"an amount that is a number", strings.Replace(good, `"0.5"`, "0.5", 1), `amounts of money are texts`},
		{"no Region", strings.Replace(good, "ap-south-1", "Mumbai", 1), `region: "Mumbai" is no Region`},
		{"no date", strings.Replace(good, "2026-11-30", "today", 1), `date: "today" is no day`},
		{"yuan", strings.Replace(good, `"date"`, `"currency": "CNY", "date"`, 1), "not in CNY"},
		{"negative", strings.Replace(good, `"0.5"`, `"-0.5"`, 1), "prices[0] (write-request): standard: -0.5 is negative"},
		{"no money", strings.Replace(good, `"0.5"`, `"half"`, 1), `prices[0] (write-request): standard: no amount`},
		{"per nothing", strings.Replace(good, `"per": 1`, `"per": 0`, 1), "per: 0 units"},
		{"no source", strings.Replace(good, `"a page"`, `""`, 1), "prices[0] (write-request): source:"},
		{"no confidence", strings.Replace(good, `"high"`, `"sure"`, 1), `confidence: "sure"`},
		{"an unknown item", strings.Replace(good, "storage", "disk", 1), "prices[2] (disk): a price is for one of write-request"},
		{"twice", list("write-request", "read-request", "storage", "storage"), "prices[3] (storage): there is a price of it already"},
		{"a gap: reads", list("write-request", "storage"), "ap-south-1/on-demand: no price of read-request"},
		{"a gap: storage", list("write-request", "read-request"), "no price of storage"},
		{"nothing of use", list("storage"), "no price of reading and writing"},
		{"empty", list(), "prices: there are none"},
	} {
		_, err := cost.ParsePrices("p.json", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "p.json:") {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	two := strings.ReplaceAll(list("write-request", "read-request", "storage"), `"a page"`, `""`)
	if _, err := cost.ParsePrices("p.json", []byte(two)); strings.Count(err.Error(), "source:") != 3 {
		t.Errorf("three faults are told as %v", err)
	}
}

// TestCatalog: a file adds a Region or takes the place of one; what there is
// no list of is refused with the cure.
func TestCatalog(t *testing.T) {
	c := cost.NewCatalog()
	for name, want := range map[string]string{
		"ap-south-1/on-demand":            "there are eu-west-1/on-demand, us-east-1/on-demand",
		"eu-west-1/provisioned":           "no price of write-capacity-hour and read-capacity-hour",
		"eu-west-1/on-demand/standard-ia": "the standard-ia class",
		"us-east-1/hourly":                "there are",
	} {
		_, err := c.Prices(name)
		var none *cost.NoPricesError
		if !errors.As(err, &none) || !strings.Contains(err.Error(), want) && want != "there are" || !strings.Contains(err.Error(), "--prices FILE") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := c.Add("p.json", []byte(list("write-request", "read-request", "storage"))); err != nil {
		t.Fatal(err)
	}
	l, err := c.Prices("ap-south-1/on-demand")
	if err != nil || l.GigabyteMonth != cost.Dollar/2 {
		t.Errorf("list %+v, %v", l, err)
	}
	if _, err := cost.Prices("ap-south-1/on-demand"); err == nil {
		t.Error("the program's own lists have changed")
	}
	own := strings.Replace(list("write-request", "read-request", "storage"), "ap-south-1", "us-east-1", 1)
	if err := c.Add("own.json", []byte(own)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Prices("us-east-1/provisioned"); err == nil {
		t.Error("a list of one's own is mixed with the program's")
	}
}

func FuzzParsePrices(f *testing.F) {
	f.Add([]byte(list("write-request", "read-request", "storage")))
	f.Add([]byte(`{"prices":[{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		lists, err := cost.ParsePrices("p.json", data)
		if (err == nil) == (len(lists) == 0) {
			t.Fatalf("%d lists, error %v", len(lists), err)
		}
		for _, l := range lists {
			if l.WriteUnitMonth < 0 || l.HalfReadMonth < 0 || l.GigabyteMonth < 0 {
				t.Fatalf("negative prices: %+v", l)
			}
		}
	})
}
