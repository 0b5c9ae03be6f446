package model

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
)

// SkewKind says how traffic, or rows, are spread over the values of a key.
type SkewKind string

// The kinds of skew.
const (
	Uniform SkewKind = "uniform"
	Zipf    SkewKind = "zipf"   // the k-th most frequent value in proportion to 1/k^Exponent
	Sizes   SkewKind = "sizes"  // the largest have the Shares, the rest is even; one for hot:5%
	Latest  SkewKind = "latest" // values come in order, and the newest has it all
)

// Skew is a distribution over the values of a key.
type Skew struct {
	Kind     SkewKind
	Exponent int64   // of Zipf, in thousandths
	Shares   []int64 // of Sizes, in millionths, the largest first
}

const (
	minExponent = 100 // thousandths
	maxExponent = 3000
	maxSizes    = 100
)

// ParseSkew reads uniform, zipf, zipf:1.2, hot:5%, sizes:40%,20%,10% or latest.
func ParseSkew(text string) (*Skew, error) {
	kind, arg, has := strings.Cut(text, ":")
	switch {
	case kind == "uniform" && !has, kind == "latest" && !has:
		return &Skew{Kind: SkewKind(kind)}, nil
	case kind == "zipf" && !has:
		return &Skew{Kind: Zipf, Exponent: 1000}, nil
	case kind == "zipf":
		x, ok := decimal(arg)
		if !ok {
			return nil, fmt.Errorf("%q is no exponent", clip(arg))
		}
		e := roundRat(x.Mul(x, big.NewRat(1000, 1)))
		if e < minExponent || e > maxExponent {
			return nil, fmt.Errorf("the exponent of a Zipf distribution is from 0.1 to 3, not %s", arg)
		}
		return &Skew{Kind: Zipf, Exponent: e}, nil
	case kind == "hot" && has, kind == "sizes" && has:
		list := strings.Split(arg, ",")
		if kind == "hot" && len(list) != 1 {
			return nil, errors.New("hot: is the share of one key; write sizes: for several")
		}
		shares, err := parseShares(list)
		if err != nil {
			return nil, err
		}
		return &Skew{Kind: Sizes, Shares: shares}, nil
	}
	return nil, fmt.Errorf("%q is no distribution", clip(text))
}

// parseShares reads shares that fall, of at most all there is together.
func parseShares(list []string) ([]int64, error) {
	if len(list) > maxSizes {
		return nil, fmt.Errorf("%d shares are too many; the largest %d tell enough", len(list), maxSizes)
	}
	var shares []int64
	sum := int64(0)
	for _, text := range list {
		digits, isPercent := strings.CutSuffix(text, "%")
		x, ok := decimal(digits)
		if !isPercent || !ok || x.Sign() == 0 {
			return nil, fmt.Errorf("%q is no share such as 20%%", clip(text))
		}
		v := roundRat(x.Mul(x, big.NewRat(million/100, 1)))
		if n := len(shares); n > 0 && v > shares[n-1] {
			return nil, fmt.Errorf("%s follows a smaller share; write the largest first", text)
		}
		if sum += v; sum > million {
			return nil, errors.New("the shares are more than 100%")
		}
		shares = append(shares, v)
	}
	return shares, nil
}

// String prints the distribution as ParseSkew reads it.
func (s *Skew) String() string {
	switch s.Kind {
	case Zipf:
		return "zipf:" + strings.TrimSuffix(Rate(s.Exponent*1000).String(), "/s")
	case Sizes:
		parts := make([]string, len(s.Shares))
		for i, v := range s.Shares {
			parts[i] = percentText(v) + "%"
		}
		if len(parts) == 1 {
			return "hot:" + parts[0]
		}
		return "sizes:" + strings.Join(parts, ",")
	}
	return string(s.Kind)
}

// Top returns the shares of the k most frequent of n values, the largest
// first, in billionths of the whole. They are at most what there is together.
func (s *Skew) Top(n int64, k int) []int64 {
	n = max(1, n)
	k = int(min(int64(k), n))
	out := make([]int64, k)
	switch {
	case s != nil && s.Kind == Latest:
		out[0] = billion
	case s != nil && s.Kind == Zipf:
		e := float64(s.Exponent) / 1000
		whole := harmonic(n, e)
		for i := range out {
			out[i] = int64(math.Round(billion / math.Pow(float64(i+1), e) / whole))
		}
	default:
		left, told := int64(billion), 0
		if s != nil {
			for told < min(k, len(s.Shares)) {
				out[told] = s.Shares[told] * (billion / million)
				left -= out[told]
				told++
			}
			for _, v := range s.Shares[told:] {
				left -= v * (billion / million)
			}
		}
		if rest := n - int64(told); rest > 0 {
			for i := told; i < k; i++ {
				out[i] = left / rest
			}
		}
	}
	return out
}

const billion = 1_000_000_000

// harmonic is the sum of 1/i^e for i from 1 to n: the first terms themselves,
// the others by the Euler-Maclaurin formula.
func harmonic(n int64, e float64) float64 {
	const exact = 1000
	sum := 0.0
	for i := int64(1); i <= min(n, exact); i++ {
		sum += math.Pow(float64(i), -e)
	}
	if n <= exact {
		return sum
	}
	a, b := float64(exact), float64(n)
	f := func(x float64) float64 { return math.Pow(x, -e) }
	integral := math.Log(b / a)
	if e != 1 {
		integral = (math.Pow(b, 1-e) - math.Pow(a, 1-e)) / (1 - e)
	}
	slope := -e * (math.Pow(b, -e-1) - math.Pow(a, -e-1)) / 12
	return sum + integral + (f(b)-f(a))/2 + slope
}

// skew reads skew= of a column, a question or a write.
func (n *notes) skew(p pair) *Skew {
	s, err := ParseSkew(p.value)
	if err != nil {
		n.errorf(p.valuePos, "write uniform, zipf:1.1, hot:5%, sizes:40%,20%,10% or latest", "%s=%s: %v", p.key, clip(p.value), err)
		return nil
	}
	return s
}

// checkSkew holds the distribution of a column against its other numbers, and
// makes top= of it.
func (b *builder) checkSkew(t *table, c *Column) {
	if c.Skew == nil {
		return
	}
	n := b.m.Distinct(t.Entity, c)
	switch {
	case c.Top != 0:
		b.errorf(c.Pos, "keep one", "column %s has top= and skew=", c.Name)
	case c.Skew.Kind == Latest && !ordered(c):
		b.errorf(c.Pos, "it is for numbers, times, dates and ulids", "skew=latest: values of %s do not come in order", c.Name)
	case c.Skew.Kind == Sizes && int64(len(c.Skew.Shares)) > n:
		b.errorf(c.Pos, "", "skew=%s tells %d values of column %s, which has %d", c.Skew, len(c.Skew.Shares), c.Name, n)
	case c.Skew.Kind == Sizes && c.Skew.Shares[0] < million/n:
		b.errorf(c.Pos, fmt.Sprintf("the largest share is at least %s%%", percentText(million/n)),
			"the most frequent of %d values of %s has a larger share than %s%%", n, c.Name, percentText(c.Skew.Shares[0]))
	case c.Skew.Kind != Uniform:
		c.Top = max(1, c.Skew.Top(n, 1)[0]/(billion/million))
	}
}

// ordered says whether values of a column come one after another.
func ordered(c *Column) bool {
	switch c.Type.Kind {
	case KindInt, KindNumeric, KindTimestamp, KindDate, KindULID:
		return true
	}
	return false
}
