package model_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/keywright/keywright/attr"
	"github.com/keywright/keywright/model"
)

// TestBoundsLaw: a number passes CheckValue exactly when it has no more
// fraction digits than its type, fits its digits, and passes the CHECK as
// rational arithmetic reads it.
func TestBoundsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.IntRange(0, 3).Draw(t, "scale")
		precision := scale + rapid.IntRange(1, 4).Draw(t, "whole")
		op := rapid.SampledFrom([]string{"<", "<=", ">", ">="}).Draw(t, "op")
		limit := drawDecimal(t, "limit", 4)
		src := fmt.Sprintf("-- model law\nCREATE TABLE t (id int PRIMARY KEY, n numeric(%d,%d) CHECK (n %s %s));  -- rows=1\n", precision, scale, op, limit)
		m, err := model.Parse("law.sql", []byte(src))
		if err != nil {
			t.Skip("no value passes the CHECK")
		}
		text := drawDecimal(t, "value", 4)
		v, err := attr.ParseNum(text)
		if err != nil {
			t.Fatal(err)
		}
		value, bound := rat(text), rat(limit)
		most := new(big.Rat).SetFrac(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(precision)), nil), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil))
		fits := new(big.Rat).Abs(value).Cmp(most) < 0
		scaled := new(big.Rat).Mul(value, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)))
		c := value.Cmp(bound)
		passes := map[string]bool{"<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0}[op]
		want := fits && scaled.IsInt() && passes
		if err := m.Entity("t").Column("n").CheckValue(v); (err == nil) != want {
			t.Fatalf("%s\n%s: %v, want ok = %v", src, text, err, want)
		}
	})
}

func rat(text string) *big.Rat {
	r, _ := new(big.Rat).SetString(text)
	return r
}

func drawDecimal(t *rapid.T, label string, digits int) string {
	s := fmt.Sprint(rapid.IntRange(0, 99999).Draw(t, label))
	if fraction := rapid.IntRange(0, digits).Draw(t, label+" fraction"); fraction > 0 {
		s = strings.Repeat("0", max(0, fraction+1-len(s))) + s
		s = s[:len(s)-fraction] + "." + s[len(s)-fraction:]
	}
	if rapid.Bool().Draw(t, label+" negative") {
		s = "-" + s
	}
	return s
}

// TestMaxLenLaw: no value that CheckValue accepts is longer than MaxLen.
func TestMaxLenLaw(t *testing.T) {
	types := []string{
		"numeric(4,2)", "numeric(3) CHECK (c >= 0)", "numeric(4,3) CHECK (c > -1 AND c < 1)", "int CHECK (c BETWEEN -99 AND 7)", "int",
		"varchar(5)", "char(3)", "varchar(5) CHECK (c NOT GLOB '*[^a-zé]*')", "text CHECK (c IN ('a', 'ü', 'abc'))",
	}
	rapid.Check(t, func(t *rapid.T) {
		typ := rapid.SampledFrom(types).Draw(t, "type")
		m, err := model.Parse("law.sql", []byte("-- model law\nCREATE TABLE t (id int PRIMARY KEY, c "+typ+");  -- rows=1\n"))
		if err != nil {
			t.Fatal(err)
		}
		c := m.Entity("t").Column("c")
		v := attr.String(rapid.StringOfN(rapid.SampledFrom([]rune("aéü日🙂")), 0, 6, -1).Draw(t, "text"))
		if c.Type.IsNumber() {
			v, _ = attr.ParseNum(drawDecimal(t, "number", 3))
		}
		if c.CheckValue(v) == nil && len(v.Str()) > c.MaxLen() {
			t.Fatalf("%s takes %q of %d bytes, MaxLen is %d", typ, v.Str(), len(v.Str()), c.MaxLen())
		}
	})
}

// TestTimestampLaw: the stored text of instants sorts as the instants do, and
// reads back as the same instant, whatever offset it was handed in with.
func TestTimestampLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		precision := rapid.IntRange(0, 9).Draw(t, "precision")
		unit := time.Second
		for range precision {
			unit /= 10
		}
		draw := func(label string) time.Time {
			seconds := rapid.Int64Range(-62_167_219_200, 253_402_300_799).Draw(t, label) // years 0000 to 9999
			return time.Unix(seconds, rapid.Int64Range(0, 999_999_999).Draw(t, label+" nanos")).UTC().Truncate(unit)
		}
		a, b := draw("a"), draw("b")
		x, y := model.FormatTimestamp(a, precision), model.FormatTimestamp(b, precision)
		if strings.Compare(x, y) != a.Compare(b) {
			t.Fatalf("%s and %s sort as %d, the instants as %d", x, y, strings.Compare(x, y), a.Compare(b))
		}
		offset := time.FixedZone("", rapid.IntRange(-14*60, 14*60).Draw(t, "offset")*60)
		local := a.In(offset)
		if local.Year() < 0 || local.Year() > 9999 {
			t.Skip("RFC 3339 has no such year")
		}
		back, err := model.ParseTimestamp(local.Format(time.RFC3339Nano))
		if err != nil || !back.Equal(a) {
			t.Fatalf("%s reads as %s, %v", local.Format(time.RFC3339Nano), back, err)
		}
		if d := model.FractionDigits(a); d > precision {
			t.Fatalf("%s has %d fraction digits", x, d)
		}
	})
}

// TestRateLaw: a rate reads back as it prints.
func TestRateLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := model.Rate(rapid.Int64Range(1, 1_000_000_000_000_000).Draw(t, "rate"))
		back, err := model.ParseRate(r.String())
		if err != nil || back != r {
			t.Fatalf("%d prints as %s, which reads as %d, %v", r, r, back, err)
		}
	})
}

// TestComputedLaw: lower and upper change ASCII letters and nothing else, so
// that the Turkish dotless i and composed letters stay what they are; date and
// hour are in UTC. Expected values are by hand.
func TestComputedLaw(t *testing.T) {
	for _, test := range []struct{ function, in, want string }{
		{"lower", "İSTANBUL Iı Éé E\u0301 ẞß", "İstanbul iı Éé e\u0301 ẞß"},
		{"upper", "istanbul ı é e\u0301 ß", "ISTANBUL ı é E\u0301 ß"},
		{"date", "2026-01-01T00:30:00+02:00", "2025-12-31"},
		{"hour", "2026-01-01T00:30:00+02:00", "2025-12-31T22"},
		{"hour", "2026-05-28 19:05:33.9", "2026-05-28T19"},
	} {
		got, err := (&model.Computed{Func: test.function, Column: "c"}).Apply(attr.String(test.in))
		if err != nil || got.Str() != test.want {
			t.Errorf("%s(%q) = %q, %v, want %q", test.function, test.in, got.Str(), err, test.want)
		}
	}
	if v, err := (&model.Computed{Func: "lower", Column: "c"}).Apply(attr.Null()); err != nil || !v.IsNull() {
		t.Errorf("lower(NULL) = %v, %v", v, err)
	}
	if _, err := (&model.Computed{Func: "lower", Column: "c"}).Apply(attr.Int(1)); err == nil {
		t.Error("lower(1) is no error")
	}
}
