package cost

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Money is an amount of US dollars in steps of 1e-10 dollars, a hundred
// millionth of a cent: half a read request unit is 625 steps. Amounts reach
// to 922 million dollars.
type Money int64

// Dollar is one dollar.
const Dollar Money = 1e10

const cent = Dollar / 100

// ErrRange says that an amount leaves the range of Money.
var ErrRange = errors.New("amount of money out of range")

// String prints the amount to the cent, half a cent rounded away from zero:
// "$1,010.54", "-$0.50". What is not zero but would print as zero is "<$0.01"
// or ">-$0.01".
func (m Money) String() string {
	sign, n := "", uint64(m)
	if m < 0 {
		sign, n = "-", -n
	}
	cents := (n + uint64(cent)/2) / uint64(cent)
	switch {
	case cents == 0 && m > 0:
		return "<$0.01"
	case cents == 0 && m < 0:
		return ">-$0.01"
	}
	return fmt.Sprintf("%s$%s.%02d", sign, thousands(cents/100), cents%100)
}

// thousands prints n with a comma between groups of three digits.
func thousands(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Decimal prints the exact amount in dollars without a sign of currency and
// without needless zeros: "1010.5412".
func (m Money) Decimal() string {
	sign, n := "", uint64(m)
	if m < 0 {
		sign, n = "-", -n
	}
	text := fmt.Sprintf("%s%d.%010d", sign, n/uint64(Dollar), n%uint64(Dollar))
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// ParseMoney reads an amount in dollars with at most ten decimals: "0.00065".
func ParseMoney(s string) (Money, error) {
	digits, negative := strings.CutPrefix(s, "-")
	whole, fraction, point := strings.Cut(digits, ".")
	if whole == "" || point && fraction == "" || len(fraction) > 10 {
		return 0, fmt.Errorf("no amount of dollars with at most ten decimals: %q", s)
	}
	n, err := strconv.ParseUint(whole+fraction+strings.Repeat("0", 10-len(fraction)), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && n > math.MaxInt64:
		return 0, fmt.Errorf("%q: %w", s, ErrRange)
	case err != nil || strings.ContainsAny(digits, "+-_"):
		return 0, fmt.Errorf("no amount of dollars with at most ten decimals: %q", s)
	}
	if negative {
		return -Money(n), nil
	}
	return Money(n), nil
}

// MarshalJSON writes the exact amount as a number of dollars: 1010.5412.
func (m Money) MarshalJSON() ([]byte, error) { return []byte(m.Decimal()), nil }

// UnmarshalJSON reads a number of dollars with at most ten decimals.
func (m *Money) UnmarshalJSON(data []byte) error {
	got, err := ParseMoney(string(data))
	if err == nil {
		*m = got
	}
	return err
}

// Sum adds amounts; the error is ErrRange.
func Sum(amounts ...Money) (Money, error) {
	var total Money
	for _, m := range amounts {
		next := total + m
		if (next > total) != (m > 0) && m != 0 {
			return 0, ErrRange
		}
		total = next
	}
	return total, nil
}

// Times returns m × n / d, rounded to the nearest step, halves away from
// zero. d is positive. The error is ErrRange.
func (m Money) Times(n, d int64) (Money, error) {
	hi, lo := bits.Mul64(magnitude(int64(m)), magnitude(n))
	lo, carry := bits.Add64(lo, uint64(d)/2, 0)
	hi += carry // cannot overflow: the product is at most 2^126
	if hi >= uint64(d) {
		return 0, ErrRange
	}
	q, _ := bits.Div64(hi, lo, uint64(d))
	if q > math.MaxInt64 {
		return 0, ErrRange
	}
	if (m < 0) != (n < 0) {
		return -Money(q), nil
	}
	return Money(q), nil
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}
