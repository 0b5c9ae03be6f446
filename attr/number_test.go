package attr_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/keywright/keywright/attr"
	"pgregory.net/rapid"
)

// rat is the oracle: math/big's exact rational of the same text.
func rat(t testing.TB, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("math/big refuses %q", s)
	}
	return r
}

func mustNumber(t testing.TB, s string) attr.Number {
	t.Helper()
	n, err := attr.ParseNumber(s)
	if err != nil {
		t.Fatalf("ParseNumber(%q): %v", s, err)
	}
	return n
}

// numberText draws numbers as users write them: any sign, leading zeros, a
// point anywhere, an exponent, within DynamoDB's range.
func numberText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		sign := rapid.SampledFrom([]string{"", "-", "+"}).Draw(t, "sign")
		digits := rapid.StringMatching(`0{0,3}[0-9]{1,38}`).Draw(t, "digits")
		if len(strings.TrimLeft(digits, "0")) > 38 {
			t.Skip("too many digits")
		}
		if rapid.Bool().Draw(t, "point") {
			i := rapid.IntRange(0, len(digits)).Draw(t, "at")
			digits = digits[:i] + "." + digits[i:]
		}
		switch rapid.IntRange(0, 3).Draw(t, "exponent") {
		case 1:
			digits += rapid.StringMatching(`[eE][+-]?[0-9]`).Draw(t, "small")
		case 2:
			digits += rapid.StringMatching(`[eE]-(1[01][0-9]|[1-9][0-9])`).Draw(t, "negative")
		case 3:
			digits += rapid.StringMatching(`[eE]\+?([1-7][0-9]|8[0-7])`).Draw(t, "positive")
		}
		if _, err := attr.ParseNumber(sign + digits); err != nil {
			t.Skip(err)
		}
		return sign + digits
	})
}

// neighbours draws numbers of a's size: another last digit, further digits,
// the other sign.
func neighbours(a string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		normal := mustNumberRapid(t, a).String()
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			normal = normal[:len(normal)-1] + rapid.StringMatching(`[0-9]`).Draw(t, "last")
		case 1:
			if !strings.Contains(normal, ".") {
				normal += "."
			}
			normal += rapid.StringMatching(`[0-9]{1,5}`).Draw(t, "more")
		case 2:
			normal = strings.TrimPrefix("-"+normal, "--")
		}
		if _, err := attr.ParseNumber(normal); err != nil {
			t.Skip(err)
		}
		return normal
	})
}

func TestNumberNormalFormLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := numberText().Draw(t, "s")
		n := mustNumberRapid(t, s)
		normal := n.String()
		if strings.ContainsAny(normal, "eE+") {
			t.Fatalf("%q comes back as %q", s, normal)
		}
		want, _ := new(big.Rat).SetString(s)
		got, ok := new(big.Rat).SetString(normal)
		if !ok || got.Cmp(want) != 0 {
			t.Fatalf("%q comes back as %q: another number", s, normal)
		}
		if again := mustNumberRapid(t, normal); again != n || again.String() != normal {
			t.Fatalf("%q: normal form %q is not stable", s, normal)
		}
		v, err := attr.ParseNum(s)
		if err != nil || v.Str() != normal {
			t.Fatalf("ParseNum(%q) = %q, %v; want %q", s, v.Str(), err, normal)
		}
	})
}

func mustNumberRapid(t *rapid.T, s string) attr.Number {
	n, err := attr.ParseNumber(s)
	if err != nil {
		t.Fatalf("ParseNumber(%q): %v", s, err)
	}
	return n
}

func TestNumberArithmeticLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := numberText().Draw(t, "a")
		b := rapid.OneOf(numberText(), neighbours(a)).Draw(t, "b")
		x, y := mustNumberRapid(t, a), mustNumberRapid(t, b)
		p, _ := new(big.Rat).SetString(a)
		q, _ := new(big.Rat).SetString(b)
		if x.Cmp(y) != p.Cmp(q) || (x == y) != (p.Cmp(q) == 0) {
			t.Fatalf("Cmp(%s, %s) = %d, want %d", a, b, x.Cmp(y), p.Cmp(q))
		}
		if x.Sign() != p.Sign() || x.Neg().Cmp(mustNumberRapid(t, p.Neg(p).FloatString(300))) != 0 {
			t.Fatalf("Sign(%s) = %d, Neg %s", a, x.Sign(), x.Neg())
		}
		p.Neg(p)
		if order, ok := attr.Compare(attr.Num(x), attr.Num(y)); !ok || order != p.Cmp(q) {
			t.Fatalf("Compare(%s, %s) = %d", a, b, order)
		}
		checkSum(t, "+", x.Add, y, new(big.Rat).Add(p, q))
		checkSum(t, "-", x.Sub, y, new(big.Rat).Sub(p, q))
	})
}

// checkSum holds a sum against the exact one: equal, or refused exactly where
// the exact one has more than 38 significant digits or leaves the range.
func checkSum(t *rapid.T, op string, f func(attr.Number) (attr.Number, error), y attr.Number, want *big.Rat) {
	got, err := f(y)
	// 300 decimals hold every sum exactly: the smallest digit is 10^-167.
	text := want.FloatString(300)
	digits := strings.Trim(strings.Replace(strings.TrimPrefix(text, "-"), ".", "", 1), "0")
	abs := new(big.Rat).Abs(want)
	outside := want.Sign() != 0 && (abs.Cmp(smallest) < 0 || abs.Cmp(beyond) >= 0)
	if refuse := len(digits) > 38 || outside; refuse != (err != nil) {
		t.Fatalf("%s: error %v for %s", op, err, text)
	}
	if err == nil {
		r, _ := new(big.Rat).SetString(got.String())
		if r.Cmp(want) != 0 {
			t.Fatalf("%s: got %s, want %s", op, got, text)
		}
	}
}

var (
	smallest, _ = new(big.Rat).SetString("1e-130")
	beyond, _   = new(big.Rat).SetString("1e126")
)

func TestNumberInt64(t *testing.T) {
	for _, c := range []struct {
		s  string
		i  int64
		ok bool
	}{
		{"0", 0, true}, {"-1", -1, true}, {"1e3", 1000, true}, {"1e18", 1e18, true},
		{"9223372036854775807", 1<<63 - 1, true}, {"-9223372036854775808", -1 << 63, true},
		{"9223372036854775808", 0, false}, {"-9223372036854775809", 0, false},
		{"1e19", 0, false}, {"18446744073709551616", 0, false}, {"0.5", 0, false}, {"1e-130", 0, false}, {"1e125", 0, false},
	} {
		n := mustNumber(t, c.s)
		if i, ok := n.Int64(); ok != c.ok || ok && i != c.i {
			t.Errorf("Int64(%s) = %d, %v", c.s, i, ok)
		}
		if c.ok && attr.NumberFromInt(c.i) != n {
			t.Errorf("NumberFromInt(%d) = %s", c.i, attr.NumberFromInt(c.i))
		}
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"0", "-0", "1e125", "1E-130", ".5", "5.", "1e", "+3", " 1", "00042", "1e1000000000000", "9e125", "1.0e+05", "0e10000000000000000000"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := attr.ParseNumber(s)
		if err != nil {
			return
		}
		// math/big refuses exponents far out of range, which a zero may have.
		if r, ok := new(big.Rat).SetString(s); !ok && n.Sign() != 0 || ok && r.Cmp(rat(t, n.String())) != 0 {
			t.Fatalf("%q read as %s", s, n)
		}
		if again := mustNumber(t, n.String()); again != n {
			t.Fatalf("%q: %s read again as %s", s, n, again)
		}
	})
}

func BenchmarkParseNumber(b *testing.B) {
	for _, s := range []string{"7", "1234567890123", "-12345.6789", "31415926535897932384626433832795028841"} {
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				attr.ParseNumber(s)
			}
		})
	}
}

func BenchmarkNumberAdd(b *testing.B) {
	x, y := mustNumber(b, "9007199254740993"), mustNumber(b, "0.25")
	b.ReportAllocs()
	for b.Loop() {
		x.Add(y)
	}
}
