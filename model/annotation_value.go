package model

import (
	"math/big"
	"slices"
	"strings"
)

// The values of annotations. Each method reports a value that is not of its
// form at the value's place and then returns ok = false.

// count reads a whole number with an optional suffix: 200, 20k, 1.5M, 2G.
func (n *notes) count(p pair) (int64, bool) {
	r, ok := scaled(p.value)
	if !ok || !r.IsInt() || !r.Num().IsInt64() || r.Sign() <= 0 {
		n.errorf(p.valuePos, "write a whole number above 0, such as 200, 20k, 1.5M or 2G", "%s=%s is not a count", p.key, clip(p.value))
		return 0, false
	}
	return r.Num().Int64(), true
}

// size reads a number of bytes, which fits an int.
func (n *notes) size(p pair) (int, bool) {
	const most = 400 << 10 // bytes of an item (source: "Service, account, and table quotas")
	v, ok := n.count(p)
	if ok && v > most {
		n.errorf(p.valuePos, "an item has at most 400 KB", "%s=%s is too large for a value", p.key, clip(p.value))
		return 0, false
	}
	return int(v), ok
}

// percent reads 10% or 0.5% as millionths.
func (n *notes) percent(p pair) (int64, bool) {
	digits, isPercent := strings.CutSuffix(p.value, "%")
	r, ok := decimal(digits)
	if !isPercent || !ok || r.Sign() < 0 || r.Cmp(big.NewRat(100, 1)) > 0 {
		n.errorf(p.valuePos, "write a share from 0% to 100%", "%s=%s is not a percentage", p.key, clip(p.value))
		return 0, false
	}
	return roundRat(r.Mul(r, big.NewRat(10_000, 1))), true
}

// wholePercent reads 1% to 100%.
func (n *notes) wholePercent(p pair) (int, bool) {
	v, ok := n.percent(p)
	if ok && (v < 10_000 || v%10_000 != 0) {
		n.errorf(p.valuePos, "write a whole percentage from 1% to 100%", "%s=%s is not a whole percentage", p.key, clip(p.value))
		return 0, false
	}
	return int(v / 10_000), ok
}

// rate reads 500/s, 0.1/s, 30/min, 2k/h, 5/day or 1M/month.
func (n *notes) rate(p pair) (Rate, bool) {
	r, err := ParseRate(p.value)
	if err != nil {
		n.errorf(p.valuePos, "write a rate such as 500/s, 30/min, 2k/h, 5/day or 1M/month", "%s=%s: %v", p.key, clip(p.value), err)
		return 0, false
	}
	return r, true
}

// oneOf reads one of several words.
func (n *notes) oneOf(p pair, words ...string) (string, bool) {
	if !slices.Contains(words, p.value) {
		n.errorf(p.valuePos, didYouMean(p.value, words), "%s=%s is not known", p.key, clip(p.value))
		return "", false
	}
	return p.value, true
}

// name reads a name of a table or attribute, of at most 255 bytes.
func (n *notes) attributeName(p pair) (string, bool) {
	if p.value == "" || len(p.value) > 255 {
		n.errorf(p.valuePos, "write a name of 1 to 255 characters", "%s=%s is not a name", p.key, clip(p.value))
		return "", false
	}
	return p.value, true
}

// delimiter reads # or !: a delimiter has to sort below everything that a
// value in a text key may hold, which is what lies above '$' (lower bytes are
// escaped), and is not a blank or a quote.
func (n *notes) delimiter(p pair) (string, bool) {
	if p.value != "#" && p.value != "!" {
		n.errorf(p.valuePos, "write # or !: a delimiter sorts below all that a key component holds", "delimiter=%s is not a delimiter", clip(p.value))
		return "", false
	}
	return p.value, true
}

func isAlphaNumeric(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// scaled reads a decimal number with an optional suffix k, M or G.
func scaled(s string) (*big.Rat, bool) {
	factor := int64(1)
	for suffix, f := range map[string]int64{"k": 1_000, "M": 1_000_000, "G": 1_000_000_000} {
		if digits, ok := strings.CutSuffix(s, suffix); ok {
			s, factor = digits, f
			break
		}
	}
	r, ok := decimal(s)
	if !ok {
		return nil, false
	}
	return r.Mul(r, big.NewRat(factor, 1)), true
}

// decimal reads digits with an optional fraction.
func decimal(s string) (*big.Rat, bool) {
	whole, fraction, dotted := strings.Cut(s, ".")
	if !allDigits(whole) || dotted && !allDigits(fraction) || len(s) > 30 {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

func allDigits(s string) bool { return s != "" && digitsLen(s) == len(s) }

// roundRat returns r, which is not negative, rounded half up.
func roundRat(r *big.Rat) int64 {
	twice := new(big.Int).Mul(r.Num(), big.NewInt(2))
	twice.Add(twice, r.Denom())
	return twice.Div(twice, new(big.Int).Mul(r.Denom(), big.NewInt(2))).Int64()
}
